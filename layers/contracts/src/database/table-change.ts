import { sameJson } from '../canonical.ts'
import { type ContractProblem, refuseProblems } from '../contract-error.ts'
import type { ContractIR } from '../ir/contract-ir.ts'
import { type ChangeInput, fillValue } from './change-input.ts'
import { changeProblems } from './change-problems.ts'
import { commonChecks } from './check-rules.ts'
import { type Column, columnNamed, type Table, type TableIndex } from './column.ts'

/** A value that rows lack after the expansion: a constant, or what another column holds. */
export type Backfill =
  | { readonly column: Column; readonly value: unknown }
  | { readonly column: Column; readonly from: Column }

export interface Rename {
  readonly old: Column
  readonly next: Column
}

/** How a table gets from one version to the next: through a form that the code of both can read and write. */
export interface TableChange {
  readonly before: Table
  readonly between: Table
  readonly after: Table
  readonly renames: readonly Rename[]
  readonly backfills: readonly Backfill[]
}

export interface ChangeOptions {
  /** Versions whose code still reads and writes the table. Default: the previous version. */
  readonly served?: readonly string[] | undefined
  /** Values for fields that need one: new required ones without a default, and removed ones for their old readers. */
  readonly backfill?: Readonly<Record<string, unknown>> | undefined
}

const majorOf = (version: string): string => version.split('.')[0] ?? ''

/** Renames of earlier steps stay in the definition and say nothing here. */
const currentRenames = (ir: ContractIR, before: Table, after: Table): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(ir.entity?.renames ?? {}).filter(
      ([old, next]) =>
        !(columnNamed(before, old) === undefined && columnNamed(before, next) !== undefined) &&
        columnNamed(after, old) === undefined,
    ),
  )

const keptColumn = (old: Column, next: Column): Column => ({
  ...old,
  nullable: old.nullable || next.nullable,
  ...(old.kind === next.kind
    ? { checks: commonChecks(old.checks, next.checks), default: old.default ?? next.default }
    : { checks: old.checks }),
})

const columnBetween = (input: ChangeInput, old: Column): Column => {
  const next = columnNamed(input.after, old.name)
  if (next !== undefined) return keptColumn(old, next)
  // The dual write fills it, so that a default must not stand in its way.
  if (input.renames.has(old.name)) return { ...old, nullable: true, default: undefined }
  const value = fillValue(input, old)
  return { ...old, nullable: old.nullable || value === undefined, default: value }
}

const addedColumn = (input: ChangeInput, column: Column): Column => {
  const isRenamed = [...input.renames.values()].includes(column.name)
  const value = isRenamed ? undefined : column.nullable ? column.default : fillValue(input, column)
  return { ...column, nullable: true, default: value }
}

/** Whether an index may stand while both versions write: it is no promise, or only about columns that the old one never fills. */
const isHarmless = (input: ChangeInput, index: TableIndex, columns: readonly Column[]): boolean => {
  const { before, renames } = input
  if (!index.unique) return true
  const names = new Map([...renames].map(([old, next]) => [next, old]))
  const oldFields = index.fields.map((field) => names.get(field) ?? field)
  if (before.indexes.some(({ unique, fields }) => unique && sameJson(fields, oldFields))) return true
  return index.fields.some(
    (field) =>
      columnNamed(before, field) === undefined && columns.find(({ name }) => name === field)?.default === undefined,
  )
}

const indexesBetween = (input: ChangeInput, columns: readonly Column[]): readonly TableIndex[] => {
  const { before, after } = input
  const isIn = (indexes: readonly TableIndex[], index: TableIndex): boolean =>
    indexes.some((known) => sameJson(known, index))
  // A promise that the new version has dropped is one that its writes may break.
  const dropped = (index: TableIndex): boolean =>
    index.unique && !index.fields.some((field) => input.renames.has(field))
  const kept = before.indexes.filter((index) => isIn(after.indexes, index) || !dropped(index))
  const added = after.indexes.filter((index) => !isIn(before.indexes, index) && isHarmless(input, index, columns))
  return [...kept, ...added]
}

const tableBetween = (input: ChangeInput): Table => {
  const kept = input.before.columns.map((column) => columnBetween(input, column))
  const added = input.after.columns
    .filter(({ name }) => columnNamed(input.before, name) === undefined)
    .map((column) => addedColumn(input, column))
  const columns = [...kept, ...added]
  return { ...input.before, columns, indexes: indexesBetween(input, columns) }
}

const backfillsOf = (input: ChangeInput, between: Table): readonly Backfill[] => {
  const { before, after, renames } = input
  const old = new Map([...renames].map(([from, to]) => [to, columnNamed(before, from)]))
  return after.columns.flatMap((column): Backfill[] => {
    const from = old.get(column.name)
    if (from !== undefined) return [{ column, from }]
    const value = fillValue(input, column)
    const lacksValues = columnNamed(between, column.name)?.nullable === true
    return lacksValues && !column.nullable && value !== undefined ? [{ column, value }] : []
  })
}

/**
 * Compares the tables of two versions.
 * @throws ContractError for a change that loses data or that the versions still served could not live with.
 */
export const tableChange = (
  { ir, previous, before, after }: Pick<ChangeInput, 'ir' | 'previous' | 'before' | 'after'>,
  { served = [previous.version], backfill = {} }: ChangeOptions,
): TableChange => {
  const renames = currentRenames(ir, before, after)
  const isServed = served.some((version) => majorOf(version) === majorOf(previous.version))
  const input: ChangeInput = { ir, previous, before, after, renames, isServed, backfill }
  const between = tableBetween(input)
  const problems: readonly ContractProblem[] = changeProblems(input, between)
  refuseProblems(ir.name, problems)
  const pairs = [...renames].flatMap(([from, to]): Rename[] => {
    const [old, next] = [columnNamed(before, from), columnNamed(after, to)]
    return old === undefined || next === undefined ? [] : [{ old, next }]
  })
  return { before, between, after, renames: pairs, backfills: backfillsOf(input, between) }
}
