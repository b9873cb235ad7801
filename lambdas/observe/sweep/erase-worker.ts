import { eraseRows, pagesOf, partitionOf, type TableDeps } from '@signet/kernel'
import pMap from 'p-map'
import { countRow, metricRow, sentRow, traceBlobRow, traceRow } from '../contract/rows.ts'
import type { CountedWorker } from '../counters/count-table.ts'
import { LEVELS, type Level, SLOT_US, slotName, startOf } from '../counters/slots.ts'
import { traceTable } from '../traces/trace-table.ts'

/** What is erased of a worker: what began before a time, and requests that came before one. Microseconds since 1970. */
export interface Before {
  readonly starts: number
  readonly received: number
}

export const EVERYTHING: Before = { starts: Number.POSITIVE_INFINITY, received: Number.POSITIVE_INFINITY }

type Item = Readonly<Record<string, unknown>>

const AT_ONCE = 8

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
      await pMap(traces as readonly string[], erase, { concurrency: AT_ONCE })
    }
  await eraseRows(deps, requests)
}

/** The time at which what a row counts is over. */
const endOf = ({ sk, slot }: Item): number => (Number(slot) + LEVELS[String(sk).slice(0, 2) as Level].width) * SLOT_US

/** Traces of the hours in which any were counted, and then the counts. Events of days stay: a limit holds for a name. */
const eraseTraces = async (deps: TableDeps, who: CountedWorker, starts: number): Promise<void> => {
  const traces = traceTable(deps)
  const counts = { pk: partitionOf(countRow, who) }
  const hours = new Set<number>()
  for await (const page of pagesOf(deps, { ...counts, startsWith: 'M5#' }))
    for (const { slot } of page) if (Number(slot) * SLOT_US < starts) hours.add(startOf('H1', Number(slot)))
  for (const hour of hours)
    for (const status of ['ok', 'error']) {
      const rows = {
        pk: partitionOf(traceRow, { ...who, status, hour: slotName('H1', hour) }),
        where: ({ state }: Item) => JSON.parse(String(state)).start < starts,
      }
      const forget = ({ sk, state }: Item) =>
        traces.forget(who.tenant, { trace: String(sk).slice(String(sk).indexOf('#') + 1), state: String(state) })
      for await (const page of pagesOf(deps, rows)) await pMap(page, forget, { concurrency: AT_ONCE })
      await eraseRows(deps, rows)
    }
  await eraseRows(deps, { ...counts, where: (row) => row.slot !== undefined && endOf(row) <= starts })
}

/** Erases what a worker sent before a time. It may be killed anywhere and run again. */
export const eraseWorker = async (deps: TableDeps, who: CountedWorker, { starts, received }: Before): Promise<void> => {
  await erasePieces(deps, who, received)
  await eraseTraces(deps, who, starts)
  const isOver = ({ sk }: Item) => Date.parse(`${String(sk).slice(3, 19)}Z`) * 1_000 + SLOT_US <= starts
  await eraseRows(deps, { pk: partitionOf(metricRow, who), where: isOver })
}
