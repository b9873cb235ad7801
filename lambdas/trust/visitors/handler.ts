import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { KMSClient } from '@aws-sdk/client-kms'
import { apiFunction } from '@signet/kernel/api-function'
import { bucketConnection } from '@signet/kernel/bucket'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'trust-visitors',
  access: access.visitors,
  variables: process.env,
  clients: {
    eventBridge: new EventBridgeClient({}),
    kms: new KMSClient({}),
    connection: bucketConnection(process.env),
  },
  load: () => import('./app.ts'),
})
