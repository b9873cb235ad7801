import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { KMSClient } from '@aws-sdk/client-kms'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'posture-api',
  access: access.api,
  variables: process.env,
  clients: { eventBridge: new EventBridgeClient({}), kms: new KMSClient({}) },
  load: () => import('./app.ts'),
})
