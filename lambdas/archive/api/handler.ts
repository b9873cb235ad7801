import { SQSClient } from '@aws-sdk/client-sqs'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'
import { storageFromEnvironment } from '../storage/bucket-client.ts'

export const handler = apiFunction({
  name: 'archive-api',
  access: access.api,
  variables: process.env,
  clients: { sqs: new SQSClient({}), storage: storageFromEnvironment(process.env) },
  load: () => import('./app.ts'),
})
