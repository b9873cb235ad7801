import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { TIER_SKUS } from './skus.ts'

const members = {
  org_id: z.string(),
  sku: z.enum(TIER_SKUS).nullable().describe('What the tier comes from; null: free'),
  source: z.enum(['subscription', 'override', 'comp']).describe('Who it is from: a payment, an operator, a gift'),
  period_start: z.string().optional().describe('Of the paid period'),
  period_end: z.string().optional().describe('Of the paid period; the next one may be told of late'),
  ends_at: z.string().optional().describe('ISO time from which the organization is free again'),
  as_of: z.string().describe('ISO time at which all this was so; what is older changes nothing'),
}

export const entitlementRow = rowKind({
  name: 'Tier of an organization',
  prefix: 'TIER#',
  keys: { pk: '<org>', sk: 'TIER' },
  owner: 'organization',
  erasure: { none: 'names only the id of an account' },
  exported: { none: 'the plan is in the export of billing' },
  keep: 'for ever',
  schema: z.object({ ...members, updated_at: z.string() }),
})

/** A change of a tier, by the id of the payment, subscription or decision, so that it counts once. */
export const entitlementChangeRow = rowKind({
  name: 'Change of the tier of an organization',
  prefix: 'TIER#',
  keys: { pk: '<org>', sk: 'CHANGE#<change>' },
  owner: 'organization',
  erasure: { none: 'names only the id of an account' },
  exported: { none: 'the plan is in the export of billing' },
  keep: 'for ever',
  schema: z.object({ ...members, change_id: z.string(), told_at: z.string() }),
})

export const entitlementRows = [entitlementRow, entitlementChangeRow] as const
