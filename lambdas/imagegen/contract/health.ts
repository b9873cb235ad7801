import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getHealth = endpoint({
  name: 'getHealth',
  summary: 'Whether the service answers',
  description: 'Says that the service is up and which version answers (spec 4.6).',
  tags: ['service'],
  route: 'GET /v2/health',
  authority: 'open',
  responses: {
    200: {
      description: 'The service is healthy',
      schema: z.object({ status: z.string().describe('ok when healthy'), version: z.string() }),
    },
  },
})
