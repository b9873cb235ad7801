import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getHealth = endpoint({
  name: 'getHealth',
  summary: 'Check health',
  description: 'Returns the status and version of the service.',
  tags: ['service'],
  route: 'GET /v2/health',
  authority: 'open',
  responses: {
    200: {
      description: 'The service is healthy',
      schema: z.object({
        status: z.string().describe('`ok` if healthy'),
        version: z.string().describe('Deployed version of the service'),
      }),
    },
  },
})
