import { checkFlag, createFlags, flagFrom, settleSchedule } from '@signet/flags'
import { describe, expect, it } from 'vitest'
import { at } from './sample-flags.ts'

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
    const { schedule: _schedule, ...rest } = flag
    expect(settleSchedule(flag, new Date('2026-01-02T00:00:00Z'))).toEqual({ ...rest, percentage: 4 })
  })

  it('sets a share after a succeeded canary, which then counts as set manually', () => {
    const settled = (set: object) => {
      const flags = createFlags({ now: () => Date.parse('2026-01-01T09:00:00Z') })
      flags.createFlag({ key: 'f', type: 'percentage', percentage: 1, schedule: [change(10, set)] })
      const canary = flags.startCanaryDeployment('f', { stages: [50] })
      const [flag] = flags.snapshot.flags
      if (!flag) throw new Error('The flag does not exist')
      return settleSchedule({ ...flag, canary: { ...canary, status: 'succeeded' } }, new Date(NOON)).canary?.overruled
    }
    expect([settled({ percentage: 50 }), settled({ enabled: true })]).toEqual([true, undefined])
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
      const set = createFlags({ now: at(NOON) })
      set.useSnapshot({ version: 1, flags, segments: [] })
      return Array.from({ length: 500 }, (_, i) => set.getVariant('f', { user: `u${i}` }))
    }
    expect(variantsOf([settleSchedule(flag, new Date(NOON))])).toEqual(variantsOf([flag]))
  })

  it('may remove all weights if no variant is drawn by weight, and the flag stays valid', () => {
    const none = [{ key: 'a', weight: 0 }]
    const withoutWeights = { variants: none, percentage: 0 }
    const schedule = [change(10, withoutWeights)]
    const flag = flagFrom({ key: 'f', type: 'variant', variants: [{ key: 'a', weight: 1 }], schedule })
    const without = { ...flag, schedule: [change(10, { variants: none })] }
    expect(checkFlag(without).map(({ field }) => field)).toEqual(['schedule.0.set.variants'])
    const settled = settleSchedule(flag, new Date(NOON))
    expect(settled).not.toHaveProperty('allocation')
    expect(checkFlag(settled)).toEqual([])
  })

  it('does not undo a canary of a set in this process, nor its stop', () => {
    let now = Date.parse('2026-01-01T09:00:00Z')
    const flags = createFlags({ now: () => now })
    flags.createFlag({ key: 'f', type: 'percentage', percentage: 0, schedule: [change(10, { percentage: 100 })] })
    const share = () =>
      Array.from({ length: 1000 }, (_, i) => flags.isEnabled('f', { user: `u${i}` })).filter(Boolean).length
    expect(share()).toBe(0)
    now = Date.parse(NOON)
    expect(share()).toBe(1000)
    flags.startCanaryDeployment('f')
    expect(share()).toBeLessThan(100)
    flags.updateCanaryDeployment('f', 50)
    expect(Math.abs(share() - 500)).toBeLessThan(60)
    flags.stopCanaryDeployment('f')
    expect(share()).toBe(1000)
    expect(flags.snapshot.flags[0]).not.toHaveProperty('schedule')
  })
})
