import { checkFlag, createFlags, flagFrom, settleSchedule } from '@signet/flags'
import { describe, expect, it } from 'vitest'
import { clockAt } from './sample-flags.ts'

const NOON = '2026-01-01T12:00:00Z'
const change = (hour: number, set: object) => ({ at: `2026-01-01T${hour}:00:00Z`, set })

describe('a settled schedule', () => {
  it('applies due changes in order, and retains future ones', () => {
    const flag = flagFrom({
      key: 'f',
      type: 'percentage',
      percentage: 1,
      schedule: [change(10, { percentage: 2 }), change(12, { percentage: 3 }), change(13, { percentage: 4 })],
    })
    expect(settleSchedule(flag, new Date(NOON))).toEqual({
      ...flag,
      percentage: 3,
      schedule: [change(13, { percentage: 4 })],
    })
    const { schedule: _schedule, ...withoutSchedule } = flag
    expect(settleSchedule(flag, new Date('2026-01-02T00:00:00Z'))).toEqual({ ...withoutSchedule, percentage: 4 })
  })

  it('marks a succeeded canary as overruled if a change sets the percentage', () => {
    const overruledAfter = (set: object) => {
      const flags = createFlags({ now: () => Date.parse('2026-01-01T09:00:00Z') })
      flags.createFlag({ key: 'f', type: 'percentage', percentage: 1, schedule: [change(10, set)] })
      const canary = flags.startCanaryDeployment('f', { stages: [50] })
      const [flag] = flags.snapshot.flags
      if (!flag) throw new Error('The flag does not exist')
      return settleSchedule({ ...flag, canary: { ...canary, status: 'succeeded' } }, new Date(NOON)).canary?.overruled
    }
    expect([overruledAfter({ percentage: 50 }), overruledAfter({ enabled: true })]).toEqual([true, undefined])
  })

  it('returns the same flag object if no change is due', () => {
    const flag = flagFrom({ key: 'f', type: 'boolean', enabled: true, schedule: [change(13, { enabled: false })] })
    expect(settleSchedule(flag, new Date(NOON))).toBe(flag)
  })

  it('moves as few users between variants as the engine', () => {
    const flag = flagFrom({
      key: 'f',
      type: 'variant',
      variants: [
        { key: 'a', weight: 1 },
        { key: 'b', weight: 1 },
      ],
      schedule: [
        change(10, {
          variants: [
            { key: 'b', weight: 1 },
            { key: 'a', weight: 3 },
          ],
        }),
      ],
    })
    const variantsOf = (flags: readonly (typeof flag)[]) => {
      const set = createFlags({ now: clockAt(NOON) })
      set.useSnapshot({ version: 1, flags, segments: [] })
      return Array.from({ length: 500 }, (_, i) => set.getVariant('f', { user: `u${i}` }))
    }
    expect(variantsOf([settleSchedule(flag, new Date(NOON))])).toEqual(variantsOf([flag]))
  })

  it('may remove all weights if the percentage is 0, and the flag stays valid', () => {
    const zeroWeights = [{ key: 'a', weight: 0 }]
    const withoutWeights = { variants: zeroWeights, percentage: 0 }
    const schedule = [change(10, withoutWeights)]
    const flag = flagFrom({ key: 'f', type: 'variant', variants: [{ key: 'a', weight: 1 }], schedule })
    const withoutPercentage = { ...flag, schedule: [change(10, { variants: zeroWeights })] }
    expect(checkFlag(withoutPercentage).map(({ field }) => field)).toEqual(['schedule.0.set.variants'])
    const settled = settleSchedule(flag, new Date(NOON))
    expect(settled).not.toHaveProperty('allocation')
    expect(checkFlag(settled)).toEqual([])
  })

  it('does not undo a canary of local flags, nor its stop', () => {
    let now = Date.parse('2026-01-01T09:00:00Z')
    const flags = createFlags({ now: () => now })
    flags.createFlag({ key: 'f', type: 'percentage', percentage: 0, schedule: [change(10, { percentage: 100 })] })
    const countEnabled = () =>
      Array.from({ length: 1000 }, (_, i) => flags.isEnabled('f', { user: `u${i}` })).filter(Boolean).length
    expect(countEnabled()).toBe(0)
    now = Date.parse(NOON)
    expect(countEnabled()).toBe(1000)
    flags.startCanaryDeployment('f')
    expect(countEnabled()).toBeLessThan(100)
    flags.updateCanaryDeployment('f', 50)
    expect(Math.abs(countEnabled() - 500)).toBeLessThan(60)
    flags.stopCanaryDeployment('f')
    expect(countEnabled()).toBe(1000)
    expect(flags.snapshot.flags[0]).not.toHaveProperty('schedule')
  })
})
