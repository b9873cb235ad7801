import { describe, expect, it, vi } from 'vitest'
import { cacheParsed, type ExpressionParser } from '../../../lib/local/aws/dynamo/expression-cache.ts'

const value = (n: number) => ({ N: String(n) })

/** A parser that holds on to the values it is given, as dynalite's do. */
const world = (refuse = false) => {
  const parse = vi.fn<ExpressionParser['parse']>((_expression, { context }) => {
    delete context.unusedAttrVals[':a']
    return refuse ? 'refused' : { expression: { type: '=', args: [['n'], context.attrVals?.[':a']] } }
  })
  const parser: ExpressionParser = { parse }
  cacheParsed(parser)
  const ask = (expression: string, attrVals: Record<string, object>) => {
    const unusedAttrVals = Object.fromEntries(Object.keys(attrVals).map((name) => [name, true]))
    const tree = parser.parse(expression, { context: { attrVals, unusedAttrNames: {}, unusedAttrVals } })
    return { tree, unused: Object.keys(unusedAttrVals) }
  }
  return { parse, ask }
}

describe('an expression that is sent again', () => {
  it('is parsed once, and has the values of its own call; what it does not use is told each time', () => {
    const { parse, ask } = world()
    const [first, second] = [1, 2].map((n) => ask('n = :a', { ':a': value(n), ':b': value(0) }))
    expect(first).toEqual({ tree: { expression: { type: '=', args: [['n'], value(1)] } }, unused: [':b'] })
    expect(second).toEqual({ tree: { expression: { type: '=', args: [['n'], value(2)] } }, unused: [':b'] })
    expect(parse).toHaveBeenCalledTimes(1)
  })

  it('is not changed by who changes the tree of an earlier call', () => {
    const { ask } = world()
    const { tree } = ask('n = :a', { ':a': value(1) })
    Object.assign((tree as { expression: object }).expression, { type: '>' })
    expect(ask('n = :a', { ':a': value(1) }).tree).toMatchObject({ expression: { type: '=' } })
  })

  it.each([
    ['a value of another type', 'n = :a', { ':a': { S: 'x' } }],
    ['another expression', 'm = :a', { ':a': value(1) }],
  ])('is parsed anew with %s', (_, expression, values) => {
    const { parse, ask } = world()
    ask('n = :a', { ':a': value(1) })
    ask(expression, values)
    expect(parse).toHaveBeenCalledTimes(2)
  })

  it.each(['n BETWEEN :a AND :b', 'attribute_type(n, :a)'])('is parsed anew where values decide: %s', (expression) => {
    const { parse, ask } = world()
    for (const n of [1, 2]) ask(expression, { ':a': value(n) })
    expect(parse).toHaveBeenCalledTimes(2)
  })

  it('is refused anew', () => {
    const { ask } = world(true)
    for (const n of [1, 2]) expect(ask('n = :a', { ':a': value(n) })).toEqual({ tree: 'refused', unused: [] })
  })
})
