import { eraseRows, pagesOf, partitionOf, type TableDeps } from '@signet/kernel'
import pMap from 'p-map'
import { metricRow } from '../contract/metric-rows.ts'
import { countRow } from '../contract/rows.ts'
import { looseRow, sentRow, traceRow } from '../contract/telemetry-rows.ts'
import type { CountedWorker } from '../counters/count-table.ts'
import { LEVELS, type Level, SLOT_US, slotName, slotOf, startOf, timeOfOrder } from '../counters/units.ts'
import { entriesOf } from '../traces/list-row.ts'
import { withdrawTraces } from '../traces/list-writes.ts'
import { partTable } from '../traces/part-table.ts'

/** Limits of an erasure: everything before these times, in microseconds since 1970. */
export interface ErasureLimits {
  /** Limit for traces by their start, and for spans and logs by the latest time of their request. */
  readonly records: number
  readonly metrics: number
  /** Limit for running totals by their last update. A stored total is the base for the next one. */
  readonly totals: number
}

export const EVERYTHING: ErasureLimits = {
  records: Number.POSITIVE_INFINITY,
  metrics: Number.POSITIVE_INFINITY,
  totals: Number.POSITIVE_INFINITY,
}

type Item = Readonly<Record<string, unknown>>

const AT_ONCE = { concurrency: 8 }

const latestOf = ({ sk }: Item): number => Number(String(sk).split('#')[0])

/** Erases spans and logs by request. The references of traces to a request are removed first. */
const erasePieces = async (deps: TableDeps, { tenant, worker }: CountedWorker, before: number): Promise<void> => {
  const parts = partTable(deps)
  const where = (row: Item) => latestOf(row) < before
  const requests = { pk: partitionOf(sentRow, { tenant, worker }), where }
  for await (const page of pagesOf(deps, requests))
    for (const { sk, traces } of page) {
      const request = String(sk).split('#')[1] ?? ''
      await pMap(traces as readonly string[], (trace) => parts.forget(tenant, trace, request), AT_ONCE)
    }
  await eraseRows(deps, requests)
  await eraseRows(deps, { pk: partitionOf(looseRow, { tenant, worker }), where })
}

const endOf = ({ sk, slot }: Item): number => (Number(slot) + LEVELS[String(sk).slice(0, 2) as Level].width) * SLOT_US

/** Returns the start of the newest trace in a row. All traces of a row started in the same five minutes. */
const newestOf = ({ sk }: Item): number => timeOfOrder(String(sk).split('#')[0] ?? '')

/**
 * Erases traces of an hour. Slots that end before the limit are erased with their counts afterwards. In the slot of the
 * limit, each erased trace is subtracted from the counts.
 */
const eraseHour = async (deps: TableDeps, who: CountedWorker, hour: number, starts: number): Promise<void> => {
  const isWhole = (row: Item) => (slotOf(newestOf(row)) + 1) * SLOT_US <= starts
  for (const status of ['ok', 'error'] as const) {
    const pk = partitionOf(traceRow, { ...who, status, hour: slotName('H1', hour) })
    const isCut = (row: Item) => !isWhole(row) && slotOf(newestOf(row)) * SLOT_US < starts
    for await (const page of pagesOf(deps, { pk, where: isCut }))
      for (const row of page) {
        const before = entriesOf({ worker: who.worker, status }, row).filter(({ start }) => start < starts)
        await withdrawTraces(deps, who.tenant, { pk, sk: String(row.sk) }, before)
      }
    const isEmpty = (row: Item) => isCut(row) && entriesOf({ worker: who.worker, status }, row).length === 0
    await eraseRows(deps, { pk, where: (row) => isWhole(row) || isEmpty(row) })
  }
}

/**
 * Erases the traces of all hours with counts, then the counts. Daily event counts remain, because the daily limit
 * applies to the name.
 */
const eraseTraces = async (deps: TableDeps, who: CountedWorker, starts: number): Promise<void> => {
  const pk = partitionOf(countRow, who)
  const hours = new Set<number>()
  for await (const page of pagesOf(deps, { pk, startsWith: 'M5#' }))
    for (const { slot } of page) if (Number(slot) * SLOT_US < starts) hours.add(startOf('H1', Number(slot)))
  for (const hour of hours) await eraseHour(deps, who, hour, starts)
  await eraseRows(deps, { pk, where: (row) => row.slot !== undefined && endOf(row) <= starts })
}

/** Returns the start of a five-minute or one-hour interval in microseconds, from the last part of a key. */
const startIn = (name: string): number => Date.parse(name.length > 13 ? `${name}Z` : `${name}:00Z`) * 1_000

/** A series that was just registered has no points yet. */
const SETTLED_MS = 600_000

/** Erases metrics and points by interval, then series without points. Totals and daily counts are needed for longer. */
const eraseMetrics = async (deps: TableDeps, who: CountedWorker, before: ErasureLimits): Promise<void> => {
  const pk = partitionOf(metricRow, who)
  const everything = before.metrics === Number.POSITIVE_INFINITY
  const settled = deps.now().getTime() - SETTLED_MS
  const isBefore = (start: string | undefined) => startIn(start ?? '') < before.metrics
  await eraseRows(deps, { pk, startsWith: 'M5#', where: ({ sk }) => isBefore(String(sk).split('#')[1]) })
  await eraseRows(deps, { pk, startsWith: 'P#', where: ({ sk }) => isBefore(String(sk).split('#')[5]) })
  const remaining = new Set<string>()
  for await (const page of pagesOf(deps, { pk, startsWith: 'P#' }))
    for (const { sk } of page) remaining.add(String(sk).split('#').slice(1, 4).join('#'))
  const isErased = ({ sk, at }: Item) => everything || (!remaining.has(String(sk).slice(2)) && Number(at) < settled)
  await eraseRows(deps, { pk, startsWith: 'S#', where: isErased })
  await eraseRows(deps, { pk, startsWith: 'T#', where: ({ at }) => Number(at) * 1_000 < before.totals })
  if (everything) await eraseRows(deps, { pk })
}

/** Erases everything that a worker sent before the given times. Safe to interrupt and retry. */
export const eraseWorker = async (deps: TableDeps, who: CountedWorker, before: ErasureLimits): Promise<void> => {
  await erasePieces(deps, who, before.records)
  await eraseTraces(deps, who, before.records)
  await eraseMetrics(deps, who, before)
}
