import { diff } from '@signet/contract-tools/diff'
import type { JsonSchema } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { searchReturning, searchReturningSchema, searchWithBody } from './sample-versions.ts'

const changesBetween = (before: Parameters<typeof diff>[0], after: Parameters<typeof diff>[1]) =>
  diff(before, after).map(({ level, rule, at }) => `${level} ${rule} ${at}`)

const responsePath = 'operations.search.responses.200.schema'

const treeOf = (leaf: z.ZodType) => {
  const Tree = z
    .object({
      leaf,
      get children() {
        return z.array(Tree)
      },
    })
    .meta({ id: 'Tree' })
  return searchReturning(Tree)
}

describe('a diff of schemas', () => {
  it('handles a component that contains itself, and reports it once, where it is defined', () => {
    expect(changesBetween(treeOf(z.string()), treeOf(z.int()))).toEqual([
      'major response-type-changed schemas.Tree.properties.leaf.type',
    ])
  })

  it('reports a shared component once for each side that uses it', () => {
    const both = (a: z.ZodType) => {
      const Shared = z.object({ a }).meta({ id: 'Shared' })
      const sent = searchWithBody(z.object({ first: Shared, second: Shared }))
      return { ...sent, schemas: { ...sent.schemas, ...searchReturning(z.object({ Shared })).schemas } }
    }
    expect(changesBetween(both(z.string()), both(z.string().max(3)))).toEqual([
      'major request-range-narrowed schemas.SharedInput.properties.a.maxLength',
      'patch unused-component-changed schemas.Shared',
    ])
  })

  it('ignores whether a component is renamed or inline', () => {
    const component = (id: string, a: z.ZodType) => searchReturning(z.object({ it: z.object({ a }).meta({ id }) }))
    expect(changesBetween(component('Old', z.string()), component('New', z.string()))).toEqual([
      'minor component-removed schemas.Old',
      `patch response-reference-changed ${responsePath}.properties.it.$ref`,
      'patch component-added schemas.New',
    ])
    expect(changesBetween(component('Old', z.string()), component('New', z.int()))).toContain(
      `major response-type-changed ${responsePath}.properties.it.properties.a.type`,
    )
    const inline = searchReturning(z.object({ it: z.object({ a: z.int() }) }))
    expect(changesBetween(component('Old', z.string()), inline)).toContain(
      `major response-type-changed ${responsePath}.properties.it.properties.a.type`,
    )
  })

  it('pairs the members of a discriminated union by their tag, whatever their order', () => {
    const circle = (r: z.ZodType) => z.object({ kind: z.literal('circle'), r })
    const square = z.object({ kind: z.literal('square'), a: z.number() })
    const before = searchReturning(z.discriminatedUnion('kind', [circle(z.number()), square]))
    const after = searchReturning(z.discriminatedUnion('kind', [square, circle(z.string())]))
    expect(changesBetween(before, after)).toEqual([expect.stringContaining('major response-type-changed')])
    const triangle = z.object({ kind: z.literal('triangle'), a: z.number() })
    expect(
      changesBetween(before, searchReturning(z.discriminatedUnion('kind', [circle(z.number()), triangle]))),
    ).toEqual([
      `major response-alternative-added ${responsePath}`,
      `minor response-alternative-removed ${responsePath}`,
    ])
  })

  it('compares tuples by position, and records by their values', () => {
    const pair = (second: z.ZodType) => searchReturning(z.tuple([z.string(), second]))
    expect(changesBetween(pair(z.string()), pair(z.int()))).toEqual([
      `major response-type-changed ${responsePath}.prefixItems.1.type`,
    ])
    const map = (values: z.ZodType) => searchReturning(z.record(z.string(), values))
    expect(changesBetween(map(z.string()), map(z.int()))).toEqual([
      `major response-type-changed ${responsePath}.additionalProperties.type`,
    ])
  })

  it('compares bounds by the accepted values, not by their spelling', () => {
    const bound = (schema: JsonSchema) => searchReturningSchema({ type: 'integer', ...schema })
    expect(changesBetween(bound({ minimum: 1 }), bound({ minimum: 1, exclusiveMinimum: 0 }))).toEqual([
      'patch order-changed ',
    ])
    expect(changesBetween(bound({ minimum: 1 }), bound({ exclusiveMinimum: 1 }))).toEqual([
      `minor response-range-narrowed ${responsePath}.minimum`,
    ])
  })

  it('supports lists of types, constants with lists, and boolean schemas', () => {
    const responseOf = (schema: JsonSchema) => searchReturningSchema(schema)
    expect(
      changesBetween(
        responseOf({ type: ['string', 'null'] }),
        responseOf({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
      ),
    ).toEqual(['patch order-changed '])
    expect(changesBetween(responseOf({ type: 'string' }), responseOf({ type: ['string', 'null'] }))).toEqual([
      `major response-null-added ${responsePath}`,
    ])
    expect(changesBetween(responseOf({ const: 1 }), responseOf({ enum: [1] }))).toEqual(['patch order-changed '])
    expect(changesBetween(responseOf({ properties: { a: true } }), responseOf({ properties: { a: false } }))).toEqual([
      `minor response-values-refused ${responsePath}.properties.a`,
    ])
  })

  it('treats an unknown keyword as breaking, and an extension as a patch', () => {
    const responseOf = (schema: JsonSchema) => searchReturningSchema({ type: 'object', ...schema })
    expect(changesBetween(responseOf({}), responseOf({ dependentRequired: { a: ['b'] } }))).toEqual([
      `major response-keyword-changed ${responsePath}.dependentRequired`,
    ])
    expect(changesBetween(responseOf({}), responseOf({ 'x-unit': 'px' }))).toEqual([
      `patch response-extension-changed ${responsePath}.x-unit`,
    ])
  })

  it('handles a reference that is dangling or circular', () => {
    const dangling = searchReturningSchema({ $ref: '#/schemas/Gone' })
    const loop = searchReturningSchema({ $ref: '#/schemas/Loop' }, { Loop: { $ref: '#/schemas/Loop' } })
    expect(changesBetween(dangling, dangling)).toEqual([])
    expect(diff(dangling, loop).length).toBeGreaterThan(0)
    expect(diff(loop, searchReturningSchema({ type: 'string' })).length).toBeGreaterThan(0)
  })
})
