import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getHealth = endpoint({
  name: 'getArchiveHealth',
  summary: 'Check health',
  description: 'Responds without accessing data.',
  tags: ['service'],
  route: 'GET /api/health',
  authority: 'open',
  responses: {
    200: { description: 'The service is up', schema: z.object({ status: z.literal('ok'), version: z.string() }) },
  },
})
