import { endpoint } from '@signet/contracts'
import { protectedResource } from '@signet/mcp/agents/contract'
import { EngineHealth } from '@signet/runtime-schemas/health'

export const getGatewayResource = protectedResource({ name: 'getGatewayResource', tags: ['oauth'] })

export const getGatewayHealth = endpoint({
  name: 'getGatewayHealth',
  summary: 'Check health',
  description: 'Returns the status of the gateway without accessing data.',
  tags: ['service'],
  route: 'GET /health',
  authority: 'open',
  responses: { 200: { description: 'The gateway is available', schema: EngineHealth } },
})
