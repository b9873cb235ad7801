import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, rowKey, type TableDeps, type WriteStep } from '@signet/kernel'
import { countRow } from '../contract/rows.ts'
import {
  type CountProjection,
  type Counts,
  clipped,
  columnsOf,
  countsIn,
  endOf,
  expiryOf,
  gapsIn,
  groupNeighbors,
  LEVELS,
  type Level,
  ROW_COUNTS,
  type RowCounts,
  type SlotRange,
  slotName,
  slotRangeAt,
  startOf,
  sumColumnsOf,
} from './units.ts'

export interface WorkerKey {
  readonly tenant: string
  readonly worker: string
}

export interface CountUnit<Read = Counts> {
  readonly level: Level
  readonly slot: number
  readonly counts: Read
}

type Item = Readonly<Record<string, unknown>>

type Table = Pick<TableDeps, 'db' | 'table'>

const ttlOf = (level: Level, slot: number): number => expiryOf(endOf(level, slot))

const keyOf = (workerKey: WorkerKey, level: Level, slot: number) =>
  rowKey(countRow, { ...workerKey, level, slot: slotName(level, slot) })

const additionStep = (table: string, workerKey: WorkerKey, slot: number, counts: Counts): WriteStep => {
  const columns = Object.entries(columnsOf(counts)).filter(([, value]) => value !== 0)
  const names = Object.fromEntries(columns.map(([name], i) => [`#c${i}`, name]))
  const values = Object.fromEntries(columns.map(([, value], i) => [`:c${i}`, value]))
  const additionList = columns.map((_, i) => `#c${i} :c${i}`).join(', ')
  return {
    Update: {
      TableName: table,
      Key: keyOf(workerKey, 'M5', slot),
      // A replaced trace can leave every count unchanged.
      UpdateExpression: `SET #slot = :slot, #ttl = :ttl${additionList && ` ADD ${additionList}`}`,
      ExpressionAttributeNames: { ...names, '#slot': 'slot', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ...values, ':slot': slot, ':ttl': ttlOf('M5', slot) },
    },
  }
}

/**
 * Marks the sum of an hour or day as outdated by increasing `version`. A sum is current while `summed_version`, the
 * version that it was computed from, equals `version`.
 */
const outdateStep = (table: string, workerKey: WorkerKey, level: 'H1' | 'D1', slot: number): WriteStep => ({
  Update: {
    TableName: table,
    Key: keyOf(workerKey, level, slot),
    UpdateExpression: 'SET #slot = :slot, #ttl = :ttl ADD #version :one',
    ExpressionAttributeNames: { '#slot': 'slot', '#ttl': 'ttl', '#version': 'version' },
    ExpressionAttributeValues: { ':slot': slot, ':ttl': ttlOf(level, slot), ':one': 1 },
  },
})

/** Projects a few columns, because rows with many columns are slow to serialize, send and parse. */
const projectionOf = (columns: readonly string[] | undefined) => {
  if (columns === undefined) return {}
  const names = [...columns, 'slot', 'version', 'summed_version'].map((name, i) => [`#c${i}`, name] as const)
  return {
    ProjectionExpression: names.map(([placeholder]) => placeholder).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names),
  }
}

const itemsIn = async (
  { db, table }: Table,
  workerKey: WorkerKey,
  level: Level,
  { from, to }: SlotRange,
  columns?: readonly string[],
): Promise<Item[]> => {
  const items: Item[] = []
  const first = keyOf(workerKey, level, from)
  const last = keyOf(workerKey, level, to - 1)
  const query = {
    ...projectionOf(columns),
    TableName: table,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': first.pk, ':from': first.sk, ':to': last.sk },
    ConsistentRead: true,
  }
  for await (const { Items = [] } of paginateQuery({ client: db }, query)) items.push(...Items)
  return items
}

const isCurrent = ({ version = 0, summed_version }: Item): boolean =>
  summed_version !== undefined && summed_version === version

/** Gaps that are at most this many rows apart are read by one query. */
const NEIGHBOR_ROWS = 72

const covers = (outer: SlotRange, inner: SlotRange): boolean => outer.from <= inner.from && inner.to <= outer.to

/**
 * Returns the rows of units that the range covers in full or, at its ends, in part. A row at an end can show that no
 * finer query is needed. `items` is undefined if the range covers no whole unit.
 */
const rowsOfLevel = async (
  table: Table,
  workerKey: WorkerKey,
  range: SlotRange,
  level: Level,
  columns?: readonly string[],
) => {
  const { width } = LEVELS[level]
  const start = range.from / width
  const end = range.to / width
  const coversWholeUnit = Math.ceil(start) < Math.floor(end)
  const queried = { from: Math.floor(start) * width, to: Math.ceil(end) * width }
  return { queried, items: coversWholeUnit ? await itemsIn(table, workerKey, level, queried, columns) : undefined }
}

/**
 * Returns units of a queried level without traces: units with an empty current sum, and units without a row within a
 * current coarser sum.
 */
const emptyUnits = (
  level: 'D1' | 'H1',
  queried: SlotRange,
  items: readonly Item[],
  summedRanges: readonly SlotRange[],
): SlotRange[] => {
  const bySlot = new Map(items.map((item) => [Number(item.slot), item]))
  const empty: SlotRange[] = []
  for (let slot = queried.from; slot < queried.to; slot += LEVELS[level].width) {
    const unit = slotRangeAt(level, slot)
    const item = bySlot.get(slot)
    const isEmpty = item
      ? isCurrent(item) && item.rows === 0
      : summedRanges.some((summedRange) => covers(summedRange, unit))
    if (isEmpty) empty.push(unit)
  }
  return empty
}

/**
 * Returns the units of a level with a current sum, and finer units in the gaps between them. The ranges must be ordered
 * by time. `summedRanges` have a current sum at a coarser level.
 */
const unitsIn = async <Read>(
  table: Table,
  workerKey: WorkerKey,
  ranges: readonly SlotRange[],
  [level, ...finer]: readonly Level[],
  projection: CountProjection<Read>,
  summedRanges: readonly SlotRange[] = [],
): Promise<CountUnit<Read>[]> => {
  const first = ranges[0]
  const last = ranges.at(-1)
  if (level === undefined || !first || !last) return []
  const outerRange = { from: first.from, to: last.to }
  const { queried, items } = await rowsOfLevel(table, workerKey, outerRange, level, projection.columns)
  const current = (items ?? []).filter((item) => level === 'M5' || isCurrent(item))
  const units = current
    .map((item) => ({ level, slot: Number(item.slot), counts: projection.countsOf(item) }))
    .filter(({ slot }) => ranges.some((range) => covers(range, slotRangeAt(level, slot))))
  const [nextLevel] = finer
  if (nextLevel === undefined || level === 'M5') return units
  const coveredRanges = [
    ...units.map(({ slot }) => slotRangeAt(level, slot)),
    ...(items === undefined ? [] : emptyUnits(level, queried, items, summedRanges)),
  ]
  const gaps = ranges.flatMap((range) => gapsIn(range, clipped(coveredRanges, range)))
  const groups = groupNeighbors(gaps, NEIGHBOR_ROWS * LEVELS[nextLevel].width)
  const currentRanges = current.map(({ slot }) => slotRangeAt(level, Number(slot)))
  const finerUnits = await Promise.all(
    groups.map((group) => unitsIn(table, workerKey, group, finer, projection, currentRanges)),
  )
  return [...units, ...finerUnits.flat()].toSorted((one, other) => one.slot - other.slot)
}

/** Stores a sum if the version it was computed from is still current. */
const storeSumCommand = (table: string, workerKey: WorkerKey, { level, slot, counts }: CountUnit, version: number) =>
  new PutCommand({
    TableName: table,
    Item: {
      ...sumColumnsOf(counts),
      ...keyOf(workerKey, level, slot),
      slot,
      version,
      summed_version: version,
      ttl: ttlOf(level, slot),
    },
    ConditionExpression: version === 0 ? 'attribute_not_exists(#version) OR #version = :v' : '#version = :v',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':v': version },
  })

const ALL_LEVELS: readonly Level[] = ['D1', 'H1', 'M5']

const nonEmpty = (ranges: readonly SlotRange[]) => ranges.filter(({ from, to }) => from < to)

export type CountTable = ReturnType<typeof countTable>

export const countTable = ({ db, table, now }: TableDeps) => ({
  /**
   * Returns the writes that add to a five-minute unit. Sums of a past hour or day become outdated: queries recompute
   * them, and the sweep stores them again.
   */
  additions(workerKey: WorkerKey, slot: number, counts: Counts): readonly WriteStep[] {
    const endedLevels = (['H1', 'D1'] as const).filter((level) => endOf(level, startOf(level, slot)) <= now())
    const outdateSteps = endedLevels.map((level) => outdateStep(table, workerKey, level, startOf(level, slot)))
    return [additionStep(table, workerKey, slot, counts), ...outdateSteps]
  },

  /**
   * Returns the counts of ranges in as few units as possible, ordered by time. Times without traces have no unit. No
   * unit overlaps two ranges, even if they are adjacent.
   */
  units: (workerKey: WorkerKey, ranges: readonly SlotRange[], levels = ALL_LEVELS): Promise<readonly CountUnit[]> =>
    unitsIn({ db, table }, workerKey, nonEmpty(ranges), levels, { countsOf: countsIn }),

  /**
   * Like `units`, but reads trace counts only. `summedRanges` have a current sum, so that an hour without a row in them
   * has no traces.
   */
  rowUnits: (
    workerKey: WorkerKey,
    ranges: readonly SlotRange[],
    levels = ALL_LEVELS,
    summedRanges: readonly SlotRange[] = [],
  ): Promise<readonly CountUnit<RowCounts>[]> =>
    unitsIn({ db, table }, workerKey, nonEmpty(ranges), levels, ROW_COUNTS, summedRanges),

  async version(workerKey: WorkerKey, level: 'H1' | 'D1', slot: number): Promise<number> {
    const [item = {}] = await itemsIn({ db, table }, workerKey, level, slotRangeAt(level, slot))
    return Number(item.version ?? 0)
  },

  /** Stores the sum of an hour or day. Returns false if anything was added since `version` was read. */
  storeSum: (workerKey: WorkerKey, unit: CountUnit, version: number): Promise<boolean> =>
    conditionHeld(db.send(storeSumCommand(table, workerKey, unit, version))),
})
