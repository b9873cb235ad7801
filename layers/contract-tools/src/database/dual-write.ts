import type { Column, Table } from './column.ts'
import { inTransaction, type UnphasedStep } from './migration-step.ts'
import { dollarQuoted, quoted, sqlName } from './sql-dialect.ts'
import type { Rename } from './table-change.ts'
import { columnLiteral } from './table-statements.ts'

const triggerName = (table: Table, { old, next }: Rename, event = 'both'): string =>
  sqlName(`${table.name}_${old.name}_to_${next.name}_${event}`)

/** Returns the first value that is not null. A required column falls back to its default, as without the trigger. */
const firstOf = (next: Column, dialect: 'postgres' | 'sqlite', ...columns: string[]): string => {
  const preset = next.nullable || next.default === undefined ? [] : [columnLiteral(next, next.default, dialect)]
  return `COALESCE(${[...columns, ...preset].join(', ')})`
}

const postgresTrigger = (table: Table, rename: Rename): UnphasedStep => {
  const old = quoted(rename.old.name)
  const next = quoted(rename.next.name)
  const name = quoted(triggerName(table, rename))
  const body = [
    'BEGIN',
    `  IF TG_OP = 'UPDATE' AND NEW.${next} IS DISTINCT FROM OLD.${next} THEN`,
    `    NEW.${old} := NEW.${next};`,
    `  ELSIF TG_OP = 'UPDATE' AND NEW.${old} IS DISTINCT FROM OLD.${old} THEN`,
    `    NEW.${next} := NEW.${old};`,
    `  ELSIF TG_OP = 'INSERT' THEN`,
    `    NEW.${next} := ${firstOf(rename.next, 'postgres', `NEW.${next}`, `NEW.${old}`)};`,
    `    NEW.${old} := NEW.${next};`,
    '  END IF;',
    '  RETURN NEW;',
    'END',
  ].join('\n')
  return inTransaction(
    `While both versions write, ${rename.old.name} and ${rename.next.name} are kept equal.`,
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS ${dollarQuoted(body)}`,
    `DROP TRIGGER IF EXISTS ${name} ON ${quoted(table.name)}`,
    `CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON ${quoted(table.name)} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
  )
}

/** Returns the triggers that synchronize the two names of a renamed field in PostgreSQL. */
export const postgresDualWrites = (table: Table, renames: readonly Rename[]): readonly UnphasedStep[] =>
  renames.map((rename) => postgresTrigger(table, rename))

export const postgresDualWritesEnd = (table: Table, renames: readonly Rename[]): readonly UnphasedStep[] =>
  renames.map((rename) => {
    const name = quoted(triggerName(table, rename))
    return inTransaction(
      `No code writes ${rename.old.name} anymore.`,
      `DROP TRIGGER IF EXISTS ${name} ON ${quoted(table.name)}`,
      `DROP FUNCTION IF EXISTS ${name}()`,
    )
  })

const sqliteFollow = (table: Table, rename: Rename, from: Column, to: Column): string => {
  const source = quoted(from.name)
  const target = quoted(to.name)
  const name = quoted(triggerName(table, rename, from === rename.old ? 'forth' : 'back'))
  const row = table.key.map((field) => `${quoted(field)} = NEW.${quoted(field)}`).join(' AND ')
  // The last condition ends the exchange: the other trigger ignores a write of the first.
  const when = `NEW.${source} IS NOT OLD.${source} AND NEW.${target} IS OLD.${target} AND NEW.${target} IS NOT NEW.${source}`
  return `CREATE TRIGGER ${name} AFTER UPDATE OF ${source} ON ${quoted(table.name)} WHEN ${when} BEGIN UPDATE ${quoted(table.name)} SET ${target} = NEW.${source} WHERE ${row}; END`
}

/**
 * Returns the same for SQLite, whose triggers cannot change the row before the write and therefore update it
 * afterwards.
 */
export const sqliteDualWrites = (table: Table, renames: readonly Rename[]): readonly string[] =>
  renames.flatMap((rename) => {
    const old = quoted(rename.old.name)
    const next = quoted(rename.next.name)
    const name = quoted(triggerName(table, rename, 'insert'))
    const row = table.key.map((field) => `${quoted(field)} = NEW.${quoted(field)}`).join(' AND ')
    const value = firstOf(rename.next, 'sqlite', `NEW.${next}`, `NEW.${old}`)
    const set = `${next} = ${value}, ${old} = ${value}`
    return [
      `CREATE TRIGGER ${name} AFTER INSERT ON ${quoted(table.name)} WHEN NEW.${old} IS NOT NEW.${next} OR NEW.${next} IS NULL BEGIN UPDATE ${quoted(table.name)} SET ${set} WHERE ${row}; END`,
      sqliteFollow(table, rename, rename.old, rename.next),
      sqliteFollow(table, rename, rename.next, rename.old),
    ]
  })
