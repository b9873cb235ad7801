import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  advanceCanary,
  CANARY_STAGES,
  type Canary,
  type CanaryGuard,
  CanaryRefused,
  isInCanary,
  judgeCanary,
  type Observation,
  setCanaryPercentage,
  startCanary,
  stopCanary,
  withCanaryOverruled,
} from '../../../../layers/flags/src/canary/index.ts'

interface Flag {
  readonly type?: string
  readonly enabled: boolean
  readonly percentage?: number
  readonly canary?: Canary
}

const START = new Date('2026-11-21T10:00:00Z')
const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1000)
const HEALTHY: Observation = { health: 'healthy' }
const flag: Flag = { enabled: true, percentage: 1 }
const started = (options = {}): Flag => startCanary(flag, { id: 'c1', dwellSeconds: 60, ...options }, START)

describe('an undisturbed canary', () => {
  test('starts at 5 percent, advances through 10, 25, 50 and 100 after each dwell, and then succeeds', () => {
    let now = started()
    const percentages = [now.percentage]
    for (let minute = 1; isInCanary(now); minute++) {
      expect(advanceCanary(now, HEALTHY, at(minute * 60 - 1))).toBe(now)
      now = advanceCanary(now, HEALTHY, at(minute * 60))
      percentages.push(now.percentage)
    }
    expect(percentages).toEqual([...CANARY_STAGES, 100])
    expect(now.canary).toMatchObject({ status: 'succeeded', nextAt: null, percentage: 100 })
  })

  test('advances one stage per step, however late the driver is', () => {
    expect(advanceCanary(started(), HEALTHY, at(100_000)).percentage).toBe(10)
  })

  test('turns on a flag that was off, and a rollback turns it off again', () => {
    const off = startCanary<Flag>({ enabled: false }, { id: 'c' }, START)
    expect([off.enabled, off.percentage]).toEqual([true, 5])
    const back = stopCanary(off, 'stopped', at(1))
    expect([back.enabled, 'percentage' in back]).toEqual([false, false])
  })
})

describe('the emergency stop of a succeeded canary', () => {
  const succeeded = (before: Flag = flag): Flag => {
    let now = startCanary(before, { id: 'c', dwellSeconds: 60, stages: [5, 100] }, START)
    for (let minute = 1; isInCanary(now); minute++) now = advanceCanary(now, HEALTHY, at(minute * 60))
    return now
  }
  const stopped = (now: Flag): unknown => {
    try {
      return stopCanary(now, 'fire', at(9000))
    } catch (error) {
      return (error as CanaryRefused).code
    }
  }

  test('rolls back, also if success precedes the stop by a moment', () => {
    expect(stopped(succeeded())).toMatchObject({
      enabled: true,
      percentage: 1,
      canary: { status: 'rolled_back', reason: 'fire', endedAt: at(9000).toISOString() },
    })
    expect(stopped(succeeded({ enabled: false }))).toMatchObject({ enabled: false })
    expect(stopped({ ...succeeded(), enabled: false })).toMatchObject({ enabled: false, percentage: 1 })
  })

  test('fails if the share was set since, or the earlier share is invalid for the flag now', () => {
    expect(stopped({ ...succeeded(), percentage: 60 })).toBe('canary_not_running')
    expect(stopped(withCanaryOverruled(succeeded()))).toBe('canary_not_running')
    expect(withCanaryOverruled(started())).toEqual(started())
    const again = startCanary(withCanaryOverruled(succeeded()), { id: 'c2', dwellSeconds: 60, stages: [5] }, at(9000))
    expect(stopped(advanceCanary(again, HEALTHY, at(9060)))).toMatchObject({ percentage: 100 })
    const { percentage: _percentage, ...without } = succeeded()
    expect(stopped(without)).toBe('canary_not_running')
    expect(stopped({ ...succeeded({ enabled: true }), type: 'percentage' })).toBe('canary_not_running')
    expect(stopped(stopCanary(succeeded(), 'fire', at(1)))).toBe('canary_not_running')
  })
})

describe('manual changes', () => {
  test('a percentage may increase or decrease, and the canary continues from it', () => {
    const set = setCanaryPercentage(started(), { percentage: 30 }, at(10))
    expect([set.percentage, set.canary?.nextAt]).toEqual([30, at(70).toISOString()])
    expect(advanceCanary(set, HEALTHY, at(70)).percentage).toBe(50)
    expect(setCanaryPercentage(set, { percentage: 0.001 }, at(20)).percentage).toBe(0.001)
  })

  test('a pause keeps the percentage until it ends', () => {
    const paused = setCanaryPercentage(started(), { paused: true }, at(10))
    expect(advanceCanary(paused, HEALTHY, at(10_000))).toBe(paused)
    const resumed = setCanaryPercentage(paused, { paused: false }, at(20_000))
    expect(advanceCanary(resumed, HEALTHY, at(20_060)).percentage).toBe(10)
  })

  test('invalid values are refused with code and field', () => {
    const refusalOf = (run: () => unknown): unknown => {
      try {
        return run()
      } catch (error) {
        return error instanceof CanaryRefused ? [error.code, error.field] : error
      }
    }
    expect(refusalOf(() => startCanary(started(), { id: 'c2' }, START))).toEqual(['canary_running', undefined])
    expect(refusalOf(() => stopCanary(flag, 'x', START))).toEqual(['canary_not_running', undefined])
    for (const stages of [[], [10, 10], [0, 5], [5, 101], [5.0001]]) {
      expect(refusalOf(() => startCanary(flag, { id: 'c', stages }, START))).toEqual(['invalid_canary', 'stages'])
    }
    const withDwell = (dwellSeconds: number) => () => startCanary(flag, { id: 'c', dwellSeconds }, START)
    expect(refusalOf(withDwell(0.5))).toEqual(['invalid_canary', 'dwellSeconds'])
    for (const [maxPercent, minEvaluations, name] of [
      [Number.NaN, 1, 'maxPercent'],
      [101, 1, 'maxPercent'],
      [1, Number.NaN, 'minEvaluations'],
    ] as const) {
      const guards = [
        { type: 'alarm', alarm: 'a' },
        { type: 'error_rate', maxPercent, minEvaluations },
      ] as const
      const start = () => startCanary(flag, { id: 'c', guards }, START)
      expect(refusalOf(start)).toEqual(['invalid_canary', `guards.1.${name}`])
    }
    const withPercentage = (percentage: number) => () => setCanaryPercentage(started(), { percentage }, START)
    expect(refusalOf(withPercentage(101))).toEqual(['invalid_canary', 'percentage'])
    expect(refusalOf(withPercentage(Number.NaN))).toEqual(['invalid_canary', 'percentage'])
  })
})

test('a flag that was switched off during a canary stays off at its stage, and after a rollback', () => {
  const killed = { ...started(), enabled: false }
  expect(advanceCanary(killed, HEALTHY, at(60))).toMatchObject({
    enabled: false,
    percentage: 5,
    canary: { status: 'running', reason: 'The flag is switched off', nextAt: at(60).toISOString() },
  })
  expect(setCanaryPercentage(killed, { percentage: 50 }, at(1)).enabled).toBe(false)
  expect(stopCanary(killed, 'stopped', at(1))).toMatchObject({ enabled: false, percentage: 1 })
})

describe('a held canary', () => {
  const killed = () => advanceCanary({ ...started(), enabled: false }, HEALTHY, at(60))

  test('reports each cause once, however long it lasts and whatever is counted', () => {
    const heldFlag = killed()
    for (const seconds of [120, 180, 86_400]) expect(advanceCanary(heldFlag, HEALTHY, at(seconds))).toBe(heldFlag)
    const few = (count: number) =>
      ({ health: 'unknown', reason: `${count} evaluations of 100 that are needed` }) as const
    const waiting = advanceCanary(started(), few(3), at(60))
    expect(advanceCanary(waiting, few(7), at(120))).toBe(waiting)
    const other = advanceCanary(waiting, { health: 'unknown', reason: 'The alarm does not exist' }, at(180))
    expect(other.canary?.reason).toBe('The alarm does not exist')
  })

  test('continues as soon as its guards are healthy', () => {
    const waiting = advanceCanary(started(), { health: 'unknown', reason: 'no data' }, at(60))
    const next = advanceCanary(waiting, HEALTHY, at(75))
    expect([next.percentage, next.canary?.reason, next.canary?.nextAt]).toEqual([10, undefined, at(135).toISOString()])
  })

  test('restarts its stage when the flag is switched on again', () => {
    const again = advanceCanary({ ...killed(), enabled: true }, HEALTHY, at(600))
    expect([again.percentage, again.canary?.reason, again.canary?.nextAt]).toEqual([
      5,
      undefined,
      at(660).toISOString(),
    ])
    expect(advanceCanary(again, HEALTHY, at(660)).percentage).toBe(10)
  })
})

describe('guards', () => {
  const errors: CanaryGuard = { type: 'error_rate', maxPercent: 1, minEvaluations: 100 }
  const alarm: CanaryGuard = { type: 'alarm', alarm: 'five-hundreds' }
  const none = new Map<string, never>()
  const healthOf = (guards: readonly CanaryGuard[], evaluations: number, wrong: number, state = 'OK' as const) => {
    const { canary } = started({ guards, counts: { evaluations: 1000, errors: 500 } })
    const counts = { evaluations: 1000 + evaluations, errors: 500 + wrong }
    return judgeCanary(canary as Canary, { alarms: new Map([['five-hundreds', state]]), counts }).health
  }

  test('errors since the canary began count, and only if chance does not explain them', () => {
    expect(healthOf([errors], 1000, 5)).toBe('healthy')
    expect(healthOf([errors], 50, 0)).toBe('unknown')
    expect(healthOf([errors], 100, 2)).toBe('unknown')
    expect(healthOf([errors], 1000, 50)).toBe('unhealthy')
    expect(healthOf([errors], 10, 10)).toBe('unhealthy')
    expect(healthOf([errors], 4, 4)).toBe('unknown')
  })

  test('a missing alarm holds the canary instead of passing', () => {
    const { canary } = started({ guards: [alarm] })
    const counts = { evaluations: 0, errors: 0 }
    expect(judgeCanary(canary as Canary, { alarms: none, counts })).toEqual({
      health: 'unknown',
      reason: 'The alarm five-hundreds does not exist',
    })
  })

  test('the worst of several guards decides', () => {
    expect(healthOf([errors, alarm], 1000, 50)).toBe('unhealthy')
    expect(healthOf([errors, alarm], 10, 0)).toBe('unknown')
    expect(healthOf([errors, alarm], 1000, 0)).toBe('healthy')
  })

  test('an unhealthy guard rolls back at once; without enough data a due stage does not begin, with the reason', () => {
    const bad = advanceCanary(started(), { health: 'unhealthy', reason: 'too many' }, at(1))
    const paused = setCanaryPercentage(started(), { paused: true }, at(1))
    for (const each of [paused, { ...started(), enabled: false }]) {
      const after = advanceCanary(each, { health: 'unhealthy', reason: 'r' }, at(2))
      expect([after.percentage, after.canary?.status]).toEqual([1, 'rolled_back'])
    }
    expect([bad.percentage, bad.canary?.status, bad.canary?.reason]).toEqual([1, 'rolled_back', 'too many'])
    const heldFlag = advanceCanary(started(), { health: 'unknown', reason: 'no data' }, at(60))
    expect([heldFlag.percentage, heldFlag.canary?.reason, heldFlag.canary?.nextAt]).toEqual([
      5,
      'no data',
      at(60).toISOString(),
    ])
  })
})

test('any order of events ends in a stage or a manual percentage while it runs, and in the earlier flag after a rollback', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('tick' as const), health: fc.constantFrom('healthy', 'unhealthy', 'unknown') }),
    fc.record({ kind: fc.constant('set' as const), percentage: fc.integer({ min: 0, max: 100 }) }),
    fc.record({ kind: fc.constant('pause' as const), paused: fc.boolean() }),
    fc.record({ kind: fc.constant('stop' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.boolean(), (steps, enabled) => {
      const before: Flag = { enabled, percentage: 3 }
      let now = startCanary(before, { id: 'c', dwellSeconds: 60 }, START)
      let byHand = -1
      for (const [i, action] of steps.entries()) {
        const time = at((i + 1) * 60)
        const wasOn = isInCanary(now)
        if (action.kind === 'tick')
          now = advanceCanary(now, { health: action.health, reason: 'r' } as Observation, time)
        else if (wasOn && action.kind === 'set') {
          byHand = action.percentage
          now = setCanaryPercentage(now, action, time)
        } else if (wasOn && action.kind === 'pause') now = setCanaryPercentage(now, action, time)
        else if (wasOn && action.kind === 'stop') now = stopCanary(now, 'r', time)
        if (now.canary?.status === 'rolled_back') {
          expect([now.enabled, now.percentage]).toEqual([enabled, 3])
        } else {
          expect(now.enabled).toBe(true)
          expect([...CANARY_STAGES, byHand]).toContain(now.percentage)
          expect(now.canary?.percentage).toBe(now.percentage)
        }
        expect(isInCanary(now) && now.canary?.status === 'running').toBe(now.canary?.nextAt !== null)
      }
    }),
  )
})
