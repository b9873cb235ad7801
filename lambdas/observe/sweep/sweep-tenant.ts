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
import { firstSlot, sumUpWorker } from './sum-up.ts'

/**
 * Erases rules and objectives of a removed worker, and rules that use these objectives. Entries created after the
 * removal remain, because the worker may return. The next evaluation closes open incidents.
 */
const eraseRulesOf = async (deps: TableDeps, tenant: string, { name, floor }: Worker): Promise<void> => {
  const rules = ruleTable(deps)
  const slos = sloTable(deps)
  const isBefore = ({ created_at }: { readonly created_at: string }) => usOf(Date.parse(created_at)) < floor
  const objectives = (await slos.all(tenant)).filter((slo) => slo.worker === name && isBefore(slo))
  const ids = new Set(objectives.map(({ id }) => id))
  for (const rule of await rules.all(tenant)) {
    const { condition } = rule
    const isOf = condition.kind === 'burn' ? ids.has(condition.slo_id) : condition.worker === name && isBefore(rule)
    if (isOf) await rules.remove(tenant, rule.id)
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

const allBefore = (floor: number): ErasureLimits => ({ records: floor, metrics: floor, totals: floor })

const plannedBefore = (floor: number): ErasureLimits => ({ records: floor, metrics: floor - SLOT_US, totals: 0 })

const eraseAlerts = (deps: TableDeps, tenant: string, isOver: (alert: { worker: string; toldAt: number }) => boolean) =>
  eraseRows(deps, {
    pk: partitionOf(alertIdRow, { tenant }),
    where: ({ state }: Readonly<Record<string, unknown>>) => isOver(JSON.parse(String(state))),
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
  const { name, isGone } = worker
  const who = { tenant, worker: name }
  const isShort = retentionHours < LONG_HOURS
  const cut = usOf(now.getTime()) - retentionHours * 3_600_000_000
  // Data is hidden before it is erased, so that lists never count partly erased data.
  if (isShort && !isGone) await workers.raise(tenant, name, 'floor', cut)
  const floor = isShort && !isGone ? Math.max(worker.floor, cut) : worker.floor
  if (floor > worker.swept) {
    await eraseWorker(deps, who, isGone ? allBefore(floor) : plannedBefore(floor))
    await eraseAlerts(deps, tenant, (alert) => alert.worker === name && usOf(alert.toldAt) < floor)
    await workers.raise(tenant, name, 'swept', floor)
  }
  if (isGone) {
    await eraseRulesOf(deps, tenant, worker)
    await workers.forget(tenant, name)
    return
  }
  await sumUpWorker(deps, who, firstSlot(Math.max(floor, usOf(addMs(now, -RETENTION_DAYS * DAY_MS).getTime()))))
  const days = await caps.days(who, dayOf(addMs(now, -RETENTION_DAYS * DAY_MS)))
  if (!isInternalName(name)) await warnOfCap(deps, who, { org, limit, day: days.at(-1) })
  // No telemetry of the worker is stored.
  if (days.length === 0) await workers.remove(tenant, name)
  const lastSeen = days.at(-1)?.lastSeen ?? worker.firstSeen
  if (lastSeen < addMs(now, -IDLE_DAYS * DAY_MS).toISOString()) await workers.free(tenant, name)
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
