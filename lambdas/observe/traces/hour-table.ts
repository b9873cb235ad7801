import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { partitionOf, type TableDeps } from '@signet/kernel'
import { traceRow } from '../contract/telemetry-rows.ts'
import { orderOf, SLOT_US, slotName, slotOf, timeOfOrder } from '../counters/units.ts'
import { newestFirst, type TraceEntry } from './entry.ts'
import { entriesOf } from './list-row.ts'

export interface TraceHour {
  readonly tenant: string
  readonly worker: string
  readonly status: TraceEntry['status']
  readonly hour: number
}

/** Start times from `from` to `until`, both inclusive, in microseconds. */
export interface Starts {
  readonly from: number
  readonly until: number
}

type Item = Readonly<Record<string, unknown>>

const rowsIn = (table: string, { hour, ...parts }: TraceHour, { from, until }: Starts) => ({
  TableName: table,
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :newest AND :oldest',
  ExpressionAttributeValues: {
    ':pk': partitionOf(traceRow, { ...parts, hour: slotName('H1', hour) }),
    ':newest': orderOf((slotOf(until) + 1) * SLOT_US - 1),
    // Upper bound: sorts after every row whose newest trace started at the earliest time.
    ':oldest': `${orderOf(slotOf(from) * SLOT_US)}#~`,
  },
  ConsistentRead: true,
})

const entriesWithin = (hour: TraceHour, { from, until }: Starts, rows: readonly Item[]): readonly TraceEntry[] =>
  rows.flatMap((row) => entriesOf(hour, row)).filter(({ start }) => from <= start && start <= until)

const newestOf = ({ sk }: Item): number => timeOfOrder(String(sk).split('#')[0] ?? '')

export type HourTable = ReturnType<typeof hourTable>

export const hourTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>) => ({
  async newest(hour: TraceHour, starts: Starts, limit: number): Promise<readonly TraceEntry[]> {
    const entries: TraceEntry[] = []
    for await (const { Items = [] } of paginateQuery(
      { client: db },
      { ...rowsIn(table, hour, starts), Limit: limit },
    )) {
      entries.push(...entriesWithin(hour, starts, Items))
      const last = Items.at(-1)
      // Later rows contain no trace that is newer than the newest one of the last row.
      if (last && entries.filter(({ start }) => start > newestOf(last)).length >= limit) break
    }
    return entries.toSorted(newestFirst).slice(0, limit)
  },

  async count(hour: TraceHour, starts: Starts): Promise<number> {
    let sum = 0
    for await (const { Items = [] } of paginateQuery({ client: db }, rowsIn(table, hour, starts)))
      sum += entriesWithin(hour, starts, Items).length
    return sum
  },
})
