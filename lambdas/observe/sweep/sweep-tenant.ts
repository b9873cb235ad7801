import { addMs, eraseRows, partitionOf, type TableDeps } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { OBSERVABILITY_TERMS, type PlatformTier } from '@signet/ledger'
import { isInternalName } from '@signet/telemetry'
import { dayOf, dayTable } from '../caps/day-table.ts'
import { warnOfCap } from '../caps/warn-of-cap.ts'
import { alertIdRow } from '../contract/alerts.ts'
import { INTERNAL_TENANT } from '../contract/internal-workers.ts'
import { RETENTION_DAYS } from '../contract/rows.ts'
import { SLOT_US, usOf } from '../counters/units.ts'
import { ruleTable, sloTable } from '../rules/rule-table.ts'
import type { Worker } from '../workers/worker-list-table.ts'
import { workerTable } from '../workers/worker-table.ts'
import { type ErasureLimits, eraseWorker } from './erase-worker.ts'
import { firstWholeSlot, sumUpWorker } from './sum-up.ts'

/**
 * Erases rules and SLOs of a removed worker, and rules that use these SLOs. Rules and SLOs created after the removal
 * remain, because the worker may return. The next evaluation closes open incidents.
 */
const eraseRulesOf = async (deps: TableDeps, tenant: string, { name, floor }: Worker): Promise<void> => {
  const rules = ruleTable(deps)
  const slos = sloTable(deps)
  const isBeforeRemoval = ({ created_at }: { readonly created_at: string }) => usOf(Date.parse(created_at)) < floor
  const objectives = (await slos.all(tenant)).filter((slo) => slo.worker === name && isBeforeRemoval(slo))
  const objectiveIds = new Set(objectives.map(({ id }) => id))
  for (const rule of await rules.all(tenant)) {
    const { condition } = rule
    const usesWorker =
      condition.kind === 'burn'
        ? objectiveIds.has(condition.slo_id)
        : condition.worker === name && isBeforeRemoval(rule)
    if (usesWorker) await rules.remove(tenant, rule.id)
  }
  for (const { id } of objectives) await slos.remove(tenant, id)
}

export interface SweepDeps extends TableDeps {
  /** Returns the plan of an organization. @throws Error if it is unknown. Nothing may be erased then. */
  readonly tierOf: (org: string) => Promise<PlatformTier>
  readonly outbox: Outbox
}

const DAY_MS = 86_400_000
/** Days without data after which a worker no longer counts against the worker limit. */
const IDLE_DAYS = 7
/** Retention in hours from which expiry is left to DynamoDB: queries hide old rows, and expiry is free. */
const LONG_HOURS = 720

const sameLimits = (floor: number): ErasureLimits => ({ records: floor, metrics: floor, totals: floor })

/** Keeps the interval that contains the floor, and running totals as the base of later ones. */
const retentionLimits = (floor: number): ErasureLimits => ({ records: floor, metrics: floor - SLOT_US, totals: 0 })

const eraseAlerts = (
  deps: TableDeps,
  tenant: string,
  isExpired: (alert: { worker: string; reportedAt: number }) => boolean,
) =>
  eraseRows(deps, {
    pk: partitionOf(alertIdRow, { tenant }),
    where: ({ state }: Readonly<Record<string, unknown>>) => isExpired(JSON.parse(String(state))),
  })

interface TenantPlan {
  readonly tenant: string
  readonly org: string
  readonly tier: PlatformTier
}

const sweepWorker = async (deps: SweepDeps, { tenant, org, tier }: TenantPlan, worker: Worker): Promise<void> => {
  const { retentionHours, eventsPerDay: limit } = OBSERVABILITY_TERMS[tier]
  const workers = workerTable(deps)
  const caps = dayTable(deps)
  const now = deps.now()
  const { name, isRemoved } = worker
  const workerKey = { tenant, worker: name }
  const isErasedHere = retentionHours < LONG_HOURS
  const retentionStart = usOf(now.getTime()) - retentionHours * 3_600_000_000
  // Raising the floor hides data before it is erased, so that lists never count partly erased data.
  if (isErasedHere && !isRemoved) await workers.raise(tenant, name, 'floor', retentionStart)
  const floor = isErasedHere && !isRemoved ? Math.max(worker.floor, retentionStart) : worker.floor
  if (floor > worker.swept) {
    await eraseWorker(deps, workerKey, isRemoved ? sameLimits(floor) : retentionLimits(floor))
    await eraseAlerts(deps, tenant, (alert) => alert.worker === name && usOf(alert.reportedAt) < floor)
    await workers.raise(tenant, name, 'swept', floor)
  }
  if (isRemoved) {
    await eraseRulesOf(deps, tenant, worker)
    await workers.delete(tenant, name)
    return
  }
  await sumUpWorker(
    deps,
    workerKey,
    firstWholeSlot(Math.max(floor, usOf(addMs(now, -RETENTION_DAYS * DAY_MS).getTime()))),
  )
  const days = await caps.days(workerKey, dayOf(addMs(now, -RETENTION_DAYS * DAY_MS)))
  if (!isInternalName(name)) await warnOfCap(deps, workerKey, { org, limit, day: days.at(-1) })
  // No telemetry of the worker is stored.
  if (days.length === 0) await workers.remove(tenant, name)
  const lastSeen = days.at(-1)?.lastSeen ?? worker.firstSeen
  if (lastSeen < addMs(now, -IDLE_DAYS * DAY_MS).toISOString()) await workers.release(tenant, name)
}

/**
 * Returns the owner and plan of a tenant's workers; undefined without workers. Internal workers have no plan and get
 * the longest retention.
 */
const tenantPlanOf = async (deps: SweepDeps, tenant: string): Promise<TenantPlan | undefined> => {
  if (tenant === INTERNAL_TENANT) return { tenant, org: tenant, tier: 'team' }
  const org = await workerTable(deps).orgOf(tenant)
  return org === undefined ? undefined : { tenant, org, tier: await deps.tierOf(org) }
}

/** Sweeps the workers of a tenant: erases expired data and stores sums. Safe to interrupt and retry. */
export const sweepTenant =
  (deps: SweepDeps) =>
  async (tenant: string): Promise<void> => {
    const tenantPlan = await tenantPlanOf(deps, tenant)
    if (!tenantPlan) return
    for (const worker of await workerTable(deps).all(tenant)) await sweepWorker(deps, tenantPlan, worker)
  }
