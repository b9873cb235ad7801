import type { Input } from '../json-service.ts'
import type { IndexRecord, Item, TableRecord } from './dynalite-engine.ts'
import { dynalite } from './dynalite-engine.ts'
import { itemSize } from './item-size.ts'

/** Capacity units that a call consumes in the table and, by index name, in its indexes. */
export interface Usage {
  table: number
  readonly global: Record<string, number>
  readonly local: Record<string, number>
}

export const noUsage = (): Usage => ({ table: 0, global: {}, local: {} })

const sizeUnits = (item: Item | undefined, kilobytesPerUnit: number): number =>
  item === undefined ? 0 : Math.ceil(itemSize(item) / 1024 / kilobytesPerUnit)

const projectedItem = (index: IndexRecord, table: TableRecord, item: Item): Item => {
  if (index.Projection.ProjectionType === 'ALL') return item
  const names = [...index.KeySchema, ...table.KeySchema].map((key) => key.AttributeName)
  const attributeNames = new Set([...names, ...(index.Projection.NonKeyAttributes ?? [])])
  return Object.fromEntries(Object.entries(item).filter(([name]) => attributeNames.has(name)))
}

/**
 * Write units of one index (DynamoDB developer guide, "Provisioned throughput considerations for GSIs"). An unchanged
 * entry costs nothing. A new, deleted or changed entry costs one write, a moved key two.
 */
const indexUnits = (
  index: IndexRecord,
  table: TableRecord,
  before: Item | undefined,
  after: Item | undefined,
): number => {
  const { puts, deletes } = dynalite.getIndexActions([index], before ?? null, after ?? null, table)
  const units = (item: Item | undefined) => Math.max(1, sizeUnits(item && projectedItem(index, table, item), 1))
  if (puts.length > 0 && deletes.length > 0) return units(before) + units(after)
  if (deletes.length > 0) return units(before)
  if (puts.length === 0) return 0
  const wasIndexed = before !== undefined && index.KeySchema.every((key) => before[key.AttributeName] !== undefined)
  if (!wasIndexed) return units(after)
  const isUnchanged =
    JSON.stringify(sorted(projectedItem(index, table, before))) ===
    JSON.stringify(sorted(projectedItem(index, table, after ?? {})))
  return isUnchanged ? 0 : Math.max(units(before), units(after))
}

const sorted = (item: Item) => Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1))

/** Adds the cost of replacing `before` with `after`; `factor` is 2 in a transaction. */
export const addWrite = (
  usage: Usage,
  table: TableRecord,
  before: Item | undefined,
  after: Item | undefined,
  factor = 1,
) => {
  usage.table += factor * Math.max(1, sizeUnits(before, 1), sizeUnits(after, 1))
  const addIndexUnits = (indexes: readonly IndexRecord[] | undefined, unitsByIndex: Record<string, number>) => {
    for (const index of indexes ?? []) {
      const units = factor * indexUnits(index, table, before, after)
      if (units > 0) unitsByIndex[index.IndexName] = (unitsByIndex[index.IndexName] ?? 0) + units
    }
  }
  addIndexUnits(table.GlobalSecondaryIndexes, usage.global)
  addIndexUnits(table.LocalSecondaryIndexes, usage.local)
}

/** Returns the read units of one item inside a transaction: two per 4 KB or part of it. */
export const transactionalReadUnits = (item: Item | undefined): number => 2 * Math.max(1, sizeUnits(item, 4))

/**
 * Returns the read units of one item outside a transaction: one per 4 KB or part of it, half for an eventually
 * consistent read.
 */
export const readUnits = (item: Item | undefined, consistent: boolean): number =>
  Math.max(1, sizeUnits(item, 4)) * (consistent ? 1 : 0.5)

const asCapacity = (units: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(units).map(([name, CapacityUnits]) => [name, { CapacityUnits }]))

const total = (units: Readonly<Record<string, number>>): number => Object.values(units).reduce((sum, n) => sum + n, 0)

/** Returns the ConsumedCapacity member for ReturnConsumedCapacity TOTAL or INDEXES; undefined for NONE. */
export const consumedCapacity = (
  mode: unknown,
  TableName: string,
  usage: Usage,
  kind?: 'Read' | 'Write',
): Input | undefined => {
  if (mode !== 'TOTAL' && mode !== 'INDEXES') return undefined
  const CapacityUnits = usage.table + total(usage.global) + total(usage.local)
  const kindUnits = kind === undefined ? {} : { [`${kind}CapacityUnits`]: CapacityUnits }
  if (mode === 'TOTAL') return { TableName, CapacityUnits, ...kindUnits }
  return {
    TableName,
    CapacityUnits,
    ...kindUnits,
    Table: { CapacityUnits: usage.table, ...(kind && { [`${kind}CapacityUnits`]: usage.table }) },
    ...(Object.keys(usage.global).length > 0 && { GlobalSecondaryIndexes: asCapacity(usage.global) }),
    ...(Object.keys(usage.local).length > 0 && { LocalSecondaryIndexes: asCapacity(usage.local) }),
  }
}
