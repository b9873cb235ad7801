import { apiFunction } from '@signet/kernel/api-function'
import { bucketConnection } from '@signet/kernel/bucket'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'trust-api',
  access: access.api,
  variables: process.env,
  clients: { connection: bucketConnection(process.env) },
  load: () => import('./app.ts'),
})
