import { displayName, excerpt } from '@signet/artifacts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** Returns bytes of UTF-8 as Node represents them in a header. */
const asNodeReads = (text: string): string => Buffer.from(text).toString('latin1')

describe('name of an artifact', () => {
  it.each([
    ['SOC 2 report', 'SOC 2 report'],
    ['  SOC 2 \t', 'SOC 2'],
    [asNodeReads('Prüfbericht 監査 🔐'), 'Prüfbericht 監査 🔐'],
    ['Prüfbericht', 'Prüfbericht'],
    ["UTF-8''Pr%C3%BCfbericht%20100%25", 'Prüfbericht 100%'],
    ["utf-8'de'Pr%C3%BCfbericht", 'Prüfbericht'],
    ['100%25 of staff', '100%25 of staff'],
    ["UTF-8''a%0D%0ASet-Cookie%3A%20b", 'aSet-Cookie: b'],
    ["UTF-8''report%E2%80%AEfdp.exe", 'reportfdp.exe'],
    ["UTF-8''a%E2%80%8Bb%EF%BB%BFc%C2%ADd%F3%A0%81%81e%00", 'abcde'],
    ["UTF-8''e%CC%81", '\u00e9'],
    ['half a pair \ud83d', 'half a pair \ufffd'],
    ['a\u0085b\u009fc', 'abc'],
    ['x'.repeat(120), 'x'.repeat(120)],
    [asNodeReads('🔐'.repeat(120)), '🔐'.repeat(120)],
    [`${'x'.repeat(120)} \u00ad`, 'x'.repeat(120)],
  ])('%j becomes %j', (header, text) => {
    expect(displayName(header)).toEqual({ ok: true, text })
  })

  it.each([
    [undefined, 'missing'],
    ['', 'missing'],
    [' \t ', 'missing'],
    ["UTF-8''%E2%80%8B", 'missing'],
    ["UTF-8''%ff", 'encoding'],
    ["UTF-8''100%", 'encoding'],
    ['x'.repeat(121), 'too_long'],
    [asNodeReads('🔐'.repeat(121)), 'too_long'],
  ])('%j is refused: %s', (header, rule) => {
    expect(displayName(header)).toMatchObject({ ok: false, rule })
  })

  it('both forms give the same name, and a parsed name parses to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (written) => {
        const [raw, extended] = [asNodeReads(written), `UTF-8''${encodeURIComponent(written)}`].map(displayName)
        expect(extended).toEqual(raw)
        if (raw?.ok) expect(displayName(asNodeReads(raw.text))).toEqual(raw)
      }),
    )
  })
})

describe('excerpt of an artifact', () => {
  it('a missing excerpt is null', () => {
    expect([excerpt(undefined), excerpt('  ')]).toEqual([
      { ok: true, text: null },
      { ok: true, text: null },
    ])
  })

  it('an excerpt has at most 500 characters', () => {
    expect(excerpt('x'.repeat(500))).toMatchObject({ ok: true, text: 'x'.repeat(500) })
    expect(excerpt('x'.repeat(501))).toEqual({
      ok: false,
      rule: 'too_long',
      message: 'has 501 characters, more than 500',
    })
  })
})
