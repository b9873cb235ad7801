import { endpoint } from '@signet/contracts'
import { EngineHealth } from '@signet/runtime-schemas/health'

export const getRuntimeHealth = endpoint({
  name: 'getRuntimeHealth',
  summary: 'Check health',
  description: 'Returns the engine version and uptime without accessing stored data.',
  tags: ['service'],
  route: 'GET /health',
  authority: 'open',
  responses: {
    200: {
      description: 'The runtime is available',
      schema: EngineHealth,
    },
  },
})
