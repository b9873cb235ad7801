import { sameJson } from '@signet/contracts/canonical'
import { type Column, columnNamed, type Table } from './column.ts'
import { conversion } from './column-conversion.ts'
import { type Constraint, constraintsOf } from './constraint.ts'
import { inTransaction, outsideTransaction, type UnphasedStep } from './migration-step.ts'
import { quoted, sqlName } from './sql-dialect.ts'
import { columnHead, columnLiteral, createIndex, sqlType } from './table-statements.ts'

interface Alteration {
  readonly from: Table
  readonly to: Table
}

const alter = (table: Table, ...actions: string[]): string => `ALTER TABLE ${quoted(table.name)} ${actions.join(', ')}`

const droppedIndexes = ({ from, to }: Alteration): UnphasedStep[] =>
  from.indexes
    .filter((index) => !to.indexes.some((other) => sameJson(other, index)))
    .map(({ name }) =>
      outsideTransaction(
        `No code uses ${name} anymore. The index is dropped without blocking writers.`,
        `DROP INDEX CONCURRENTLY IF EXISTS ${quoted(name)}`,
      ),
    )

const createdIndexes = ({ from, to }: Alteration): UnphasedStep[] =>
  to.indexes
    .filter((index) => !from.indexes.some((other) => sameJson(other, index)))
    .map((index) =>
      outsideTransaction(
        `${index.name} is built without blocking writers. The remains of an interrupted attempt are dropped first.`,
        `DROP INDEX CONCURRENTLY IF EXISTS ${quoted(index.name)}`,
        createIndex(to, index, true),
      ),
    )

const retyped = (from: Column, to: Column): boolean => sqlType(from.kind, 'postgres') !== sqlType(to.kind, 'postgres')

interface ConstraintChange {
  readonly dropped: readonly Constraint[]
  readonly added: readonly Constraint[]
}

/** A new type invalidates every rule of the column, so all are dropped and added again. */
const constraintChange = ({ from, to }: Alteration, column: Column): ConstraintChange => {
  const old = columnNamed(from, column.name)
  const before = old === undefined ? [] : constraintsOf(from, old, 'postgres')
  const after = constraintsOf(to, column, 'postgres')
  if (old !== undefined && retyped(old, column)) return { dropped: before, added: after }
  const missingIn = (list: readonly Constraint[]) => (constraint: Constraint) =>
    !list.some((other) => sameJson(other, constraint))
  return { dropped: before.filter(missingIn(after)), added: after.filter(missingIn(before)) }
}

const drop = ({ name }: Constraint): string => `DROP CONSTRAINT IF EXISTS ${quoted(name)}`

const constraintSteps = (table: Table, { dropped, added }: ConstraintChange): UnphasedStep[] => {
  const surplus = dropped.filter(({ name }) => !added.some((constraint) => constraint.name === name))
  return [
    ...surplus.map((constraint) =>
      inTransaction(`The rule ${constraint.name} no longer applies.`, alter(table, drop(constraint))),
    ),
    ...added.flatMap((constraint) => {
      const add = `ADD CONSTRAINT ${quoted(constraint.name)} CHECK (${constraint.expression}) NOT VALID`
      return [
        inTransaction(
          `${constraint.name} applies to new rows at once. NOT VALID avoids a table scan that would block writers.`,
          alter(table, drop(constraint), add),
        ),
        inTransaction(
          `${constraint.name} is validated for existing rows, under a lock that permits writes.`,
          alter(table, `VALIDATE CONSTRAINT ${quoted(constraint.name)}`),
        ),
      ]
    }),
  ]
}

const notNullSteps = (table: Table, { name }: Column): UnphasedStep[] => {
  const proof = quoted(sqlName(`${table.name}_${name}_present`))
  const column = quoted(name)
  return [
    inTransaction(
      `New rows must have ${name}. NOT VALID avoids a table scan that would block writers.`,
      `${alter(table, `DROP CONSTRAINT IF EXISTS ${proof}`, `ADD CONSTRAINT ${proof} CHECK (${column} IS NOT NULL) NOT VALID`)}`,
    ),
    inTransaction(
      `Validates that every row has ${name}, under a lock that permits writes. Stops if a row has no value.`,
      alter(table, `VALIDATE CONSTRAINT ${proof}`),
    ),
    inTransaction(
      `NOT NULL uses the validated constraint instead of a scan. The constraint is then dropped.`,
      alter(table, `ALTER COLUMN ${column} SET NOT NULL`),
      alter(table, `DROP CONSTRAINT IF EXISTS ${proof}`),
    ),
  ]
}

const defaultActions = (old: Column, next: Column): string[] => {
  if (sameJson(old.default, next.default)) return []
  const column = `ALTER COLUMN ${quoted(next.name)}`
  return [
    next.default === undefined
      ? `${column} DROP DEFAULT`
      : `${column} SET DEFAULT ${columnLiteral(next, next.default, 'postgres')}`,
  ]
}

const retypeStep = (table: Table, old: Column, next: Column, dropped: readonly Constraint[]): UnphasedStep => {
  const column = `ALTER COLUMN ${quoted(next.name)}`
  const type = `${column} TYPE ${sqlType(next.kind, 'postgres')} USING ${conversion(old, next, 'postgres')}`
  const set =
    next.default === undefined ? [] : [`${column} SET DEFAULT ${columnLiteral(next, next.default, 'postgres')}`]
  return inTransaction(
    `${next.name} becomes ${sqlType(next.kind, 'postgres')}. The table is locked while it is rewritten.`,
    alter(table, ...dropped.map(drop), `${column} DROP DEFAULT`, type, ...set),
  )
}

const changedColumn = (alteration: Alteration, old: Column, next: Column): UnphasedStep[] => {
  const { to } = alteration
  const constraints = constraintChange(alteration, next)
  const isRetyped = retyped(old, next)
  const column = `ALTER COLUMN ${quoted(next.name)}`
  const defaults = isRetyped ? [] : defaultActions(old, next)
  return [
    ...(isRetyped ? [retypeStep(to, old, next, constraints.dropped)] : []),
    ...(defaults.length > 0
      ? [inTransaction(`The default of ${next.name} for new rows.`, alter(to, ...defaults))]
      : []),
    ...(!old.nullable && next.nullable
      ? [inTransaction(`Rows may lack ${next.name}.`, alter(to, `${column} DROP NOT NULL`))]
      : []),
    ...constraintSteps(to, isRetyped ? { ...constraints, dropped: [] } : constraints),
    ...(old.nullable && !next.nullable ? notNullSteps(to, next) : []),
  ]
}

const addedColumn = (alteration: Alteration, column: Column): UnphasedStep[] => [
  inTransaction(
    `${column.name} is new. A nullable column, or one with a constant default, requires no rewrite.`,
    alter(alteration.to, `ADD COLUMN IF NOT EXISTS ${columnHead(column, 'postgres')}`),
  ),
  ...constraintSteps(alteration.to, constraintChange(alteration, column)),
]

const droppedColumns = ({ from, to }: Alteration): UnphasedStep[] =>
  from.columns
    .filter(({ name }) => columnNamed(to, name) === undefined)
    .map(({ name }) =>
      inTransaction(`No code reads ${name} anymore.`, alter(to, `DROP COLUMN IF EXISTS ${quoted(name)}`)),
    )

/**
 * Returns the steps that turn one form of a table into another in PostgreSQL, with short locks except for a change of
 * type. Every step is repeatable: an interrupted migration restarts.
 */
export const postgresAlteration = (from: Table, to: Table): readonly UnphasedStep[] => {
  const alteration = { from, to }
  const columns = to.columns.flatMap((column) => {
    const old = columnNamed(from, column.name)
    return old === undefined ? addedColumn(alteration, column) : changedColumn(alteration, old, column)
  })
  return [...droppedIndexes(alteration), ...columns, ...droppedColumns(alteration), ...createdIndexes(alteration)]
}
