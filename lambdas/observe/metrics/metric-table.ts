import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { partitionOf, rowKey, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { differenceSince, firstDifference, type MetricRecord, type RunningTotal } from '@signet/telemetry'
import { onceStep } from '../caps/request-step.ts'
import { metricRow, seriesPointRow, totalRow } from '../contract/metric-rows.ts'
import { RETENTION_DAYS } from '../contract/rows.ts'
import type { CountedWorker } from '../counters/count-table.ts'
import { expiryOf, SLOT_US, type Span, slotName, slotOf, startOf, usOf } from '../counters/units.ts'
import { mergeRollups, Rollup, rollupOf, rollupOfDifference } from './points.ts'
import { type SeriesKey, seriesOf, seriesText } from './series.ts'
import { seriesTable } from './series-table.ts'
import { readState } from './state-table.ts'

interface Addition {
  readonly at: number
  readonly key: SeriesKey
  readonly rollup: Rollup
}

interface Total {
  readonly step: (total: RunningTotal) => WriteStep
  readonly previous: RunningTotal | undefined
  last: RunningTotal | undefined
}

const readTotal = async (deps: TableDeps, key: Readonly<Record<'pk' | 'sk', string>>, at: number): Promise<Total> => {
  const { state, replacing } = await readState(deps, key)
  const previous = state === undefined ? undefined : (JSON.parse(state) as RunningTotal)
  const ttl = expiryOf(deps.now())
  return { step: (next) => replacing({ state: JSON.stringify(next), at, ttl }), previous, last: previous }
}

const since = (total: RunningTotal, last: RunningTotal | undefined) => {
  if (last === undefined) return { isLater: true, difference: firstDifference(total, RETENTION_DAYS) }
  const difference = differenceSince(total, last)
  return { isLater: difference !== undefined, difference }
}

/**
 * Returns the additions of points, and the writes that store their running totals. Each write requires that the
 * compared total is unchanged. A total that is repeated or older than the last one adds nothing.
 */
const additionsOf = async (
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
  const changed = [...totals.values()].filter(({ last, previous }) => last !== undefined && last !== previous)
  return { additions, steps: changed.map(({ step, last }) => step(last as RunningTotal)) }
}

/**
 * Points per transaction. Each point has three rows and possibly a total, and the transaction also contains the request
 * mark.
 */
const AT_ONCE = 24

interface StoredRollup {
  readonly Key: Readonly<Record<'pk' | 'sk', string>>
  readonly slot: number
  readonly rollup: Rollup
}

const storedRollupsOf = (who: CountedWorker, { at, key, rollup }: Addition): readonly StoredRollup[] => {
  const slot = slotOf(usOf(at))
  const { metric, type } = key
  const series = (level: 'M5' | 'H1') => ({ ...who, ...key, level, slot: slotName(level, startOf(level, slot)) })
  return [
    { Key: rowKey(metricRow, { ...who, slot: slotName('M5', slot), type, metric }), slot, rollup },
    { Key: rowKey(seriesPointRow, series('M5')), slot, rollup },
    { Key: rowKey(seriesPointRow, series('H1')), slot, rollup },
  ]
}

const mergedByRow = (who: CountedWorker, additions: readonly Addition[]): readonly StoredRollup[] => {
  const byRow = new Map<string, StoredRollup>()
  for (const stored of additions.flatMap((addition) => storedRollupsOf(who, addition))) {
    const before = byRow.get(stored.Key.sk)
    byRow.set(stored.Key.sk, before ? { ...before, rollup: mergeRollups(before.rollup, stored.rollup) } : stored)
  }
  return [...byRow.values()]
}

/** Returns the write that merges a rollup into the stored one, on condition that the stored one is unchanged. */
const adding = async (deps: TableDeps, { Key, slot, rollup }: StoredRollup): Promise<WriteStep> => {
  const { state, replacing } = await readState(deps, Key)
  const sum = state === undefined ? rollup : mergeRollups(Rollup.parse(JSON.parse(state)), rollup)
  return replacing({ state: JSON.stringify(sum), ttl: expiryOf(new Date((slot * SLOT_US) / 1_000)) })
}

const merged = (rollups: readonly Rollup[]): readonly Rollup[] => {
  const byMetric = new Map<string, Rollup>()
  for (const rollup of rollups) {
    const metric = `${rollup.name} ${rollup.type}`
    const before = byMetric.get(metric)
    byMetric.set(metric, before ? mergeRollups(before, rollup) : rollup)
  }
  return [...byMetric].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, rollup]) => rollup)
}

export interface SeriesPoint {
  readonly slot: number
  readonly rollup: Rollup
}

const slotIn = (sk: unknown): number => {
  const name = String(sk).split('#').at(-1) ?? ''
  return slotOf(usOf(Date.parse(name.length > 13 ? `${name}Z` : `${name}:00Z`)))
}

const seriesPoints =
  ({ db, table }: TableDeps) =>
  async (who: CountedWorker, key: SeriesKey, level: 'M5' | 'H1', { from, to }: Span): Promise<SeriesPoint[]> => {
    const points: SeriesPoint[] = []
    const at = (slot: number) => rowKey(seriesPointRow, { ...who, ...key, level, slot: slotName(level, slot) })
    const query = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': at(from).pk, ':from': at(from).sk, ':to': at(to).sk },
      ConsistentRead: true,
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, query))
      for (const { sk, state } of Items)
        points.push({ slot: slotIn(sk), rollup: Rollup.parse(JSON.parse(String(state))) })
    return points
  }

export type MetricTable = ReturnType<typeof metricTable>

export const metricTable = (deps: TableDeps) => ({
  series: seriesTable(deps),

  /** Adds the points of a request once. Returns the number of points rejected by the series limit. */
  async add(
    who: CountedWorker,
    { request, seriesMax }: { readonly request: string; readonly seriesMax: number },
    points: readonly MetricRecord[],
  ): Promise<number> {
    const admitted = await this.series.admit(who, points, seriesMax)
    const isAdmitted = (point: MetricRecord) => admitted.has(seriesText(seriesOf(point)))
    for (let at = 0; at < points.length; at += AT_ONCE) {
      const chunk = points.slice(at, at + AT_ONCE).filter(isAdmitted)
      if (chunk.length === 0) continue
      const once = onceStep(deps, { tenant: who.tenant, request, part: `metrics ${at}` })
      await transact<void>(deps, async (refused) => {
        if (refused?.conditionFailed(once)) return { result: undefined }
        const { additions, steps } = await additionsOf(deps, who, chunk)
        const rows = await Promise.all(mergedByRow(who, additions).map((stored) => adding(deps, stored)))
        return { steps: [once, ...steps, ...rows], result: undefined }
      })
    }
    return points.filter((point) => !isAdmitted(point)).length
  },

  async read(who: CountedWorker, { from, to }: Span): Promise<readonly Rollup[]> {
    const rollups: Rollup[] = []
    const query = {
      TableName: deps.table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': partitionOf(metricRow, who),
        ':from': `M5#${slotName('M5', from)}`,
        ':to': `M5#${slotName('M5', to)}`,
      },
      ConsistentRead: true,
    }
    for await (const { Items = [] } of paginateQuery({ client: deps.db }, query))
      rollups.push(...Items.map(({ state }) => Rollup.parse(JSON.parse(String(state)))))
    return merged(rollups)
  },

  pointsOf: seriesPoints(deps),
})
