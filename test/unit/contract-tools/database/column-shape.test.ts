import { sqlMigration } from '@signet/contract-tools/database'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { versionOf } from './versions.ts'

/** Returns the line of one column in CREATE TABLE. */
const column = (dialect: 'postgres' | 'sqlite', type: z.ZodType): string => {
  const ir = versionOf({ version: '1.0.0', fields: { c: type } })
  const [statement = ''] = sqlMigration(ir, { dialect }).steps[0]?.statements ?? []
  return statement
    .split('\n')
    .find((line) => line.includes('"c" '))!
    .trim()
    .replace(/,$/, '')
}

const Address = z.object({ street: z.string() }).meta({ id: 'Address' })
const Tier = z.enum(['free', 'pro']).meta({ id: 'Tier' })

const COLUMNS: readonly (readonly [what: string, type: z.ZodType, postgres: string, sqlite: string])[] = [
  ['text', z.string(), '"c" text NOT NULL', '"c" TEXT NOT NULL'],
  ['an optional field', z.string().optional(), '"c" text', '"c" TEXT'],
  ['a nullable field', z.string().nullable(), '"c" text', '"c" TEXT'],
  [
    'text that is not empty',
    z.string().min(1),
    `"c" text NOT NULL CONSTRAINT "things_c_min_length" CHECK (char_length("c") >= 1)`,
    `"c" TEXT NOT NULL CONSTRAINT "things_c_min_length" CHECK (length("c") >= 1)`,
  ],
  [
    'a date',
    z.iso.date(),
    '"c" date NOT NULL',
    `"c" TEXT NOT NULL CONSTRAINT "things_c_type" CHECK ("c" GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]')`,
  ],
  [
    'a time with any offset',
    z.iso.datetime({ offset: true }),
    '"c" timestamptz NOT NULL',
    `"c" TEXT NOT NULL CONSTRAINT "things_c_type" CHECK ("c" GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]*')`,
  ],
  [
    'a number',
    z.number().lt(2),
    '"c" double precision NOT NULL CONSTRAINT "things_c_max" CHECK ("c" < 2)',
    '"c" REAL NOT NULL CONSTRAINT "things_c_max" CHECK ("c" < 2)',
  ],
  [
    'a flag',
    z.boolean().default(false),
    '"c" boolean NOT NULL DEFAULT FALSE',
    '"c" INTEGER NOT NULL DEFAULT 0 CONSTRAINT "things_c_type" CHECK ("c" IN (0, 1))',
  ],
  [
    'a shared enum with a default',
    Tier.default('free'),
    `"c" text NOT NULL DEFAULT 'free' CONSTRAINT "things_c_in" CHECK ("c" IN ('free', 'pro'))`,
    `"c" TEXT NOT NULL DEFAULT 'free' CONSTRAINT "things_c_in" CHECK ("c" IN ('free', 'pro'))`,
  ],
  [
    'a union of words',
    z.union([z.literal('a'), z.literal('b'), z.null()]),
    `"c" text CONSTRAINT "things_c_in" CHECK ("c" IN ('a', 'b'))`,
    `"c" TEXT CONSTRAINT "things_c_in" CHECK ("c" IN ('a', 'b'))`,
  ],
  [
    'a literal',
    z.literal(3),
    '"c" bigint NOT NULL CONSTRAINT "things_c_in" CHECK ("c" IN (3))',
    '"c" INTEGER NOT NULL CONSTRAINT "things_c_in" CHECK ("c" IN (3))',
  ],
  [
    'a shared object',
    Address,
    `"c" jsonb NOT NULL CONSTRAINT "things_c_type" CHECK (jsonb_typeof("c") = 'object')`,
    `"c" TEXT NOT NULL CONSTRAINT "things_c_type" CHECK (json_valid("c") AND json_type("c") = 'object')`,
  ],
  [
    'a shared object that may be null',
    Address.nullable(),
    `"c" jsonb CONSTRAINT "things_c_type" CHECK (jsonb_typeof("c") = 'object')`,
    `"c" TEXT CONSTRAINT "things_c_type" CHECK (json_valid("c") AND json_type("c") = 'object')`,
  ],
  [
    'one of several objects',
    z.discriminatedUnion('t', [z.object({ t: z.literal(1) }), z.object({ t: z.literal(2) })]),
    `"c" jsonb NOT NULL CONSTRAINT "things_c_type" CHECK (jsonb_typeof("c") = 'object')`,
    `"c" TEXT NOT NULL CONSTRAINT "things_c_type" CHECK (json_valid("c") AND json_type("c") = 'object')`,
  ],
  [
    'text or a number',
    z.union([z.string(), z.number()]),
    '"c" jsonb NOT NULL',
    '"c" TEXT NOT NULL CONSTRAINT "things_c_type" CHECK (json_valid("c"))',
  ],
  [
    'a record',
    z.record(z.string(), z.int()),
    `"c" jsonb NOT NULL CONSTRAINT "things_c_type" CHECK (jsonb_typeof("c") = 'object')`,
    `"c" TEXT NOT NULL CONSTRAINT "things_c_type" CHECK (json_valid("c") AND json_type("c") = 'object')`,
  ],
  [
    'two patterns',
    z.string().regex(/^a/).regex(/b$/),
    `"c" text NOT NULL CONSTRAINT "things_c_pattern" CHECK ("c" ~ '^a' AND "c" ~ 'b$')`,
    `"c" TEXT NOT NULL CONSTRAINT "things_c_pattern" CHECK ("c" GLOB 'a*' AND "c" GLOB '*b')`,
  ],
  ['a pattern that SQL cannot express', z.string().regex(/(?=a)/), '"c" text NOT NULL', '"c" TEXT NOT NULL'],
]

describe('a column', () => {
  it.each(COLUMNS)('stores %s', (_, type, postgres, sqlite) => {
    expect(column('postgres', type)).toBe(postgres)
    expect(column('sqlite', type)).toBe(sqlite)
  })

  it('stores a time without an offset as text, because it is not an instant', () => {
    const local = z.iso.datetime({ local: true })
    expect(column('postgres', local)).toMatch(/^"c" text NOT NULL CONSTRAINT "things_c_pattern" CHECK \("c" ~ /)
    expect(column('sqlite', local)).toBe('"c" TEXT NOT NULL')
  })
})
