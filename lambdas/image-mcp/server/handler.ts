import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'image-mcp-server',
  access: access.server,
  variables: process.env,
  load: () => import('./app.ts'),
})
