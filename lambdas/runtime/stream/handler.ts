import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'runtime-stream',
  access: access.stream,
  variables: process.env,
  clients: {},
  load: () => import('./app.ts'),
})
