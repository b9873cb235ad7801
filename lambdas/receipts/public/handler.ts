import { apiFunction } from '@signet/kernel/api-function'
import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'receipts-public',
  access: access.public,
  variables: process.env,
  clients: { bucket: bucket(bucketConnection(process.env)) },
  load: () => import('./app.ts'),
})
