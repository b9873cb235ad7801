import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { addMs, epochSeconds, rowKey, type TableDeps } from '@signet/kernel'
import { hourRow } from '../contract/telemetry-rows.ts'

export type Topic = 'classify' | 'scaffold' | 'harness' | 'replays'

export type Counts = Readonly<Record<string, number>>

export interface HourCounts {
  /** Adds to the counters of this hour. Never fails the request: if the write fails, the count is lost. */
  add(org: string, topic: Topic, counts: Counts): Promise<void>
  /** Counts of the last 24 hours. */
  lastDay(org: string, topic: Topic): Promise<Counts>
}

const HOUR_MS = 3_600_000
const WINDOW_HOURS = 24
const RETENTION_HOURS = 48

/** Prefix of counter attributes, which distinguishes them from the keys of a row. */
const COUNTER_PREFIX = 'n:'

const hourOf = (at: Date): string => at.toISOString().slice(0, 13)

const addCommand = (table: string, key: { pk: string; sk: string }, counts: Counts, ttl: number): UpdateCommand => {
  const entries = Object.entries(counts)
  return new UpdateCommand({
    TableName: table,
    Key: key,
    UpdateExpression: `SET #ttl = :ttl ADD ${entries.map((_, at) => `#n${at} :n${at}`).join(', ')}`,
    ExpressionAttributeNames: {
      '#ttl': 'ttl',
      ...Object.fromEntries(entries.map(([name], at) => [`#n${at}`, `${COUNTER_PREFIX}${name}`])),
    },
    ExpressionAttributeValues: {
      ':ttl': ttl,
      ...Object.fromEntries(entries.map(([, count], at) => [`:n${at}`, count])),
    },
  })
}

const sumCounters = (rows: readonly Readonly<Record<string, unknown>>[]): Counts => {
  const sums: Record<string, number> = {}
  for (const row of rows)
    for (const [name, count] of Object.entries(row))
      if (name.startsWith(COUNTER_PREFIX))
        sums[name.slice(COUNTER_PREFIX.length)] = (sums[name.slice(COUNTER_PREFIX.length)] ?? 0) + Number(count)
  return sums
}

export const hourCounts = ({ db, table, now }: TableDeps): HourCounts => {
  const keyOf = (org: string, topic: Topic, at: Date) => rowKey(hourRow, { org, topic, hour: hourOf(at) })
  return {
    async add(org, topic, counts) {
      const ttl = epochSeconds(addMs(now(), RETENTION_HOURS * HOUR_MS))
      await db.send(addCommand(table, keyOf(org, topic, now()), counts, ttl)).catch(() => undefined)
    },
    async lastDay(org, topic) {
      const first = keyOf(org, topic, addMs(now(), -(WINDOW_HOURS - 1) * HOUR_MS))
      const last = keyOf(org, topic, now())
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          ExpressionAttributeValues: { ':pk': last.pk, ':first': first.sk, ':last': last.sk },
        }),
      )
      return sumCounters(Items)
    },
  }
}
