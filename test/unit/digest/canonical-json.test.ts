import { canonicalJson, DigestInputError, jsonSha256, requireIntegers } from '@signet/receipts/digest'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const numberOf = (bits: string): number => Buffer.from(bits, 'hex').readDoubleBE(0)

/** RFC 8785, appendix B: the bits of a number in hexadecimal, and its text. */
const NUMBERS: readonly (readonly [bits: string, text: string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
]

/** RFC 8785, sections 3.2.2 to 3.2.4. */
const RFC_SAMPLE = String.raw`{
  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
  "literals": [null, true, false]
}`
const RFC_SAMPLE_HEX =
  '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e333333333333332c' +
  '31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d'

const SORTED_FIELDS = [
  ['\r', 'Carriage Return'],
  ['1', 'One'],
  ['\u0080', 'Control'],
  ['\u00f6', 'Latin Small Letter O With Diaeresis'],
  ['\u20ac', 'Euro Sign'],
  ['\u{1f600}', 'Emoji: Grinning Face'],
  ['\ufb33', 'Hebrew Letter Dalet With Dagesh'],
] as const

describe('canonical JSON', () => {
  it.each(NUMBERS)('serializes the number with bits %s as %s', (bits, text) => {
    expect(canonicalJson(numberOf(bits))).toBe(text)
  })

  it('serializes the sample in RFC 8785 to its bytes', () => {
    expect(Buffer.from(canonicalJson(JSON.parse(RFC_SAMPLE))).toString('hex')).toBe(RFC_SAMPLE_HEX)
  })

  it('sorts names by UTF-16 code units, which puts an emoji before U+FB33', () => {
    const text = canonicalJson(Object.fromEntries(SORTED_FIELDS.toReversed()))
    expect(text).toBe(`{${SORTED_FIELDS.map(([name, value]) => `${JSON.stringify(name)}:"${value}"`).join(',')}}`)
  })

  it('retains a field named __proto__ and omits undefined fields', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":[]}}'))).toBe('{"__proto__":{"a":[]},"b":1}')
    expect(canonicalJson({ a: undefined, b: null })).toBe('{"b":null}')
  })

  it('does not normalize text', () => {
    expect(canonicalJson('\u00e9')).not.toBe(canonicalJson('e\u0301'))
  })
})

const withReversedFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withReversedFields)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, child]) => [name, withReversedFields(child)] as const)
  return Object.fromEntries(fields.toReversed())
}

const json = () => fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 })

describe('canonical JSON of any value', () => {
  it('does not depend on the order of fields', () => {
    fc.assert(
      fc.property(json(), (value) => {
        expect(canonicalJson(withReversedFields(value))).toBe(canonicalJson(value))
      }),
    )
  })

  it('parses to the same value, whose canonical JSON is the same text', () => {
    fc.assert(
      fc.property(json(), (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('has the same digest for two values only if they are the same JSON', () => {
    const small = () => fc.jsonValue({ maxDepth: 1, depthSize: 'xsmall' })
    const equal = fc.tuple(small(), small()).chain(([a, b]) => fc.constantFrom([a, b], [a, withReversedFields(a)]))
    fc.assert(
      fc.property(equal, ([a, b]) => {
        const isSame = canonicalJson(a) === canonicalJson(b)
        expect(jsonSha256(a) === jsonSha256(b)).toBe(isSame)
        if (isSame) expect(JSON.parse(JSON.stringify(a))).toEqual(JSON.parse(JSON.stringify(b)))
        else expect(JSON.parse(JSON.stringify(a))).not.toEqual(JSON.parse(JSON.stringify(b)))
      }),
    )
  })
})

const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)])

describe('canonical JSON throws for', () => {
  it.each([
    ['undefined', undefined, '$', /undefined/],
    ['undefined in an array', { a: [1, undefined] }, '$.a[1]', /undefined/],
    ['a hole in an array', { a: Array(2) }, '$.a[0]', /undefined/],
    ['a function', { a: { f: () => 1 } }, '$.a.f', /function/],
    ['toJSON', { toJSON: () => 1 }, '$.toJSON', /function/],
    ['a symbol', [Symbol('a')], '$[0]', /symbol/],
    ['a BigInt', { 'a b': 1n }, '$["a b"]', /bigint/],
    ['NaN', { a: [{ b: Number.NaN }] }, '$.a[0].b', /NaN/],
    ['infinity', -Infinity, '$', /-Infinity/],
    ['a date', { at: new Date(0) }, '$.at', /plain object/],
    ['a map', new Map(), '$', /plain object/],
    ['bytes', { a: new Uint8Array(1) }, '$.a', /plain object/],
    ['half a surrogate pair', { a: ['\ud83d'] }, '$.a[0]', /lone surrogate/],
    ['a name with half a surrogate pair', { '\ude00': 1 }, '$["\\ude00"]', /lone surrogate/],
  ])('%s', (_, value, path, message) => {
    expect(() => canonicalJson(value)).toThrow(DigestInputError)
    expect(() => canonicalJson(value)).toThrow(
      expect.objectContaining({ path, message: expect.stringMatching(message) }),
    )
  })

  it('cycles and nesting deeper than 512 levels', () => {
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    expect(() => canonicalJson(cyclic)).toThrow(/nested deeper than 512 levels/)
    expect(() => canonicalJson(nested(512))).toThrow(/nested deeper/)
    expect(canonicalJson(nested(511))).toHaveLength(1024)
  })
})

describe('canonical JSON with integers only', () => {
  it.each([
    [{ score: 0.5 }, '$.score', /^\$\.score is 0\.5, which is not an integer$/],
    [[1, [2, 1e-7]], '$[1][1]', /^\$\[1\]\[1\] is 1e-7, which is not an integer$/],
    [{ cards: [{}, { weight: 2 ** 53 }] }, '$.cards[1].weight', /integer beyond 2\^53 - 1/],
    [-(2 ** 53), '$', /integer beyond/],
    [{ a: Number.NaN }, '$.a', /NaN/],
    [{ a: [undefined] }, '$.a[0]', /undefined/],
  ])('refuses %j', (value, path, message) => {
    expect(() => requireIntegers(value)).toThrow(
      expect.objectContaining({ path, message: expect.stringMatching(message) }),
    )
  })

  it('returns the accepted value', () => {
    const value = { a: [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0, '0.5', null, true], b: undefined }
    expect(requireIntegers(value)).toBe(value)
  })

  it('accepts a value only if no number has a fraction or is unsafe', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.maxSafeInteger(), fc.double())), (numbers) => {
        if (numbers.every(Number.isSafeInteger)) expect(requireIntegers({ numbers })).toEqual({ numbers })
        else expect(() => requireIntegers({ numbers })).toThrow(DigestInputError)
      }),
    )
  })
})
