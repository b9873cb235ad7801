import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'flows-preview',
  access: access.preview,
  variables: process.env,
  load: () => import('./app.ts'),
})
