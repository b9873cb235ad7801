import { type ContractProblem, refuseProblems } from '@signet/contracts'
import { sameJson } from '@signet/contracts/canonical'
import type { ContractIR } from '@signet/contracts/ir'
import { type ChangeInput, fillValue } from './change-input.ts'
import { changeProblems } from './change-problems.ts'
import { commonChecks } from './check-rules.ts'
import { type Column, columnNamed, type Table, type TableIndex } from './column.ts'

export type Backfill =
  | { readonly column: Column; readonly value: unknown }
  | { readonly column: Column; readonly from: Column }

export interface Rename {
  readonly oldColumn: Column
  readonly newColumn: Column
}

/** The change of a table from one version to the next, through a form that the code of both can read and write. */
export interface TableChange {
  readonly before: Table
  readonly transitional: Table
  readonly after: Table
  readonly renames: readonly Rename[]
  readonly backfills: readonly Backfill[]
}

export interface ChangeOptions {
  /** Versions whose code still reads and writes the table; default: the previous version. */
  readonly served?: readonly string[] | undefined
  /**
   * Values for fields that need one: new required ones without a default, and removed ones that old code still reads.
   */
  readonly backfill?: Readonly<Record<string, unknown>> | undefined
}

/** Returns the renames between the two versions. Renames of earlier versions stay in the definition and are ignored. */
const currentRenames = (ir: ContractIR, before: Table, after: Table): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(ir.entity?.renames ?? {}).filter(
      ([old, next]) =>
        !(columnNamed(before, old) === undefined && columnNamed(before, next) !== undefined) &&
        columnNamed(after, old) === undefined,
    ),
  )

const commonColumn = (oldColumn: Column, newColumn: Column): Column => ({
  ...oldColumn,
  nullable: oldColumn.nullable || newColumn.nullable,
  ...(oldColumn.kind === newColumn.kind
    ? { checks: commonChecks(oldColumn.checks, newColumn.checks), default: oldColumn.default ?? newColumn.default }
    : { checks: oldColumn.checks }),
})

const transitionalColumn = (input: ChangeInput, oldColumn: Column): Column => {
  const newColumn = columnNamed(input.after, oldColumn.name)
  if (newColumn !== undefined) return commonColumn(oldColumn, newColumn)
  // The dual write fills the column, so it must not have a default.
  if (input.renames.has(oldColumn.name)) return { ...oldColumn, nullable: true, default: undefined }
  const value = fillValue(input, oldColumn)
  return { ...oldColumn, nullable: oldColumn.nullable || value === undefined, default: value }
}

const addedColumn = (input: ChangeInput, column: Column): Column => {
  const isRenamed = [...input.renames.values()].includes(column.name)
  const value = isRenamed ? undefined : column.nullable ? column.default : fillValue(input, column)
  return { ...column, nullable: true, default: value }
}

const hasUniqueIndex = ({ indexes }: Table, names: readonly string[]): boolean =>
  indexes.some(({ unique, fields }) => unique && sameJson(fields, names))

/**
 * Returns true if an index may exist while both versions write: it is not unique, or covers only columns that the old
 * version never fills.
 */
const isSafeForBoth = ({ before, renames }: ChangeInput, index: TableIndex, columns: readonly Column[]): boolean => {
  const oldNames = new Map([...renames].map(([old, next]) => [next, old]))
  if (
    !index.unique ||
    hasUniqueIndex(
      before,
      index.fields.map((field) => oldNames.get(field) ?? field),
    )
  )
    return true
  return index.fields.some((field) => {
    const isNew = columnNamed(before, field) === undefined && !oldNames.has(field)
    return isNew && columns.find(({ name }) => name === field)?.default === undefined
  })
}

const transitionalIndexes = (input: ChangeInput, columns: readonly Column[]): readonly TableIndex[] => {
  const { before, after, renames } = input
  // The writes of the new version may violate a unique index that it has removed.
  const retained = before.indexes.filter(
    ({ unique, fields }) =>
      !unique ||
      hasUniqueIndex(
        after,
        fields.map((field) => renames.get(field) ?? field),
      ),
  )
  const added = after.indexes.filter(
    (index) => !before.indexes.some((other) => sameJson(other, index)) && isSafeForBoth(input, index, columns),
  )
  return [...retained, ...added]
}

const transitionalTable = (input: ChangeInput): Table => {
  const retained = input.before.columns.map((column) => transitionalColumn(input, column))
  const added = input.after.columns
    .filter(({ name }) => columnNamed(input.before, name) === undefined)
    .map((column) => addedColumn(input, column))
  const columns = [...retained, ...added]
  return { ...input.before, columns, indexes: transitionalIndexes(input, columns) }
}

const backfillsOf = (input: ChangeInput, transitional: Table): readonly Backfill[] => {
  const { before, after, renames } = input
  const oldColumns = new Map([...renames].map(([from, to]) => [to, columnNamed(before, from)]))
  return after.columns.flatMap((column): Backfill[] => {
    const from = oldColumns.get(column.name)
    if (from !== undefined) return [{ column, from }]
    const value = fillValue(input, column)
    const lacksValues = columnNamed(transitional, column.name)?.nullable === true
    return lacksValues && !column.nullable && value !== undefined ? [{ column, value }] : []
  })
}

/**
 * Compares the tables of two versions.
 * @throws ContractError for a change that loses data, or that breaks versions still served.
 */
export const tableChange = (
  { ir, previous, before, after }: Pick<ChangeInput, 'ir' | 'previous' | 'before' | 'after'>,
  { served = [previous.version], backfill = {} }: ChangeOptions,
): TableChange => {
  const renames = currentRenames(ir, before, after)
  const servedVersions = served.filter((version) => version !== ir.version)
  const input: ChangeInput = { ir, previous, before, after, renames, served: servedVersions, backfill }
  const transitional = transitionalTable(input)
  const problems: readonly ContractProblem[] = changeProblems(input, transitional)
  refuseProblems(ir.name, problems)
  const pairs = [...renames].flatMap(([from, to]): Rename[] => {
    const oldColumn = columnNamed(before, from)
    const newColumn = columnNamed(after, to)
    return oldColumn === undefined || newColumn === undefined ? [] : [{ oldColumn, newColumn }]
  })
  return { before, transitional, after, renames: pairs, backfills: backfillsOf(input, transitional) }
}
