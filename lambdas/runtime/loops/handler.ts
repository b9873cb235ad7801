import { KMSClient } from '@aws-sdk/client-kms'
import { SQSClient } from '@aws-sdk/client-sqs'
import { apiFunction } from '@signet/kernel/api-function'
import { bucketConnection } from '@signet/kernel/bucket'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'runtime-loops',
  access: access.loops,
  variables: process.env,
  clients: { kms: new KMSClient({}), sqs: new SQSClient({}), connection: bucketConnection(process.env) },
  load: () => import('./app.ts'),
})
