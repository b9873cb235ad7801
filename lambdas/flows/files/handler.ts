import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'flows-files',
  access: access.files,
  variables: process.env,
  load: () => import('./app.ts'),
})
