import { KMSClient } from '@aws-sdk/client-kms'
import { apiFunction } from '@signet/kernel/api-function'
import { bucketConnection } from '@signet/kernel/bucket'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'runtime-scaffolds',
  access: access.scaffolds,
  variables: process.env,
  clients: { kms: new KMSClient({}), connection: bucketConnection(process.env) },
  load: () => import('./app.ts'),
})
