import { sameJson } from '@signet/contracts/canonical'
import { type Column, columnNamed, type Table } from './column.ts'
import { conversion } from './column-conversion.ts'
import { inTransaction, outsideTransaction, type UnphasedStep } from './migration-step.ts'
import { quoted, sqlName } from './sql-dialect.ts'
import { columnDefinition, createIndex, createTable } from './table-statements.ts'

const copyExpressions = (from: Table, column: Column): string[] => {
  const oldColumn = columnNamed(from, column.name)
  return oldColumn === undefined ? [] : [conversion(oldColumn, column, 'sqlite')]
}

/**
 * Follows the procedure of SQLite's manual (lang_altertable, section 7): a constraint cannot be altered, so the table
 * is rebuilt.
 */
const rebuildSteps = (from: Table, to: Table, triggers: readonly string[]): UnphasedStep[] => {
  const temporaryName = sqlName(`${to.name}__next`)
  const retained = to.columns.filter(({ name }) => columnNamed(from, name) !== undefined)
  const names = retained.map(({ name }) => quoted(name)).join(', ')
  const values = retained.flatMap((column) => copyExpressions(from, column)).join(', ')
  return [
    outsideTransaction(
      'References of other tables must neither block the exchange nor follow the old table.',
      'PRAGMA foreign_keys = OFF',
      'PRAGMA legacy_alter_table = ON',
    ),
    inTransaction(
      `SQLite cannot alter a constraint: ${to.name} is rebuilt, filled and exchanged.`,
      `DROP TABLE IF EXISTS ${quoted(temporaryName)}`,
      createTable(to, 'sqlite', temporaryName),
      `INSERT INTO ${quoted(temporaryName)} (${names}) SELECT ${values} FROM ${quoted(from.name)}`,
      `DROP TABLE ${quoted(from.name)}`,
      `ALTER TABLE ${quoted(temporaryName)} RENAME TO ${quoted(to.name)}`,
      ...to.indexes.map((index) => createIndex(to, index)),
      ...triggers,
    ),
    outsideTransaction(
      'Restores the settings from before the exchange.',
      'PRAGMA legacy_alter_table = OFF',
      'PRAGMA foreign_keys = ON',
    ),
  ]
}

const extensionStatements = (from: Table, to: Table): readonly string[] => [
  ...to.columns
    .filter(({ name }) => columnNamed(from, name) === undefined)
    .map((column) => `ALTER TABLE ${quoted(to.name)} ADD COLUMN ${columnDefinition(to, column, 'sqlite')}`),
  ...from.indexes
    .filter((index) => !to.indexes.some((other) => sameJson(other, index)))
    .map(({ name }) => `DROP INDEX ${quoted(name)}`),
  ...to.indexes
    .filter((index) => !from.indexes.some((other) => sameJson(other, index)))
    .map((index) => createIndex(to, index)),
]

/**
 * Returns the steps that turn one form of a table into another in SQLite: added columns directly, everything else by a
 * new table. Either way it is one transaction, so an interrupted migration has no effect. The `triggers` are the
 * statements for the triggers of the new form, because a new table loses all of them.
 */
export const sqliteAlteration = (from: Table, to: Table, triggers: readonly string[]): readonly UnphasedStep[] => {
  const onlyAdds =
    triggers.length === 0 && from.columns.every((column) => sameJson(column, columnNamed(to, column.name)))
  if (!onlyAdds) return rebuildSteps(from, to, triggers)
  const statements = extensionStatements(from, to)
  return statements.length === 0
    ? []
    : [inTransaction(`${to.name} gets its new columns and indexes without a change of its rows.`, ...statements)]
}
