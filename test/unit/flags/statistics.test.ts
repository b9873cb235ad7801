import { createFlags, type FlagInput } from '@signet/flags'
import { describe, expect, it, test } from 'vitest'

const N = 20_000

/** Ids in common shapes. */
const SHAPES: Readonly<Record<string, (i: number) => string>> = {
  sequential: (i) => `${i}`,
  'user-N': (i) => `user-${i}`,
  uuid: (i) => {
    const hex = ((i + 1) * 2_654_435_761).toString(16).padStart(12, '0').slice(-12)
    return `${hex.slice(0, 8)}-${hex.slice(8)}-4${hex.slice(1, 4)}-8${hex.slice(4, 7)}-${hex}`
  },
  'e-mail': (i) => `person.${i}@example.com`,
  cyrillic: (i) => `пользователь-${i}`,
}

const flagsOf = (...flags: FlagInput[]) => {
  const flagSet = createFlags()
  for (const flag of flags) flagSet.createFlag(flag)
  return flagSet
}

const percentage = (key: string, share: number, more: Partial<FlagInput> = {}): FlagInput => ({
  key,
  type: 'percentage',
  percentage: share,
  ...more,
})

const twenty = Array.from({ length: 20 }, (_, i) => ({ key: `v${i}`, weight: 1 }))

/** Returns the chi-square of 20 equal cells, 19 degrees of freedom: above 43.8 once in a thousand. */
const chiSquare = (counts: readonly number[]): number => {
  const expected = N / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/** Returns the correlation of two boolean answers. */
const phi = (a: readonly boolean[], b: readonly boolean[]): number => {
  const count = (x: boolean, y: boolean) => a.filter((each, i) => each === x && b[i] === y).length
  const n11 = count(true, true)
  const n10 = count(true, false)
  const n01 = count(false, true)
  const n00 = count(false, false)
  return (n11 * n00 - n10 * n01) / Math.sqrt((n11 + n10) * (n01 + n00) * (n11 + n01) * (n10 + n00))
}

describe('the assignment of users', () => {
  test.each(Object.entries(SHAPES))('has a uniform distribution for ids of the shape %s', (_, idOf) => {
    for (const salt of ['one', 'two', 'three', 'four', 'five']) {
      const flags = flagsOf({ key: 'f', type: 'variant', variants: twenty, salt })
      const counts = new Map<string, number>()
      for (let i = 0; i < N; i += 1) {
        const variant = flags.getVariant('f', { user: idOf(i) })
        counts.set(variant, (counts.get(variant) ?? 0) + 1)
      }
      expect(chiSquare([...counts.values()])).toBeLessThan(43.8)
      expect(counts.size).toBe(20)
    }
  })

  test.each(Object.entries(SHAPES))('differs independently from flag to flag for ids of the shape %s', (_, idOf) => {
    const keys = ['a', 'b', 'c', 'd']
    const flags = flagsOf(...keys.map((key) => percentage(key, 50)))
    const answers = keys.map((key) => Array.from({ length: N }, (_x, i) => flags.isEnabled(key, { user: idOf(i) })))
    for (const [i, a] of answers.entries())
      for (const b of answers.slice(i + 1)) expect(Math.abs(phi(a, b))).toBeLessThan(0.05)
  })

  it('separates rollout and variant independently', () => {
    const flags = flagsOf({
      key: 'f',
      type: 'variant',
      percentage: 10,
      variants: [
        { key: 'a', weight: 50 },
        { key: 'b', weight: 50 },
      ],
    })
    const inside = Array.from({ length: N }, (_, i) => flags.evaluate('f', { user: `user-${i}` })).filter(
      ({ enabled }) => enabled,
    )
    const first = inside.filter(({ variant }) => variant === 'a').length
    expect(inside.length / N).toBeCloseTo(0.1, 1)
    expect(Math.abs(first / inside.length - 0.5)).toBeLessThan(0.04)
  })

  it('separates two rules of a flag independently, so that 20 percent twice are 36', () => {
    const rule = (id: string) => ({ id, all: [], rollout: { percentage: 20 }, result: true })
    const flags = flagsOf({ key: 'f', type: 'boolean', enabled: true, rules: [rule('one'), rule('two')] })
    const on = Array.from({ length: N }, (_, i) => flags.isEnabled('f', { user: `user-${i}` })).filter(Boolean).length
    expect(Math.abs(on / N - 0.36)).toBeLessThan(0.02)
  })

  it('equals that of other flags of the same experiment, also with other salts', () => {
    const flags = flagsOf(
      percentage('a', 30, { salt: 'x', experiment: 'checkout' }),
      percentage('b', 30, { salt: 'y', experiment: 'checkout' }),
    )
    for (let i = 0; i < 1000; i += 1) {
      const context = { user: `user-${i}` }
      expect(flags.isEnabled('a', context)).toBe(flags.isEnabled('b', context))
    }
  })

  it('retains users and variants while a percentage increases', () => {
    const stages = [5, 10, 25, 50, 100]
    const flags = stages.map((share) =>
      flagsOf({
        key: 'f',
        type: 'variant',
        percentage: share,
        variants: [
          { key: 'a', weight: 1 },
          { key: 'b', weight: 2 },
        ],
      }),
    )
    for (let i = 0; i < 5000; i += 1) {
      const evaluations = flags.map((each) => each.evaluate('f', { user: `user-${i}` }))
      const on = evaluations.filter(({ enabled }) => enabled)
      expect(evaluations.map(({ enabled }) => enabled)).toEqual(evaluations.map(({ enabled }) => enabled).toSorted())
      expect(new Set(on.map(({ variant }) => variant)).size).toBe(1)
    }
  })

  it('survives a new key with the same salt', () => {
    const flags = flagsOf(percentage('old', 50, { salt: 'kept' }), percentage('new', 50, { salt: 'kept' }))
    for (let i = 0; i < 1000; i += 1) {
      const context = { user: `user-${i}` }
      expect(flags.isEnabled('old', context)).toBe(flags.isEnabled('new', context))
    }
  })
})
