import type { Clock, Log } from '@signet/kernel'
import { type Cycle, calendarMonthAt, cycleAt } from './billing-cycle.ts'
import type { EntitlementRow } from './entitlement-table.ts'
import { SKUS } from './skus.ts'
import type { PlatformTier } from './tiers.ts'

/** The tier of an organization and its current billing cycle. */
export interface TierStatus {
  readonly tier: PlatformTier
  readonly cycle: Cycle
}

export interface OrganizationRecord {
  readonly entitlement: EntitlementRow | undefined
  /** ISO time of its creation; undefined if it was not created on this platform. */
  readonly createdAt: string | undefined
}

const hasEnded = ({ ends_at }: EntitlementRow, at: Date): boolean =>
  ends_at !== undefined && ends_at <= at.toISOString()

/**
 * Returns the paid period. If it is over and the next one is not known yet, months are counted from its start, so that
 * a late renewal begins the same cycle.
 */
const paidCycle = ({ period_start, period_end }: EntitlementRow, at: Date): Cycle | undefined => {
  if (period_start === undefined || period_end === undefined) return undefined
  const start = new Date(period_start)
  const end = new Date(period_end)
  return at < end ? { start, end } : cycleAt(start, at)
}

/**
 * Returns tier and cycle of an organization. A cycle without a payment begins each month at the instant of the
 * organization's creation, in UTC; an organization that was not created on this platform has calendar months.
 */
export const tierStatusAt = ({ entitlement, createdAt }: OrganizationRecord, at: Date): TierStatus => {
  const calendarCycle = createdAt === undefined ? calendarMonthAt(at) : cycleAt(new Date(createdAt), at)
  if (!entitlement || entitlement.sku === null || hasEnded(entitlement, at))
    return { tier: 'free', cycle: calendarCycle }
  return { tier: SKUS[entitlement.sku].tier, cycle: paidCycle(entitlement, at) ?? calendarCycle }
}

export interface TierStatusDeps {
  /** @throws Error if the record cannot be determined now. */
  readonly lookUp: (org: string) => Promise<OrganizationRecord>
  readonly now: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Returns the current tier and cycle of an organization. Never fails. */
export type TierStatusOf = (org: string) => Promise<TierStatus>

const LAST_KNOWN_MS = 15 * 60_000
const CACHED_ORGANIZATIONS_MAX = 10_000

/**
 * Looks up tier and cycle of organizations. While lookups fail, the last known result counts for fifteen minutes, then
 * the organization counts as free. Stored rows do not change.
 */
export const tierStatuses = ({ lookUp, now, log }: TierStatusDeps): TierStatusOf => {
  const cache = new Map<string, { readonly record: OrganizationRecord; readonly at: number }>()
  const remember = (org: string, record: OrganizationRecord): void => {
    if (cache.size >= CACHED_ORGANIZATIONS_MAX) cache.clear()
    cache.set(org, { record, at: now().getTime() })
  }
  return async (org) => {
    try {
      const record = await lookUp(org)
      remember(org, record)
      return tierStatusAt(record, now())
    } catch (error) {
      const last = cache.get(org)
      const isFresh = last !== undefined && now().getTime() - last.at < LAST_KNOWN_MS
      log.warn('tier lookup failed', { org_id: org, served: isFresh ? 'last known' : 'free', error })
      if (isFresh) return tierStatusAt(last.record, now())
      const createdAt = last?.record.createdAt
      return tierStatusAt({ entitlement: undefined, createdAt }, now())
    }
  }
}
