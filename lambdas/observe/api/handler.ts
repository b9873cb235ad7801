import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'observe-api',
  access: access.api,
  variables: process.env,
  load: () => import('./app.ts'),
})
