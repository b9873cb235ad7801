import { endpoint } from '@signet/contracts'
import { PLATFORM_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

const reading = () =>
  z.object({
    used: z.int().min(0).describe('In this cycle'),
    limit: z.int().min(0).describe('What the tier gives in a cycle'),
  })

export const getUsage = endpoint({
  name: 'getUsage',
  summary: 'What was used of the tier',
  description:
    'What the tenant has used in the present cycle, and what the tier of its organisation gives (spec platform-api 2.3). Of a cycle that was paid, the paid period; else a month, counted from when the organisation was made.',
  tags: ['usage'],
  route: 'GET /api/usage',
  authority: 'authenticated',
  responses: {
    200: {
      description: 'Usage of the present cycle',
      schema: z.object({
        scaffolds: reading(),
        images: reading(),
        tier: z.enum(PLATFORM_TIERS),
        cycle_ends_at: z.iso.datetime().describe('From then on counting begins anew'),
      }),
    },
  },
  errors: ['unavailable'],
})
