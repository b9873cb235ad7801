import { diff } from '@signet/contract-tools/diff'
import type { JsonSchema } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { searchReturning, searchReturningSchema, searchWithBody } from './sample-versions.ts'

const found = (before: Parameters<typeof diff>[0], after: Parameters<typeof diff>[1]) =>
  diff(before, after).map(({ level, rule, at }) => `${level} ${rule} ${at}`)

const answer = 'operations.search.responses.200.schema'

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
    expect(found(treeOf(z.string()), treeOf(z.int()))).toEqual([
      'major response-type-changed schemas.Tree.properties.leaf.type',
    ])
  })

  it('reports a shared component once for each side that uses it', () => {
    const both = (a: z.ZodType) => {
      const Shared = z.object({ a }).meta({ id: 'Shared' })
      const sent = searchWithBody(z.object({ first: Shared, second: Shared }))
      return { ...sent, schemas: { ...sent.schemas, ...searchReturning(z.object({ Shared })).schemas } }
    }
    expect(found(both(z.string()), both(z.string().max(3)))).toEqual([
      'major request-range-narrowed schemas.SharedInput.properties.a.maxLength',
      'patch unused-component-changed schemas.Shared',
    ])
  })

  it('ignores whether a component is renamed or inline', () => {
    const component = (id: string, a: z.ZodType) => searchReturning(z.object({ it: z.object({ a }).meta({ id }) }))
    expect(found(component('Old', z.string()), component('New', z.string()))).toEqual([
      'minor component-removed schemas.Old',
      `patch response-reference-changed ${answer}.properties.it.$ref`,
      'patch component-added schemas.New',
    ])
    expect(found(component('Old', z.string()), component('New', z.int()))).toContain(
      `major response-type-changed ${answer}.properties.it.properties.a.type`,
    )
    const inline = searchReturning(z.object({ it: z.object({ a: z.int() }) }))
    expect(found(component('Old', z.string()), inline)).toContain(
      `major response-type-changed ${answer}.properties.it.properties.a.type`,
    )
  })

  it('pairs the members of a discriminated union by their tag, whatever their order', () => {
    const circle = (r: z.ZodType) => z.object({ kind: z.literal('circle'), r })
    const square = z.object({ kind: z.literal('square'), a: z.number() })
    const before = searchReturning(z.discriminatedUnion('kind', [circle(z.number()), square]))
    const after = searchReturning(z.discriminatedUnion('kind', [square, circle(z.string())]))
    expect(found(before, after)).toEqual([expect.stringContaining('major response-type-changed')])
    const triangle = z.object({ kind: z.literal('triangle'), a: z.number() })
    expect(found(before, searchReturning(z.discriminatedUnion('kind', [circle(z.number()), triangle])))).toEqual([
      `major response-alternative-added ${answer}`,
      `minor response-alternative-removed ${answer}`,
    ])
  })

  it('compares tuples by position, and records by their values', () => {
    const pair = (second: z.ZodType) => searchReturning(z.tuple([z.string(), second]))
    expect(found(pair(z.string()), pair(z.int()))).toEqual([`major response-type-changed ${answer}.prefixItems.1.type`])
    const map = (values: z.ZodType) => searchReturning(z.record(z.string(), values))
    expect(found(map(z.string()), map(z.int()))).toEqual([
      `major response-type-changed ${answer}.additionalProperties.type`,
    ])
  })

  it('compares bounds by the accepted values, not by their spelling', () => {
    const bound = (schema: JsonSchema) => searchReturningSchema({ type: 'integer', ...schema })
    expect(found(bound({ minimum: 1 }), bound({ minimum: 1, exclusiveMinimum: 0 }))).toEqual(['patch order-changed '])
    expect(found(bound({ minimum: 1 }), bound({ exclusiveMinimum: 1 }))).toEqual([
      `minor response-range-narrowed ${answer}.minimum`,
    ])
  })

  it('supports lists of types, constants with lists, and boolean schemas', () => {
    const is = (schema: JsonSchema) => searchReturningSchema(schema)
    expect(found(is({ type: ['string', 'null'] }), is({ anyOf: [{ type: 'string' }, { type: 'null' }] }))).toEqual([
      'patch order-changed ',
    ])
    expect(found(is({ type: 'string' }), is({ type: ['string', 'null'] }))).toEqual([
      `major response-null-added ${answer}`,
    ])
    expect(found(is({ const: 1 }), is({ enum: [1] }))).toEqual(['patch order-changed '])
    expect(found(is({ properties: { a: true } }), is({ properties: { a: false } }))).toEqual([
      `minor response-values-refused ${answer}.properties.a`,
    ])
  })

  it('treats an unknown keyword as breaking, and an extension as a patch', () => {
    const is = (schema: JsonSchema) => searchReturningSchema({ type: 'object', ...schema })
    expect(found(is({}), is({ dependentRequired: { a: ['b'] } }))).toEqual([
      `major response-keyword-changed ${answer}.dependentRequired`,
    ])
    expect(found(is({}), is({ 'x-unit': 'px' }))).toEqual([`patch response-extension-changed ${answer}.x-unit`])
  })

  it('handles a reference that is dangling or circular', () => {
    const dangling = searchReturningSchema({ $ref: '#/schemas/Gone' })
    const loop = searchReturningSchema({ $ref: '#/schemas/Loop' }, { Loop: { $ref: '#/schemas/Loop' } })
    expect(found(dangling, dangling)).toEqual([])
    expect(diff(dangling, loop).length).toBeGreaterThan(0)
    expect(diff(loop, searchReturningSchema({ type: 'string' })).length).toBeGreaterThan(0)
  })
})
