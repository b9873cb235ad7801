import { describe } from 'vitest'
import * as z from 'zod'
import { inBoth, judges, type Row, search, searchReturning, searchWithBody } from './sample-versions.ts'

const text = z.string()
const object = (shape: z.ZodRawShape) => z.object(shape)
const colors = (...members: [string, ...string[]]) => z.enum(members)
const openColors = (...members: [string, ...string[]]) => z.enum(members).meta({ 'x-open': true })
const fields: readonly Row[] = [
  [
    'an optional field for requests',
    searchWithBody(object({ a: text })),
    searchWithBody(object({ a: text, b: text.optional() })),
    ['minor request-field-added'],
  ],
  [
    'a field with a default for requests',
    searchWithBody(object({ a: text })),
    searchWithBody(object({ a: text, b: text.default('x') })),
    ['minor request-field-added'],
  ],
  [
    'a required field for requests',
    searchWithBody(object({ a: text })),
    searchWithBody(object({ a: text, b: text })),
    ['major request-required-field-added'],
  ],
  [
    'an optional field in answers',
    searchReturning(object({ a: text })),
    searchReturning(object({ a: text, b: text.optional() })),
    ['minor response-field-added'],
  ],
  [
    'a required field in answers',
    searchReturning(object({ a: text })),
    searchReturning(object({ a: text, b: text })),
    ['minor response-field-added'],
  ],
  [
    'no field in requests that are closed',
    searchWithBody(object({ a: text, b: text })),
    searchWithBody(object({ a: text })),
    ['major request-field-removed'],
  ],
  [
    'no field in requests that are open',
    searchWithBody(z.looseObject({ a: text, b: text.optional() })),
    searchWithBody(z.looseObject({ a: text })),
    ['minor request-field-ignored'],
  ],
  [
    'no field in answers',
    searchReturning(object({ a: text, b: text })),
    searchReturning(object({ a: text })),
    ['major response-field-removed'],
  ],
  [
    'required for requests',
    searchWithBody(object({ a: text.optional() })),
    searchWithBody(object({ a: text })),
    ['major request-field-became-required'],
  ],
  [
    'optional for requests',
    searchWithBody(object({ a: text, b: text })),
    searchWithBody(object({ a: text, b: text.optional() })),
    ['minor request-field-became-optional'],
  ],
  [
    'required in answers',
    searchReturning(object({ a: text.optional() })),
    searchReturning(object({ a: text })),
    ['minor response-field-became-required'],
  ],
  [
    'optional in answers',
    searchReturning(object({ a: text })),
    searchReturning(object({ a: text.optional() })),
    ['major response-field-became-optional'],
  ],
  ['a field of the query', search(), search({ query: object({ q: text.optional() }) }), ['minor request-field-added']],
  [
    'a required field of the query',
    search(),
    search({ query: object({ q: text }) }),
    ['major request-required-field-added'],
  ],
  ['a required header', search(), search({ headers: object({ 'x-a': text }) }), ['major request-required-field-added']],
  ['no header in requests', search({ headers: object({ 'x-a': text }) }), search(), ['minor request-field-ignored']],
]

/** [what, narrow, wide, name of the rule when narrowed, when widened] */
const ranges: readonly (readonly [string, z.ZodType, z.ZodType, string, string])[] = [
  ['minimum', z.number().min(2), z.number().min(1), 'range-narrowed', 'range-widened'],
  ['exclusive minimum', z.number().gt(1), z.number().min(1), 'range-narrowed', 'range-widened'],
  ['maximum', z.number().max(1), z.number(), 'range-narrowed', 'range-widened'],
  ['multiple', z.number().multipleOf(4), z.number().multipleOf(2), 'range-narrowed', 'range-widened'],
  ['length', text.max(5), text.max(9), 'range-narrowed', 'range-widened'],
  ['count', z.array(text).min(1), z.array(text), 'range-narrowed', 'range-widened'],
  ['integer', z.int32(), z.number().min(-2147483648).max(2147483647), 'type-narrowed', 'type-widened'],
  ['pattern', text.regex(/^a/), text, 'pattern-added', 'pattern-removed'],
  ['enum', colors('red'), colors('red', 'blue'), 'enum-member-removed', 'enum-member-added'],
  ['literal', z.literal('red'), text, 'enum-added', 'enum-dropped'],
  ['null', text, text.nullable(), 'null-removed', 'null-added'],
  [
    'alternative',
    z.union([text, z.boolean()]),
    z.union([text, z.boolean(), z.number()]),
    'alternative-removed',
    'alternative-added',
  ],
]

const values: readonly Row[] = ranges.flatMap(([what, narrow, wide, narrowed, widened]): Row[] => {
  const wider = inBoth(narrow, wide)
  const narrower = inBoth(wide, narrow)
  return [
    [`a wider ${what} for requests`, ...wider.request, [`minor request-${widened}`]],
    [`a wider ${what} in answers`, ...wider.response, [`major response-${widened}`]],
    [`a narrower ${what} for requests`, ...narrower.request, [`major request-${narrowed}`]],
    [`a narrower ${what} in answers`, ...narrower.response, [`minor response-${narrowed}`]],
  ]
})

const openEnums: readonly Row[] = [
  [
    'a member of an open enum in answers',
    ...inBoth(openColors('red'), openColors('red', 'blue')).response,
    ['minor response-enum-member-added'],
  ],
  [
    'a member of an enum that opens with it',
    ...inBoth(colors('red'), openColors('red', 'blue')).response,
    ['major response-enum-member-added', 'major response-values-opened'],
  ],
  ['an enum that opens', ...inBoth(colors('red'), openColors('red')).response, ['major response-values-opened']],
  ['an enum that closes', ...inBoth(openColors('red'), colors('red')).response, ['minor response-values-closed']],
]

describe('semver rules for schemas', () => {
  judges({ fields, values, openEnums })
})
