import { BUILT_IN_DECKS, loadDeck } from '@signet/readings'
import { describe, expect, it } from 'vitest'
import { hasVersionPrefix, newestFirst } from '../../../lambdas/runtime/decks/deck-versions.ts'
import { fillPlaceholders, isTrueComparison, valueAt } from '../../../lambdas/runtime/harness/run-harness.ts'
import { chiSquaredP } from '../../../lambdas/runtime/sim/chi-squared.ts'
import { selfTest, testDeck } from '../../../lambdas/runtime/sim/self-test.ts'
import { scaled } from '../../support/scale.ts'

/** A reference to a part of an earlier output. */
const placeholder = (path: string): string => ['$', '{', path, '}'].join('')

describe('self-test of decks', () => {
  it.each([
    [3.841, 1, 0.05],
    [11.07, 5, 0.05],
    [2.706, 1, 0.1],
    [76.154, 50, 0.01],
    [0, 4, 1],
  ])('chi-squared %d of %d degrees of freedom has the probability %d', (chi2, freedom, p) => {
    expect(chiSquaredP(chi2, freedom)).toBeCloseTo(p, 3)
  })

  it.each(BUILT_IN_DECKS.map(({ name }) => name))(
    '%s: every card is drawn in proportion to its weight',
    async (name) => {
      const deck = await loadDeck(name)
      if (!deck) throw new Error(name)
      const { readings, p } = await testDeck(deck, 300)
      expect([name, readings, p > 0.0001]).toEqual([name, 300, true])
    },
  )

  it('tests changed decks again, and only updates the date of unchanged decks', async () => {
    type SimRow = Parameters<Parameters<typeof selfTest>[0]['sims']['putNew']>[1]
    const storedTests: SimRow[] = []
    const write = async (next: SimRow) => void storedTests.push(next)
    const sims = {
      get: async () => storedTests.at(-1),
      putNew: async (_key: object, next: SimRow) => write(next),
      replace: async (_key: object, next: SimRow) => write(next),
    } as unknown as Parameters<typeof selfTest>[0]['sims']
    const readings = scaled(20, 1_000)
    const at = (day: number) => selfTest({ sims, readings, now: () => new Date(Date.UTC(2026, 0, day)) })()
    await at(1)
    await at(2)
    expect(storedTests.map(({ at: date }) => date)).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'])
    expect(storedTests[0]?.decks.map(({ name }) => name)).toEqual(BUILT_IN_DECKS.map(({ name }) => name))
    expect(storedTests[1]?.decks).toBe(storedTests[0]?.decks)
    storedTests.push({ ...(storedTests[1] as SimRow), subject_sha256: 'of other decks' })
    await at(3)
    expect(storedTests.at(-1)?.decks).not.toBe(storedTests[0]?.decks)
    expect(storedTests.at(-1)).toEqual({ ...storedTests[0], at: '2026-01-03T00:00:00.000Z' })
  })
})

it('versions sort numerically, and a prefix matches a version', () => {
  const versions = ['1.9.0', '1.10.0', '2.0.0', '1.9.1'].map((version) => ({ version }))
  expect(versions.toSorted(newestFirst).map(({ version }) => version)).toEqual(['2.0.0', '1.10.0', '1.9.1', '1.9.0'])
  expect(['1', '1.1', '1.10', '1.10.0', undefined].map((prefix) => hasVersionPrefix('1.10.0', prefix))).toEqual([
    true,
    false,
    true,
    true,
    true,
  ])
})

describe('placeholders of a pipeline', () => {
  const outputs = new Map<string, unknown>([['c', { a: { 'b/c': [1, { d: 'x' }] } }]])

  it('a string that is only a placeholder becomes the value, and a placeholder in a longer string becomes text', () => {
    const template = {
      whole: placeholder('c/a/b~1c'),
      text: `is ${placeholder('c/a/b~1c/1/d')}!`,
      list: [placeholder('c/a/b~1c/0')],
      other: 5,
    }
    expect(fillPlaceholders(template, outputs)).toEqual({ whole: [1, { d: 'x' }], text: 'is x!', list: [1], other: 5 })
  })

  it('a placeholder of a missing value throws, and inherited properties are ignored', () => {
    expect(() => fillPlaceholders(placeholder('c/none'), outputs)).toThrow(`${placeholder('c/none')} does not exist`)
    expect(valueAt({}, '/constructor')).toBeUndefined()
  })
})

it.each([
  [1, '=', 1, true],
  [{ a: 1 }, '=', { a: 1 }, true],
  [1, '!=', 2, true],
  ['a', '<', 'b', true],
  [2, '>=', 2, true],
  [1, '<', 'b', false],
  [['a'], 'has', 'a', true],
  ['a', 'in', ['b'], false],
  [undefined, '=', 1, false],
] as const)('%j %s %j is %s', (left, operator, right, holds) => {
  expect(isTrueComparison(left, operator, right)).toBe(holds)
})
