import { sqlMigration } from '@signet/contract-tools/database'
import { irOf } from '@signet/contracts/ir'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { jobs } from '../../../support/sample-contract.ts'
import { apply, insert, postgresDatabase, rowsOf, sqliteDatabase } from './databases.ts'
import { EVOLUTIONS } from './evolutions.ts'
import { installFresh, stepsFor } from './install.ts'
import { versionOf } from './versions.ts'

const databases = [sqliteDatabase(), postgresDatabase()]
afterAll(async () => {
  for (const db of databases) await db.close()
})

describe.each(databases)('migrations in $dialect', (db) => {
  beforeEach(() => db.reset())

  it('create the table of a real contract in an empty database', async () => {
    await apply(db, stepsFor(db, irOf(jobs)))
    const row = { job_id: 'j1', state: 'queued', prompt: 'x', seed: 4, created_at: '2026-01-02T03:04:05.000Z' }
    await insert(db, 'jobs', row)
    const [stored] = await db.query({ text: 'SELECT * FROM "jobs"', values: [] })
    expect(stored).toMatchObject({ job_id: 'j1', asset_url: null, version: 1 })
    await expect(insert(db, 'jobs', { ...row, job_id: 'j2', state: 'lost' })).rejects.toThrow(/jobs_state_in/)
    await expect(insert(db, 'jobs', row)).rejects.toThrow(/unique/i)
  })

  it.each(EVOLUTIONS)('end in the tables of a new install: $what', async ({ before, after, options }) => {
    const v1 = versionOf({ version: '1.0.0', ...before })
    const v2 = versionOf({ version: '2.0.0', ...after })
    const expected = await installFresh(db, v2)
    await db.reset()
    await apply(db, stepsFor(db, v1))
    await apply(db, stepsFor(db, v2, v1, options))
    expect(await db.introspection()).toEqual(expected)
  })

  it.each(EVOLUTIONS)('generate the same bytes on a second run: $what', ({ before, after, options }) => {
    const v1 = versionOf({ version: '1.0.0', ...before })
    const v2 = versionOf({ version: '2.0.0', ...after })
    const expectedMigration = sqlMigration(v2, { dialect: db.dialect, previous: v1, ...options })
    expect(
      sqlMigration(structuredClone(v2), { dialect: db.dialect, previous: structuredClone(v1), ...options }),
    ).toEqual(expectedMigration)
    expect(JSON.stringify(expectedMigration.files)).toBe(
      JSON.stringify(sqlMigration(v2, { dialect: db.dialect, previous: v1, ...options }).files),
    )
  })

  it.each(EVOLUTIONS)('restart after an interruption: $what', async ({ before, after, options }) => {
    const v1 = versionOf({ version: '1.0.0', ...before })
    const v2 = versionOf({ version: '2.0.0', ...after })
    const expected = await installFresh(db, v2)
    await installFresh(db, v1)
    const steps = stepsFor(db, v2, v1, options)
    for (const phase of ['expand', 'backfill', 'contract'] as const) {
      const phaseSteps = steps.filter((step) => step.phase === phase)
      if (db.dialect === 'postgres') {
        for (const last of phaseSteps.keys()) await apply(db, phaseSteps.slice(0, last + 1))
      } else if (phase !== 'backfill') {
        // A single transaction, which is either done or not.
        expect(phaseSteps.filter(({ transaction }) => transaction).length).toBeLessThanOrEqual(1)
      }
      await apply(db, phaseSteps)
    }
    expect(await db.introspection()).toEqual(expected)
  })

  it.each(EVOLUTIONS)('have the same effect as files, one per phase: $what', async ({ before, after, options }) => {
    const v1 = versionOf({ version: '1.0.0', ...before })
    const v2 = versionOf({ version: '2.0.0', ...after })
    const expected = await installFresh(db, v2)
    await db.reset()
    const { files, steps } = sqlMigration(v2, { dialect: db.dialect, previous: v1, ...options })
    const created = sqlMigration(v1, { dialect: db.dialect }).files
    for (const text of Object.values(created)) await db.exec(text)
    const texts = Object.values(files)
    // PostgreSQL runs a text of several statements as one transaction, unlike psql, so the steps are run instead.
    if (db.dialect === 'postgres') await apply(db, steps)
    else for (const text of texts) await db.exec(text)
    expect(await db.introspection()).toEqual(expected)
    let remainingText = texts.join('')
    for (const statement of steps.flatMap(({ statements }) => statements)) {
      expect(remainingText).toContain(`\n${statement};\n`)
      remainingText = remainingText.slice(remainingText.indexOf(`\n${statement};\n`) + statement.length)
    }
  })

  it('have no steps without changes', () => {
    const [v1, v2] = (['1.0.0', '1.0.1'] as const).map((version) => versionOf({ version, fields: { a: z.string() } }))
    expect(sqlMigration(v2!, { dialect: db.dialect, previous: v1! })).toEqual({ steps: [], files: {} })
  })

  it('add a named constraint for each rule of the schema', async () => {
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
    await apply(db, stepsFor(db, versionOf({ version: '1.0.0', fields })))
    const validRow = {
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
    await insert(db, 'things', validRow)
    const invalidValues: [string, unknown, RegExp][] = [
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
      ['s', null, /null/i],
    ]
    // PostgreSQL parses this text as a date.
    if (db.dialect === 'sqlite') invalidValues.push(['day', '2026-1-2', /things_day_type/])
    for (const [field, value, message] of invalidValues) {
      await expect(
        insert(db, 'things', { ...validRow, id: 'bad', [field]: value }),
        `${field} = ${value}`,
      ).rejects.toThrow(message)
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
    const expected = await installFresh(db, v2)
    await db.reset()
    await apply(db, stepsFor(db, versionOf({ version: '1.0.0', table: 'order', fields: {} })))
    await insert(db, 'order', { id: 'a' })
    await apply(db, stepsFor(db, v2, versionOf({ version: '1.0.0', table: 'order', fields: {} })))
    expect(await db.introspection()).toEqual(expected)
    const [row] = await rowsOf(db, 'order', '*')
    expect(row?.['a"b\'c']).toBe('x"y\'z')
  })
})
