import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { TIER_SKUS } from './skus.ts'

const members = {
  org_id: z.string(),
  sku: z.enum(TIER_SKUS).nullable().describe('Product that provides the tier; null on the free tier'),
  source: z.enum(['subscription', 'override', 'comp']).describe('Source of the tier: a payment, an operator or a gift'),
  period_start: z.string().optional().describe('Start of the paid period'),
  period_end: z.string().optional().describe('End of the paid period; the event of the next period may arrive late'),
  ends_at: z.string().optional().describe('ISO time from which the organization is on the free tier'),
  as_of: z.string().describe('ISO time of this state; older changes are ignored'),
}

export const entitlementRow = rowKind({
  name: 'Tier of an organization',
  prefix: 'TIER#',
  keys: { pk: '<org>', sk: 'TIER' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { none: 'the plan is part of the export of billing' },
  keep: 'permanent',
  schema: z.object({ ...members, updated_at: z.string() }),
})

/** A change of a tier, by the ID of the payment, subscription or decision, so that it counts once. */
export const entitlementChangeRow = rowKind({
  name: 'Change of the tier of an organization',
  prefix: 'TIER#',
  keys: { pk: '<org>', sk: 'CHANGE#<change>' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { none: 'the plan is part of the export of billing' },
  keep: 'permanent',
  schema: z.object({ ...members, change_id: z.string(), recorded_at: z.string() }),
})

export const entitlementRows = [entitlementRow, entitlementChangeRow] as const
