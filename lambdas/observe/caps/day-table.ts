import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { partitionOf, rowKey, type TableDeps } from '@signet/kernel'
import { capRow } from '../contract/rows.ts'
import type { WorkerKey } from '../counters/count-table.ts'

/** Events of a worker in one UTC day. */
export interface Day {
  readonly day: string
  readonly events: number
  readonly requests: number
  readonly bytes: number
  /** Approximate write units of DynamoDB. */
  readonly units: number
  /** ISO time of the latest request. */
  readonly lastSeen: string
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

type Item = Readonly<Record<string, unknown>>

const dayIn = ({ sk, used, requests, bytes, units, last_seen }: Item): Day => ({
  day: String(sk).slice('CAP#'.length),
  events: Number(used),
  requests: Number(requests),
  bytes: Number(bytes),
  units: Number(units),
  lastSeen: String(last_seen),
})

export type DayTable = ReturnType<typeof dayTable>

export const dayTable = ({ db, table, now }: TableDeps) => ({
  async today(workerKey: WorkerKey): Promise<Day | undefined> {
    const Key = rowKey(capRow, { ...workerKey, day: dayOf(now()) })
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item && dayIn(Item)
  },

  /** Returns the days of a worker from a given day, earliest first. */
  async days(workerKey: WorkerKey, from: string): Promise<readonly Day[]> {
    const days: Day[] = []
    const query = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': partitionOf(capRow, workerKey), ':from': `CAP#${from}`, ':to': 'CAP#~' },
      ConsistentRead: true,
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, query)) days.push(...Items.map(dayIn))
    return days
  },
})
