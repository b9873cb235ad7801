import { isDeepStrictEqual } from 'node:util'
import { addMs, definedMembers, type RowOf } from '@signet/kernel'
import type { EntitlementRow } from '@signet/ledger'
import type { planRow } from '../contract/billing-rows.ts'
import type { Subscription } from '../stripe/payment-processor.ts'
import type { Override, ProjectedTier } from './project-tier.ts'

export type PlanRow = RowOf<typeof planRow>

/**
 * Returns the tier that an operator granted: the recorded entitlement if it came from an operator, otherwise the one
 * that the plan row has stored since a payment replaced it. Undefined if there is none or it has ended.
 */
export const overrideOf = (
  recorded: EntitlementRow | undefined,
  plan: PlanRow | undefined,
  now: Date,
): Override | undefined => {
  const override = recorded && recorded.source !== 'subscription' ? recorded : undefined
  const { sku, source, ends_at } = override ?? plan?.override ?? {}
  if (!sku || !source || source === 'subscription') return undefined
  if (ends_at !== undefined && ends_at <= now.toISOString()) return undefined
  return { sku: sku as Override['sku'], source, ...(ends_at === undefined ? {} : { ends_at }) }
}

export const isRecorded = (recorded: EntitlementRow | undefined, tier: ProjectedTier): boolean => {
  if (tier.sku === null) return (recorded?.sku ?? null) === null
  return (['sku', 'source', 'period_start', 'period_end', 'ends_at'] as const).every(
    (member) => recorded?.[member] === tier[member],
  )
}

const storedSubscription = ({ id, product, status, createdAt, periodStart, periodEnd, endsAt }: Subscription) => ({
  id,
  product: product ?? null,
  status,
  created_at: createdAt,
  period_start: periodStart,
  period_end: periodEnd,
  ends_at: endsAt ?? null,
})

export const planOf = (
  org_id: string,
  subscriptions: readonly Subscription[],
  tier: ProjectedTier,
  override: Override | undefined,
): Omit<PlanRow, 'version' | 'as_of'> => ({
  org_id,
  subscriptions: subscriptions.filter(({ endedAt }) => endedAt === undefined).map(storedSubscription),
  ...definedMembers(tier),
  ...(override ? { override: definedMembers(override) } : {}),
})

export const hasSameContent = (row: PlanRow, next: Omit<PlanRow, 'version' | 'as_of'>): boolean => {
  const { version: _version, as_of: _asOf, ...content } = row
  return isDeepStrictEqual(content, next)
}

/** Returns a time after all `times` and not before now, so that a new record is newer than the existing ones. */
export const laterThan = (now: Date, ...times: readonly (string | undefined)[]): string => {
  const latest = times.reduce<Date>((current, time) => {
    const candidate = time === undefined ? current : addMs(new Date(time), 1)
    return candidate > current ? candidate : current
  }, now)
  return latest.toISOString()
}
