import type { Column, Table } from './column.ts'
import { inTransaction, type UnphasedStep } from './migration-step.ts'
import { dollarQuoted, quoted, sqlName } from './sql-dialect.ts'
import type { Rename } from './table-change.ts'
import { columnLiteral } from './table-statements.ts'

const triggerName = (table: Table, { oldColumn, newColumn }: Rename, event = 'both'): string =>
  sqlName(`${table.name}_${oldColumn.name}_to_${newColumn.name}_${event}`)

/** Returns an expression for the first value that is not null; for a required column, its default comes last. */
const firstNonNull = (next: Column, dialect: 'postgres' | 'sqlite', ...columns: string[]): string => {
  const defaults = next.nullable || next.default === undefined ? [] : [columnLiteral(next, next.default, dialect)]
  return `COALESCE(${[...columns, ...defaults].join(', ')})`
}

const postgresTrigger = (table: Table, rename: Rename): UnphasedStep => {
  const oldName = quoted(rename.oldColumn.name)
  const newName = quoted(rename.newColumn.name)
  const name = quoted(triggerName(table, rename))
  const body = [
    'BEGIN',
    `  IF TG_OP = 'UPDATE' AND NEW.${newName} IS DISTINCT FROM OLD.${newName} THEN`,
    `    NEW.${oldName} := NEW.${newName};`,
    `  ELSIF TG_OP = 'UPDATE' AND NEW.${oldName} IS DISTINCT FROM OLD.${oldName} THEN`,
    `    NEW.${newName} := NEW.${oldName};`,
    `  ELSIF TG_OP = 'INSERT' THEN`,
    `    NEW.${newName} := ${firstNonNull(rename.newColumn, 'postgres', `NEW.${newName}`, `NEW.${oldName}`)};`,
    `    NEW.${oldName} := NEW.${newName};`,
    '  END IF;',
    '  RETURN NEW;',
    'END',
  ].join('\n')
  return inTransaction(
    `While both versions write, ${rename.oldColumn.name} and ${rename.newColumn.name} are kept equal.`,
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS ${dollarQuoted(body)}`,
    `DROP TRIGGER IF EXISTS ${name} ON ${quoted(table.name)}`,
    `CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON ${quoted(table.name)} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
  )
}

/** Returns the triggers that synchronize the two names of a renamed field in PostgreSQL. */
export const postgresDualWrites = (table: Table, renames: readonly Rename[]): readonly UnphasedStep[] =>
  renames.map((rename) => postgresTrigger(table, rename))

/** Returns the steps that drop these triggers. */
export const postgresDualWriteRemovals = (table: Table, renames: readonly Rename[]): readonly UnphasedStep[] =>
  renames.map((rename) => {
    const name = quoted(triggerName(table, rename))
    return inTransaction(
      `No code writes ${rename.oldColumn.name} anymore.`,
      `DROP TRIGGER IF EXISTS ${name} ON ${quoted(table.name)}`,
      `DROP FUNCTION IF EXISTS ${name}()`,
    )
  })

const sqliteUpdateTrigger = (table: Table, rename: Rename, from: Column, to: Column): string => {
  const source = quoted(from.name)
  const target = quoted(to.name)
  const name = quoted(triggerName(table, rename, from === rename.oldColumn ? 'forth' : 'back'))
  const row = table.key.map((field) => `${quoted(field)} = NEW.${quoted(field)}`).join(' AND ')
  // The last condition stops the recursion: after one trigger has made the columns equal, the other one does not run.
  const when = `NEW.${source} IS NOT OLD.${source} AND NEW.${target} IS OLD.${target} AND NEW.${target} IS NOT NEW.${source}`
  return `CREATE TRIGGER ${name} AFTER UPDATE OF ${source} ON ${quoted(table.name)} WHEN ${when} BEGIN UPDATE ${quoted(table.name)} SET ${target} = NEW.${source} WHERE ${row}; END`
}

/**
 * Returns the triggers that synchronize the two names in SQLite. A trigger cannot change the row before the write, so
 * it updates the row afterwards.
 */
export const sqliteDualWrites = (table: Table, renames: readonly Rename[]): readonly string[] =>
  renames.flatMap((rename) => {
    const oldName = quoted(rename.oldColumn.name)
    const newName = quoted(rename.newColumn.name)
    const name = quoted(triggerName(table, rename, 'insert'))
    const row = table.key.map((field) => `${quoted(field)} = NEW.${quoted(field)}`).join(' AND ')
    const value = firstNonNull(rename.newColumn, 'sqlite', `NEW.${newName}`, `NEW.${oldName}`)
    const set = `${newName} = ${value}, ${oldName} = ${value}`
    return [
      `CREATE TRIGGER ${name} AFTER INSERT ON ${quoted(table.name)} WHEN NEW.${oldName} IS NOT NEW.${newName} OR NEW.${newName} IS NULL BEGIN UPDATE ${quoted(table.name)} SET ${set} WHERE ${row}; END`,
      sqliteUpdateTrigger(table, rename, rename.oldColumn, rename.newColumn),
      sqliteUpdateTrigger(table, rename, rename.newColumn, rename.oldColumn),
    ]
  })
