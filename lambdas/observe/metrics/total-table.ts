import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { addMs, epochSeconds, rowKey, type TableDeps, type WriteStep } from '@signet/kernel'
import { differenceSince, firstDifference, type MetricRecord, type RunningTotal } from '@signet/telemetry'
import { totalRow } from '../contract/metric-rows.ts'
import { KEPT_DAYS } from '../contract/rows.ts'
import type { CountedWorker } from '../counters/count-table.ts'
import { type Rollup, rollupOf, rollupOfDifference } from './points.ts'
import { type SeriesKey, seriesOf } from './series.ts'

const DAY_MS = 86_400_000

/** What a point adds to its five minutes. */
export interface Addition {
  readonly at: number
  readonly key: SeriesKey
  readonly rollup: Rollup
}

interface Total {
  readonly step: (total: RunningTotal) => WriteStep
  readonly kept: RunningTotal | undefined
  last: RunningTotal | undefined
}

type TotalKey = Readonly<Record<'pk' | 'sk', string>>

const readTotal = async ({ db, table, now }: TableDeps, Key: TotalKey, lastAt: number): Promise<Total> => {
  const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
  const version = Number(Item?.version ?? 0)
  const total = Item && (JSON.parse(String(Item.state)) as RunningTotal)
  const ttl = epochSeconds(addMs(now(), KEPT_DAYS * DAY_MS))
  const step = (next: RunningTotal): WriteStep => ({
    Put: {
      TableName: table,
      Item: { ...Key, state: JSON.stringify(next), version: version + 1, at: lastAt, ttl },
      ConditionExpression: Item ? '#version = :version' : 'attribute_not_exists(#version)',
      ExpressionAttributeNames: { '#version': 'version' },
      ...(Item && { ExpressionAttributeValues: { ':version': version } }),
    },
  })
  return { step, kept: total, last: total }
}

/** What is new in a total, and whether it is later than the last one: what is not adds nothing. */
const since = (total: RunningTotal, last: RunningTotal | undefined) => {
  if (last === undefined) return { isLater: true, difference: firstDifference(total, KEPT_DAYS) }
  const difference = differenceSince(total, last)
  return { isLater: difference !== undefined, difference }
}

/**
 * What points add, and the writes that keep their running totals, each on condition of the total that it is compared with. A
 * total that was sent before, or is older than the last one, adds nothing.
 */
export const additionsOf = async (
  deps: TableDeps,
  who: CountedWorker,
  points: readonly MetricRecord[],
): Promise<{ readonly additions: readonly Addition[]; readonly steps: readonly WriteStep[] }> => {
  const totals = new Map<string, Total>()
  const additions: Addition[] = []
  for (const point of points.toSorted((one, other) => one.at - other.at)) {
    const { total, at } = point
    const key = seriesOf(point)
    if (total === undefined) {
      additions.push({ at, key, rollup: rollupOf(point) })
      continue
    }
    const Key = rowKey(totalRow, { ...who, ...key, start: total.start })
    const state = totals.get(Key.sk) ?? (await readTotal(deps, Key, at))
    totals.set(Key.sk, state)
    const { isLater, difference } = since(total, state.last)
    if (!isLater) continue
    state.last = total
    additions.push({ at, key, rollup: rollupOfDifference(point, difference) })
  }
  const changed = [...totals.values()].filter(({ last, kept }) => last !== undefined && last !== kept)
  return { additions, steps: changed.map(({ step, last }) => step(last as RunningTotal)) }
}
