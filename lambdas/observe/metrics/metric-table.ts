import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { partitionOf, rowKey, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { differenceSince, firstDifference, type MetricRecord, type RunningTotal } from '@signet/telemetry'
import { requestMarkStep } from '../caps/request-mark.ts'
import { metricRow, seriesPointRow, totalRow } from '../contract/metric-rows.ts'
import { RETENTION_DAYS } from '../contract/rows.ts'
import type { WorkerKey } from '../counters/count-table.ts'
import { expiryOf, SLOT_US, type SlotRange, slotName, slotOf, startOf, usOf } from '../counters/units.ts'
import { mergeRollups, Rollup, rollupOf, rollupOfDifference } from './points.ts'
import { type SeriesKey, seriesKeyOf, seriesText } from './series.ts'
import { seriesTable } from './series-table.ts'
import { readState } from './state-table.ts'

interface Addition {
  readonly at: number
  readonly key: SeriesKey
  readonly rollup: Rollup
}

interface TotalUpdate {
  readonly step: (total: RunningTotal) => WriteStep
  readonly previous: RunningTotal | undefined
  last: RunningTotal | undefined
}

const readTotal = async (
  deps: TableDeps,
  key: Readonly<Record<'pk' | 'sk', string>>,
  at: number,
): Promise<TotalUpdate> => {
  const { state, replaceStep } = await readState(deps, key)
  const previous = state === undefined ? undefined : (JSON.parse(state) as RunningTotal)
  const ttl = expiryOf(deps.now())
  return { step: (next) => replaceStep({ state: JSON.stringify(next), at, ttl }), previous, last: previous }
}

const compareTotals = (total: RunningTotal, last: RunningTotal | undefined) => {
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
  workerKey: WorkerKey,
  points: readonly MetricRecord[],
): Promise<{ readonly additions: readonly Addition[]; readonly steps: readonly WriteStep[] }> => {
  const totals = new Map<string, TotalUpdate>()
  const additions: Addition[] = []
  for (const point of points.toSorted((one, other) => one.at - other.at)) {
    const { total, at } = point
    const key = seriesKeyOf(point)
    if (total === undefined) {
      additions.push({ at, key, rollup: rollupOf(point) })
      continue
    }
    const Key = rowKey(totalRow, { ...workerKey, ...key, start: total.start })
    const totalUpdate = totals.get(Key.sk) ?? (await readTotal(deps, Key, at))
    totals.set(Key.sk, totalUpdate)
    const { isLater, difference } = compareTotals(total, totalUpdate.last)
    if (!isLater) continue
    totalUpdate.last = total
    additions.push({ at, key, rollup: rollupOfDifference(point, difference) })
  }
  const changed = [...totals.values()].filter(({ last, previous }) => last !== undefined && last !== previous)
  return { additions, steps: changed.map(({ step, last }) => step(last as RunningTotal)) }
}

/** A transaction can contain 100 writes: up to four per point (three rows and a total), and the request mark. */
const POINTS_PER_TRANSACTION = 24

interface StoredRollup {
  readonly Key: Readonly<Record<'pk' | 'sk', string>>
  readonly slot: number
  readonly rollup: Rollup
}

const storedRollupsOf = (workerKey: WorkerKey, { at, key, rollup }: Addition): readonly StoredRollup[] => {
  const slot = slotOf(usOf(at))
  const { metric, type } = key
  const seriesKeyParts = (level: 'M5' | 'H1') => ({
    ...workerKey,
    ...key,
    level,
    slot: slotName(level, startOf(level, slot)),
  })
  return [
    { Key: rowKey(metricRow, { ...workerKey, slot: slotName('M5', slot), type, metric }), slot, rollup },
    { Key: rowKey(seriesPointRow, seriesKeyParts('M5')), slot, rollup },
    { Key: rowKey(seriesPointRow, seriesKeyParts('H1')), slot, rollup },
  ]
}

const mergedByRow = (workerKey: WorkerKey, additions: readonly Addition[]): readonly StoredRollup[] => {
  const byRow = new Map<string, StoredRollup>()
  for (const stored of additions.flatMap((addition) => storedRollupsOf(workerKey, addition))) {
    const earlier = byRow.get(stored.Key.sk)
    byRow.set(stored.Key.sk, earlier ? { ...earlier, rollup: mergeRollups(earlier.rollup, stored.rollup) } : stored)
  }
  return [...byRow.values()]
}

/** Returns the write that merges a rollup into the stored one, on condition that the stored one is unchanged. */
const additionStep = async (deps: TableDeps, { Key, slot, rollup }: StoredRollup): Promise<WriteStep> => {
  const { state, replaceStep } = await readState(deps, Key)
  const sum = state === undefined ? rollup : mergeRollups(Rollup.parse(JSON.parse(state)), rollup)
  return replaceStep({ state: JSON.stringify(sum), ttl: expiryOf(new Date((slot * SLOT_US) / 1_000)) })
}

const mergeByMetric = (rollups: readonly Rollup[]): readonly Rollup[] => {
  const byMetric = new Map<string, Rollup>()
  for (const rollup of rollups) {
    const metric = `${rollup.name} ${rollup.type}`
    const earlier = byMetric.get(metric)
    byMetric.set(metric, earlier ? mergeRollups(earlier, rollup) : rollup)
  }
  return [...byMetric].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, rollup]) => rollup)
}

export interface SeriesPoint {
  readonly slot: number
  readonly rollup: Rollup
}

/** Returns the slot of a key, which ends with the name of an hour (13 characters) or of a five-minute slot (16). */
const slotIn = (sk: unknown): number => {
  const name = String(sk).split('#').at(-1) ?? ''
  return slotOf(usOf(Date.parse(name.length > 13 ? `${name}Z` : `${name}:00Z`)))
}

const seriesPoints =
  ({ db, table }: TableDeps) =>
  async (workerKey: WorkerKey, key: SeriesKey, level: 'M5' | 'H1', { from, to }: SlotRange): Promise<SeriesPoint[]> => {
    const points: SeriesPoint[] = []
    const keyAt = (slot: number) => rowKey(seriesPointRow, { ...workerKey, ...key, level, slot: slotName(level, slot) })
    const query = {
      TableName: table,
      // Includes the unit of `to`, because an hour can begin within the range and end after it.
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': keyAt(from).pk, ':from': keyAt(from).sk, ':to': keyAt(to).sk },
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
    workerKey: WorkerKey,
    { request, seriesMax }: { readonly request: string; readonly seriesMax: number },
    points: readonly MetricRecord[],
  ): Promise<number> {
    const admitted = await this.series.admit(workerKey, points, seriesMax)
    const isAdmitted = (point: MetricRecord) => admitted.has(seriesText(seriesKeyOf(point)))
    for (let start = 0; start < points.length; start += POINTS_PER_TRANSACTION) {
      const chunk = points.slice(start, start + POINTS_PER_TRANSACTION).filter(isAdmitted)
      if (chunk.length === 0) continue
      const mark = requestMarkStep(deps, { tenant: workerKey.tenant, request, part: `metrics ${start}` })
      await transact<void>(deps, async (refused) => {
        if (refused?.conditionFailed(mark)) return { result: undefined }
        const { additions, steps: totalSteps } = await additionsOf(deps, workerKey, chunk)
        const rollups = mergedByRow(workerKey, additions)
        const rollupSteps = await Promise.all(rollups.map((stored) => additionStep(deps, stored)))
        return { steps: [mark, ...totalSteps, ...rollupSteps], result: undefined }
      })
    }
    return points.filter((point) => !isAdmitted(point)).length
  },

  /** Returns each metric of a worker, merged over the range, sorted by name and type. */
  async read(workerKey: WorkerKey, { from, to }: SlotRange): Promise<readonly Rollup[]> {
    const rollups: Rollup[] = []
    const query = {
      TableName: deps.table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': partitionOf(metricRow, workerKey),
        ':from': `M5#${slotName('M5', from)}`,
        ':to': `M5#${slotName('M5', to)}`,
      },
      ConsistentRead: true,
    }
    for await (const { Items = [] } of paginateQuery({ client: deps.db }, query))
      rollups.push(...Items.map(({ state }) => Rollup.parse(JSON.parse(String(state)))))
    return mergeByMetric(rollups)
  },

  pointsOf: seriesPoints(deps),
})
