import { sqlMigration } from '@signet/contract-tools/database'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { apply, insert, postgresDatabase, sqliteDatabase } from './databases.ts'
import { versionOf } from './versions.ts'

const databases = [sqliteDatabase(), postgresDatabase()]
afterAll(async () => {
  for (const db of databases) await db.close()
})

const ir = versionOf({
  version: '1.0.0',
  fields: { state: z.enum(['open', 'shut']).default('open'), size: z.int().min(1) },
  indexes: ['state'],
})

/** Faults injected into valid SQL. They prove that the judges detect faults. */
const FAULTS: readonly (readonly [what: string, from: RegExp, to: string])[] = [
  ['an unknown type', /bigint NOT NULL CONS|INTEGER NOT NULL CONS/, 'numeral NOT NULL CONS'],
  ['an index on a missing column', /\("state"\)$/m, '("status")'],
  ['a CHECK on a missing column', /CHECK \("size"/, 'CHECK ("length"'],
  ['a column twice', /"size" /, '"state" '],
  ['a syntax error', /CHECK/, 'CHEK'],
  ['a reserved word without quotes', /"size"/, 'order'],
]

describe.each(databases)('$dialect as a judge', (db) => {
  beforeEach(() => db.reset())
  const statements = (): string => sqlMigration(ir, { dialect: db.dialect }).steps[0]!.statements.join(';\n')

  it('accepts generated SQL', async () => {
    await db.exec(statements())
    expect(await db.query({ text: 'SELECT * FROM "things"', values: [] })).toEqual([])
  })

  it.each(FAULTS)('detects %s', async (_, from, to) => {
    const faultySql = statements().replace(from, to)
    expect(faultySql).not.toBe(statements())
    await expect(db.exec(faultySql)).rejects.toThrow()
  })

  it('refuses NOT NULL on a table with rows, which the generated steps avoid', async () => {
    await db.exec(statements())
    await insert(db, 'things', { id: '1', size: 2 })
    await expect(db.exec('ALTER TABLE "things" ADD COLUMN "note" text NOT NULL')).rejects.toThrow(/null/i)
    const fields = { state: z.enum(['open', 'shut']).default('open'), size: z.int().min(1), note: z.string() }
    const next = versionOf({ version: '2.0.0', fields, indexes: ['state'] })
    await apply(db, sqlMigration(next, { dialect: db.dialect, previous: ir, backfill: { note: '-' } }).steps)
    expect(await db.query({ text: 'SELECT "note" FROM "things"', values: [] })).toEqual([{ note: '-' }])
  })

  it('detects a default that breaks its CHECK only at an INSERT, so generation refuses it', async () => {
    await db.exec(statements().replace("DEFAULT 'open'", "DEFAULT 'ajar'"))
    await expect(insert(db, 'things', { id: '1', size: 2 })).rejects.toThrow(/things_state_in/)
    const invalidVersion = versionOf({ version: '1.0.0', fields: { size: z.int().default(0).meta({ minimum: 1 }) } })
    expect(() => sqlMigration(invalidVersion, { dialect: db.dialect })).toThrow(/breaks its own rule/)
  })
})
