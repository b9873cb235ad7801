import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanText, cleanValue } from '../../../layers/mcp/src/tools/clean-text.ts'
import { anyCharacter } from '../../support/any-character.ts'

it.each([
  ['tags', 'a\u{E0048}\u{E0069}b', 'ab'],
  ['directions', 'a\u202eb\u2066c\u200fd', 'abcd'],
  ['no width', 'a\u200bb\ufeffc\u2060d\u00ade', 'abcde'],
  ['variation selectors that spell text', 'a\u{E0100}\u{E01EF}b', 'ab'],
  ['controls', 'a\u0000\u001b[31mb\u0085', 'a[31mb'],
  ['joiners between letters', 'a\u200db', 'ab'],
])('%s are removed', (_, given, wanted) => expect(cleanText(given)).toBe(wanted))

it.each([
  ['lines and tabs', 'a\n\tb\r\n'],
  ['a family of four', '👨‍👩‍👧‍👦'],
  ['a heart with its color', '❤️‍🔥'],
  ['letters of any script', 'żółć 日本 हिन्दी عربي'],
])('%s are kept', (_, given) => expect(cleanText(given)).toBe(given))

it('cleaning clean text changes nothing', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => cleanText(cleanText(text)) === cleanText(text)))
})

it('every text of a value is cleaned, and other members are unchanged', () => {
  const value = { a: ['x\u200b', 1, null, true], b: { c: 'y\u202e' } }
  expect(cleanValue(value)).toEqual({ a: ['x', 1, null, true], b: { c: 'y' } })
})
