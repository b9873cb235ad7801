// #if records
import { readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Database, Statement } from '../../src/cloudflare/d1-records.ts'

/** D1 in memory: SQLite with the migration of this project. */
export const d1InMemory = (): Database => {
  const sqlite = new DatabaseSync(':memory:')
  sqlite.exec(readFileSync(new URL('../../migrations/0001_records.sql', import.meta.url), 'utf8'))
  const statement = (sql: string, values: readonly SQLInputValue[] = []): Statement => ({
    bind: (...bound) => statement(sql, bound as SQLInputValue[]),
    run: async () => ({ meta: { changes: Number(sqlite.prepare(sql).run(...values).changes) } }),
    all: async <T>() => ({ results: sqlite.prepare(sql).all(...values) as T[] }),
  })
  return { prepare: (sql) => statement(sql) }
}
// #endif
