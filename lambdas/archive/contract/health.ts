import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getHealth = endpoint({
  name: 'getArchiveHealth',
  summary: 'Whether it is up',
  description: 'Answers without touching anything.',
  tags: ['service'],
  route: 'GET /api/health',
  authority: 'open',
  responses: {
    200: { description: 'It is', schema: z.object({ status: z.literal('ok'), version: z.string() }) },
  },
})
