import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it, test } from 'vitest'
import { compilePattern, patternProblem } from '../../../layers/flags/src/pattern/compile-pattern.ts'
import { scaled } from '../../support/scale.ts'

const ATOMS = [
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\w',
  '\\s',
  '\\b',
  '^',
  '$',
  '\\.',
  '[a-c]',
  'é',
  '[[:alpha:]]',
  '\\pL',
]

/** Patterns over a small alphabet, so that many match the generated texts and many do not. */
const pattern = fc.letrec<{ node: string; atom: string }>((tie) => ({
  atom: fc.constantFrom(...ATOMS),
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('atom'),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => a + b),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}|${b})`),
    tie('node').map((a) => `(?:${a})*`),
    tie('node').map((a) => `(?:${a})+?`),
    tie('node').map((a) => `(?i:${a})?`),
    fc.tuple(tie('node'), fc.nat(3), fc.nat(2)).map(([a, min, more]) => `(${a}){${min},${min + more}}`),
  ),
})).node

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '1', ' ', '.', 'é', '\n', '👩'), maxLength: 12 })

describe('patterns', () => {
  it('match the same texts as RE2', () => {
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        expect(compilePattern(source)(subject)).toBe(RE2JS.compile(source).matcher(subject).find())
      }),
      { numRuns: scaled(1_000, 4_000), seed: 5 },
    )
  })

  it('fail exactly if RE2 refuses them', () => {
    const patternFragments = fc.string({
      unit: fc.constantFrom(...'ab()[]{}*+?|^$.\\-,1<>=!:Ppisd', '(?', '(?:', '\\b', '[:alpha:]', '{2}', '\\x41'),
      maxLength: 8,
    })
    const isRefused = (source: string): boolean => {
      try {
        RE2JS.compile(source)
        return false
      } catch {
        return true
      }
    }
    fc.assert(
      fc.property(patternFragments, (source) => {
        expect([source, patternProblem(source) !== undefined]).toEqual([source, isRefused(source)])
      }),
      { numRuns: scaled(1_000, 4_000), seed: 7 },
    )
  })

  test.each([
    ['(?=a)', /lookahead/],
    ['(?<!a)b', /lookbehind/],
    ['(a)\\1', /backreference/],
    ['a{1001}', /at most 1000/],
    ['(((((a{100}){100}){100})))', /too large/],
    ['((((){1000}){1000}){1000}', /without a closing/],
    ['[b-a]', /descending/],
    ['\\p{Klingon}', /Unicode/],
    ['a**', /repeats a repetition/],
  ])('%s is refused with the reason', (source, reason) => expect(patternProblem(source)).toMatch(reason))

  it('take linear time for texts that are exponential elsewhere', () => {
    const startedAt = performance.now()
    const hostile = compilePattern('^(a|a|aa)+(a+)+$')
    expect(hostile(`${'a'.repeat(500)}!`)).toBe(false)
    expect(patternProblem('(((){1000}){1000}){1000}')).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(200)
  })

  it('do not match a text of more than 512 characters', () => {
    expect(compilePattern('a')('a'.repeat(512))).toBe(true)
    expect(compilePattern('a')('a'.repeat(513))).toBe(false)
  })

  it('ignore case of letters beyond ASCII', () => {
    expect(compilePattern('ГРЮ', { ignoresCase: true })('грюнвальд')).toBe(true)
    expect(compilePattern('straße', { ignoresCase: true })('STRASSE')).toBe(false)
  })
})
