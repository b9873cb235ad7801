import { defineContract } from '@signet/contracts'
import * as z from 'zod'

/** A quota of a cycle in events. */
const NearlyUsedQuota = z
  .object({
    subject_id: z.string().describe('The tenant, or the organisation, by which it is counted'),
    org_id: z.string().describe('Whose tier it follows from'),
    meter: z.enum(['scaffolds', 'images']),
    used: z.int(),
    limit: z.int(),
    cycle_started_at: z.iso.datetime(),
    cycle_ends_at: z.iso.datetime(),
  })
  .meta({ id: 'NearlyUsedQuota' })

/** Events of the tier's quotas. */
export const quotaContract = defineContract({
  name: 'quota',
  version: '1.0.0',
  description: 'What a tier gives in a cycle, as events tell of it.',
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
