import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'agent-gateway-mcp',
  access: access.mcp,
  variables: process.env,
  load: () => import('./app.ts'),
})
