import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { KMSClient } from '@aws-sdk/client-kms'
import { SQSClient } from '@aws-sdk/client-sqs'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'evidence-revisions',
  access: access.revisions,
  variables: process.env,
  clients: {
    eventBridge: new EventBridgeClient({}),
    kms: new KMSClient({}),
    sqs: new SQSClient({}),
    variables: process.env,
  },
  load: () => import('./app.ts'),
})
