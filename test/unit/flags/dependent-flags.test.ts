import { createFlags, defineFlags, flagFrom } from '@signet/flags'
import { describe, expect, it } from 'vitest'
import { flagsOf, on } from './sample-flags.ts'

describe('prerequisites', () => {
  it('apply to the same context, to variants, and transitively', () => {
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

  const chain = (length: number) =>
    Array.from({ length }, (_, i) => on(`n${i}`, i === 0 ? {} : { prerequisites: [{ flag: `n${i - 1}` }] }))

  it('count as not met if circular, missing or deeper than 50, which explain reports', () => {
    const definitions = [
      on('a', { prerequisites: [{ flag: 'b' }] }),
      on('b', { prerequisites: [{ flag: 'a' }] }),
      on('c', { prerequisites: [{ flag: 'gone' }] }),
      ...chain(60),
    ]
    const flags = createFlags()
    flags.useSnapshot({ version: 1, flags: definitions.map(flagFrom), segments: [] })
    expect(['a', 'b', 'c', 'n50', 'n51'].map((key) => flags.isEnabled(key))).toEqual([false, false, false, true, false])
    const outcomesOf = (key: string) =>
      flags
        .explain(key)
        ?.steps.map(({ outcome }) => outcome)
        .join('; ')
    expect(outcomesOf('n51')).toContain('longer than 50 flags')
    expect(outcomesOf('a')).toContain('circular')
    expect(outcomesOf('n50')).toContain('must be on; is on')
  })

  it('in chains of more than 50 flags are refused, whichever flag makes the chain too long', () => {
    const flags = flagsOf(chain(51))
    const prerequisites = [{ flag: 'n50' }]
    const tooLong = { problems: [{ field: 'prerequisites', message: expect.stringContaining('at most 50') }] }
    expect(() => flags.createFlag(on('n51', { prerequisites }))).toThrow(expect.objectContaining(tooLong))
    const chainWithMissingRoot = flagsOf(
      chain(51).map((flag, i) => (i === 0 ? { ...flag, prerequisites: [{ flag: 'root' }] } : flag)),
    )
    expect(() => chainWithMissingRoot.createFlag(on('root'))).not.toThrow()
    expect(() => defineFlags(Object.fromEntries(chain(52).map(({ key, ...flag }) => [key, flag])))).toThrow('n51')
  })

  it('count once per evaluation, however many flags need them', () => {
    const layers = Array.from({ length: 40 }, (_, i) => i)
    const flags = flagsOf(
      layers.flatMap((i) =>
        ['x', 'y'].map((side) =>
          on(`${side}${i}`, i === 0 ? {} : { prerequisites: [{ flag: `x${i - 1}` }, { flag: `y${i - 1}` }] }),
        ),
      ),
    )
    const startedAt = performance.now()
    expect(flags.isEnabled('x39')).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(1000)
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

  it('move no more users than necessary for new weights', () => {
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
  it('returns every step, the position of the user, and the same value', () => {
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
    const { steps, ...evaluation } = flags.explain('f', { user: 'user-1', plan: 'pro' })!
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

  it('agrees with the value and is not counted', () => {
    const flags = flagsOf([{ key: 'f', type: 'percentage', percentage: 37.5 }])
    for (let i = 0; i < 500; i += 1) {
      const explanation = flags.explain('f', { user: `${i}` })
      expect((explanation?.steps.find(({ point }) => point !== undefined)?.point ?? 100) < 37.5).toBe(
        explanation?.enabled,
      )
    }
    expect(flags.getMetrics('f').evaluations).toBe(0)
  })
})
