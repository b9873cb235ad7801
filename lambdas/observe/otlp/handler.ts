import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'observe-otlp',
  access: access.otlp,
  variables: process.env,
  load: () => import('./app.ts'),
})
