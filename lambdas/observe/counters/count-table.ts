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
      // A trace in the place of another may change nothing that is counted.
      UpdateExpression: `SET #slot = :slot, #ttl = :ttl${added && ` ADD ${added}`}`,
      ExpressionAttributeNames: { ...names, '#slot': 'slot', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ...values, ':slot': slot, ':ttl': ttlOf('M5', slot) },
    },
  }
}

/** Says that what is summed up of an hour or day is no longer all: `of` names the version that it was summed up from. */
const outdating = (table: string, who: CountedWorker, level: 'H1' | 'D1', slot: number): WriteStep => ({
  Update: {
    TableName: table,
    Key: keyOf(who, level, slot),
    UpdateExpression: 'SET #slot = :slot, #ttl = :ttl ADD #version :one',
    ExpressionAttributeNames: { '#slot': 'slot', '#ttl': 'ttl', '#version': 'version' },
    ExpressionAttributeValues: { ':slot': slot, ':ttl': ttlOf(level, slot), ':one': 1 },
  },
})

/** Of a row with many columns, an answer with a few of them is written, sent and read in less time. */
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
  const asked = {
    ...projected(columns),
    TableName: table,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': first.pk, ':from': first.sk, ':to': last.sk },
    ConsistentRead: true,
  }
  for await (const { Items = [] } of paginateQuery({ client: db }, asked)) items.push(...Items)
  return items
}

const isCurrent = ({ version = 0, of }: Item): boolean => of !== undefined && of === version

const NEAR_ROWS = 72

const covers = (whole: Span, part: Span): boolean => whole.from <= part.from && part.to <= whole.to

/**
 * Rows of the units that spans have whole, and of those at the ends that they have in part: whether there is anything in
 * these is worth a row, and a query of finer ones is not.
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

/** Units of a read level without traces: by their own sum, or within a coarser sum that is current, for want of a row. */
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

/** The coarsest units that are current, and finer ones in the gaps between them. Spans are in the order of time. */
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

/** Keeps a sum on condition of the version that it was made from. */
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
  /** Adds to five minutes. An hour or a day that is over is summed up anew: by whoever reads, and then by the sweep. */
  additions(who: CountedWorker, slot: number, counts: Counts): readonly WriteStep[] {
    const over = (['H1', 'D1'] as const).filter((level) => endOf(level, startOf(level, slot)) <= now())
    const outdated = over.map((level) => outdating(table, who, level, startOf(level, slot)))
    return [addition(table, who, slot, counts), ...outdated]
  },

  /**
   * The counts of spans in as few units as there are, in the order of time; times without traces have none. No unit
   * reaches from one span into another, though they touch.
   */
  units: (who: CountedWorker, spans: readonly Span[], levels = ALL_LEVELS): Promise<readonly Unit[]> =>
    unitsIn({ db, table }, who, openOf(spans), levels, { of: countsIn }),

  /**
   * The same, but how many traces there are alone, which takes less to read. Within `summed`, of which a sum is known to be
   * current, hours without a row have none.
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

  /** Keeps what an hour or a day sums up to, if nothing was added since `version` was read. False: something was. */
  keep: (who: CountedWorker, unit: Unit, version: number): Promise<boolean> =>
    conditionHeld(db.send(keeping(table, who, unit, version))),
})
