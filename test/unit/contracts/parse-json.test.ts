import { parseJson } from '@signet/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('JSON from outside', () => {
  it('is what JSON.parse makes of it, whatever it is', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        fc.pre(!text.includes('"__proto__":'))
        expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each(['{"__proto__":1}', '[{"a":{"__proto__":{}}}]', '{"\\u005f_proto\\u005F_":null}', '{"__pr\\u006fto__":[]}'])(
    'is refused with a member called __proto__: %s',
    (text) => {
      expect(() => parseJson(text)).toThrow('"__proto__" is not allowed as the name of a member')
    },
  )

  it('is read however deep it is, with escapes or without', () => {
    const nested = `${'['.repeat(20_000)}"\\u0041"${']'.repeat(20_000)}`
    expect(parseJson(nested)).toBeInstanceOf(Array)
  })

  it('may say __proto__ in a text, and use escapes', () => {
    expect(parseJson('{"a":"__proto__","\\u0062":"\\u005f"}')).toEqual({ a: '__proto__', b: '_' })
  })

  it('is a SyntaxError when it is none', () => {
    for (const text of ['{', '{"a":\\u0031}']) expect(() => parseJson(text)).toThrow(SyntaxError)
  })
})
