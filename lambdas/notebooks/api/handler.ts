import { SQSClient } from '@aws-sdk/client-sqs'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'notebooks-api',
  access: access.api,
  variables: process.env,
  clients: { sqs: new SQSClient({}) },
  load: () => import('./app.ts'),
})
