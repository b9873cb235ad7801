import { createFlags, type FlagInput } from '@signet/flags'
import { describe, expect, it, test } from 'vitest'

const USERS = 20_000

/** Functions that return the ID of user i, by the shape of the ID. */
const ID_SHAPES: Readonly<Record<string, (i: number) => string>> = {
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

const twentyVariants = Array.from({ length: 20 }, (_, i) => ({ key: `v${i}`, weight: 1 }))

/** Returns the chi-square for equal shares. With 20 shares (19 degrees of freedom), 0.1 percent of samples exceed 43.8. */
const chiSquare = (counts: readonly number[]): number => {
  const expected = USERS / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/** Returns the phi coefficient, the correlation of two lists of booleans. */
const correlation = (a: readonly boolean[], b: readonly boolean[]): number => {
  const count = (x: boolean, y: boolean) => a.filter((each, i) => each === x && b[i] === y).length
  const n11 = count(true, true)
  const n10 = count(true, false)
  const n01 = count(false, true)
  const n00 = count(false, false)
  return (n11 * n00 - n10 * n01) / Math.sqrt((n11 + n10) * (n01 + n00) * (n11 + n01) * (n10 + n00))
}

describe('the assignment of users', () => {
  test.each(Object.entries(ID_SHAPES))('has a uniform distribution for ids of the shape %s', (_, idOf) => {
    for (const salt of ['one', 'two', 'three', 'four', 'five']) {
      const flags = flagsOf({ key: 'f', type: 'variant', variants: twentyVariants, salt })
      const counts = new Map<string, number>()
      for (let i = 0; i < USERS; i += 1) {
        const variant = flags.getVariant('f', { user: idOf(i) })
        counts.set(variant, (counts.get(variant) ?? 0) + 1)
      }
      expect(chiSquare([...counts.values()])).toBeLessThan(43.8)
      expect(counts.size).toBe(20)
    }
  })

  test.each(Object.entries(ID_SHAPES))('differs independently from flag to flag for ids of the shape %s', (_, idOf) => {
    const keys = ['a', 'b', 'c', 'd']
    const flags = flagsOf(...keys.map((key) => percentage(key, 50)))
    const valuesByFlag = keys.map((key) =>
      Array.from({ length: USERS }, (_x, i) => flags.isEnabled(key, { user: idOf(i) })),
    )
    for (const [i, a] of valuesByFlag.entries())
      for (const b of valuesByFlag.slice(i + 1)) expect(Math.abs(correlation(a, b))).toBeLessThan(0.05)
  })

  it('stays independent for rollout and variant', () => {
    const flags = flagsOf({
      key: 'f',
      type: 'variant',
      percentage: 10,
      variants: [
        { key: 'a', weight: 50 },
        { key: 'b', weight: 50 },
      ],
    })
    const enabledEvaluations = Array.from({ length: USERS }, (_, i) =>
      flags.evaluate('f', { user: `user-${i}` }),
    ).filter(({ enabled }) => enabled)
    const firstVariantCount = enabledEvaluations.filter(({ variant }) => variant === 'a').length
    expect(enabledEvaluations.length / USERS).toBeCloseTo(0.1, 1)
    expect(Math.abs(firstVariantCount / enabledEvaluations.length - 0.5)).toBeLessThan(0.04)
  })

  it('stays independent for two rules of a flag, so that 20 percent twice are 36 percent', () => {
    const rule = (id: string) => ({ id, all: [], rollout: { percentage: 20 }, result: true })
    const flags = flagsOf({ key: 'f', type: 'boolean', enabled: true, rules: [rule('one'), rule('two')] })
    const enabledCount = Array.from({ length: USERS }, (_, i) => flags.isEnabled('f', { user: `user-${i}` })).filter(
      Boolean,
    ).length
    expect(Math.abs(enabledCount / USERS - 0.36)).toBeLessThan(0.02)
  })

  it('equals that of other flags of the same experiment, even with other salts', () => {
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
      const enabledEvaluations = evaluations.filter(({ enabled }) => enabled)
      expect(evaluations.map(({ enabled }) => enabled)).toEqual(evaluations.map(({ enabled }) => enabled).toSorted())
      expect(new Set(enabledEvaluations.map(({ variant }) => variant)).size).toBe(1)
    }
  })

  it('depends on the salt, not on the key', () => {
    const flags = flagsOf(percentage('old', 50, { salt: 'kept' }), percentage('new', 50, { salt: 'kept' }))
    for (let i = 0; i < 1000; i += 1) {
      const context = { user: `user-${i}` }
      expect(flags.isEnabled('old', context)).toBe(flags.isEnabled('new', context))
    }
  })
})
