import type { MigrationStep } from '@signet/contract-tools/database'
import type { ContractIR } from '@signet/contracts/ir'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { apply, insert, postgresDatabase, rowsOf, sqliteDatabase } from './databases.ts'
import { installFresh, stepsFor } from './install.ts'
import { versionOf } from './versions.ts'

const databases = [sqliteDatabase(), postgresDatabase()]
afterAll(async () => {
  for (const db of databases) await db.close()
})

describe.each(databases)('two versions that write to $dialect', (db) => {
  beforeEach(() => db.reset())

  const applyPhase = async (v1: ContractIR, v2: ContractIR, name: MigrationStep['phase'], options = {}) =>
    apply(db, stepsFor(db, v2, v1, options), name)

  it('a new required field with a default is filled for old rows and old writers', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { a: z.string() } })
    const v2 = versionOf({ version: '1.1.0', fields: { a: z.string(), tier: z.enum(['free', 'pro']).default('free') } })
    await apply(db, stepsFor(db, v1))
    await insert(db, 'things', { id: '1', a: 'old' })
    await applyPhase(v1, v2, 'expand')
    await insert(db, 'things', { id: '2', a: 'old code' })
    await insert(db, 'things', { id: '3', a: 'new code', tier: 'pro' })
    expect(await rowsOf(db, 'things', '"id", "a"')).toHaveLength(3)
    await applyPhase(v1, v2, 'backfill')
    await applyPhase(v1, v2, 'backfill')
    await applyPhase(v1, v2, 'contract')
    expect((await rowsOf(db, 'things', '"tier"')).map(({ tier }) => tier)).toEqual(['free', 'free', 'pro'])
    await expect(insert(db, 'things', { id: '4', a: 'x', tier: null })).rejects.toThrow(/null/i)
  })

  it('a renamed field is read and written under both names, and keeps every value', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { title: z.string(), note: z.string().nullable() } })
    const v2 = versionOf({
      version: '2.0.0',
      fields: { name: z.string(), remark: z.string().nullable() },
      renames: { title: 'name', note: 'remark' },
    })
    const write = (text: string) => db.exec(text)
    await apply(db, stepsFor(db, v1))
    await insert(db, 'things', { id: '1', title: 'before', note: null })
    await insert(db, 'things', { id: '2', title: 'untouched', note: 'n' })
    await applyPhase(v1, v2, 'expand')
    await insert(db, 'things', { id: '3', title: 'old code', note: 'n3' })
    await insert(db, 'things', { id: '4', name: 'new code', remark: null })
    await write(`UPDATE "things" SET "title" = 'old update' WHERE "id" IN ('1', '4')`)
    await write(`UPDATE "things" SET "name" = 'new update', "remark" = 'r3' WHERE "id" = '3'`)
    const oldRows = await rowsOf(db, 'things', '"id", "title", "note"')
    expect(oldRows.map(({ title, note }) => [title, note])).toEqual([
      ['old update', null],
      ['untouched', 'n'],
      ['new update', 'r3'],
      ['old update', null],
    ])
    await applyPhase(v1, v2, 'backfill')
    await insert(db, 'things', { id: '5', title: 'late', note: 'old' })
    await applyPhase(v1, v2, 'backfill')
    await write(`UPDATE "things" SET "note" = NULL WHERE "id" = '5'`)
    const newRows = await rowsOf(db, 'things', '"name", "remark"')
    const expected = [
      ['old update', null],
      ['untouched', 'n'],
      ['new update', 'r3'],
      ['old update', null],
      ['late', null],
    ]
    expect(newRows.map(({ name, remark }) => [name, remark])).toEqual(expected)
    await applyPhase(v1, v2, 'contract')
    const after = await rowsOf(db, 'things', '"name", "remark"')
    expect(after.map(({ name, remark }) => [name, remark])).toEqual(expected)
    await expect(insert(db, 'things', { id: '6', remark: 'no name' })).rejects.toThrow(/null/i)
  })

  it('a renamed field falls back to its default', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { title: z.string().default('none') } })
    const v2 = versionOf({ version: '2.0.0', fields: { name: z.string().default('none') }, renames: { title: 'name' } })
    await apply(db, stepsFor(db, v1))
    await applyPhase(v1, v2, 'expand')
    await insert(db, 'things', { id: '1' })
    await insert(db, 'things', { id: '2', title: 'x' })
    await insert(db, 'things', { id: '3', name: 'y' })
    const rows = await rowsOf(db, 'things', '"title", "name"')
    expect(rows.map(({ title, name }) => [title, name])).toEqual([
      ['none', 'none'],
      ['x', 'x'],
      ['y', 'y'],
    ])
  })

  it('a removed field still has a value for old readers, also in new rows', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { a: z.string(), b: z.string().optional() } })
    const v2 = versionOf({ version: '2.0.0', fields: {} })
    const options = { backfill: { a: 'gone' } }
    await apply(db, stepsFor(db, v1))
    await insert(db, 'things', { id: '1', a: 'x', b: 'y' })
    await applyPhase(v1, v2, 'expand', options)
    await insert(db, 'things', { id: '2', a: 'old code', b: 'y' })
    await insert(db, 'things', { id: '3' })
    expect((await rowsOf(db, 'things', '"a"')).map(({ a }) => a)).toEqual(['x', 'old code', 'gone'])
    await applyPhase(v1, v2, 'contract', options)
    expect(Object.keys((await rowsOf(db, 'things', '*'))[0]!).sort()).toEqual(['id', 'version'])
  })

  it('a widened enum accepts new members at once, and still refuses unknown ones', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { s: z.enum(['open', 'closed']) }, indexes: ['s'] })
    const v2 = versionOf({ version: '1.1.0', fields: { s: z.enum(['open', 'paused', 'closed']) }, indexes: ['s'] })
    await apply(db, stepsFor(db, v1))
    await insert(db, 'things', { id: '1', s: 'open' })
    await applyPhase(v1, v2, 'expand')
    await insert(db, 'things', { id: '2', s: 'paused' })
    await insert(db, 'things', { id: '3', s: 'closed' })
    await expect(insert(db, 'things', { id: '4', s: 'lost' })).rejects.toThrow(/things_s_in/)
  })

  it('a removed unique index does not restrict new writes', async () => {
    const fields = { a: z.string() }
    const v1 = versionOf({ version: '1.0.0', fields, indexes: [{ fields: ['a'], unique: true }] })
    const v2 = versionOf({ version: '2.0.0', fields })
    await apply(db, stepsFor(db, v1))
    await insert(db, 'things', { id: '1', a: 'x' })
    await expect(insert(db, 'things', { id: '2', a: 'x' })).rejects.toThrow(/unique/i)
    await applyPhase(v1, v2, 'expand')
    await insert(db, 'things', { id: '2', a: 'x' })
    expect(await rowsOf(db, 'things', '"a"')).toHaveLength(2)
  })

  it('a unique index removed by a rename does not restrict new writes', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { a: z.string() }, indexes: [{ fields: ['a'], unique: true }] })
    const v2 = versionOf({ version: '2.0.0', fields: { b: z.string() }, renames: { a: 'b' } })
    await apply(db, stepsFor(db, v1))
    await applyPhase(v1, v2, 'expand')
    await insert(db, 'things', { id: '1', b: 'x' })
    await insert(db, 'things', { id: '2', b: 'x' })
    expect((await rowsOf(db, 'things', '"a"')).map(({ a }) => a)).toEqual(['x', 'x'])
  })

  it('a chain of three versions keeps every row and equals a new install of the third', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { title: z.string(), kind: z.string().optional() } })
    const v2 = versionOf({
      version: '2.0.0',
      fields: { name: z.string(), kind: z.string().optional(), tags: z.array(z.string()).default([]) },
      renames: { title: 'name' },
    })
    const v3 = versionOf({
      version: '3.0.0',
      fields: { name: z.string().max(100), tags: z.array(z.string()).default([]), size: z.number().default(0.5) },
      indexes: ['name'],
      renames: { title: 'name' },
    })
    const expected = await installFresh(db, v3)
    await db.reset()
    await apply(db, stepsFor(db, v1))
    await insert(db, 'things', { id: '1', title: 'one', kind: 'k' })
    await apply(db, stepsFor(db, v2, v1))
    await insert(db, 'things', { id: '2', name: 'two' })
    await apply(db, stepsFor(db, v3, v2, { served: ['3.0.0'] }))
    await insert(db, 'things', { id: '3', name: 'three' })
    expect(await db.introspection()).toEqual(expected)
    const rows = await rowsOf(db, 'things', '"name", "tags", "size"')
    expect(rows.map(({ name, size }) => [name, size])).toEqual([
      ['one', 0.5],
      ['two', 0.5],
      ['three', 0.5],
    ])
    expect(rows.map(({ tags }) => (typeof tags === 'string' ? JSON.parse(tags) : tags))).toEqual([[], [], []])
  })

  it('values survive a change of type; an invalid value stops it without changing the table', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { a: z.string(), n: z.int(), j: z.string() } })
    const v2 = versionOf({ version: '2.0.0', fields: { a: z.int(), n: z.string(), j: z.any() } })
    await apply(db, stepsFor(db, v1))
    await insert(db, 'things', { id: '1', a: '12', n: 5, j: 'text' })
    await insert(db, 'things', { id: '2', a: 'twelve', n: 5, j: 'text' })
    const migrate = () => apply(db, stepsFor(db, v2, v1, { served: [] }))
    await expect(migrate()).rejects.toThrow()
    expect((await rowsOf(db, 'things', '"a"')).map(({ a }) => a)).toEqual(['12', 'twelve'])
    await db.exec(`UPDATE "things" SET "a" = '13' WHERE "id" = '2'`)
    if (db.dialect === 'sqlite') await db.exec('PRAGMA legacy_alter_table = OFF')
    await migrate()
    const rows = await rowsOf(db, 'things', '"a", "n", "j"')
    expect(rows.map(({ a, n, j }) => [Number(a), n, typeof j === 'string' ? j.replaceAll('"', '') : j])).toEqual([
      [12, '5', 'text'],
      [13, '5', 'text'],
    ])
  })

  it('reports the broken rule of a row before it tightens, and changes nothing', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { s: z.enum(['a', 'b']) } })
    const v2 = versionOf({ version: '2.0.0', fields: { s: z.enum(['a']) } })
    await apply(db, stepsFor(db, v1))
    await insert(db, 'things', { id: '1', s: 'b' })
    await expect(apply(db, stepsFor(db, v2, v1, { served: [] }))).rejects.toThrow(/things_s_in/)
    expect(await rowsOf(db, 'things', '"s"')).toHaveLength(1)
  })
})
