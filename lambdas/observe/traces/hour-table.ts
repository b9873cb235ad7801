import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { partitionOf, type TableDeps } from '@signet/kernel'
import { traceRow } from '../contract/telemetry-rows.ts'
import { newestFirstKey, SLOT_US, slotName, slotOf, timeOfNewestFirstKey } from '../counters/units.ts'
import { newestFirst, type TraceEntry } from './entry.ts'
import { entriesOf } from './list-row.ts'

export interface TraceHour {
  readonly tenant: string
  readonly worker: string
  readonly status: TraceEntry['status']
  /** First slot of the hour. */
  readonly hour: number
}

/** Start times from `from` to `until`, both inclusive, in microseconds. */
export interface StartRange {
  readonly from: number
  readonly until: number
}

type Item = Readonly<Record<string, unknown>>

/** Queries the rows of all slots that overlap the range, because a key contains the newest start in its slot. */
const rowQuery = (table: string, { hour, ...parts }: TraceHour, { from, until }: StartRange) => ({
  TableName: table,
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :newest AND :oldest',
  ExpressionAttributeValues: {
    ':pk': partitionOf(traceRow, { ...parts, hour: slotName('H1', hour) }),
    ':newest': newestFirstKey((slotOf(until) + 1) * SLOT_US - 1),
    // Upper bound: sorts after every row whose newest trace started at the earliest time.
    ':oldest': `${newestFirstKey(slotOf(from) * SLOT_US)}#~`,
  },
  ConsistentRead: true,
})

const entriesWithin = (hour: TraceHour, { from, until }: StartRange, rows: readonly Item[]): readonly TraceEntry[] =>
  rows.flatMap((row) => entriesOf(hour, row)).filter(({ start }) => from <= start && start <= until)

const newestStartOf = ({ sk }: Item): number => timeOfNewestFirstKey(String(sk).split('#')[0] ?? '')

export type TraceHourTable = ReturnType<typeof traceHourTable>

export const traceHourTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>) => ({
  async newest(hour: TraceHour, starts: StartRange, limit: number): Promise<readonly TraceEntry[]> {
    const entries: TraceEntry[] = []
    for await (const { Items = [] } of paginateQuery(
      { client: db },
      { ...rowQuery(table, hour, starts), Limit: limit },
    )) {
      entries.push(...entriesWithin(hour, starts, Items))
      const last = Items.at(-1)
      // Later rows contain no trace that is newer than the newest one of the last row.
      if (last && entries.filter(({ start }) => start > newestStartOf(last)).length >= limit) break
    }
    return entries.toSorted(newestFirst).slice(0, limit)
  },

  async count(hour: TraceHour, starts: StartRange): Promise<number> {
    let count = 0
    for await (const { Items = [] } of paginateQuery({ client: db }, rowQuery(table, hour, starts)))
      count += entriesWithin(hour, starts, Items).length
    return count
  },
})
