import { endpoint } from '@signet/contracts'
import * as z from 'zod'

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
      schema: z.object({
        ok: z.literal(true),
        engine: z.string().describe('It rises when the same input would give other bytes'),
        decks: z.int().describe('Decks that are built in'),
        uptime_s: z.int().describe('Seconds since this environment began'),
      }),
    },
  },
})
