import { describe } from 'vitest'
import * as z from 'zod'
import {
  fieldInBoth,
  search,
  searchReturning,
  searchWithBody,
  testVersionPairs,
  type VersionPair,
} from './sample-versions.ts'

const text = z.string()
const object = (shape: z.ZodRawShape) => z.object(shape)
const colors = (...members: [string, ...string[]]) => z.enum(members)
const openColors = (...members: [string, ...string[]]) => z.enum(members).meta({ 'x-open': true })
const fields: readonly VersionPair[] = [
  [
    'an added optional request field',
    searchWithBody(object({ a: text })),
    searchWithBody(object({ a: text, b: text.optional() })),
    ['minor request-field-added'],
  ],
  [
    'an added request field with a default',
    searchWithBody(object({ a: text })),
    searchWithBody(object({ a: text, b: text.default('x') })),
    ['minor request-field-added'],
  ],
  [
    'an added required request field',
    searchWithBody(object({ a: text })),
    searchWithBody(object({ a: text, b: text })),
    ['major request-required-field-added'],
  ],
  [
    'an added optional response field',
    searchReturning(object({ a: text })),
    searchReturning(object({ a: text, b: text.optional() })),
    ['minor response-field-added'],
  ],
  [
    'an added required response field',
    searchReturning(object({ a: text })),
    searchReturning(object({ a: text, b: text })),
    ['minor response-field-added'],
  ],
  [
    'a removed field of a closed request',
    searchWithBody(object({ a: text, b: text })),
    searchWithBody(object({ a: text })),
    ['major request-field-removed'],
  ],
  [
    'a removed field of an open request',
    searchWithBody(z.looseObject({ a: text, b: text.optional() })),
    searchWithBody(z.looseObject({ a: text })),
    ['minor request-field-ignored'],
  ],
  [
    'a removed response field',
    searchReturning(object({ a: text, b: text })),
    searchReturning(object({ a: text })),
    ['major response-field-removed'],
  ],
  [
    'a request field that becomes required',
    searchWithBody(object({ a: text.optional() })),
    searchWithBody(object({ a: text })),
    ['major request-field-became-required'],
  ],
  [
    'a request field that becomes optional',
    searchWithBody(object({ a: text, b: text })),
    searchWithBody(object({ a: text, b: text.optional() })),
    ['minor request-field-became-optional'],
  ],
  [
    'a response field that becomes required',
    searchReturning(object({ a: text.optional() })),
    searchReturning(object({ a: text })),
    ['minor response-field-became-required'],
  ],
  [
    'a response field that becomes optional',
    searchReturning(object({ a: text })),
    searchReturning(object({ a: text.optional() })),
    ['major response-field-became-optional'],
  ],
  [
    'an added query parameter',
    search(),
    search({ query: object({ q: text.optional() }) }),
    ['minor request-field-added'],
  ],
  [
    'an added required query parameter',
    search(),
    search({ query: object({ q: text }) }),
    ['major request-required-field-added'],
  ],
  [
    'an added required header',
    search(),
    search({ headers: object({ 'x-a': text }) }),
    ['major request-required-field-added'],
  ],
  ['a removed request header', search({ headers: object({ 'x-a': text }) }), search(), ['minor request-field-ignored']],
]

/** Property, narrow schema, wide schema, rule when narrowed, rule when widened. */
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

const values: readonly VersionPair[] = ranges.flatMap(
  ([what, narrow, wide, narrowedRule, widenedRule]): VersionPair[] => {
    const wider = fieldInBoth(narrow, wide)
    const narrower = fieldInBoth(wide, narrow)
    return [
      [`a wider ${what} in requests`, ...wider.request, [`minor request-${widenedRule}`]],
      [`a wider ${what} in responses`, ...wider.response, [`major response-${widenedRule}`]],
      [`a narrower ${what} in requests`, ...narrower.request, [`major request-${narrowedRule}`]],
      [`a narrower ${what} in responses`, ...narrower.response, [`minor response-${narrowedRule}`]],
    ]
  },
)

const openEnums: readonly VersionPair[] = [
  [
    'an added value of an open enum in responses',
    ...fieldInBoth(openColors('red'), openColors('red', 'blue')).response,
    ['minor response-enum-member-added'],
  ],
  [
    'an added value of an enum that becomes open',
    ...fieldInBoth(colors('red'), openColors('red', 'blue')).response,
    ['major response-enum-member-added', 'major response-values-opened'],
  ],
  [
    'an enum that becomes open',
    ...fieldInBoth(colors('red'), openColors('red')).response,
    ['major response-values-opened'],
  ],
  [
    'an enum that becomes closed',
    ...fieldInBoth(openColors('red'), colors('red')).response,
    ['minor response-values-closed'],
  ],
]

describe('semver rules for schemas', () => {
  testVersionPairs({ fields, values, openEnums })
})
