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
  LEVELS,
  type Level,
  nearOnes,
  ROW_COUNTS,
  type RowCounts,
  type Span,
  slotName,
  spanAt,
  startOf,
  sumColumnsOf,
} from './units.ts'

export interface CountedWorker {
  readonly tenant: string
  readonly worker: string
}

export interface Unit<Read = Counts> {
  readonly level: Level
  readonly slot: number
  readonly counts: Read
}

type Item = Readonly<Record<string, unknown>>

type Table = Pick<TableDeps, 'db' | 'table'>

const ttlOf = (level: Level, slot: number): number => expiryOf(endOf(level, slot))

const keyOf = (who: CountedWorker, level: Level, slot: number) =>
  rowKey(countRow, { ...who, level, slot: slotName(level, slot) })

const addition = (table: string, who: CountedWorker, slot: number, counts: Counts): WriteStep => {
  const columns = Object.entries(columnsOf(counts)).filter(([, value]) => value !== 0)
  const names = Object.fromEntries(columns.map(([name], i) => [`#c${i}`, name]))
  const values = Object.fromEntries(columns.map(([, value], i) => [`:c${i}`, value]))
  const added = columns.map((_, i) => `#c${i} :c${i}`).join(', ')
  return {
    Update: {
      TableName: table,
      Key: keyOf(who, 'M5', slot),
      // A replaced trace can leave every count unchanged.
      UpdateExpression: `SET #slot = :slot, #ttl = :ttl${added && ` ADD ${added}`}`,
      ExpressionAttributeNames: { ...names, '#slot': 'slot', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ...values, ':slot': slot, ':ttl': ttlOf('M5', slot) },
    },
  }
}

/** Marks the sum of an hour or day as outdated. `of` contains the version that the sum was computed from. */
const outdating = (table: string, who: CountedWorker, level: 'H1' | 'D1', slot: number): WriteStep => ({
  Update: {
    TableName: table,
    Key: keyOf(who, level, slot),
    UpdateExpression: 'SET #slot = :slot, #ttl = :ttl ADD #version :one',
    ExpressionAttributeNames: { '#slot': 'slot', '#ttl': 'ttl', '#version': 'version' },
    ExpressionAttributeValues: { ':slot': slot, ':ttl': ttlOf(level, slot), ':one': 1 },
  },
})

/** Projects a few columns, because rows with many columns are slow to serialize, send and parse. */
const projected = (columns: readonly string[] | undefined) => {
  if (columns === undefined) return {}
  const names = [...columns, 'slot', 'version', 'of'].map((name, i) => [`#c${i}`, name] as const)
  return {
    ProjectionExpression: names.map(([placeholder]) => placeholder).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names),
  }
}

const itemsIn = async (
  { db, table }: Table,
  who: CountedWorker,
  level: Level,
  { from, to }: Span,
  columns?: readonly string[],
): Promise<Item[]> => {
  const items: Item[] = []
  const first = keyOf(who, level, from)
  const last = keyOf(who, level, to - 1)
  const query = {
    ...projected(columns),
    TableName: table,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': first.pk, ':from': first.sk, ':to': last.sk },
    ConsistentRead: true,
  }
  for await (const { Items = [] } of paginateQuery({ client: db }, query)) items.push(...Items)
  return items
}

const isCurrent = ({ version = 0, of }: Item): boolean => of !== undefined && of === version

const NEAR_ROWS = 72

const covers = (whole: Span, part: Span): boolean => whole.from <= part.from && part.to <= whole.to

/**
 * Returns the rows of units that the span covers in full or, at its ends, in part. A row at an end can show that a
 * finer query is not needed.
 */
const rowsOfLevel = async (
  table: Table,
  who: CountedWorker,
  spans: Span,
  level: Level,
  columns?: readonly string[],
) => {
  const { width } = LEVELS[level]
  const start = spans.from / width
  const end = spans.to / width
  const isAnyWhole = Math.ceil(start) < Math.floor(end)
  const read = { from: Math.floor(start) * width, to: Math.ceil(end) * width }
  return { read, items: isAnyWhole ? await itemsIn(table, who, level, read, columns) : undefined }
}

/**
 * Returns units of a queried level without traces: units with an empty current sum, and units without a row within a
 * current coarser sum.
 */
const emptyUnits = (level: 'D1' | 'H1', read: Span, items: readonly Item[], summed: readonly Span[]): Span[] => {
  const bySlot = new Map(items.map((item) => [Number(item.slot), item]))
  const empty: Span[] = []
  for (let slot = read.from; slot < read.to; slot += LEVELS[level].width) {
    const unit = spanAt(level, slot)
    const item = bySlot.get(slot)
    const isEmpty = item ? isCurrent(item) && item.rows === 0 : summed.some((sum) => covers(sum, unit))
    if (isEmpty) empty.push(unit)
  }
  return empty
}

/** Returns the coarsest current units, and finer units in the gaps between them. Spans must be ordered by time. */
const unitsIn = async <Read>(
  table: Table,
  who: CountedWorker,
  spans: readonly Span[],
  [level, ...finer]: readonly Level[],
  reading: CountProjection<Read>,
  summed: readonly Span[] = [],
): Promise<Unit<Read>[]> => {
  const first = spans[0]
  const last = spans.at(-1)
  if (level === undefined || !first || !last) return []
  const whole = { from: first.from, to: last.to }
  const { read, items } = await rowsOfLevel(table, who, whole, level, reading.columns)
  const current = (items ?? []).filter((item) => level === 'M5' || isCurrent(item))
  const units = current
    .map((item) => ({ level, slot: Number(item.slot), counts: reading.of(item) }))
    .filter(({ slot }) => spans.some((span) => covers(span, spanAt(level, slot))))
  const [next] = finer
  if (next === undefined || level === 'M5') return units
  const counted = [
    ...units.map(({ slot }) => spanAt(level, slot)),
    ...(items === undefined ? [] : emptyUnits(level, read, items, summed)),
  ]
  const gaps = spans.flatMap((span) => gapsIn(span, clipped(counted, span)))
  const groups = nearOnes(gaps, NEAR_ROWS * LEVELS[next].width)
  const sums = current.map(({ slot }) => spanAt(level, Number(slot)))
  const rest = await Promise.all(groups.map((group) => unitsIn(table, who, group, finer, reading, sums)))
  return [...units, ...rest.flat()].toSorted((one, other) => one.slot - other.slot)
}

/** Stores a sum if the version it was computed from is still current. */
const keeping = (table: string, who: CountedWorker, { level, slot, counts }: Unit, version: number) =>
  new PutCommand({
    TableName: table,
    Item: {
      ...sumColumnsOf(counts),
      ...keyOf(who, level, slot),
      slot,
      version,
      of: version,
      ttl: ttlOf(level, slot),
    },
    ConditionExpression: version === 0 ? 'attribute_not_exists(#version) OR #version = :v' : '#version = :v',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':v': version },
  })

const ALL_LEVELS: readonly Level[] = ['D1', 'H1', 'M5']

const openOf = (spans: readonly Span[]) => spans.filter(({ from, to }) => from < to)

export type CountTable = ReturnType<typeof countTable>

export const countTable = ({ db, table, now }: TableDeps) => ({
  /**
   * Returns the writes that add to a five-minute unit. Sums of a past hour or day become outdated: queries recompute
   * them, and the sweep stores them again.
   */
  additions(who: CountedWorker, slot: number, counts: Counts): readonly WriteStep[] {
    const over = (['H1', 'D1'] as const).filter((level) => endOf(level, startOf(level, slot)) <= now())
    const outdated = over.map((level) => outdating(table, who, level, startOf(level, slot)))
    return [addition(table, who, slot, counts), ...outdated]
  },

  /**
   * Returns the counts of spans in as few units as possible, ordered by time. Times without traces have no unit. No
   * unit overlaps two spans, even if they are adjacent.
   */
  units: (who: CountedWorker, spans: readonly Span[], levels = ALL_LEVELS): Promise<readonly Unit[]> =>
    unitsIn({ db, table }, who, openOf(spans), levels, { of: countsIn }),

  /**
   * Like `units`, but returns trace counts only, which reads less data. Within `summed`, spans with a current sum,
   * hours without a row have no traces.
   */
  rowUnits: (
    who: CountedWorker,
    spans: readonly Span[],
    levels = ALL_LEVELS,
    summed: readonly Span[] = [],
  ): Promise<readonly Unit<RowCounts>[]> => unitsIn({ db, table }, who, openOf(spans), levels, ROW_COUNTS, summed),

  async version(who: CountedWorker, level: 'H1' | 'D1', slot: number): Promise<number> {
    const [item = {}] = await itemsIn({ db, table }, who, level, spanAt(level, slot))
    return Number(item.version ?? 0)
  },

  /** Stores the sum of an hour or day. Returns false if anything was added since `version` was read. */
  keep: (who: CountedWorker, unit: Unit, version: number): Promise<boolean> =>
    conditionHeld(db.send(keeping(table, who, unit, version))),
})
