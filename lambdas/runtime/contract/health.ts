import { endpoint } from '@signet/contracts'
import { EngineHealth } from '@signet/runtime-schemas/health'

export const getRuntimeHealth = endpoint({
  name: 'getRuntimeHealth',
  summary: 'Health check',
  description: 'Answers without accessing data.',
  tags: ['service'],
  route: 'GET /health',
  authority: 'open',
  responses: {
    200: {
      description: 'The runtime is up',
      schema: EngineHealth,
    },
  },
})
