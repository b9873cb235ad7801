import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import type { MigrationStep, Phase, SqlDialect, SqlStatement } from '@signet/contract-tools/database'

export type Row = Readonly<Record<string, unknown>>

/** A common interface of both databases. `reset` empties it. */
export interface Database {
  readonly dialect: SqlDialect
  exec(sql: string): Promise<void>
  query(statement: SqlStatement): Promise<readonly Row[]>
  reset(): Promise<void>
  close(): Promise<void>
  /** Returns everything about the tables that affects a reader or a writer, except the order of columns. */
  introspection(): Promise<unknown>
}

/** Splits at commas outside of brackets and quotes. */
const topLevelParts = (text: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[\s\S]/g)) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map((part) => part.trim())
}

const tableParts = (sql: string): unknown => {
  const [, name, body, options] = /^CREATE TABLE ("(?:[^"]|"")*") \(([\s\S]*)\)([^)]*)$/.exec(sql)!
  return { name, options, parts: topLevelParts(body!).sort() }
}

export const sqliteDatabase = (): Database => {
  let db = new DatabaseSync(':memory:')
  return {
    dialect: 'sqlite',
    exec: async (sql) => db.exec(sql),
    query: async ({ text, values }) => db.prepare(text).all(...(values as (string | number)[])) as Row[],
    reset: async () => {
      db.close()
      db = new DatabaseSync(':memory:')
    },
    close: async () => db.close(),
    introspection: async () =>
      db
        .prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name')
        .all()
        .map(({ type, sql }) => (type === 'table' ? tableParts(String(sql)) : sql)),
  }
}

const CATALOG = {
  columns: `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
    WHERE table_schema = 'public' ORDER BY table_name, column_name`,
  constraints: `SELECT conrelid::regclass::text AS table_name, conname, contype::text, convalidated, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  indexes: `SELECT indexname, indexdef, indisvalid FROM pg_indexes JOIN pg_class ON relname = indexname
    JOIN pg_index ON indexrelid = pg_class.oid WHERE schemaname = 'public' ORDER BY 1`,
  functions: `SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
  triggers: `SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
}

/**
 * Starting a database is slower than most tests that use it, so all files of a thread share one, and each empties it.
 */
let sharedDatabase: PGlite | undefined

export const postgresDatabase = (): Database => {
  sharedDatabase ??= new PGlite()
  const db = sharedDatabase
  const reset = async () => {
    await db.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  }
  const rows = async (sql: string): Promise<unknown[]> => (await db.query(sql)).rows
  return {
    dialect: 'postgres',
    exec: async (sql) => {
      await db.exec(sql)
    },
    query: async ({ text, values }) => (await db.query<Row>(text, [...values])).rows,
    reset,
    close: reset,
    introspection: async () => {
      const parts = []
      for (const [name, sql] of Object.entries(CATALOG)) parts.push([name, await rows(sql)])
      return Object.fromEntries(parts)
    },
  }
}

/** Runs the steps of the given phases as documented: in a transaction, or each statement alone. */
export const apply = async (
  db: Database,
  steps: readonly MigrationStep[],
  ...phases: readonly Phase[]
): Promise<void> => {
  for (const { phase, statements, transaction } of steps) {
    if (phases.length > 0 && !phases.includes(phase)) continue
    if (!transaction) {
      for (const statement of statements) await db.exec(statement)
      continue
    }
    await db.exec('BEGIN')
    try {
      for (const statement of statements) await db.exec(statement)
      await db.exec('COMMIT')
    } catch (error) {
      await db.exec('ROLLBACK')
      throw error
    }
  }
}

/** Writes a row with the given column names, as code of any version would. */
export const insert = (db: Database, table: string, row: Row): Promise<readonly Row[]> => {
  const fields = Object.keys(row)
  const marks = fields.map((_, i) => (db.dialect === 'postgres' ? `$${i + 1}` : '?'))
  const text = `INSERT INTO "${table}" (${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(', ')}) VALUES (${marks.join(', ')})`
  return db.query({ text, values: Object.values(row) as (string | number)[] })
}

export const rowsOf = (db: Database, table: string, columns: string): Promise<readonly Row[]> =>
  db.query({ text: `SELECT ${columns} FROM "${table}" ORDER BY "id"`, values: [] })
