import { sqlMigration } from '@signet/contract-tools/database'
import { ContractError } from '@signet/contracts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type VersionSpec, versionOf } from './versions.ts'

const REFUSED_CHANGES: readonly (readonly [
  what: string,
  before: Omit<VersionSpec, 'version'>,
  after: Omit<VersionSpec, 'version'>,
  reason: RegExp,
])[] = [
  [
    'a required field without a value',
    { fields: {} },
    { fields: { a: z.string() } },
    /schema\.a: is new and required.*pass backfill: \{ "a": … \}/,
  ],
  [
    'a removed state',
    { fields: { s: z.enum(['a', 'b']) } },
    { fields: { s: z.enum(['a']) } },
    /schema\.s: has a tighter rule \(in\), but version 1\.0\.0 is still served.*remove the version from `served`/,
  ],
  [
    'a changed type',
    { fields: { a: z.int() } },
    { fields: { a: z.string() } },
    /schema\.a: is text instead of integer/,
  ],
  ['a lossy type', { fields: { a: z.number() } }, { fields: { a: z.boolean() } }, /cannot turn number into boolean/],
  [
    'a changed type that also becomes required',
    { fields: { a: z.string().optional() } },
    { fields: { a: z.int().default(1) } },
    /changes its type and becomes required; change one now/,
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
    /declares a as unique/,
  ],
  [
    'a unique index over a field that is renamed as well',
    { fields: { a: z.string() } },
    { fields: { b: z.string() }, renames: { a: 'b' }, indexes: [{ fields: ['b'], unique: true }] },
    /declares b as unique/,
  ],
  ['a changed table name', { fields: {} }, { fields: {}, table: 'others' }, /surfaces\.db\.table: was "things"/],
  [
    'a changed key',
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
    'a rename of a field that does not exist',
    { fields: { b: z.string() } },
    { fields: { b: z.string(), c: z.string().optional() }, renames: { a: 'c' } },
    /version 1\.0\.0 has no field "a"/,
  ],
]

describe('a change that would lose data or break a served version', () => {
  it.each(REFUSED_CHANGES)('returns an error with the fix: %s', (_, before, after, reason) => {
    const v1 = versionOf({ version: '1.0.0', ...before })
    const v2 = versionOf({ version: '2.0.0', ...after })
    for (const dialect of ['postgres', 'sqlite'] as const) {
      const generate = () => sqlMigration(v2, { dialect, previous: v1 })
      expect(generate).toThrow(ContractError)
      expect(generate).toThrow(reason)
    }
  })

  it('fails while any older version is served, and succeeds when only the new one is', () => {
    const v2 = versionOf({ version: '2.0.0', fields: { a: z.string() } })
    const v3 = versionOf({ version: '3.0.0', fields: { a: z.string().max(3) } })
    const generate = (...served: string[]) => sqlMigration(v3, { dialect: 'sqlite', previous: v2, served })
    expect(() => generate('1.4.0', '3.0.0')).toThrow(/version 1\.4\.0 is still served/)
    expect(generate('3.0.0').steps.map(({ phase }) => phase)).toContain('contract')
  })

  it.each<readonly [string, Omit<VersionSpec, 'version'>, RegExp]>([
    [
      'a default that breaks its own rule',
      { fields: { a: z.string().default('x').meta({ maxLength: 0 }) } },
      /schema\.a: its default "x" breaks its own rule/,
    ],
    ['names that differ only in case', { fields: { a: z.string(), A: z.string() } }, /differs from "a" only in case/],
    ['the name of a system column of PostgreSQL', { fields: { xmin: z.string() } }, /system column/],
    ['a version field that is not an integer', { fields: { version: z.string() } }, /make it z\.int\(\)/],
    ['a key that may be missing', { fields: { k: z.string().optional() }, key: ['k'] }, /make it required/],
    ['a JSON field as the key', { fields: { k: z.object({}) }, key: ['k'] }, /cannot be a key/],
    ['a table name with the internal prefix of SQLite', { fields: {}, table: 'sqlite_things' }, /rename it/],
    ['two equal indexes', { fields: { a: z.string() }, indexes: ['a', ['a']] }, /remove one/],
  ])('fails for an empty database: %s', (_, spec, reason) => {
    const ir = versionOf({ version: '1.0.0', ...spec })
    expect(() => sqlMigration(ir, { dialect: 'sqlite' })).toThrow(reason)
  })

  it('needs no migration if the entity is stored elsewhere', () => {
    const ir = versionOf({ version: '1.0.0', fields: {} })
    const { db: _, ...entity } = ir.entity!
    expect(sqlMigration({ ...ir, entity }, { dialect: 'postgres' })).toEqual({ steps: [], files: {} })
  })
})
