import { sqlMigration } from '@signet/contract-tools/database'
import { ContractError } from '@signet/contracts'
import type { ContractIR } from '@signet/contracts/ir'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { scaled } from '../../../support/scale.ts'
import { apply, type Database, insert, postgresDatabase, rowsOf, sqliteDatabase } from './databases.ts'
import { versionOf } from './versions.ts'

const databases = [
  { db: sqliteDatabase(), dialect: 'sqlite', numRuns: scaled(40, 150) },
  { db: postgresDatabase(), dialect: 'postgres', numRuns: scaled(8, 25) },
]
afterAll(async () => {
  for (const { db } of databases) await db.close()
})

interface FieldSpec {
  readonly type: z.ZodType
  /** A value of the type, as SQLite stores it. */
  readonly stored: unknown
  /** The value as JSON. */
  readonly value: unknown
}

const TYPES: readonly FieldSpec[] = [
  { type: z.string(), stored: 'text', value: 'text' },
  { type: z.string().min(1).max(4), stored: 'text', value: 'text' },
  { type: z.string().max(20), stored: 'text', value: 'text' },
  { type: z.enum(['text', 'b']), stored: 'text', value: 'text' },
  { type: z.enum(['b', 'c', 'text']), stored: 'text', value: 'text' },
  { type: z.int().min(0), stored: 4, value: 4 },
  { type: z.int(), stored: 4, value: 4 },
  { type: z.number(), stored: 4, value: 4 },
  { type: z.boolean(), stored: 1, value: true },
  { type: z.array(z.string()).max(3), stored: '["x"]', value: ['x'] },
  { type: z.object({ a: z.int() }), stored: '{"a":1}', value: { a: 1 } },
]

interface RandomField {
  readonly spec: FieldSpec
  readonly form: 'required' | 'optional' | 'nullable' | 'default'
}

const field: fc.Arbitrary<RandomField> = fc.record({
  spec: fc.constantFrom(...TYPES),
  form: fc.constantFrom('required', 'optional', 'nullable', 'default'),
})

const schemaOf = ({ spec, form }: RandomField): z.ZodType => {
  if (form === 'optional') return spec.type.optional()
  if (form === 'nullable') return spec.type.nullable()
  return form === 'default' ? spec.type.default(spec.value as never) : spec.type
}

interface RandomVersion {
  readonly fields: Readonly<Record<string, RandomField>>
  readonly indexes: readonly { readonly fields: readonly string[]; readonly unique: boolean }[]
}

const version: fc.Arbitrary<RandomVersion> = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'order', 'e "f'), field, { maxKeys: 5, noNullPrototype: true })
  .chain((fields) =>
    fc.record({
      fields: fc.constant(fields),
      indexes: fc.uniqueArray(
        fc.record({
          fields: fc.uniqueArray(fc.constantFrom('id', ...Object.keys(fields)), { minLength: 1, maxLength: 2 }),
          unique: fc.boolean(),
        }),
        { selector: (index) => JSON.stringify(index), maxLength: 2 },
      ),
    }),
  )

const irFrom = (
  { fields, indexes }: RandomVersion,
  versionNumber: '1.0.0' | '2.0.0',
  renames?: Record<string, string>,
): ContractIR =>
  versionOf({
    version: versionNumber,
    fields: Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, schemaOf(one)])),
    indexes,
    ...(renames && { renames }),
  })

/** Returns the shortest row: without optional fields, with null in nullable ones. */
const rowFrom = ({ dialect }: Database, { fields }: RandomVersion, id: string): Record<string, unknown> => {
  const values = Object.entries(fields).flatMap(([name, { spec, form }]): [string, unknown][] => {
    if (form === 'optional' || form === 'default') return []
    if (form === 'nullable') return [[name, null]]
    return [[name, dialect === 'postgres' && spec.value === true ? true : spec.stored]]
  })
  return { id, ...Object.fromEntries(values) }
}

/** Returns the migration; `undefined` for a change that is refused with a reason. */
const migrationBetween = (
  { dialect }: Database,
  v1: ContractIR,
  v2: ContractIR,
  backfill: Record<string, unknown>,
  served?: readonly string[],
) => {
  try {
    return sqlMigration(v2, { dialect, previous: v1, backfill, ...(served && { served }) }).steps
  } catch (error) {
    if (error instanceof ContractError) return undefined
    throw error
  }
}

const installVersion = async (db: Database, ir: ContractIR): Promise<unknown> => {
  await db.reset()
  await apply(db, sqlMigration(ir, { dialect: db.dialect }).steps)
  return db.introspection()
}

const backfillFor = (...versions: readonly RandomVersion[]): Record<string, unknown> =>
  Object.fromEntries(
    versions.flatMap(({ fields }) => Object.entries(fields).map(([name, { spec }]) => [name, spec.value])),
  )

/** Returns a version with the fields of both; `renamesFirst` renames the first field of `oldVersion`. */
const successor = (
  oldVersion: RandomVersion,
  addedVersion: RandomVersion,
  { renamesFirst }: { readonly renamesFirst: boolean },
) => {
  const first = renamesFirst ? Object.keys(oldVersion.fields)[0] : undefined
  const renames = first === undefined ? {} : { [first]: 'new name' }
  const renamed = Object.entries(oldVersion.fields).map(([name, one]) => [renames[name] ?? name, one] as const)
  const addedFields = Object.entries(addedVersion.fields).filter(([name]) => name !== first)
  const fields = Object.fromEntries([...addedFields, ...renamed])
  const indexes = addedVersion.indexes.filter((index) =>
    index.fields.every((name) => name === 'id' || Object.hasOwn(fields, name)),
  )
  return { next: { fields, indexes }, renames }
}

const withoutUniqueIndexes = ({ fields, indexes }: RandomVersion): RandomVersion => ({
  fields,
  indexes: indexes.filter(({ unique }) => !unique),
})

describe.each(databases)('any two versions in $dialect', ({ db, numRuns }) => {
  it('end in the tables of a new install after the old version ends', async () => {
    await fc.assert(
      fc.asyncProperty(version, version, async (old, next) => {
        const v1 = irFrom(old, '1.0.0')
        const v2 = irFrom(next, '2.0.0')
        const steps = migrationBetween(db, v1, v2, backfillFor(old, next), [])
        fc.pre(steps !== undefined)
        const expected = await installVersion(db, v2)
        await installVersion(db, v1)
        await apply(db, steps)
        expect(await db.introspection()).toEqual(expected)
      }),
      { numRuns },
    )
  })

  it('can both write without losing a row, the old version after every single step', async () => {
    const plain = version.map(withoutUniqueIndexes)
    await fc.assert(
      fc.asyncProperty(plain, plain, fc.boolean(), async (old, added, renamesFirst) => {
        const { next, renames } = successor(old, added, { renamesFirst })
        const v1 = irFrom(old, '1.0.0')
        const v2 = irFrom(next, '2.0.0', renames)
        const steps = migrationBetween(db, v1, v2, backfillFor(next, old))
        fc.pre(steps !== undefined)
        await installVersion(db, v1)
        let count = 0
        const write = async (writer: RandomVersion): Promise<void> => {
          count += 1
          await insert(db, 'things', rowFrom(db, writer, String(count)))
        }
        await write(old)
        for (const step of steps.filter(({ phase }) => phase === 'expand')) {
          await apply(db, [step])
          await write(old)
        }
        await write(next)
        for (const step of steps.filter(({ phase }) => phase === 'backfill')) {
          await apply(db, [step])
          await write(old)
          await write(next)
        }
        await apply(db, steps, 'backfill')
        const before = await rowsOf(db, 'things', '*')
        await apply(db, steps, 'contract')
        const after = await rowsOf(db, 'things', '*')
        expect(after).toHaveLength(count)
        for (const [i, row] of after.entries()) expect(before[i]).toMatchObject(row)
        const migrated = await db.introspection()
        expect(migrated).toEqual(await installVersion(db, v2))
      }),
      { numRuns },
    )
  })
})
