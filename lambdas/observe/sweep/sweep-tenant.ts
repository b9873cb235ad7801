import { addMs, eraseRows, partitionOf, type TableDeps } from '@signet/kernel'
import { OBSERVABILITY_TERMS, type PlatformTier } from '@signet/ledger'
import { dayOf, dayTable } from '../caps/day-table.ts'
import { AHEAD_MS } from '../contract/ingest.ts'
import { OURSELVES } from '../contract/own.ts'
import { KEPT_DAYS } from '../contract/rows.ts'
import { alertIdRow } from '../contract/told-rows.ts'
import { SLOT_US, usOf } from '../counters/slots.ts'
import type { Worker } from '../workers/worker-list-table.ts'
import { workerTable } from '../workers/worker-table.ts'
import { type Before, eraseWorker } from './erase-worker.ts'
import { firstSlot, sumUpWorker } from './sum-up.ts'

export interface SweepDeps extends TableDeps {
  /** The plan of an organisation. @throws Error while it is unknown: then nothing may be erased for it. */
  readonly tierOf: (org: string) => Promise<PlatformTier>
}

const DAY_MS = 86_400_000
/** Days after which a worker that sends nothing gives its place back. */
const IDLE_DAYS = 7
/** Plans that keep this long or longer leave the end to DynamoDB: reads hide it, and deletion costs nothing. */
const LONG_HOURS = 720

/** Everything of a removed worker. */
const allBefore = (floor: number): Before => ({ starts: floor, received: floor, metrics: floor })

/** What the plan no longer keeps: a request may tell of what began after it, by the clock of its worker. */
const plannedBefore = (floor: number): Before => ({
  ...{ starts: floor, received: floor - usOf(AHEAD_MS), metrics: floor - SLOT_US },
})

type Item = Readonly<Record<string, unknown>>

/** Incidents of which nothing was told since a time, or of a removed worker. */
const eraseAlerts = (deps: TableDeps, tenant: string, isOver: (alert: { worker: string; toldAt: number }) => boolean) =>
  eraseRows(deps, {
    pk: partitionOf(alertIdRow, { tenant }),
    where: ({ state }: Item) => isOver(JSON.parse(String(state))),
  })

/** Sums up what a worker sent, erases what is hidden, and gives back its place when it sends no more. */
const sweepWorker = async (deps: SweepDeps, tenant: string, worker: Worker, kept: number): Promise<void> => {
  const [workers, caps, now] = [workerTable(deps), dayTable(deps), deps.now()]
  const { name, isGone } = worker
  const who = { tenant, worker: name }
  const isShort = kept < LONG_HOURS
  const cut = usOf(now.getTime()) - kept * 3_600_000_000
  // What is to be erased is hidden first: a list never counts what is half erased.
  if (isShort && !isGone) await workers.raise(tenant, name, 'floor', cut)
  const floor = isShort && !isGone ? Math.max(worker.floor, cut) : worker.floor
  if (floor > worker.swept) {
    await eraseWorker(deps, who, isGone ? allBefore(floor) : plannedBefore(floor))
    await eraseAlerts(deps, tenant, (alert) => alert.worker === name && usOf(alert.toldAt) < floor)
    await workers.raise(tenant, name, 'swept', floor)
  }
  if (isGone) {
    await workers.forget(tenant, name)
    return
  }
  await sumUpWorker(deps, who, firstSlot(Math.max(floor, usOf(addMs(now, -KEPT_DAYS * DAY_MS).getTime()))))
  const days = await caps.days(who, dayOf(addMs(now, -KEPT_DAYS * DAY_MS)))
  // Nothing of it is kept any more.
  if (days.length === 0) await workers.remove(tenant, name)
  const lastSeen = days.at(-1)?.lastSeen ?? worker.firstSeen
  if (lastSeen < addMs(now, -IDLE_DAYS * DAY_MS).toISOString()) await workers.free(tenant, name)
}

/** How long the plan of a tenant keeps telemetry; undefined: it has no workers. */
const plannedHours = async (deps: SweepDeps, tenant: string): Promise<number | undefined> => {
  const org = await workerTable(deps).orgOf(tenant)
  return org === undefined ? undefined : OBSERVABILITY_TERMS[await deps.tierOf(org)].retentionHours
}

/** Looks after the workers of a tenant. It may be killed anywhere and run again. */
export const sweepTenant =
  (deps: SweepDeps) =>
  async (tenant: string): Promise<void> => {
    const workers = workerTable(deps)
    const retentionHours = tenant === OURSELVES ? LONG_HOURS : await plannedHours(deps, tenant)
    if (retentionHours === undefined) return
    for (const worker of await workers.all(tenant)) await sweepWorker(deps, tenant, worker, retentionHours)
  }
