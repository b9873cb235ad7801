import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { sha256Hex } from '@signet/digest'
import { partitionOf, rowKey, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { MetricRecord } from '@signet/telemetry'
import { onceStep } from '../caps/once.ts'
import { metricRow } from '../contract/metric-row.ts'
import { KEPT_DAYS } from '../contract/rows.ts'
import type { CountedWorker } from '../counters/count-table.ts'
import { SLOT_US, type Span, slotName, slotOf, usOf } from '../counters/slots.ts'
import { mergeRollups, Rollup, rollupOf } from './points.ts'

/** Metrics of one transaction, beside the mark of the request. */
const AT_ONCE = 60

interface Placed {
  readonly slot: number
  readonly rollup: Rollup
}

/** Names are part of keys by their digest: they are of any length. */
const keyOf = (who: CountedWorker, { slot, rollup: { type, name } }: Placed) =>
  rowKey(metricRow, { ...who, slot: slotName('M5', slot), type, metric: sha256Hex(name).slice(0, 32) })

/** Points by metric and five minutes. */
const placed = (points: readonly MetricRecord[]): readonly Placed[] => {
  const byPlace = new Map<string, Placed>()
  for (const point of points) {
    const [slot, rollup] = [slotOf(usOf(point.at)), rollupOf(point)]
    const place = `${slot}#${point.type}#${point.name}`
    const before = byPlace.get(place)
    byPlace.set(place, { slot, rollup: before ? mergeRollups(before.rollup, rollup) : rollup })
  }
  return [...byPlace.values()]
}

/** The write that adds a place to what is there, on condition that it is still the same. */
const adding = async ({ db, table }: TableDeps, who: CountedWorker, place: Placed): Promise<WriteStep> => {
  const Key = keyOf(who, place)
  const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
  const version = Number(Item?.version ?? 0)
  const rollup = Item ? mergeRollups(Rollup.parse(JSON.parse(String(Item.state))), place.rollup) : place.rollup
  const ttl = (place.slot * SLOT_US) / 1e6 + KEPT_DAYS * 86_400
  return {
    Put: {
      TableName: table,
      Item: { ...Key, state: JSON.stringify(rollup), version: version + 1, ttl },
      ConditionExpression: Item ? '#version = :version' : 'attribute_not_exists(#version)',
      ExpressionAttributeNames: { '#version': 'version' },
      ...(Item && { ExpressionAttributeValues: { ':version': version } }),
    },
  }
}

/** Rollups of one metric together, by name and type. */
const merged = (rollups: readonly Rollup[]): readonly Rollup[] => {
  const byMetric = new Map<string, Rollup>()
  for (const rollup of rollups) {
    const metric = `${rollup.name} ${rollup.type}`
    const before = byMetric.get(metric)
    byMetric.set(metric, before ? mergeRollups(before, rollup) : rollup)
  }
  return [...byMetric].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, rollup]) => rollup)
}

export type MetricTable = ReturnType<typeof metricTable>

/** What became of metrics, by five minutes. */
export const metricTable = (deps: TableDeps) => ({
  /** Adds the points of a request, once. */
  async add(who: CountedWorker, request: string, points: readonly MetricRecord[]): Promise<void> {
    const places = placed(points)
    for (let at = 0; at < places.length; at += AT_ONCE) {
      const chunk = places.slice(at, at + AT_ONCE)
      const once = onceStep(deps, { tenant: who.tenant, request, part: `metrics ${at}` })
      await transact<void>(deps, async (refused) => {
        if (refused?.conditionFailed(once)) return { result: undefined }
        const steps = await Promise.all(chunk.map((place) => adding(deps, who, place)))
        return { steps: [once, ...steps], result: undefined }
      })
    }
  },

  /** What became of each metric in a span, by name and type. */
  async read(who: CountedWorker, { from, to }: Span): Promise<readonly Rollup[]> {
    const rollups: Rollup[] = []
    const asked = {
      TableName: deps.table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': partitionOf(metricRow, who),
        ':from': `M5#${slotName('M5', from)}`,
        ':to': `M5#${slotName('M5', to)}`,
      },
      ConsistentRead: true,
    }
    for await (const { Items = [] } of paginateQuery({ client: deps.db }, asked))
      rollups.push(...Items.map(({ state }) => Rollup.parse(JSON.parse(String(state)))))
    return merged(rollups)
  },
})
