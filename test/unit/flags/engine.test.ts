import { createFlags, type EvaluationContext, type FlagInput } from '@signet/flags'
import { describe, expect, it, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { evaluationOf, flagsOf, on } from './sample-flags.ts'

describe('flags of each type', () => {
  verifies(['FLG-1-2', 'FLG-2.3-1', 'FLG-4.3-1'], 'boolean, percentage and variant flags return values', () => {
    const flags = flagsOf([
      on('bool'),
      { key: 'share', type: 'percentage', percentage: 50 },
      {
        key: 'color',
        type: 'variant',
        variants: [
          { key: 'red', weight: 1 },
          { key: 'blue', weight: 3 },
        ],
        default: 'red',
      },
    ])
    expect(flags.isEnabled('bool')).toBe(true)
    const users = Array.from({ length: 2000 }, (_, i) => ({ user: `user-${i}` }))
    expect(users.filter((user) => flags.isEnabled('share', user)).length / 2000).toBeCloseTo(0.5, 1)
    expect(users.filter((user) => flags.getVariant('color', user) === 'blue').length / 2000).toBeCloseTo(0.75, 1)
  })

  verifies('FLG-2.3-4', 'a user always gets the same variant, in every process', () => {
    const [a, b] = [0, 1].map(() =>
      flagsOf([
        {
          key: 'v',
          type: 'variant',
          variants: [
            { key: 'x', weight: 1 },
            { key: 'y', weight: 1 },
          ],
        },
      ]),
    )
    for (let i = 0; i < 1000; i += 1) {
      expect(a!.getVariant('v', { user: `${i}` })).toBe(b!.getVariant('v', { user: `${i}` }))
    }
  })

  it('a boolean flag is on by default, and with rules only for matching users', () => {
    expect(evaluationOf({})).toMatchObject({ enabled: true, reason: 'STATIC' })
    const rules = [{ attribute: 'tenant', operator: 'equals', value: 'acme', result: true }] as const
    expect(evaluationOf({ rules }, { tenant: 'acme' })).toMatchObject({
      enabled: true,
      reason: 'TARGETING_MATCH',
      source: 'rule',
    })
    expect(evaluationOf({ rules }, { tenant: 'other' })).toMatchObject({ enabled: false, reason: 'DEFAULT' })
  })

  it('a flag is off for users outside its percentage, even if its default is on', () => {
    const flags = flagsOf([
      on('few', { percentage: 5, default: true }),
      on('none', { percentage: 0, default: true }),
      { key: 'share', type: 'percentage', percentage: 5, default: true },
    ])
    const countEnabled = (key: string) =>
      Array.from({ length: 2000 }, (_, i) => flags.isEnabled(key, { user: `u${i}` })).filter(Boolean).length
    expect(Math.abs(countEnabled('few') - 100)).toBeLessThan(40)
    expect(Math.abs(countEnabled('share') - 100)).toBeLessThan(40)
    expect(countEnabled('none')).toBe(0)
  })

  it('a percentage flag returns its default and TARGETING_KEY_MISSING without a user; at 100 percent it is on for all', () => {
    const flags = flagsOf([
      { key: 'half', type: 'percentage', percentage: 50 },
      { key: 'all', type: 'percentage', percentage: 100 },
      { key: 'none', type: 'percentage', percentage: 0 },
    ])
    expect(flags.evaluate('half')).toMatchObject({
      enabled: false,
      reason: 'ERROR',
      errorCode: 'TARGETING_KEY_MISSING',
    })
    expect(flags.evaluate('half', { user: '' })).toMatchObject({ errorCode: 'TARGETING_KEY_MISSING' })
    expect(flags.evaluate('all')).toMatchObject({ enabled: true, reason: 'SPLIT' })
    expect(flags.evaluate('none', { user: 'a' })).toMatchObject({ enabled: false, reason: 'DEFAULT' })
  })

  it('a flag assigns users by the first of its attributes that the context contains', () => {
    const flags = flagsOf([{ key: 'f', type: 'percentage', percentage: 50, by: ['session', 'device.id'] }])
    const isSticky = Array.from({ length: 200 }, (_, i) => i).every(
      (i) =>
        flags.isEnabled('f', { session: `${i}`, user: 'a' }) === flags.isEnabled('f', { session: `${i}`, user: 'b' }) &&
        flags.isEnabled('f', { session: `${i}` }) === flags.isEnabled('f', { device: { id: `${i}` } }),
    )
    expect(isSticky).toBe(true)
  })
})

describe('the order of evaluation', () => {
  const flagsWithAllParts = (more: Partial<FlagInput> = {}) =>
    flagsOf([
      on('needed', { enabled: false }),
      on('f', {
        overrides: { users: { u: false }, tenants: { acme: true } },
        prerequisites: [{ flag: 'needed' }],
        rules: [{ all: [], result: true }],
        ...more,
      }),
    ])
  const orderedEvaluation = (more: Partial<FlagInput>, context: EvaluationContext) => {
    const { value, reason, source } = flagsWithAllParts(more).evaluate('f', context)
    return [value, reason, source]
  }

  test.each([
    ['an archived flag is unknown', { archived: true }, { user: 'u' }, [false, 'ERROR', 'flag']],
    [
      'the kill switch takes precedence over all',
      { enabled: false },
      { user: 'u', tenant: 'acme' },
      [false, 'DISABLED', 'switch'],
    ],
    [
      'then the override of the user applies',
      {},
      { user: 'u', tenant: 'acme' },
      [false, 'TARGETING_MATCH', 'override'],
    ],
    [
      'then the override of the tenant applies',
      {},
      { user: 'x', tenant: 'acme' },
      [true, 'TARGETING_MATCH', 'override'],
    ],
    ['then prerequisites apply', {}, { user: 'x' }, [false, 'DEFAULT', 'prerequisite']],
    ['then rules apply', { prerequisites: [] }, { user: 'x' }, [true, 'TARGETING_MATCH', 'rule']],
    ['then the flag itself applies', { prerequisites: [], rules: [] }, { user: 'x' }, [true, 'STATIC', 'flag']],
  ] as const)('%s', (_, more, context, expected) => expect(orderedEvaluation(more, context)).toEqual(expected))

  it('takes the first rule that matches', () => {
    const rules: FlagInput['rules'] = [
      { attribute: 'plan', operator: 'equals', value: 'pro', result: false },
      { attribute: 'tenant', operator: 'in', value: ['a', 'b'], result: true },
    ]
    expect(evaluationOf({ rules }, { plan: 'pro', tenant: 'a' }).enabled).toBe(false)
    expect(evaluationOf({ rules }, { plan: 'free', tenant: 'a' }).enabled).toBe(true)
  })

  it("returns the caller's value and FLAG_NOT_FOUND for an unknown flag", () => {
    const flags = createFlags()
    expect(flags.isEnabled('nope', {}, true)).toBe(true)
    expect(flags.getVariant('nope', {}, 'mine')).toBe('mine')
    expect(flags.evaluate('nope', {}, 'mine')).toMatchObject({
      value: 'mine',
      reason: 'ERROR',
      errorCode: 'FLAG_NOT_FOUND',
    })
  })

  it("never throws: a context with a throwing getter returns the caller's value", () => {
    const flags = flagsOf([{ key: 'f', type: 'percentage', percentage: 50 }])
    const throwingContext: EvaluationContext = {
      get user(): string {
        throw new Error('no')
      },
    }
    expect(flags.isEnabled('f', throwingContext, true)).toBe(true)
    expect(flags.evaluate('f', throwingContext, true)).toMatchObject({ value: true, errorCode: 'GENERAL' })
    for (const invalid of [null, 'text', 7, [], Object.create(null)])
      expect(flags.isEnabled('f', invalid as never)).toBe(false)
  })
})
