import { SQSClient } from '@aws-sdk/client-sqs'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'billing-webhook',
  access: access.webhook,
  variables: process.env,
  clients: { sqs: new SQSClient({}) },
  load: () => import('./app.ts'),
})
