import { createFlags, type EvaluationContext, type FlagInput, type Segment } from '@signet/flags'
import { describe, expect, it, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'

const at =
  (iso: string): (() => number) =>
  () =>
    Date.parse(iso)

const flagsOf = (
  flags: readonly FlagInput[],
  more: { segments?: Segment[]; now?: () => number; random?: () => number } = {},
) => {
  const made = createFlags(more)
  for (const flag of flags) made.createFlag(flag)
  return made
}

const on = (key = 'f', more: Partial<FlagInput> = {}): FlagInput => ({ key, type: 'boolean', enabled: true, ...more })

const answer = (flag: Partial<FlagInput>, context?: EvaluationContext, more: Parameters<typeof flagsOf>[1] = {}) => {
  const { enabled, value, variant, reason, source } = flagsOf([on('f', flag)], more).evaluate('f', context)
  return { enabled, value, variant, reason, source }
}

describe('flags of each type', () => {
  verifies(['FLG-1-2', 'FLG-2.3-1', 'FLG-4.3-1'], 'boolean, percentage and variant flags answer', () => {
    const flags = flagsOf([
      on('bool'),
      { key: 'share', type: 'percentage', percentage: 50 },
      {
        key: 'colour',
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
    expect(users.filter((user) => flags.getVariant('colour', user) === 'blue').length / 2000).toBeCloseTo(0.75, 1)
  })

  verifies('FLG-2.3-4', 'a user always gets the same, in every process', () => {
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

  it('is on with nothing else said, and is for whom rules name as soon as there are any', () => {
    expect(answer({})).toMatchObject({ enabled: true, reason: 'STATIC' })
    const rules = [{ attribute: 'tenant', operator: 'equals', value: 'acme', result: true }] as const
    expect(answer({ rules }, { tenant: 'acme' })).toMatchObject({
      enabled: true,
      reason: 'TARGETING_MATCH',
      source: 'rule',
    })
    expect(answer({ rules }, { tenant: 'other' })).toMatchObject({ enabled: false, reason: 'DEFAULT' })
  })

  it('has no bucket for nobody: default and TARGETING_KEY_MISSING; at 100 percent it is on for everybody', () => {
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

  it('sticks to the attributes that it names, the first that is there', () => {
    const flags = flagsOf([{ key: 'f', type: 'percentage', percentage: 50, by: ['session', 'device.id'] }])
    const same = Array.from({ length: 200 }, (_, i) => i).every(
      (i) =>
        flags.isEnabled('f', { session: `${i}`, user: 'a' }) === flags.isEnabled('f', { session: `${i}`, user: 'b' }) &&
        flags.isEnabled('f', { session: `${i}` }) === flags.isEnabled('f', { device: { id: `${i}` } }),
    )
    expect(same).toBe(true)
  })
})

describe('the order of evaluation', () => {
  const everything = (more: Partial<FlagInput> = {}) =>
    flagsOf([
      on('needed', { enabled: false }),
      on('f', {
        overrides: { users: { u: false }, tenants: { acme: true } },
        prerequisites: [{ flag: 'needed' }],
        rules: [{ all: [], result: true }],
        ...more,
      }),
    ])
  const explained = (more: Partial<FlagInput>, context: EvaluationContext) => {
    const { value, reason, source } = everything(more).evaluate('f', context)
    return [value, reason, source]
  }

  test.each([
    ['an archived flag is unknown', { archived: true }, { user: 'u' }, [false, 'ERROR', 'flag']],
    ['the kill switch wins over all', { enabled: false }, { user: 'u', tenant: 'acme' }, [false, 'DISABLED', 'switch']],
    ['then the user', {}, { user: 'u', tenant: 'acme' }, [false, 'TARGETING_MATCH', 'override']],
    ['then the tenant', {}, { user: 'x', tenant: 'acme' }, [true, 'TARGETING_MATCH', 'override']],
    ['then prerequisites', {}, { user: 'x' }, [false, 'DEFAULT', 'prerequisite']],
    ['then rules', { prerequisites: [] }, { user: 'x' }, [true, 'TARGETING_MATCH', 'rule']],
    ['then the flag itself', { prerequisites: [], rules: [] }, { user: 'x' }, [true, 'STATIC', 'flag']],
  ] as const)('%s', (_, more, context, expected) => expect(explained(more, context)).toEqual(expected))

  it('takes the first rule that matches', () => {
    const rules: FlagInput['rules'] = [
      { attribute: 'plan', operator: 'equals', value: 'pro', result: false },
      { attribute: 'tenant', operator: 'in', value: ['a', 'b'], result: true },
    ]
    expect(answer({ rules }, { plan: 'pro', tenant: 'a' }).enabled).toBe(false)
    expect(answer({ rules }, { plan: 'free', tenant: 'a' }).enabled).toBe(true)
  })

  it('gives the value of the caller and FLAG_NOT_FOUND for what is unknown', () => {
    const flags = createFlags()
    expect(flags.isEnabled('nope', {}, true)).toBe(true)
    expect(flags.getVariant('nope', {}, 'mine')).toBe('mine')
    expect(flags.evaluate('nope', {}, 'mine')).toMatchObject({
      value: 'mine',
      reason: 'ERROR',
      errorCode: 'FLAG_NOT_FOUND',
    })
  })

  it('never throws: a context whose getter does gives the value of the caller', () => {
    const flags = flagsOf([{ key: 'f', type: 'percentage', percentage: 50 }])
    const broken: EvaluationContext = {
      get user(): string {
        throw new Error('no')
      },
    }
    expect(flags.isEnabled('f', broken, true)).toBe(true)
    expect(flags.evaluate('f', broken, true)).toMatchObject({ value: true, errorCode: 'GENERAL' })
    for (const odd of [null, 'text', 7, [], Object.create(null)]) expect(flags.isEnabled('f', odd as never)).toBe(false)
  })
})

describe('rules', () => {
  const matches = (condition: object, context: EvaluationContext, now = at('2026-03-04T10:30:00Z')) =>
    answer({ rules: [{ ...condition, result: true } as never] }, context, { now }).enabled

  verifies(['FLG-2.3-2', 'FLG-2.3-3'], 'target tenant, user, IP, custom attributes and time windows', () => {
    expect(matches({ attribute: 'tenant', operator: 'equals', value: 'acme' }, { tenant: 'acme' })).toBe(true)
    expect(matches({ attribute: 'user', operator: 'in', value: ['a', 'b'] }, { user: 'b' })).toBe(true)
    expect(matches({ attribute: 'ip', operator: 'cidr', value: '10.0.0.0/8' }, { ip: '10.9.8.7' })).toBe(true)
    expect(matches({ attribute: 'plan', operator: 'equals', value: 'pro' }, { plan: 'pro' })).toBe(true)
    expect(matches({ attribute: 'currentTime', operator: 'after', value: '2026-03-01' }, {})).toBe(true)
    expect(matches({ attribute: 'currentTime', operator: 'after', value: '2026-04-01' }, {})).toBe(false)
    const window = { from: '09:00', to: '17:00', days: ['wed'], timezone: 'Europe/Berlin' }
    expect(matches({ attribute: 'currentTime', operator: 'between', value: window }, {})).toBe(true)
    expect(
      matches(
        { attribute: 'currentTime', operator: 'between', value: window },
        { currentTime: '2026-03-05T10:30:00Z' },
      ),
    ).toBe(false)
  })

  test.each([
    ['equals', 7, '7', true],
    ['equals', true, true, true],
    ['equals', null, undefined, true],
    ['notEquals', 'a', undefined, true],
    ['notEquals', 'a', 'a', false],
    ['in', ['a'], ['b', 'a'], true],
    ['in', [], 'a', false],
    ['notIn', ['a'], undefined, true],
    ['notIn', ['a'], 'a', false],
    ['contains', 'ell', 'hello', true],
    ['contains', ['x', 'ell'], 'hello', true],
    ['startsWith', 'he', 'hello', true],
    ['endsWith', 'lo', 'hello', true],
    ['endsWith', 'lo', undefined, false],
    ['gt', 5, '6', true],
    ['gt', 5, '', false],
    ['gt', 5, 'six', false],
    ['gte', 5, 5, true],
    ['lt', 5, Number.NaN, false],
    ['lte', 5, 5.1, false],
    ['before', '2026-01-01', '2025-12-31T23:59:59Z', true],
    ['before', '2026-01-01', 'tomorrow', false],
    ['semverEq', '1.2.3', 'v1.2.3+build', true],
    ['semverGt', '1.2.3-beta.2', '1.2.3-beta.11', true],
    ['semverGt', '1.2.3', '1.2.3-rc.1', false],
    ['semverGte', '1.2.3', '1.2', false],
    ['semverLt', '2.0.0', '10.0.0', false],
    ['semverLte', '2.0.0', '2.0.0', true],
    ['cidr', ['2001:db8::/32'], '2001:DB8:1::7', true],
    ['cidr', '10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['cidr', '10.0.0.0/8', '10.0.0.256', false],
    ['cidr', '2001:db8::/33', '2001:db8:8000::1', false],
    ['regex', '^a+b$', 'aaab', true],
    ['regex', '^a+b$', 7, false],
    ['exists', undefined, 0, true],
    ['exists', undefined, null, false],
  ])('%s %j of %j is %s', (operator, value, found, expected) => {
    expect(matches({ attribute: 'x', operator, ...(value === undefined ? {} : { value }) }, { x: found })).toBe(
      expected,
    )
    const negated = { not: { attribute: 'x', operator, ...(value === undefined ? {} : { value }) } }
    expect(matches(negated, { x: found })).toBe(!expected)
  })

  it('ignore case where they are told to', () => {
    expect(matches({ attribute: 'x', operator: 'in', value: ['ÄBC'], caseInsensitive: true }, { x: 'äbc' })).toBe(true)
    expect(matches({ attribute: 'x', operator: 'endsWith', value: 'COM', caseInsensitive: true }, { x: 'a.com' })).toBe(
      true,
    )
    expect(matches({ attribute: 'x', operator: 'equals', value: 'a' }, { x: 'A' })).toBe(false)
  })

  it('combine by all, any and not, and reach into objects', () => {
    const a = { attribute: 'a.b', operator: 'equals', value: 1 }
    const c = { attribute: 'c', operator: 'equals', value: 1 }
    expect(matches({ all: [a, c] }, { a: { b: 1 }, c: 1 })).toBe(true)
    expect(matches({ all: [a, c] }, { a: { b: 1 } })).toBe(false)
    expect(matches({ any: [a, c] }, { c: 1 })).toBe(true)
    expect(matches({ any: [a, { not: c }] }, { c: 1 })).toBe(false)
    expect(matches({ attribute: 'a.b', operator: 'equals', value: 1 }, { 'a.b': 1 })).toBe(true)
    expect(matches({ attribute: 'constructor', operator: 'exists' }, {})).toBe(false)
  })

  it('use segments; one that is not there holds for nobody, negated neither', () => {
    const segments = [{ key: 'staff', when: { attribute: 'email', operator: 'endsWith', value: '@x.test' } }] as const
    const rules = (segment: object) => ({ rules: [{ ...segment, result: true } as never] })
    const context = { email: 'a@x.test' }
    expect(answer(rules({ segment: 'staff' }), context, { segments: [...segments] }).enabled).toBe(true)
    expect(answer(rules({ not: { segment: 'staff' } }), context, { segments: [...segments] }).enabled).toBe(false)
    expect(answer(rules({ segment: 'nobody' }), context).enabled).toBe(false)
    expect(answer(rules({ not: { segment: 'nobody' } }), context).enabled).toBe(false)
  })

  test.each([
    ['2026-03-29T00:59:00Z', '01:30', '02:30', true],
    ['2026-03-29T01:00:00Z', '02:00', '03:00', false],
    ['2026-03-29T01:00:00Z', '03:00', '04:00', true],
    ['2026-10-25T00:30:00Z', '02:00', '03:00', true],
    ['2026-10-25T01:30:00Z', '02:00', '03:00', true],
    ['2026-01-05T22:30:00Z', '23:00', '01:00', true],
    ['2026-01-05T23:59:00Z', '23:00', '01:00', true],
    ['2026-01-06T00:00:00Z', '23:00', '01:00', false],
    ['2026-01-05T10:00:00Z', '00:00', '24:00', true],
  ])('at %s the window %s to %s in Berlin holds: %s', (now, from, to, expected) => {
    const value = { from, to, timezone: 'Europe/Berlin' }
    expect(matches({ attribute: 'currentTime', operator: 'between', value }, {}, at(now))).toBe(expected)
  })

  it('that pass midnight belong to the day on which they begin', () => {
    const value = { from: '22:00', to: '02:00', days: ['fri'], timezone: 'UTC' }
    const holds = (now: string) => matches({ attribute: 'currentTime', operator: 'between', value }, {}, at(now))
    expect(
      ['2026-03-06T23:00:00Z', '2026-03-07T01:00:00Z', '2026-03-07T23:00:00Z', '2026-03-06T01:00:00Z'].map(holds),
    ).toEqual([true, true, false, false])
  })
})

describe('prerequisites', () => {
  it('hold for the same context, for variants, and transitively', () => {
    const flags = flagsOf([
      { key: 'a', type: 'percentage', percentage: 50 },
      on('b', { prerequisites: [{ flag: 'a' }] }),
      on('c', { prerequisites: [{ flag: 'b' }] }),
      on('d', { prerequisites: [{ flag: 'a', enabled: false }] }),
    ])
    for (let i = 0; i < 100; i += 1) {
      const context = { user: `${i}` }
      const a = flags.isEnabled('a', context)
      expect([flags.isEnabled('b', context), flags.isEnabled('c', context), flags.isEnabled('d', context)]).toEqual([
        a,
        a,
        !a,
      ])
    }
  })

  it('that lead in a circle, to nothing or below 50 are not met', () => {
    const chain = Array.from({ length: 60 }, (_, i) =>
      on(`n${i}`, i === 0 ? {} : { prerequisites: [{ flag: `n${i - 1}` }] }),
    )
    const flags = flagsOf([
      on('a', { prerequisites: [{ flag: 'b' }] }),
      on('b', { prerequisites: [{ flag: 'a' }] }),
      on('c', { prerequisites: [{ flag: 'gone' }] }),
      ...chain,
    ])
    expect(['a', 'b', 'c', 'n50', 'n51'].map((key) => flags.isEnabled(key))).toEqual([false, false, false, true, false])
  })

  it('are asked once an evaluation, however they hang together', () => {
    const layers = Array.from({ length: 40 }, (_, i) => i)
    const flags = flagsOf(
      layers.flatMap((i) =>
        ['x', 'y'].map((side) =>
          on(`${side}${i}`, i === 0 ? {} : { prerequisites: [{ flag: `x${i - 1}` }, { flag: `y${i - 1}` }] }),
        ),
      ),
    )
    const began = performance.now()
    expect(flags.isEnabled('x39')).toBe(true)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})

describe('schedules', () => {
  it('take effect at their instants, by the clock or by the context, without another write', () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const flags = flagsOf(
      [
        on('f', {
          schedule: [
            { at: '2026-01-02T00:00:00Z', set: { enabled: false } },
            { at: '2026-01-03T00:00:00Z', set: { enabled: true, percentage: 0 } },
          ],
        }),
      ],
      { now: () => now },
    )
    const reasons = ['2026-01-01T23:59:59.999Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'].map((iso) => {
      now = Date.parse(iso)
      return flags.evaluate('f').reason
    })
    expect(reasons).toEqual(['STATIC', 'DISABLED', 'DEFAULT'])
    expect(flags.evaluate('f', { currentTime: '2026-01-01T00:00:00Z' }).reason).toBe('STATIC')
  })

  it('of new weights move no more users than they must', () => {
    const flags = flagsOf([
      {
        key: 'v',
        type: 'variant',
        variants: [
          { key: 'a', weight: 50 },
          { key: 'b', weight: 50 },
        ],
        schedule: [
          {
            at: '2026-01-02T00:00:00Z',
            set: { variants: ['a', 'b', 'c'].map((key) => ({ key, weight: 1 })) },
          },
        ],
      },
    ])
    const moved = Array.from({ length: 20_000 }, (_, i) => {
      const [before, after] = ['2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z'].map((currentTime) =>
        flags.getVariant('v', { user: `${i}`, currentTime }),
      )
      return before !== after
    }).filter(Boolean).length
    expect(moved / 20_000).toBeLessThan(1 / 3 + 0.01)
  })
})

describe('explain', () => {
  it('tells every step, the point of the user, and the very answer', () => {
    const flags = flagsOf([
      on('needed'),
      on('f', {
        percentage: 40,
        prerequisites: [{ flag: 'needed' }],
        rules: [
          {
            id: 'r',
            attribute: 'plan',
            operator: 'equals',
            value: 'pro',
            rollout: { percentage: 0.001 },
            result: true,
          },
        ],
      }),
    ])
    const { steps = [], ...evaluation } = flags.explain('f', { user: 'user-1', plan: 'pro' }) ?? {}
    expect(evaluation).toEqual({ key: 'f', ...flags.evaluate('f', { user: 'user-1', plan: 'pro' }) })
    expect(steps.map(({ step }) => step)).toEqual([
      'switch',
      'prerequisite needed',
      'rule r',
      'rule r: rollout',
      'percentage',
      'answer',
    ])
    const point = steps.find(({ step }) => step === 'percentage')?.point ?? Number.NaN
    expect(point < 40).toBe(evaluation.enabled)
    expect(flags.explain('nope')).toBeUndefined()
  })

  it('agrees with the answer and is not counted', () => {
    const flags = flagsOf([{ key: 'f', type: 'percentage', percentage: 37.5 }])
    for (let i = 0; i < 500; i += 1) {
      const explained = flags.explain('f', { user: `${i}` })
      expect((explained?.steps.find(({ point }) => point !== undefined)?.point ?? 100) < 37.5).toBe(explained?.enabled)
    }
    expect(flags.getMetrics('f').evaluations).toBe(0)
  })
})
