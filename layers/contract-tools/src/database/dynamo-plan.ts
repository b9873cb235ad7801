import { ContractError, type ContractProblem, refuseProblems } from '@signet/contracts'
import type { ContractIR } from '@signet/contracts/ir'
import { snakeCase } from '@signet/contracts/names'
import { type Column, columnNamed, type Table, type TableIndex } from './column.ts'
import { composedKey, fieldKey, type KeyTemplate, keyValue } from './dynamo-key.ts'
import { tableOf } from './table-model.ts'

/** `own`: the entity has a separate table. `single`: several entities share a table, under composed keys. */
export type DynamoLayout = 'own' | 'single'

export interface DynamoIndexPlan {
  readonly indexName: string
  readonly fields: readonly string[]
  readonly partitionKey: KeyTemplate
  readonly sortKey?: KeyTemplate
}

/** The keys and indexes of one entity in DynamoDB. */
export interface DynamoPlan {
  readonly contract: string
  readonly version: string
  readonly layout: DynamoLayout
  readonly tableName: string
  readonly partitionKey: KeyTemplate
  readonly sortKey?: KeyTemplate
  readonly indexes: readonly DynamoIndexPlan[]
  /** One item for each unique index, written with the entity in one transaction if it does not exist yet. */
  readonly uniqueItems: readonly { readonly fields: readonly string[]; readonly partitionKey: KeyTemplate }[]
}

export interface DynamoPlanOptions {
  readonly layout?: DynamoLayout | undefined
  /** Numbers of the shared indexes (1 for `gsi1`) by the fields of the contract's index (`state,created_at`), from the previous plan. */
  readonly slots?: Readonly<Record<string, number>> | undefined
}

export const slotName = ({ fields }: Pick<TableIndex, 'fields'>): string => fields.join(',')

/** Returns the prefix of every key of the entity in a shared table: `JOB#`. */
export const entityPrefix = (contract: string): string => `${snakeCase(contract).toUpperCase()}#`

const columnsOf = (table: Table, fields: readonly string[]): readonly Column[] =>
  fields.flatMap((field) => columnNamed(table, field) ?? [])

const optionalSortKey = (sortKey: KeyTemplate | undefined) => (sortKey === undefined ? {} : { sortKey })

/** Returns the keys of a separate table. Two fields are key attributes themselves; of more fields, the second and later ones are composed. */
const ownKeys = (table: Table, fields: readonly string[], name: string) => {
  const [first, ...otherColumns] = columnsOf(table, fields)
  if (first === undefined) throw new TypeError(`Table "${table.name}" lacks a key field`)
  const [second] = otherColumns
  const secondKey =
    second === undefined
      ? undefined
      : ((otherColumns.length === 1 ? fieldKey(second) : undefined) ?? composedKey(`${name}sk`, '', otherColumns))
  return {
    partitionKey: fieldKey(first) ?? composedKey(`${name}pk`, '', [first], { isSorted: false }),
    ...optionalSortKey(secondKey),
  }
}

const ownPlan = (ir: ContractIR, table: Table): DynamoPlan => ({
  contract: ir.name,
  version: ir.version,
  layout: 'own',
  tableName: table.name,
  ...ownKeys(table, table.key, ''),
  indexes: table.indexes.map((index) => {
    const indexName = `by_${index.fields.join('_').replaceAll(/[^\w.-]/g, '_')}`
    return { indexName, fields: index.fields, ...ownKeys(table, index.fields, `${indexName}_`) }
  }),
  uniqueItems: [],
})

/** Returns a number for each index: its earlier one, otherwise the lowest free number. */
export const assignSlots = (
  indexes: readonly TableIndex[],
  slotsBefore: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> => {
  const usedSlots = new Set(Object.values(slotsBefore))
  const nextFreeSlot = (): number => {
    let slot = 1
    while (usedSlots.has(slot)) slot += 1
    usedSlots.add(slot)
    return slot
  }
  return Object.fromEntries(indexes.map((index) => [slotName(index), slotsBefore[slotName(index)] ?? nextFreeSlot()]))
}

const sharedIndex = (table: Table, prefix: string, index: TableIndex, slot: number): DynamoIndexPlan => {
  const [first, ...otherColumns] = columnsOf(table, index.fields)
  const name = `gsi${slot}`
  const keys = columnsOf(table, table.key).filter(({ name: field }) => !index.fields.includes(field))
  return {
    indexName: name,
    fields: index.fields,
    partitionKey: composedKey(`${name}pk`, `${prefix}${index.fields[0]}#`, first === undefined ? [] : [first], {
      isSorted: false,
    }),
    // The key fields come last, to distinguish entries with equal index fields. An index over the key alone needs none.
    ...optionalSortKey(
      otherColumns.length + keys.length === 0 ? undefined : composedKey(`${name}sk`, '', [...otherColumns, ...keys]),
    ),
  }
}

const singlePlan = (ir: ContractIR, table: Table, slotsBefore: Readonly<Record<string, number>>): DynamoPlan => {
  const prefix = entityPrefix(ir.name)
  const [first, ...otherColumns] = columnsOf(table, table.key)
  const nonUniqueIndexes = table.indexes.filter(({ unique }) => !unique)
  const slots = assignSlots(nonUniqueIndexes, slotsBefore)
  return {
    contract: ir.name,
    version: ir.version,
    layout: 'single',
    tableName: table.name,
    partitionKey: composedKey('pk', prefix, first === undefined ? [] : [first], { isSorted: false }),
    sortKey: composedKey('sk', prefix, otherColumns),
    indexes: nonUniqueIndexes
      .map((index) => sharedIndex(table, prefix, index, slots[slotName(index)] ?? 0))
      .sort((a, b) => a.indexName.localeCompare(b.indexName, 'en', { numeric: true })),
    uniqueItems: table.indexes
      .filter(({ unique }) => unique)
      .map(({ fields }) => ({
        fields,
        partitionKey: composedKey('pk', `${prefix}UNIQUE#${fields.join(',')}#`, columnsOf(table, fields), {
          isSorted: false,
        }),
      })),
  }
}

/** DynamoDB's limits on table names and on the number of global secondary indexes. */
const TABLE_NAME = /^[A-Za-z0-9_.-]{3,255}$/
const MAX_INDEXES = 20

const limitProblems = (table: Table, layout: DynamoLayout): ContractProblem[] => {
  const problems: ContractProblem[] = []
  if (layout === 'own' && !TABLE_NAME.test(table.name)) {
    const problem = `"${table.name}" is not a valid name of a DynamoDB table: 3 to 255 of A-Z, a-z, 0-9, _, - and .; rename it, or use the layout "single"`
    problems.push({ at: 'surfaces.db.table', problem })
  }
  const nonUniqueIndexes = table.indexes.filter(({ unique }) => !unique)
  if (nonUniqueIndexes.length > MAX_INDEXES) {
    const problem = `has ${nonUniqueIndexes.length} indexes, but a DynamoDB table supports ${MAX_INDEXES}; remove some`
    problems.push({ at: 'surfaces.db.indexes', problem })
  }
  return problems
}

const indexProblems = (table: Table, layout: DynamoLayout): ContractProblem[] =>
  table.indexes.flatMap(({ fields, unique }, i) => {
    const at = `surfaces.db.indexes.${i}`
    const composite = columnsOf(table, fields).filter(({ kind }) => ['object', 'array', 'json'].includes(kind))
    if (composite.length > 0) {
      return [
        {
          at,
          problem: `"${composite[0]?.name}" contains JSON, by which DynamoDB cannot sort; index a string or a number`,
        },
      ]
    }
    const problem =
      'DynamoDB has no unique indexes, and a separate table cannot store the items that enforce one; use the layout "single", or remove `unique`'
    return unique && layout === 'own' ? [{ at, problem }] : []
  })

/**
 * Returns the keys of a contract's entity in DynamoDB; `undefined` if it is stored elsewhere.
 * @throws ContractError for an index that DynamoDB does not support.
 */
export const dynamoPlan = (
  ir: ContractIR,
  { layout = 'own', slots = {} }: DynamoPlanOptions = {},
): DynamoPlan | undefined => {
  const table = tableOf(ir)
  if (table === undefined) return undefined
  refuseProblems(ir.name, [...limitProblems(table, layout), ...indexProblems(table, layout)])
  return layout === 'own' ? ownPlan(ir, table) : singlePlan(ir, table, slots)
}

/**
 * Returns the key attributes of an item, including those of its indexes; a sparse index has none for an item without
 * one of the fields.
 */
export const dynamoKeys = (
  plan: DynamoPlan,
  item: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | number>> => {
  const groups = [plan, ...plan.indexes].map(({ partitionKey, sortKey }) => [
    partitionKey,
    ...(sortKey ? [sortKey] : []),
  ])
  const entries = groups.flatMap((templates) => {
    const values = templates.map((template) => [template.attribute, keyValue(template, item)] as const)
    // An item without one of the two attributes is not in the index, so both are omitted.
    return values.some(([, value]) => value === undefined) ? [] : values
  })
  return Object.fromEntries(entries.filter((entry): entry is [string, string | number] => entry[1] !== undefined))
}

/**
 * Refuses contracts that would use the same prefix in a shared table.
 * @throws ContractError with the two names.
 */
export const refuseSharedPrefixes = (plans: readonly DynamoPlan[]): void => {
  const contractsByPrefix = new Map<string, string>()
  for (const { contract } of plans) {
    const prefix = entityPrefix(contract)
    const earlierContract = contractsByPrefix.get(prefix)
    if (earlierContract !== undefined) {
      const problem = `its items begin with ${prefix}, as do those of "${earlierContract}"; rename one of the contracts`
      throw new ContractError(contract, [{ at: 'name', problem }])
    }
    contractsByPrefix.set(prefix, contract)
  }
}
