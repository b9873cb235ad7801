import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { partitionOf, rowKey, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { MetricRecord } from '@signet/telemetry'
import pMap from 'p-map'
import * as z from 'zod'
import { dayOf } from '../caps/day-table.ts'
import { seriesDayRow, seriesRow } from '../contract/metric-rows.ts'
import type { WorkerKey } from '../counters/count-table.ts'
import { expiryOf } from '../counters/units.ts'
import { type SeriesKey, seriesKeyOf, seriesText } from './series.ts'

const Series = z.object({
  name: z.string(),
  type: z.enum(['counter', 'gauge', 'histogram', 'summary']),
  unit: z.string(),
  tags: z.record(z.string(), z.unknown()),
})

export interface StoredSeries extends z.output<typeof Series> {
  readonly key: SeriesKey
}

const AT_ONCE = { concurrency: 16 }
/** A transaction can contain 100 writes. */
const SERIES_PER_TRANSACTION = 90

const prefixOf = (metric: string): string => `S#${metric}#`

type Item = Readonly<Record<string, unknown>>

const readItem = async ({ db, table }: TableDeps, Key: Readonly<Record<string, string>>): Promise<Item | undefined> =>
  (await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item

const registrationStep = (
  { table, now }: TableDeps,
  workerKey: WorkerKey,
  { tags, name, type, unit }: MetricRecord,
) => {
  const day = dayOf(now())
  const ttl = expiryOf(now())
  const state = JSON.stringify({ name, type, unit, tags })
  return {
    Put: {
      TableName: table,
      Item: {
        ...rowKey(seriesRow, { ...workerKey, ...seriesKeyOf({ name, type, tags }) }),
        state,
        day,
        at: now().getTime(),
        ttl,
      },
      ConditionExpression: 'attribute_not_exists(pk) OR #day <> :day',
      ExpressionAttributeNames: { '#day': 'day' },
      ExpressionAttributeValues: { ':day': day },
    },
  }
}

const countStep = ({ table, now }: TableDeps, workerKey: WorkerKey, used: number, added: number): WriteStep => ({
  Put: {
    TableName: table,
    Item: {
      ...rowKey(seriesDayRow, { ...workerKey, day: dayOf(now()) }),
      used: used + added,
      ttl: expiryOf(now()),
    },
    ConditionExpression: used === 0 ? 'attribute_not_exists(pk)' : '#used = :used',
    ...(used > 0 && {
      ExpressionAttributeNames: { '#used': 'used' },
      ExpressionAttributeValues: { ':used': used },
    }),
  },
})

/** Registers new series up to the limit. Series that are registered for today stay admitted. */
const admitChunk = (deps: TableDeps, workerKey: WorkerKey, chunk: readonly MetricRecord[], limit: number) =>
  transact<readonly string[]>(deps, async () => {
    const day = dayOf(deps.now())
    const rows = await pMap(
      chunk,
      (point) => readItem(deps, rowKey(seriesRow, { ...workerKey, ...seriesKeyOf(point) })),
      AT_ONCE,
    )
    const unregistered = chunk.filter((_, i) => rows[i]?.day !== day)
    const used =
      unregistered.length === 0
        ? 0
        : Number((await readItem(deps, rowKey(seriesDayRow, { ...workerKey, day })))?.used ?? 0)
    const added = unregistered.slice(0, Math.max(0, limit - used))
    const rejected = new Set(unregistered.slice(added.length))
    const result = chunk.filter((point) => !rejected.has(point)).map((point) => seriesText(seriesKeyOf(point)))
    if (added.length === 0) return { result }
    const steps = added.map((point) => registrationStep(deps, workerKey, point))
    return { steps: [countStep(deps, workerKey, used, added.length), ...steps], result }
  })

export const seriesTable = (deps: TableDeps) => ({
  /** Returns the texts of series admitted today. New series are registered up to the limit. */
  async admit(workerKey: WorkerKey, points: readonly MetricRecord[], limit: number): Promise<ReadonlySet<string>> {
    const distinct = [...new Map(points.map((point) => [seriesText(seriesKeyOf(point)), point])).values()]
    const admitted = new Set<string>()
    for (let start = 0; start < distinct.length; start += SERIES_PER_TRANSACTION)
      for (const text of await admitChunk(
        deps,
        workerKey,
        distinct.slice(start, start + SERIES_PER_TRANSACTION),
        limit,
      ))
        admitted.add(text)
    return admitted
  },

  /**
   * Returns up to `limit` series of a metric in key order, starting after the key `after`. Series without data since the
   * day `since` are omitted. `next` is the key of the last series read.
   */
  async list(
    workerKey: WorkerKey,
    { metric, type }: { readonly metric: string; readonly type?: string | undefined },
    { after, since, limit }: { readonly after?: string | undefined; readonly since: string; readonly limit: number },
  ): Promise<{ readonly series: readonly StoredSeries[]; readonly next: string | null }> {
    const prefix = `${prefixOf(metric)}${type === undefined ? '' : `${type}#`}`
    const { Items = [], LastEvaluatedKey } = await deps.db.send(
      new QueryCommand({
        TableName: deps.table,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': partitionOf(seriesRow, workerKey),
          ':to': `${prefix}~`,
          ':from': after === undefined ? prefix : `${prefixOf(metric)}${after}#`,
        },
        Limit: limit,
        ConsistentRead: true,
      }),
    )
    const page = Items.filter(({ day }) => String(day) >= since).map(({ state }) => {
      const series = Series.parse(JSON.parse(String(state)))
      return { ...series, key: seriesKeyOf(series) }
    })
    return { series: page, next: LastEvaluatedKey ? String(LastEvaluatedKey.sk).slice(prefixOf(metric).length) : null }
  },
})
