import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { apply, insert, rowsOf, sqliteDatabase } from './databases.ts'
import { stepsFor } from './install.ts'
import { versionOf } from './versions.ts'

const db = sqliteDatabase()
afterAll(() => db.close())
beforeEach(() => db.reset())

const v1 = versionOf({ version: '1.0.0', fields: { s: z.enum(['a', 'b']) } })
const v2 = versionOf({ version: '1.1.0', fields: { s: z.enum(['a', 'b', 'c']) } })

describe('a rebuilt table of SQLite', () => {
  it('preserves rows of other tables that refer to it, and their references', async () => {
    await apply(db, stepsFor(db, v1))
    await db.exec('PRAGMA foreign_keys = ON')
    await db.exec('CREATE TABLE notes (thing TEXT REFERENCES things (id) ON DELETE CASCADE)')
    await insert(db, 'things', { id: '1', s: 'a' })
    await db.exec(`INSERT INTO notes VALUES ('1')`)
    await apply(db, stepsFor(db, v2, v1))
    expect(await db.query({ text: 'SELECT thing FROM notes', values: [] })).toEqual([{ thing: '1' }])
    await expect(db.exec(`INSERT INTO notes VALUES ('2')`)).rejects.toThrow(/FOREIGN KEY/)
    await insert(db, 'things', { id: '2', s: 'c' })
    await db.exec(`INSERT INTO notes VALUES ('2')`)
  })

  it('preserves views over it', async () => {
    await apply(db, stepsFor(db, v1))
    await db.exec('CREATE VIEW overview AS SELECT id, s FROM things')
    await insert(db, 'things', { id: '1', s: 'a' })
    await apply(db, stepsFor(db, v2, v1))
    expect(await db.query({ text: 'SELECT * FROM overview', values: [] })).toEqual([{ id: '1', s: 'a' }])
  })

  it('refuses rows without a key, also with an integer key', async () => {
    const numbered = versionOf({ version: '1.0.0', fields: { n: z.int(), a: z.string() }, key: ['n'] })
    await apply(db, stepsFor(db, numbered))
    await expect(insert(db, 'things', { id: '1', a: 'x' })).rejects.toThrow(/NOT NULL/)
    await insert(db, 'things', { id: '1', a: 'x', n: 7 })
    expect(await rowsOf(db, 'things', '"n"')).toEqual([{ n: 7 }])
  })
})
