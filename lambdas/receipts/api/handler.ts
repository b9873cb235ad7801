import { KMSClient } from '@aws-sdk/client-kms'
import { SQSClient } from '@aws-sdk/client-sqs'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'receipts-api',
  access: access.api,
  variables: process.env,
  clients: { kms: new KMSClient({}), sqs: new SQSClient({}) },
  load: () => import('./app.ts'),
})
