import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'support-api',
  access: access.api,
  variables: process.env,
  clients: { eventBridge: new EventBridgeClient({}) },
  load: () => import('./app.ts'),
})
