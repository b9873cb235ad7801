import { parseJson } from '@signet/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('untrusted JSON', () => {
  it('the result is that of JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        fc.pre(!text.includes('"__proto__":'))
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each(['{"__proto__":1}', '[{"a":{"__proto__":{}}}]', '{"\\u005f_proto\\u005F_":null}', '{"__pr\\u006fto__":[]}'])(
    'a field named __proto__ is refused: %s',
    (text) => {
      expect(() => parseJson(text)).toThrow('"__proto__" is not allowed as a field name')
    },
  )

  it('any depth is parsed, with or without escapes', () => {
    const nested = `${'['.repeat(20_000)}"\\u0041"${']'.repeat(20_000)}`
    expect(parseJson(nested)).toBeInstanceOf(Array)
  })

  it('texts may contain __proto__ and escapes', () => {
    expect(parseJson('{"a":"__proto__","\\u0062":"\\u005f"}')).toEqual({ a: '__proto__', b: '_' })
  })

  it('invalid JSON is a SyntaxError', () => {
    for (const text of ['{', '{"a":\\u0031}']) expect(() => parseJson(text)).toThrow(SyntaxError)
  })
})
