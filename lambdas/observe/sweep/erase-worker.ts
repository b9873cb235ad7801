import { eraseRows, pagesOf, partitionOf, type TableDeps } from '@signet/kernel'
import pMap from 'p-map'
import { metricRow } from '../contract/metric-rows.ts'
import { countRow } from '../contract/rows.ts'
import { looseLogRow, traceRecordRow, traceRow } from '../contract/telemetry-rows.ts'
import type { WorkerKey } from '../counters/count-table.ts'
import { LEVELS, type Level, SLOT_US, slotName, slotOf, startOf, timeOfNewestFirstKey } from '../counters/units.ts'
import { entriesOf } from '../traces/list-row.ts'
import { withdrawTraces } from '../traces/list-writes.ts'
import { traceReferenceTable } from '../traces/trace-reference-table.ts'

/** Limits of an erasure: everything before these times, in microseconds since 1970. */
export interface ErasureLimits {
  /** Limit for traces by their start, and for spans and logs by the latest time of their request. */
  readonly records: number
  readonly metrics: number
  /** Limit for running totals by their last update. A stored total is the base for the next one. */
  readonly totals: number
}

export const UNLIMITED_ERASURE: ErasureLimits = {
  records: Number.POSITIVE_INFINITY,
  metrics: Number.POSITIVE_INFINITY,
  totals: Number.POSITIVE_INFINITY,
}

type Item = Readonly<Record<string, unknown>>

const AT_ONCE = { concurrency: 8 }

const latestOf = ({ sk }: Item): number => Number(String(sk).split('#')[0])

/** Erases spans and logs by request. The references of traces to a request are removed first. */
const eraseTraceRecords = async (deps: TableDeps, { tenant, worker }: WorkerKey, limit: number): Promise<void> => {
  const references = traceReferenceTable(deps)
  const isBeforeLimit = (row: Item) => latestOf(row) < limit
  const requests = { pk: partitionOf(traceRecordRow, { tenant, worker }), where: isBeforeLimit }
  for await (const page of pagesOf(deps, requests))
    for (const { sk, traces } of page) {
      const request = String(sk).split('#')[1] ?? ''
      await pMap(traces as readonly string[], (trace) => references.remove(tenant, trace, request), AT_ONCE)
    }
  await eraseRows(deps, requests)
  await eraseRows(deps, { pk: partitionOf(looseLogRow, { tenant, worker }), where: isBeforeLimit })
}

const endOf = ({ sk, slot }: Item): number => (Number(slot) + LEVELS[String(sk).slice(0, 2) as Level].width) * SLOT_US

/** Returns the start of the newest trace in a row. All traces of a row started in the same five minutes. */
const newestStartOf = ({ sk }: Item): number => timeOfNewestFirstKey(String(sk).split('#')[0] ?? '')

/**
 * Erases traces of an hour. The caller erases the counts of slots that end before the limit. In the slot that contains
 * the limit, each erased trace is subtracted from the counts.
 */
const eraseHour = async (deps: TableDeps, workerKey: WorkerKey, hour: number, limit: number): Promise<void> => {
  const endsBeforeLimit = (row: Item) => (slotOf(newestStartOf(row)) + 1) * SLOT_US <= limit
  for (const status of ['ok', 'error'] as const) {
    const pk = partitionOf(traceRow, { ...workerKey, status, hour: slotName('H1', hour) })
    const containsLimit = (row: Item) => !endsBeforeLimit(row) && slotOf(newestStartOf(row)) * SLOT_US < limit
    for await (const page of pagesOf(deps, { pk, where: containsLimit }))
      for (const row of page) {
        const expiredEntries = entriesOf({ worker: workerKey.worker, status }, row).filter(({ start }) => start < limit)
        await withdrawTraces(deps, workerKey.tenant, { pk, sk: String(row.sk) }, expiredEntries)
      }
    const isEmpty = (row: Item) =>
      containsLimit(row) && entriesOf({ worker: workerKey.worker, status }, row).length === 0
    await eraseRows(deps, { pk, where: (row) => endsBeforeLimit(row) || isEmpty(row) })
  }
}

/**
 * Erases the traces of all hours with counts, then the counts. Daily event counts (rows without a slot) remain, because
 * the daily limit also applies to a new worker of the same name.
 */
const eraseTraces = async (deps: TableDeps, workerKey: WorkerKey, limit: number): Promise<void> => {
  const pk = partitionOf(countRow, workerKey)
  const hours = new Set<number>()
  for await (const page of pagesOf(deps, { pk, startsWith: 'M5#' }))
    for (const { slot } of page) if (Number(slot) * SLOT_US < limit) hours.add(startOf('H1', Number(slot)))
  for (const hour of hours) await eraseHour(deps, workerKey, hour, limit)
  await eraseRows(deps, { pk, where: (row) => row.slot !== undefined && endOf(row) <= limit })
}

/** Returns the start of a five-minute or one-hour interval in microseconds, from the last part of a key. */
const startIn = (name: string): number => Date.parse(name.length > 13 ? `${name}Z` : `${name}:00Z`) * 1_000

/** Milliseconds after the registration of a series by which its first points are stored. */
const SETTLED_MS = 600_000

/**
 * Erases metrics and points by interval, then series without points. Totals have their own limit. Keys of metrics are
 * `M5#<slot>#…`, of points `P#<metric>#<type>#<series>#<level>#<slot>`, of series `S#<metric>#<type>#<series>`.
 */
const eraseMetrics = async (deps: TableDeps, workerKey: WorkerKey, limits: ErasureLimits): Promise<void> => {
  const pk = partitionOf(metricRow, workerKey)
  const everything = limits.metrics === Number.POSITIVE_INFINITY
  const settledBefore = deps.now().getTime() - SETTLED_MS
  const isBefore = (start: string | undefined) => startIn(start ?? '') < limits.metrics
  await eraseRows(deps, { pk, startsWith: 'M5#', where: ({ sk }) => isBefore(String(sk).split('#')[1]) })
  await eraseRows(deps, { pk, startsWith: 'P#', where: ({ sk }) => isBefore(String(sk).split('#')[5]) })
  const seriesWithPoints = new Set<string>()
  for await (const page of pagesOf(deps, { pk, startsWith: 'P#' }))
    for (const { sk } of page) seriesWithPoints.add(String(sk).split('#').slice(1, 4).join('#'))
  const isErased = ({ sk, at }: Item) =>
    everything || (!seriesWithPoints.has(String(sk).slice(2)) && Number(at) < settledBefore)
  await eraseRows(deps, { pk, startsWith: 'S#', where: isErased })
  await eraseRows(deps, { pk, startsWith: 'T#', where: ({ at }) => Number(at) * 1_000 < limits.totals })
  if (everything) await eraseRows(deps, { pk })
}

/** Erases everything that a worker sent before the given times. Safe to interrupt and retry. */
export const eraseWorker = async (deps: TableDeps, workerKey: WorkerKey, limits: ErasureLimits): Promise<void> => {
  await eraseTraceRecords(deps, workerKey, limits.records)
  await eraseTraces(deps, workerKey, limits.records)
  await eraseMetrics(deps, workerKey, limits)
}
