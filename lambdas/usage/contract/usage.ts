import { endpoint } from '@signet/contracts'
import { PLATFORM_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

const reading = (noun: string) =>
  z.object({
    used: z.int().min(0).describe(`Number of ${noun} that count against the limit in this cycle`),
    limit: z.int().min(0).describe('Limit of the plan per cycle'),
  })

export const getUsage = endpoint({
  name: 'getUsage',
  summary: 'Get the usage in the current cycle',
  description:
    "Returns the usage in the current cycle and the limits of the organization's plan. The cycle is the paid period. Without a paid plan, it is a month counted from the creation of the organization.",
  tags: ['usage'],
  route: 'GET /api/usage',
  authority: 'scope:usage:read',
  responses: {
    200: {
      description: 'Usage in the current cycle',
      schema: z.object({
        scaffolds: reading('scaffolds'),
        images: reading('images'),
        evidence_validations: reading('validations'),
        evidence_gap_fills: reading('gap fills'),
        tier: z.enum(PLATFORM_TIERS),
        cycle_ends_at: z.iso.datetime().describe('End of the cycle, when usage starts at 0 again'),
      }),
    },
  },
  errors: ['unavailable'],
})
