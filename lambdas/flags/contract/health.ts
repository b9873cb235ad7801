import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getHealth = endpoint({
  name: 'getFlagsHealth',
  summary: 'Check health',
  description: 'Returns the status of the service without accessing data.',
  tags: ['service'],
  route: 'GET /health',
  authority: 'open',
  responses: {
    200: {
      description: 'The service is available',
      schema: z.object({ status: z.literal('ok'), version: z.string() }),
    },
  },
})
