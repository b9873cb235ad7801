import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const NearlyUsedQuota = z
  .object({
    subject_id: z.string().describe('The tenant or organization whose use is counted'),
    org_id: z.string().describe('Organization of the tier'),
    meter: z.enum(['scaffolds', 'images', 'evidence_validations', 'evidence_gap_fills']),
    used: z.int(),
    limit: z.int(),
    cycle_started_at: z.iso.datetime(),
    cycle_ends_at: z.iso.datetime(),
  })
  .meta({ id: 'QuotaAlert' })

export const quotaContract = defineContract({
  name: 'quota',
  version: '1.0.0',
  description: 'The quota of a tier in a cycle, in events.',
  schema: NearlyUsedQuota,
  operations: {
    warn: {
      kind: 'command',
      description: 'Four fifths are used, for the first time in the cycle.',
      emits: ['quota.nearly_used'],
    },
  },
  events: { 'quota.nearly_used': NearlyUsedQuota },
  surfaces: {},
  authority: { warn: 'internal' },
})
