import { endpoint } from '@signet/contracts'
import { PLATFORM_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

const meterUsage = (noun: string) =>
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
        scaffolds: meterUsage('scaffolds (generated projects, consultations and security assessments)'),
        images: meterUsage('images'),
        evidence_validations: meterUsage('checks of texts'),
        evidence_gap_fills: meterUsage('gap fills (revisions of texts with assets of the evidence library)'),
        tier: z.enum(PLATFORM_TIERS),
        cycle_ends_at: z.iso.datetime().describe('End of the cycle, when usage starts at 0 again'),
      }),
    },
  },
  errors: ['unavailable'],
})
