import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'

export const handler = apiFunction({
  name: 'images-assets',
  access: access.assets,
  variables: process.env,
  clients: { bucket: bucketFromEnvironment(process.env) },
  load: () => import('./app.ts'),
})
