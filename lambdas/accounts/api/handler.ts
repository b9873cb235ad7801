import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { apiFunction } from '@signet/kernel/api-function'
import { bucketConnection } from '@signet/kernel/bucket'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'accounts-api',
  access: access.api,
  variables: process.env,
  clients: { eventBridge: new EventBridgeClient({}), connection: bucketConnection(process.env) },
  load: () => import('./app.ts'),
})
