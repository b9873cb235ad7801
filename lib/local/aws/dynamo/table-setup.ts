import type { TableSpec } from '../ports.ts'
import {
  type DynaliteEngine,
  dynalite,
  type IndexRecord,
  type Item,
  indexSpace,
  itemSpace,
  type TableRecord,
} from './dynalite-engine.ts'
import { setTtlAttribute } from './time-to-live.ts'

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  )

const indexesOf = (indexes: readonly unknown[] | undefined): IndexRecord[] =>
  (indexes ?? []).map((index) => {
    const { IndexName, KeySchema, Projection } = index as IndexRecord
    return { IndexName, KeySchema, Projection: Projection ?? { ProjectionType: 'ALL' } }
  })

const sortedByName = (indexes: readonly IndexRecord[]) =>
  [...indexes].sort((left, right) => (left.IndexName < right.IndexName ? -1 : 1))

const createTable = (engine: DynaliteEngine, spec: TableSpec): void => {
  const indexes = indexesOf(spec.indexes)
  const checked = engine.check('CreateTable', {
    TableName: spec.name,
    KeySchema: spec.keySchema,
    AttributeDefinitions: spec.attributes,
    BillingMode: 'PAY_PER_REQUEST',
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  })
  engine.rows.atomically(() => engine.runNow('CreateTable', checked))
}

/** Rebuilds every index entry from the items, in one transaction: a crash leaves the old indexes intact. */
const rebuildIndexes = (engine: DynaliteEngine, table: TableRecord, spec: TableSpec): void => {
  const indexes = indexesOf(spec.indexes)
  const next: TableRecord = {
    ...table,
    AttributeDefinitions: spec.attributes,
    GlobalSecondaryIndexes: indexes.map((index) => ({ ...index, IndexStatus: 'ACTIVE' })),
  }
  if (indexes.length === 0) delete next.GlobalSecondaryIndexes
  engine.rows.atomically(() => {
    for (const index of table.GlobalSecondaryIndexes ?? [])
      engine.rows.drop(indexSpace('global', spec.name, index.IndexName))
    engine.saveTable(next)
    for (const { value } of engine.rows.rows(itemSpace(spec.name))) {
      for (const { index, key, item } of dynalite.getIndexActions(indexes, null, value as Item, next).puts)
        engine.rows.write(indexSpace('global', spec.name, index), key, item)
    }
  })
}

/**
 * Creates or updates a table as the template declares it. An existing table retains its items, and changed indexes are
 * rebuilt from them. Rejects a changed primary key, because the items could no longer be found.
 */
export const ensureTable = (engine: DynaliteEngine, spec: TableSpec): void => {
  const table = engine.rows.read('table', spec.name) as TableRecord | undefined
  if (table === undefined) createTable(engine, spec)
  else if (canonical(table.KeySchema) !== canonical(spec.keySchema))
    throw new Error(
      `Table ${spec.name}: the primary key changed from ${canonical(table.KeySchema)} to ${canonical(spec.keySchema)}. ` +
        'Items under the old key cannot be found by the new one: start with --fresh, or give the table a new name.',
    )
  else if (
    canonical(sortedByName(indexesOf(table.GlobalSecondaryIndexes))) !==
      canonical(sortedByName(indexesOf(spec.indexes))) ||
    canonical(table.AttributeDefinitions) !== canonical(spec.attributes)
  )
    rebuildIndexes(engine, table, spec)
  setTtlAttribute(engine, spec.name, spec.ttlAttribute)
}

/** DeleteTable: deletes items, index entries and the table immediately. */
export const dropTable = (engine: DynaliteEngine, name: string): TableRecord => {
  const table = engine.table(name)
  engine.rows.atomically(() => {
    engine.rows.drop(itemSpace(name))
    for (const kind of ['Global', 'Local'] as const)
      for (const index of table[`${kind}SecondaryIndexes`] ?? [])
        engine.rows.drop(indexSpace(kind, name, index.IndexName))
    engine.rows.remove('table', name)
    setTtlAttribute(engine, name, undefined)
  })
  return { ...table, TableStatus: 'DELETING' }
}
