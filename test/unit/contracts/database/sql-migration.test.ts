import { ContractError } from '@signet/contracts'
import { type MigrationStep, type SqlDialect, sqlMigration } from '@signet/contracts/database'
import type { ContractIR } from '@signet/contracts/ir'
import { irOf } from '@signet/contracts/ir'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { jobs } from '../sample-contract.ts'
import { apply, type Database, insert, postgresDatabase, rowsOf, sqliteDatabase } from './databases.ts'
import { type VersionSpec, versionOf } from './versions.ts'

const databases = [sqliteDatabase(), postgresDatabase()]
afterAll(async () => {
  for (const db of databases) await db.close()
})

const steps = (
  dialect: SqlDialect,
  ir: ContractIR,
  previous?: ContractIR,
  options: { served?: readonly string[]; backfill?: Record<string, unknown> } = {},
): readonly MigrationStep[] => sqlMigration(ir, { dialect, previous, ...options }).steps

const freshIntrospection = async (db: Database, ir: ContractIR): Promise<unknown> => {
  await db.reset()
  await apply(db, steps(db.dialect, ir))
  return db.introspection()
}

interface Evolution {
  readonly what: string
  readonly before: Omit<VersionSpec, 'version'>
  readonly after: Omit<VersionSpec, 'version'>
  readonly options?: { served?: readonly string[]; backfill?: Record<string, unknown> }
}

const state = (...names: readonly [string, ...string[]]) => z.enum(names)

const EVOLUTIONS: readonly Evolution[] = [
  { what: 'nothing', before: { fields: { a: z.string() } }, after: { fields: { a: z.string() } } },
  { what: 'an added optional field', before: { fields: {} }, after: { fields: { a: z.string().max(5).optional() } } },
  {
    what: 'an added required field with a default',
    before: { fields: {} },
    after: { fields: { a: z.string().min(1).default("it's") } },
  },
  {
    what: 'an added required field with a backfill',
    before: { fields: {} },
    after: { fields: { a: z.int() } },
    options: { backfill: { a: 7 } },
  },
  {
    what: 'an added index and a dropped one',
    before: { fields: { a: z.string(), b: z.int() }, indexes: ['a'] },
    after: { fields: { a: z.string(), b: z.int() }, indexes: [['b', 'a']] },
  },
  {
    what: 'a widened enum',
    before: { fields: { s: state('open', 'closed') } },
    after: { fields: { s: state('open', 'paused', 'closed') } },
  },
  {
    what: 'a rename',
    before: { fields: { title: z.string().min(1) }, indexes: ['title', { fields: ['title', 'id'], unique: true }] },
    after: {
      fields: { name: z.string().min(1) },
      indexes: ['name', { fields: ['name', 'id'], unique: true }],
      renames: { title: 'name' },
    },
  },
  {
    what: 'a rename of a field with a default',
    before: { fields: { title: z.string().default('none') } },
    after: { fields: { name: z.string().default('none') }, renames: { title: 'name' } },
  },
  {
    what: 'a removed optional field',
    before: { fields: { a: z.string().optional(), b: z.int() }, indexes: ['a'] },
    after: { fields: { b: z.int() } },
  },
  {
    what: 'a removed required field with a value for its old readers',
    before: { fields: { a: z.string(), b: z.int() }, indexes: [{ fields: ['a'], unique: true }] },
    after: { fields: { b: z.int() } },
    options: { backfill: { a: 'gone' } },
  },
  {
    what: 'a required field that becomes optional',
    before: { fields: { a: z.string() } },
    after: { fields: { a: z.string().nullable().optional() } },
  },
  {
    what: 'wider limits',
    before: { fields: { a: z.string().min(2).max(5), n: z.int().min(1), l: z.array(z.string()).max(2) } },
    after: { fields: { a: z.string().max(9), n: z.int().min(0), l: z.array(z.string()).max(3) } },
  },
  {
    what: 'an added, a changed and a removed default',
    before: { fields: { a: z.string(), b: z.int().default(1), c: z.int().default(1) } },
    after: { fields: { a: z.string().default('x'), b: z.int().default(2), c: z.int() } },
  },
  {
    what: 'a unique index over a field that is new',
    before: { fields: { a: z.string() } },
    after: { fields: { a: z.string(), slug: z.string().optional() }, indexes: [{ fields: ['slug'], unique: true }] },
  },
  {
    what: 'a unique index that becomes a plain one',
    before: { fields: { a: z.string() }, indexes: [{ fields: ['a'], unique: true }] },
    after: { fields: { a: z.string() }, indexes: ['a'] },
  },
  {
    what: 'tighter rules when the old major is gone',
    before: { fields: { s: state('a', 'b', 'c'), t: z.string().optional(), n: z.int(), u: z.string() } },
    after: {
      fields: { s: state('a', 'b'), t: z.string(), n: z.int().min(3), u: z.string().regex(/^[a-z]+$/) },
      indexes: [{ fields: ['u'], unique: true }],
    },
    options: { served: [], backfill: { t: 'late' } },
  },
  {
    what: 'changed types when the old major is gone',
    before: {
      fields: {
        a: z.string().max(9).default('1'),
        b: z.int(),
        c: z.object({ x: z.int() }),
        d: z.uuid(),
        e: z.string(),
        f: z.iso.datetime(),
      },
      indexes: ['a'],
    },
    after: {
      fields: { a: z.int().default(1), b: z.number(), c: z.any(), d: z.string(), e: z.iso.datetime(), f: z.string() },
      indexes: ['a'],
    },
    options: { served: [] },
  },
]

describe.each(databases)('migrations in $dialect', (db) => {
  beforeEach(() => db.reset())

  it('create the table of a real contract from nothing', async () => {
    await apply(db, steps(db.dialect, irOf(jobs)))
    const row = { job_id: 'j1', state: 'queued', prompt: 'x', seed: 4, created_at: '2026-01-02T03:04:05.000Z' }
    await insert(db, 'jobs', row)
    const [stored] = await db.query({ text: 'SELECT * FROM "jobs"', values: [] })
    expect(stored).toMatchObject({ job_id: 'j1', asset_url: null, version: 1 })
    await expect(insert(db, 'jobs', { ...row, job_id: 'j2', state: 'lost' })).rejects.toThrow(/jobs_state_in/)
    await expect(insert(db, 'jobs', row)).rejects.toThrow(/unique/i)
  })

  it.each(EVOLUTIONS)('end in the tables of a fresh install: $what', async ({ before, after, options }) => {
    const [v1, v2] = [versionOf({ version: '1.0.0', ...before }), versionOf({ version: '2.0.0', ...after })]
    const expected = await freshIntrospection(db, v2)
    await db.reset()
    await apply(db, steps(db.dialect, v1))
    await apply(db, steps(db.dialect, v2, v1, options))
    expect(await db.introspection()).toEqual(expected)
  })

  it.each(EVOLUTIONS)('are the same bytes on a second run: $what', ({ before, after, options }) => {
    const [v1, v2] = [versionOf({ version: '1.0.0', ...before }), versionOf({ version: '2.0.0', ...after })]
    const again = sqlMigration(v2, { dialect: db.dialect, previous: v1, ...options })
    expect(
      sqlMigration(structuredClone(v2), { dialect: db.dialect, previous: structuredClone(v1), ...options }),
    ).toEqual(again)
    expect(JSON.stringify(again.files)).toBe(
      JSON.stringify(sqlMigration(v2, { dialect: db.dialect, previous: v1, ...options }).files),
    )
  })

  it('have no steps where nothing changed', () => {
    const [v1, v2] = (['1.0.0', '1.0.1'] as const).map((version) => versionOf({ version, fields: { a: z.string() } }))
    expect(sqlMigration(v2!, { dialect: db.dialect, previous: v1! })).toEqual({ steps: [], files: {} })
  })

  it('refuse by name what a schema refuses', async () => {
    const fields = {
      s: z.enum(["it's", 'b']),
      n: z.int().min(1).max(10).multipleOf(2),
      x: z.number().gt(0).lt(1),
      t: z.string().min(2).max(4),
      p: z.string().regex(/^[a-z][a-z0-9-]*$/),
      b: z.boolean(),
      u: z.uuid(),
      o: z.object({ a: z.int() }),
      l: z.array(z.string()).min(1).max(2),
      at: z.iso.datetime(),
      day: z.iso.date(),
    }
    await apply(db, steps(db.dialect, versionOf({ version: '1.0.0', fields })))
    const good = {
      id: 'good',
      s: "it's",
      n: 4,
      x: 0.5,
      t: 'abc',
      p: 'a-1',
      b: db.dialect === 'sqlite' ? 1 : true,
      u: '0189d1a0-0000-7000-8000-000000000000',
      o: '{"a":1}',
      l: '["x"]',
      at: '2026-01-02T03:04:05.678Z',
      day: '2026-01-02',
    }
    await insert(db, 'things', good)
    const bad: readonly (readonly [string, unknown, RegExp])[] = [
      ['s', 'c', /things_s_in/],
      ['n', 0, /things_n_min/],
      ['n', 12, /things_n_max/],
      ['n', 3, /things_n_multiple/],
      ['x', 0, /things_x_min/],
      ['x', 1, /things_x_max/],
      ['t', 'a', /things_t_min_length/],
      ['t', 'abcde', /things_t_max_length/],
      ['p', '-a', /things_p_pattern/],
      ['p', 'a_', /things_p_pattern/],
      ['p', 'a\nb', /things_p_pattern/],
      ['b', 2, /things_b_type|boolean/],
      ['u', 'nope', /things_u_type|uuid/],
      ['o', '[]', /things_o_type/],
      ['o', '{', /things_o_type|json/],
      ['l', '{}', /things_l_type/],
      ['l', '[]', /things_l_min_items/],
      ['l', '[1,2,3]', /things_l_max_items/],
      ['at', 'yesterday-ish', /things_at_type|timestamp/],
      ['day', '2026-1-2', db.dialect === 'sqlite' ? /things_day_type/ : /nothing/],
      ['s', null, /null/i],
    ]
    for (const [field, value, message] of bad) {
      if (message.source === 'nothing') continue
      await expect(insert(db, 'things', { ...good, id: 'bad', [field]: value }), `${field} = ${value}`).rejects.toThrow(
        message,
      )
    }
    expect(await rowsOf(db, 'things', '"id"')).toHaveLength(1)
  })

  it('quote every name: reserved words, quotes, case, other scripts, and more than 63 bytes', async () => {
    const long = `${'ä'.repeat(40)}_end`
    const fields = {
      select: z.string().optional(),
      'a"b\'c': z.string().default('x"y\'z'),
      Größe: z.int().optional(),
      [long]: z.int().min(1).optional(),
      [`${long}2`]: z.int().min(1).optional(),
    }
    const spec = { table: 'order', fields, indexes: ['select', ['a"b\'c', long]] }
    const v2 = versionOf({ version: '2.0.0', ...spec })
    const expected = await freshIntrospection(db, v2)
    await db.reset()
    await apply(db, steps(db.dialect, versionOf({ version: '1.0.0', table: 'order', fields: {} })))
    await insert(db, 'order', { id: 'a' })
    await apply(db, steps(db.dialect, v2, versionOf({ version: '1.0.0', table: 'order', fields: {} })))
    expect(await db.introspection()).toEqual(expected)
    const [row] = await rowsOf(db, 'order', '*')
    expect(row?.['a"b\'c']).toBe('x"y\'z')
  })
})

describe.each(databases)('while both versions write in $dialect', (db) => {
  beforeEach(() => db.reset())

  const phase = async (v1: ContractIR, v2: ContractIR, name: MigrationStep['phase'], options = {}) =>
    apply(db, steps(db.dialect, v2, v1, options), name)

  it('a new required field with a default is filled for old rows and old writers', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { a: z.string() } })
    const v2 = versionOf({ version: '1.1.0', fields: { a: z.string(), tier: state('free', 'pro').default('free') } })
    await apply(db, steps(db.dialect, v1))
    await insert(db, 'things', { id: '1', a: 'old' })
    await phase(v1, v2, 'expand')
    await insert(db, 'things', { id: '2', a: 'old code' })
    await insert(db, 'things', { id: '3', a: 'new code', tier: 'pro' })
    expect(await rowsOf(db, 'things', '"id", "a"')).toHaveLength(3)
    await phase(v1, v2, 'backfill')
    await phase(v1, v2, 'backfill')
    await phase(v1, v2, 'contract')
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
    await apply(db, steps(db.dialect, v1))
    await insert(db, 'things', { id: '1', title: 'before', note: null })
    await insert(db, 'things', { id: '2', title: 'untouched', note: 'n' })
    await phase(v1, v2, 'expand')
    await insert(db, 'things', { id: '3', title: 'old code', note: 'n3' })
    await insert(db, 'things', { id: '4', name: 'new code', remark: null })
    await write(`UPDATE "things" SET "title" = 'old update' WHERE "id" IN ('1', '4')`)
    await write(`UPDATE "things" SET "name" = 'new update', "remark" = 'r3' WHERE "id" = '3'`)
    const old = await rowsOf(db, 'things', '"id", "title", "note"')
    expect(old.map(({ title, note }) => [title, note])).toEqual([
      ['old update', null],
      ['untouched', 'n'],
      ['new update', 'r3'],
      ['old update', null],
    ])
    await phase(v1, v2, 'backfill')
    await insert(db, 'things', { id: '5', title: 'late', note: 'old' })
    await phase(v1, v2, 'backfill')
    await write(`UPDATE "things" SET "note" = NULL WHERE "id" = '5'`)
    const next = await rowsOf(db, 'things', '"name", "remark"')
    const expected = [
      ['old update', null],
      ['untouched', 'n'],
      ['new update', 'r3'],
      ['old update', null],
      ['late', null],
    ]
    expect(next.map(({ name, remark }) => [name, remark])).toEqual(expected)
    await phase(v1, v2, 'contract')
    const after = await rowsOf(db, 'things', '"name", "remark"')
    expect(after.map(({ name, remark }) => [name, remark])).toEqual(expected)
    await expect(insert(db, 'things', { id: '6', remark: 'no name' })).rejects.toThrow(/null/i)
  })

  it('a renamed field falls back on its default as before', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { title: z.string().default('none') } })
    const v2 = versionOf({ version: '2.0.0', fields: { name: z.string().default('none') }, renames: { title: 'name' } })
    await apply(db, steps(db.dialect, v1))
    await phase(v1, v2, 'expand')
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
    await apply(db, steps(db.dialect, v1))
    await insert(db, 'things', { id: '1', a: 'x', b: 'y' })
    await phase(v1, v2, 'expand', options)
    await insert(db, 'things', { id: '2', a: 'old code', b: 'y' })
    await insert(db, 'things', { id: '3' })
    expect((await rowsOf(db, 'things', '"a"')).map(({ a }) => a)).toEqual(['x', 'old code', 'gone'])
    await phase(v1, v2, 'contract', options)
    expect(Object.keys((await rowsOf(db, 'things', '*'))[0]!).sort()).toEqual(['id', 'version'])
  })

  it('a widened enum takes new members at once, and goes on refusing unknown ones', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { s: state('open', 'closed') }, indexes: ['s'] })
    const v2 = versionOf({ version: '1.1.0', fields: { s: state('open', 'paused', 'closed') }, indexes: ['s'] })
    await apply(db, steps(db.dialect, v1))
    await insert(db, 'things', { id: '1', s: 'open' })
    await phase(v1, v2, 'expand')
    await insert(db, 'things', { id: '2', s: 'paused' })
    await insert(db, 'things', { id: '3', s: 'closed' })
    await expect(insert(db, 'things', { id: '4', s: 'lost' })).rejects.toThrow(/things_s_in/)
  })

  it('a chain of three versions keeps every row and ends in a fresh third', async () => {
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
    const expected = await freshIntrospection(db, v3)
    await db.reset()
    await apply(db, steps(db.dialect, v1))
    await insert(db, 'things', { id: '1', title: 'one', kind: 'k' })
    await apply(db, steps(db.dialect, v2, v1))
    await insert(db, 'things', { id: '2', name: 'two' })
    await apply(db, steps(db.dialect, v3, v2, { served: ['3.0.0'] }))
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

  it('values survive a change of type, and one that does not fit stops it with the table as it was', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { a: z.string(), n: z.int(), j: z.string() } })
    const v2 = versionOf({ version: '2.0.0', fields: { a: z.int(), n: z.string(), j: z.any() } })
    await apply(db, steps(db.dialect, v1))
    await insert(db, 'things', { id: '1', a: '12', n: 5, j: 'text' })
    await insert(db, 'things', { id: '2', a: 'twelve', n: 5, j: 'text' })
    const migrate = () => apply(db, steps(db.dialect, v2, v1, { served: [] }))
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

  it('tells which rule a row breaks before it tightens, and changes nothing', async () => {
    const v1 = versionOf({ version: '1.0.0', fields: { s: state('a', 'b') } })
    const v2 = versionOf({ version: '2.0.0', fields: { s: state('a') } })
    await apply(db, steps(db.dialect, v1))
    await insert(db, 'things', { id: '1', s: 'b' })
    await expect(apply(db, steps(db.dialect, v2, v1, { served: [] }))).rejects.toThrow(/things_s_in/)
    expect(await rowsOf(db, 'things', '"s"')).toHaveLength(1)
  })
})

const REFUSED: readonly (readonly [
  what: string,
  before: Omit<VersionSpec, 'version'>,
  after: Omit<VersionSpec, 'version'>,
  told: RegExp,
])[] = [
  [
    'a required field without a value',
    { fields: {} },
    { fields: { a: z.string() } },
    /schema\.a: is new and required.*pass backfill: \{ "a": … \}/,
  ],
  [
    'a removed state',
    { fields: { s: state('a', 'b') } },
    { fields: { s: state('a') } },
    /schema\.s: has a tighter rule \(in\), but version 1\.0\.0 is still served.*leave it out of `served`/,
  ],
  [
    'a changed type',
    { fields: { a: z.int() } },
    { fields: { a: z.string() } },
    /schema\.a: is text and no longer integer/,
  ],
  ['a lossy type', { fields: { a: z.number() } }, { fields: { a: z.boolean() } }, /cannot turn number into boolean/],
  [
    'two changes that need each other',
    { fields: { a: z.string().optional() } },
    { fields: { a: z.int().default(1) } },
    /changes its type and becomes required; do one now/,
  ],
  [
    'a tighter limit',
    { fields: { a: z.string() } },
    { fields: { a: z.string().max(3) } },
    /tighter rule \(max_length\)/,
  ],
  [
    'an optional field made required',
    { fields: { a: z.string().optional() } },
    { fields: { a: z.string() } },
    /must be present/,
  ],
  [
    'a required field removed',
    { fields: { a: z.string() } },
    { fields: {} },
    /schema\.a: is removed.*still served and requires it/,
  ],
  [
    'a unique index over written fields',
    { fields: { a: z.string() } },
    { fields: { a: z.string() }, indexes: [{ fields: ['a'], unique: true }] },
    /promises that a is unique/,
  ],
  ['another table', { fields: {} }, { fields: {}, table: 'others' }, /surfaces\.db\.table: was "things"/],
  [
    'another key',
    { fields: { a: z.string() } },
    { fields: { a: z.string() }, key: ['a'] },
    /surfaces\.db\.key: was id/,
  ],
  [
    'a rename that changes the type',
    { fields: { a: z.string() } },
    { fields: { b: z.string().max(3) }, renames: { a: 'b' } },
    /compat\.renames\.a: changes more than its name/,
  ],
  [
    'a rename of nothing',
    { fields: { b: z.string() } },
    { fields: { b: z.string(), c: z.string().optional() }, renames: { a: 'c' } },
    /version 1\.0\.0 has no field "a"/,
  ],
]

describe('a change that would lose data or break what is served', () => {
  it.each(REFUSED)('is refused with the mend: %s', (_, before, after, told) => {
    const [v1, v2] = [versionOf({ version: '1.0.0', ...before }), versionOf({ version: '2.0.0', ...after })]
    for (const dialect of ['postgres', 'sqlite'] as const) {
      const generate = () => sqlMigration(v2, { dialect, previous: v1 })
      expect(generate).toThrow(ContractError)
      expect(generate).toThrow(told)
    }
  })

  it.each<readonly [string, Omit<VersionSpec, 'version'>, RegExp]>([
    [
      'a default that breaks its own rule',
      { fields: { a: z.string().default('x').meta({ maxLength: 0 }) } },
      /schema\.a: its default "x" breaks its own rule/,
    ],
    ['names that differ in case alone', { fields: { a: z.string(), A: z.string() } }, /differs from "a" in case alone/],
    ['a name of PostgreSQL itself', { fields: { xmin: z.string() } }, /keeps for itself/],
    ['a version that does not count', { fields: { version: z.string() } }, /make it z\.int\(\)/],
    ['a key that may be missing', { fields: { k: z.string().optional() }, key: ['k'] }, /make it required/],
    ['a key of JSON', { fields: { k: z.object({}) }, key: ['k'] }, /identifies nothing/],
    ['a table name of SQLite itself', { fields: {}, table: 'sqlite_things' }, /rename it/],
    ['an index twice', { fields: { a: z.string() }, indexes: ['a', ['a']] }, /remove one/],
  ])('is refused from nothing: %s', (_, spec, told) => {
    const ir = versionOf({ version: '1.0.0', ...spec })
    expect(() => sqlMigration(ir, { dialect: 'sqlite' })).toThrow(told)
  })

  it('is none where the entity is stored elsewhere', () => {
    const ir = versionOf({ version: '1.0.0', fields: {} })
    const { db: _, ...entity } = ir.entity!
    expect(sqlMigration({ ...ir, entity }, { dialect: 'postgres' })).toEqual({ steps: [], files: {} })
  })
})
