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

/** What is erased of a worker, by times in microseconds since 1970. */
export interface Before {
  /** Traces that began before, and spans and logs of requests that tell of nothing since. */
  readonly records: number
  readonly metrics: number
  /** Running totals of which the last came before: as long as one is kept, the next is compared with it. */
  readonly totals: number
}

export const EVERYTHING: Before = {
  records: Number.POSITIVE_INFINITY,
  metrics: Number.POSITIVE_INFINITY,
  totals: Number.POSITIVE_INFINITY,
}

type Item = Readonly<Record<string, unknown>>

const AT_ONCE = { concurrency: 8 }

const latestOf = ({ sk }: Item): number => Number(String(sk).split('#')[0])

/** Spans and logs, by the requests that brought them. A request is forgotten once its traces do not name it. */
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

/** The time that a row of the list stands at: that of its newest trace, and all are of the same five minutes. */
const newestOf = ({ sk }: Item): number => timeOfOrder(String(sk).split('#')[0] ?? '')

/**
 * Traces of an hour. Five minutes that are over before the time lose their counts as a whole, thereafter; of those in
 * which it is, each trace is taken out of the counts.
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

/** Traces of the hours in which any were counted, and then the counts. Events of days stay: a limit holds for a name. */
const eraseTraces = async (deps: TableDeps, who: CountedWorker, starts: number): Promise<void> => {
  const pk = partitionOf(countRow, who)
  const hours = new Set<number>()
  for await (const page of pagesOf(deps, { pk, startsWith: 'M5#' }))
    for (const { slot } of page) if (Number(slot) * SLOT_US < starts) hours.add(startOf('H1', Number(slot)))
  for (const hour of hours) await eraseHour(deps, who, hour, starts)
  await eraseRows(deps, { pk, where: (row) => row.slot !== undefined && endOf(row) <= starts })
}

/** The start of five minutes or an hour, in microseconds: the last part of a key. */
const startIn = (name: string): number => Date.parse(name.length > 13 ? `${name}Z` : `${name}:00Z`) * 1_000

/** A series that has just been registered has no points yet. */
const SETTLED_MS = 600_000

/**
 * Metrics and series by five minutes and hours, then the series of which nothing is left. Totals and counts of days are of
 * use for longer than what they are of.
 */
const eraseMetrics = async (deps: TableDeps, who: CountedWorker, before: Before): Promise<void> => {
  const pk = partitionOf(metricRow, who)
  const everything = before.metrics === Number.POSITIVE_INFINITY
  const settled = deps.now().getTime() - SETTLED_MS
  const isBefore = (start: string | undefined) => startIn(start ?? '') < before.metrics
  await eraseRows(deps, { pk, startsWith: 'M5#', where: ({ sk }) => isBefore(String(sk).split('#')[1]) })
  await eraseRows(deps, { pk, startsWith: 'P#', where: ({ sk }) => isBefore(String(sk).split('#')[5]) })
  const left = new Set<string>()
  for await (const page of pagesOf(deps, { pk, startsWith: 'P#' }))
    for (const { sk } of page) left.add(String(sk).split('#').slice(1, 4).join('#'))
  const isGone = ({ sk, at }: Item) => everything || (!left.has(String(sk).slice(2)) && Number(at) < settled)
  await eraseRows(deps, { pk, startsWith: 'S#', where: isGone })
  await eraseRows(deps, { pk, startsWith: 'T#', where: ({ at }) => Number(at) * 1_000 < before.totals })
  if (everything) await eraseRows(deps, { pk })
}

/** Erases what a worker sent before a time. It may be killed anywhere and run again. */
export const eraseWorker = async (deps: TableDeps, who: CountedWorker, before: Before): Promise<void> => {
  await erasePieces(deps, who, before.records)
  await eraseTraces(deps, who, before.records)
  await eraseMetrics(deps, who, before)
}
