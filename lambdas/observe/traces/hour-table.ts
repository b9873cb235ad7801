import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { partitionOf, type TableDeps } from '@signet/kernel'
import { traceRow } from '../contract/telemetry-rows.ts'
import { orderOf } from '../counters/order.ts'
import { slotName } from '../counters/slots.ts'
import { entryIn, type TraceEntry } from './entry.ts'

/** Traces of a worker and status in an hour. */
export interface TraceHour {
  readonly tenant: string
  readonly worker: string
  readonly status: TraceEntry['status']
  /** Its first slot. */
  readonly hour: number
}

/** Starts from one to another, both included, in microseconds. */
export interface Starts {
  readonly from: number
  readonly until: number
}

const startedIn = (table: string, { hour, ...parts }: TraceHour, { from, until }: Starts) => ({
  TableName: table,
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :newest AND :oldest',
  ExpressionAttributeValues: {
    ':pk': partitionOf(traceRow, { ...parts, hour: slotName('H1', hour) }),
    ':newest': orderOf(until),
    // Beyond every id of a trace that began at the earliest.
    ':oldest': `${orderOf(from)}#~`,
  },
  ConsistentRead: true,
})

export type HourTable = ReturnType<typeof hourTable>

/** Traces in the order of their starts, hour by hour. */
export const hourTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>) => ({
  /** The newest traces of an hour, of those that began in a time. */
  async newest(hour: TraceHour, starts: Starts, limit: number): Promise<readonly TraceEntry[]> {
    const entries: TraceEntry[] = []
    const pages = paginateQuery({ client: db }, { ...startedIn(table, hour, starts), Limit: limit })
    for await (const { Items = [] } of pages) {
      entries.push(...Items.map(({ state }) => entryIn(state)))
      if (entries.length >= limit) break
    }
    return entries.slice(0, limit)
  },

  /** How many traces of an hour began in a time. */
  async count(hour: TraceHour, starts: Starts): Promise<number> {
    let sum = 0
    const pages = paginateQuery({ client: db }, { ...startedIn(table, hour, starts), Select: 'COUNT' })
    for await (const { Count = 0 } of pages) sum += Count
    return sum
  },
})
