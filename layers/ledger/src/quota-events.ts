import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const NearlyUsedQuota = z
  .object({
    subject_id: z.string().describe('Tenant or organization whose usage is counted'),
    org_id: z.string().describe('Organization whose plan applies'),
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
  description: 'Events about the quota of a plan in a cycle.',
  schema: NearlyUsedQuota,
  operations: {
    warn: {
      kind: 'command',
      description: 'Usage reached 80% of the quota of the plan for the first time in the billing cycle.',
      emits: ['quota.nearly_used'],
    },
  },
  events: { 'quota.nearly_used': NearlyUsedQuota },
  surfaces: {},
  authority: { warn: 'internal' },
})
