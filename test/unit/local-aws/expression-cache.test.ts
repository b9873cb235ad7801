import { describe, expect, it, vi } from 'vitest'
import { cacheParsed, type ExpressionParser } from '../../../lib/local/aws/dynamo/expression-cache.ts'

const value = (n: number) => ({ N: String(n) })

/** A parser that retains the given values, as dynalite's do. */
const cachedParser = (isInvalid = false) => {
  const parse = vi.fn<ExpressionParser['parse']>((_expression, { context }) => {
    delete context.unusedAttrVals[':a']
    return isInvalid ? 'refused' : { expression: { type: '=', args: [['n'], context.attrVals?.[':a']] } }
  })
  const parser: ExpressionParser = { parse }
  cacheParsed(parser)
  const parseWith = (expression: string, attrVals: Record<string, object>) => {
    const unusedAttrVals = Object.fromEntries(Object.keys(attrVals).map((name) => [name, true]))
    const tree = parser.parse(expression, { context: { attrVals, unusedAttrNames: {}, unusedAttrVals } })
    return { tree, unused: Object.keys(unusedAttrVals) }
  }
  return { parse, parseWith }
}

describe('a repeated expression', () => {
  it('an expression is parsed once, uses the values of each call, and reports unused values each time', () => {
    const { parse, parseWith } = cachedParser()
    const [first, second] = [1, 2].map((n) => parseWith('n = :a', { ':a': value(n), ':b': value(0) }))
    expect(first).toEqual({ tree: { expression: { type: '=', args: [['n'], value(1)] } }, unused: [':b'] })
    expect(second).toEqual({ tree: { expression: { type: '=', args: [['n'], value(2)] } }, unused: [':b'] })
    expect(parse).toHaveBeenCalledTimes(1)
  })

  it('a caller that modifies its tree does not affect later calls', () => {
    const { parseWith } = cachedParser()
    const { tree } = parseWith('n = :a', { ':a': value(1) })
    Object.assign((tree as { expression: object }).expression, { type: '>' })
    expect(parseWith('n = :a', { ':a': value(1) }).tree).toMatchObject({ expression: { type: '=' } })
  })

  it.each([
    ['a value of another type', 'n = :a', { ':a': { S: 'x' } }],
    ['another expression', 'm = :a', { ':a': value(1) }],
  ])('the expression is parsed again with %s', (_, expression, values) => {
    const { parse, parseWith } = cachedParser()
    parseWith('n = :a', { ':a': value(1) })
    parseWith(expression, values)
    expect(parse).toHaveBeenCalledTimes(2)
  })

  it.each(['n BETWEEN :a AND :b', 'attribute_type(n, :a)'])(
    'the expression is parsed again where values matter: %s',
    (expression) => {
      const { parse, parseWith } = cachedParser()
      for (const n of [1, 2]) parseWith(expression, { ':a': value(n) })
      expect(parse).toHaveBeenCalledTimes(2)
    },
  )

  it('an invalid expression is rejected each time', () => {
    const { parseWith } = cachedParser(true)
    for (const n of [1, 2]) expect(parseWith('n = :a', { ':a': value(n) })).toEqual({ tree: 'refused', unused: [] })
  })
})
