import { sameJson } from '@signet/contracts/canonical'
import { type Column, columnNamed, type Table } from './column.ts'
import { conversion } from './column-conversion.ts'
import { type Constraint, constraintsOf } from './constraint.ts'
import { inTransaction, outsideTransaction, type UnphasedStep } from './migration-step.ts'
import { quoted, sqlName } from './sql-dialect.ts'
import { columnLiteral, createIndex, sqlType, unconstrainedColumn } from './table-statements.ts'

interface Alteration {
  readonly from: Table
  readonly to: Table
}

const alterTable = (table: Table, ...actions: string[]): string =>
  `ALTER TABLE ${quoted(table.name)} ${actions.join(', ')}`

const indexDropSteps = ({ from, to }: Alteration): UnphasedStep[] =>
  from.indexes
    .filter((index) => !to.indexes.some((other) => sameJson(other, index)))
    .map(({ name }) =>
      outsideTransaction(
        `No code uses ${name} anymore. The index is dropped without blocking writers.`,
        `DROP INDEX CONCURRENTLY IF EXISTS ${quoted(name)}`,
      ),
    )

const indexCreationSteps = ({ from, to }: Alteration): UnphasedStep[] =>
  to.indexes
    .filter((index) => !from.indexes.some((other) => sameJson(other, index)))
    .map((index) =>
      outsideTransaction(
        `${index.name} is built without blocking writers. The remains of an interrupted attempt are dropped first.`,
        `DROP INDEX CONCURRENTLY IF EXISTS ${quoted(index.name)}`,
        createIndex(to, index, { isConcurrent: true }),
      ),
    )

const changesType = (from: Column, to: Column): boolean =>
  sqlType(from.kind, 'postgres') !== sqlType(to.kind, 'postgres')

interface ConstraintChange {
  readonly dropped: readonly Constraint[]
  readonly added: readonly Constraint[]
}

/** A new type invalidates every rule of the column, so all are dropped and added again. */
const constraintChange = ({ from, to }: Alteration, column: Column): ConstraintChange => {
  const oldColumn = columnNamed(from, column.name)
  const before = oldColumn === undefined ? [] : constraintsOf(from, oldColumn, 'postgres')
  const after = constraintsOf(to, column, 'postgres')
  if (oldColumn !== undefined && changesType(oldColumn, column)) return { dropped: before, added: after }
  const isMissingIn = (list: readonly Constraint[]) => (constraint: Constraint) =>
    !list.some((other) => sameJson(other, constraint))
  return { dropped: before.filter(isMissingIn(after)), added: after.filter(isMissingIn(before)) }
}

const dropClause = ({ name }: Constraint): string => `DROP CONSTRAINT IF EXISTS ${quoted(name)}`

const constraintSteps = (table: Table, { dropped, added }: ConstraintChange): UnphasedStep[] => {
  const removedConstraints = dropped.filter(({ name }) => !added.some((constraint) => constraint.name === name))
  return [
    ...removedConstraints.map((constraint) =>
      inTransaction(`The rule ${constraint.name} no longer applies.`, alterTable(table, dropClause(constraint))),
    ),
    ...added.flatMap((constraint) => {
      const add = `ADD CONSTRAINT ${quoted(constraint.name)} CHECK (${constraint.expression}) NOT VALID`
      return [
        inTransaction(
          `${constraint.name} applies to new rows at once. NOT VALID avoids a table scan that would block writers.`,
          alterTable(table, dropClause(constraint), add),
        ),
        inTransaction(
          `${constraint.name} is validated for existing rows, under a lock that permits writes.`,
          alterTable(table, `VALIDATE CONSTRAINT ${quoted(constraint.name)}`),
        ),
      ]
    }),
  ]
}

const notNullSteps = (table: Table, { name }: Column): UnphasedStep[] => {
  const presenceCheck = quoted(sqlName(`${table.name}_${name}_present`))
  const column = quoted(name)
  return [
    inTransaction(
      `New rows must have ${name}. NOT VALID avoids a table scan that would block writers.`,
      `${alterTable(table, `DROP CONSTRAINT IF EXISTS ${presenceCheck}`, `ADD CONSTRAINT ${presenceCheck} CHECK (${column} IS NOT NULL) NOT VALID`)}`,
    ),
    inTransaction(
      `Validates that every row has ${name}, under a lock that permits writes. Stops if a row has no value.`,
      alterTable(table, `VALIDATE CONSTRAINT ${presenceCheck}`),
    ),
    inTransaction(
      `NOT NULL uses the validated constraint instead of a scan. The constraint is then dropped.`,
      alterTable(table, `ALTER COLUMN ${column} SET NOT NULL`),
      alterTable(table, `DROP CONSTRAINT IF EXISTS ${presenceCheck}`),
    ),
  ]
}

const defaultActions = (oldColumn: Column, newColumn: Column): string[] => {
  if (sameJson(oldColumn.default, newColumn.default)) return []
  const column = `ALTER COLUMN ${quoted(newColumn.name)}`
  return [
    newColumn.default === undefined
      ? `${column} DROP DEFAULT`
      : `${column} SET DEFAULT ${columnLiteral(newColumn, newColumn.default, 'postgres')}`,
  ]
}

const retypeStep = (
  table: Table,
  oldColumn: Column,
  newColumn: Column,
  dropped: readonly Constraint[],
): UnphasedStep => {
  const column = `ALTER COLUMN ${quoted(newColumn.name)}`
  const type = `${column} TYPE ${sqlType(newColumn.kind, 'postgres')} USING ${conversion(oldColumn, newColumn, 'postgres')}`
  const defaultClauses =
    newColumn.default === undefined
      ? []
      : [`${column} SET DEFAULT ${columnLiteral(newColumn, newColumn.default, 'postgres')}`]
  return inTransaction(
    `${newColumn.name} becomes ${sqlType(newColumn.kind, 'postgres')}. The table is locked while it is rewritten.`,
    alterTable(table, ...dropped.map(dropClause), `${column} DROP DEFAULT`, type, ...defaultClauses),
  )
}

const changedColumnSteps = (alteration: Alteration, oldColumn: Column, newColumn: Column): UnphasedStep[] => {
  const { to } = alteration
  const constraints = constraintChange(alteration, newColumn)
  const isRetyped = changesType(oldColumn, newColumn)
  const column = `ALTER COLUMN ${quoted(newColumn.name)}`
  const defaults = isRetyped ? [] : defaultActions(oldColumn, newColumn)
  return [
    ...(isRetyped ? [retypeStep(to, oldColumn, newColumn, constraints.dropped)] : []),
    ...(defaults.length > 0
      ? [inTransaction(`The default of ${newColumn.name} for new rows.`, alterTable(to, ...defaults))]
      : []),
    ...(!oldColumn.nullable && newColumn.nullable
      ? [inTransaction(`Rows may lack ${newColumn.name}.`, alterTable(to, `${column} DROP NOT NULL`))]
      : []),
    ...constraintSteps(to, isRetyped ? { ...constraints, dropped: [] } : constraints),
    ...(oldColumn.nullable && !newColumn.nullable ? notNullSteps(to, newColumn) : []),
  ]
}

const addedColumnSteps = (alteration: Alteration, column: Column): UnphasedStep[] => [
  inTransaction(
    `${column.name} is new. A nullable column, or one with a constant default, requires no rewrite.`,
    alterTable(alteration.to, `ADD COLUMN IF NOT EXISTS ${unconstrainedColumn(column, 'postgres')}`),
  ),
  ...constraintSteps(alteration.to, constraintChange(alteration, column)),
]

const droppedColumnSteps = ({ from, to }: Alteration): UnphasedStep[] =>
  from.columns
    .filter(({ name }) => columnNamed(to, name) === undefined)
    .map(({ name }) =>
      inTransaction(`No code reads ${name} anymore.`, alterTable(to, `DROP COLUMN IF EXISTS ${quoted(name)}`)),
    )

/**
 * Returns the steps that turn one form of a table into another in PostgreSQL, with short locks except for a change of
 * type. Every step is repeatable: an interrupted migration restarts.
 */
export const postgresAlteration = (from: Table, to: Table): readonly UnphasedStep[] => {
  const alteration = { from, to }
  const columns = to.columns.flatMap((column) => {
    const oldColumn = columnNamed(from, column.name)
    return oldColumn === undefined
      ? addedColumnSteps(alteration, column)
      : changedColumnSteps(alteration, oldColumn, column)
  })
  return [
    ...indexDropSteps(alteration),
    ...columns,
    ...droppedColumnSteps(alteration),
    ...indexCreationSteps(alteration),
  ]
}
