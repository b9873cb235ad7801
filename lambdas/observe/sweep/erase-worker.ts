import { eraseRows, pagesOf, partitionOf, type TableDeps } from '@signet/kernel'
import pMap from 'p-map'
import { countRow, sentRow, traceBlobRow, traceRow } from '../contract/rows.ts'
import { metricRow } from '../contract/told-rows.ts'
import type { CountedWorker } from '../counters/count-table.ts'
import { LEVELS, type Level, SLOT_US, slotName, slotOf, startOf } from '../counters/slots.ts'
import { entryIn } from '../traces/entry.ts'
import { traceTable } from '../traces/trace-table.ts'

/** What is erased of a worker, by times in microseconds since 1970. */
export interface Before {
  /** Traces that began before. */
  readonly starts: number
  /** Spans and logs of requests that came by then. */
  readonly received: number
  /** Metrics of five minutes that began before. */
  readonly metrics: number
}

export const EVERYTHING: Before = {
  starts: Number.POSITIVE_INFINITY,
  received: Number.POSITIVE_INFINITY,
  metrics: Number.POSITIVE_INFINITY,
}

type Item = Readonly<Record<string, unknown>>

const AT_ONCE = { concurrency: 8 }

/** Spans and logs, by the requests that brought them. A request is forgotten once its traces are erased. */
const erasePieces = async (deps: TableDeps, { tenant, worker }: CountedWorker, received: number): Promise<void> => {
  const requests = {
    pk: partitionOf(sentRow, { tenant, worker }),
    where: ({ sk }: Item) => Number(String(sk).split('#')[0]) <= received,
  }
  for await (const page of pagesOf(deps, requests))
    for (const { sk, traces = [] } of page) {
      const startsWith = `B#${String(sk).split('#')[1]}#`
      const erase = (trace: string) => eraseRows(deps, { pk: partitionOf(traceBlobRow, { tenant, trace }), startsWith })
      await pMap(traces as readonly string[], erase, AT_ONCE)
    }
  await eraseRows(deps, requests)
}

/** The time at which what a row counts is over. */
const endOf = ({ sk, slot }: Item): number => (Number(slot) + LEVELS[String(sk).slice(0, 2) as Level].width) * SLOT_US

/**
 * Traces of an hour. Five minutes that are over before the time lose their counts as a whole, thereafter; of those in
 * which it is, each trace is taken out of the counts.
 */
const eraseHour = async (deps: TableDeps, who: CountedWorker, hour: number, starts: number): Promise<void> => {
  const traces = traceTable(deps)
  const isWhole = (start: number) => (slotOf(start) + 1) * SLOT_US <= starts
  for (const status of ['ok', 'error']) {
    const pk = partitionOf(traceRow, { ...who, status, hour: slotName('H1', hour) })
    const before = ({ state }: Item) => entryIn(state).start < starts
    for await (const page of pagesOf(deps, { pk, where: before })) {
      const entries = page.map(({ state }) => entryIn(state))
      const [whole, rest] = [
        entries.filter(({ start }) => isWhole(start)),
        entries.filter(({ start }) => !isWhole(start)),
      ]
      await traces.withdraw(who.tenant, rest)
      await pMap(whole, (entry) => traces.forget(who.tenant, entry), AT_ONCE)
    }
    await eraseRows(deps, { pk, where: ({ state }) => isWhole(entryIn(state).start) })
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

/** Erases what a worker sent before a time. It may be killed anywhere and run again. */
export const eraseWorker = async (deps: TableDeps, who: CountedWorker, before: Before): Promise<void> => {
  await erasePieces(deps, who, before.received)
  await eraseTraces(deps, who, before.starts)
  const isBefore = ({ sk }: Item) => Date.parse(`${String(sk).slice(3, 19)}Z`) * 1_000 < before.metrics
  await eraseRows(deps, { pk: partitionOf(metricRow, who), where: isBefore })
}
