import { scopesOf } from '@signet/identity'
import type { Caller, Clock } from '@signet/kernel'
import { OBSERVABILITY_TERMS, type TierStatusOf } from '@signet/ledger'
import { isInternalName } from '@signet/telemetry'
import type { Range } from '../contract/queries.ts'
import { usOf } from '../counters/units.ts'
import type { WorkerTable } from './worker-table.ts'

const HOUR_US = 3_600_000_000
const RANGE_HOURS: Readonly<Record<Range, number>> = { '1h': 1, '6h': 6, '24h': 24, '7d': 168, '30d': 720 }

/** Visible start times of a worker, from `from` to `until`, both inclusive, in microseconds. */
export interface Window {
  readonly worker: string
  readonly from: number
  readonly until: number
}

export interface WindowDeps {
  readonly workers: WorkerTable
  readonly tierStatusOf: TierStatusOf
  readonly now: Clock
  /** Shows internal workers to operators instead of the tenant's workers. */
  readonly showsInternal?: boolean
}

export interface TelemetryOwner {
  /** Owner of the stored telemetry: the tenant of the caller, else the organization, else the user. */
  readonly tenant: string
  /** Owner of the plan. */
  readonly org: string
}

export const telemetryOwnerOf = (caller: Caller): TelemetryOwner => {
  const { entitlementScope: org, resourceScope: tenant } = scopesOf(caller)
  return { tenant, org }
}

export interface WindowQuery {
  readonly range: Range
  readonly worker?: string | undefined
  readonly until?: Date | undefined
}

/**
 * Returns the visible window of each worker: the range limited by the retention of the plan. Removed workers are
 * excluded, and internal workers are visible to operators only. Rows can exist for longer, so every query must apply
 * these windows.
 */
export const windowReader =
  ({ workers, tierStatusOf, now, showsInternal = false }: WindowDeps) =>
  async (
    { tenant, org }: TelemetryOwner,
    { range, worker, until = now() }: WindowQuery,
  ): Promise<readonly Window[]> => {
    const [{ tier }, all] = await Promise.all([tierStatusOf(org), workers.all(tenant)])
    const end = usOf(until.getTime())
    const retentionStart = usOf(now().getTime()) - OBSERVABILITY_TERMS[tier].retentionHours * HOUR_US
    const from = Math.max(end - RANGE_HOURS[range] * HOUR_US, retentionStart)
    return all
      .filter(
        ({ name, isRemoved }) =>
          !isRemoved && isInternalName(name) === showsInternal && (worker === undefined || name === worker),
      )
      .map(({ name, floor }) => ({ worker: name, from: Math.max(from, floor), until: end }))
      .toSorted((one, other) => (one.worker < other.worker ? -1 : 1))
  }

export const FULL_RETENTION: Range = '30d'
