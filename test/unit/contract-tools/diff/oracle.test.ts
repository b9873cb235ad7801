import { diff } from '@signet/contract-tools/diff'
import type { JsonSchema } from '@signet/contracts/ir'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled } from '../../../support/scale.ts'
import { search, searchReturningSchema, withOperation } from './sample-versions.ts'

const bound = fc.integer({ min: 0, max: 3 })
const words = ['', 'a', 'ab', 'b', 'abc']

const limits = (lower: string, upper: string) =>
  fc.record({ [lower]: bound, [upper]: bound }, { requiredKeys: [] }) as fc.Arbitrary<JsonSchema>

const schemas = (openness: readonly (boolean | JsonSchema)[]) =>
  fc.letrec<{ schema: JsonSchema; leaf: JsonSchema; field: JsonSchema }>((tie) => ({
    leaf: fc.oneof(
      limits('minLength', 'maxLength').map((more): JsonSchema => ({ type: 'string', ...more })),
      limits('minimum', 'exclusiveMaximum').map((more): JsonSchema => ({ type: 'integer', ...more })),
      limits('exclusiveMinimum', 'maximum').map((more): JsonSchema => ({ type: 'number', ...more })),
      fc.constantFrom<JsonSchema[]>({ type: 'number', multipleOf: 2 }, { type: 'integer', multipleOf: 4 }),
      fc.constantFrom<JsonSchema[]>(
        { type: 'boolean' },
        { type: 'null' },
        {},
        { const: 'a' },
        { type: 'string', pattern: '^a' },
      ),
      fc.subarray(words, { minLength: 1 }).map((members): JsonSchema => ({ type: 'string', enum: members })),
    ),
    field: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('schema')),
    schema: fc.oneof(
      { depthSize: 'small', maxDepth: 2 },
      tie('leaf'),
      fc.tuple(tie('leaf'), tie('field')).map((anyOf): JsonSchema => ({ anyOf })),
      fc.tuple(tie('field'), limits('minItems', 'maxItems'), fc.boolean()).map(
        ([items, more, uniqueItems]): JsonSchema => ({
          type: 'array',
          items,
          ...more,
          ...(uniqueItems && { uniqueItems }),
        }),
      ),
      fc
        .record({
          properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('field'), { maxKeys: 2 }),
          required: fc.subarray(['a', 'b']),
          additionalProperties: fc.constantFrom(...openness),
        })
        .map((more): JsonSchema => ({ type: 'object', ...more })),
    ),
  })).schema

/** Generates two schemas that often are nearly equal. */
const pairs = (schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<readonly [JsonSchema, JsonSchema]> => {
  const asField = (name: string, field: JsonSchema): JsonSchema => ({ type: 'object', properties: { [name]: field } })
  return fc.oneof(
    fc.tuple(schema, schema),
    fc
      .tuple(schema, fc.constantFrom('a', 'b'), schema)
      .map(([one, name, other]) => [asField(name, one), asField(name, other)] as const),
    fc.tuple(schema, schema).map(([one, other]) => [one, { anyOf: [one, other] }] as const),
    fc.tuple(schema, schema).map(([one, other]) => [{ anyOf: [one, other] }, other] as const),
  )
}

const primitives = [...words, -1, 0, 1, 2, 3, 4, 1.5, true, null]
const fieldValues = [undefined, 'a', '', 0, 4, 1.5, null, ['a'], { a: 'a' }]
const values: readonly unknown[] = [
  ...primitives,
  [],
  ...primitives.flatMap((one) => [[one], [one, one], [one, 'a'], [one, 2, 'b']]),
  ...fieldValues.flatMap((a) => fieldValues.map((b) => JSON.parse(JSON.stringify({ a, b })) as unknown)),
  ...primitives.flatMap((a) => [{ a }, { b: a }, { a: { a } }, { a: [a] }, { b: { a, b: a } }]),
  { c: 1 },
  { a: 'a', c: 1 },
]

const ajv = new Ajv2020({ strict: false, code: { optimize: false } })

/** Returns true if a value passes the first schema and not the second. */
const excludesValue = (from: JsonSchema, to: JsonSchema): boolean => {
  const passes = ajv.compile(from)
  const passesNow = ajv.compile(to)
  return values.some((value) => passes(value) && !passesNow(value))
}

const searchWithBody = (body: JsonSchema) =>
  withOperation(search(), 'search', {
    request: { body: { type: 'json', required: true, schema: body, mediaTypes: ['application/json'] } },
  })

const isBreaking = (...versions: Parameters<typeof diff>) => diff(...versions).some(({ level }) => level === 'major')

describe('a diff compared with a validator', () => {
  it('calls a change breaking if it refuses a request that was accepted', () => {
    fc.assert(
      // A field that is new to an open object narrows the values that callers may have sent there. That is accepted, so
      // no object here is open.
      fc.property(pairs(schemas([false, { type: 'string' }])), ([before, after]) => {
        if (excludesValue(before, after)) expect(isBreaking(searchWithBody(before), searchWithBody(after))).toBe(true)
      }),
      { numRuns: scaled(150, 500) },
    )
  })

  it('calls a change breaking if a response may have a value that was excluded', () => {
    fc.assert(
      fc.property(pairs(schemas([true, false, { type: 'string' }])), ([before, after]) => {
        if (excludesValue(after, before))
          expect(isBreaking(searchReturningSchema(before), searchReturningSchema(after))).toBe(true)
      }),
      { numRuns: scaled(150, 500) },
    )
  })
})
