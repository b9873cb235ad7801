import { SQSClient } from '@aws-sdk/client-sqs'
import { apiFunction } from '@signet/kernel/api-function'
import { bucketConnection } from '@signet/kernel/bucket'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'archive-api',
  access: access.api,
  variables: process.env,
  clients: { sqs: new SQSClient({}), connection: bucketConnection(process.env) },
  load: () => import('./app.ts'),
})
