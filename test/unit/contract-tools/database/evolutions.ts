import * as z from 'zod'
import type { VersionSpec } from './versions.ts'

export interface Evolution {
  readonly what: string
  readonly before: Omit<VersionSpec, 'version'>
  readonly after: Omit<VersionSpec, 'version'>
  readonly options?: { served?: readonly string[]; backfill?: Record<string, unknown> }
}

/** Single changes, each as a pair of versions. */
export const EVOLUTIONS: readonly Evolution[] = [
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
    before: { fields: { s: z.enum(['open', 'closed']) } },
    after: { fields: { s: z.enum(['open', 'paused', 'closed']) } },
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
    what: 'tighter rules after the end of the old major',
    before: { fields: { s: z.enum(['a', 'b', 'c']), t: z.string().optional(), n: z.int(), u: z.string() } },
    after: {
      fields: { s: z.enum(['a', 'b']), t: z.string(), n: z.int().min(3), u: z.string().regex(/^[a-z]+$/) },
      indexes: [{ fields: ['u'], unique: true }],
    },
    options: { served: [], backfill: { t: 'late' } },
  },
  {
    what: 'changed types after the end of the old major',
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
