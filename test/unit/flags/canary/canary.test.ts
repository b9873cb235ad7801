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
const timeAfter = (seconds: number): Date => new Date(START.getTime() + seconds * 1000)
const HEALTHY: Observation = { health: 'healthy' }
const flag: Flag = { enabled: true, percentage: 1 }
const startedFlag = (options = {}): Flag => startCanary(flag, { id: 'c1', dwellSeconds: 60, ...options }, START)

describe('an undisturbed canary', () => {
  test('starts at 5 percent, advances through 10, 25, 50 and 100 after each dwell, and then succeeds', () => {
    let current = startedFlag()
    const percentages = [current.percentage]
    for (let minute = 1; isInCanary(current); minute++) {
      expect(advanceCanary(current, HEALTHY, timeAfter(minute * 60 - 1))).toBe(current)
      current = advanceCanary(current, HEALTHY, timeAfter(minute * 60))
      percentages.push(current.percentage)
    }
    expect(percentages).toEqual([...CANARY_STAGES, 100])
    expect(current.canary).toMatchObject({ status: 'succeeded', nextAt: null, percentage: 100 })
  })

  test('advances one stage per step, however late the driver is', () => {
    expect(advanceCanary(startedFlag(), HEALTHY, timeAfter(100_000)).percentage).toBe(10)
  })

  test('turns on a flag that was off, and a rollback turns it off again', () => {
    const turnedOn = startCanary<Flag>({ enabled: false }, { id: 'c' }, START)
    expect([turnedOn.enabled, turnedOn.percentage]).toEqual([true, 5])
    const rolledBack = stopCanary(turnedOn, 'stopped', timeAfter(1))
    expect([rolledBack.enabled, 'percentage' in rolledBack]).toEqual([false, false])
  })
})

describe('the emergency stop of a succeeded canary', () => {
  const succeededFlag = (before: Flag = flag): Flag => {
    let current = startCanary(before, { id: 'c', dwellSeconds: 60, stages: [5, 100] }, START)
    for (let minute = 1; isInCanary(current); minute++)
      current = advanceCanary(current, HEALTHY, timeAfter(minute * 60))
    return current
  }
  const stopResult = (current: Flag): unknown => {
    try {
      return stopCanary(current, 'fire', timeAfter(9000))
    } catch (error) {
      return (error as CanaryRefused).code
    }
  }

  test('rolls back, even if the canary succeeds just before the stop', () => {
    expect(stopResult(succeededFlag())).toMatchObject({
      enabled: true,
      percentage: 1,
      canary: { status: 'rolled_back', reason: 'fire', endedAt: timeAfter(9000).toISOString() },
    })
    expect(stopResult(succeededFlag({ enabled: false }))).toMatchObject({ enabled: false })
    expect(stopResult({ ...succeededFlag(), enabled: false })).toMatchObject({ enabled: false, percentage: 1 })
  })

  test('fails if the percentage was set since, or if the earlier state is now invalid for the flag', () => {
    expect(stopResult({ ...succeededFlag(), percentage: 60 })).toBe('canary_not_running')
    expect(stopResult(withCanaryOverruled(succeededFlag()))).toBe('canary_not_running')
    // Only a succeeded canary is overruled. After it, a new canary can be stopped.
    expect(withCanaryOverruled(startedFlag())).toEqual(startedFlag())
    const restarted = startCanary(
      withCanaryOverruled(succeededFlag()),
      { id: 'c2', dwellSeconds: 60, stages: [5] },
      timeAfter(9000),
    )
    expect(stopResult(advanceCanary(restarted, HEALTHY, timeAfter(9060)))).toMatchObject({ percentage: 100 })
    const { percentage: _percentage, ...withoutPercentage } = succeededFlag()
    expect(stopResult(withoutPercentage)).toBe('canary_not_running')
    expect(stopResult({ ...succeededFlag({ enabled: true }), type: 'percentage' })).toBe('canary_not_running')
    expect(stopResult(stopCanary(succeededFlag(), 'fire', timeAfter(1)))).toBe('canary_not_running')
  })
})

describe('manual changes', () => {
  test('a percentage may increase or decrease, and the canary continues from it', () => {
    const manualFlag = setCanaryPercentage(startedFlag(), { percentage: 30 }, timeAfter(10))
    expect([manualFlag.percentage, manualFlag.canary?.nextAt]).toEqual([30, timeAfter(70).toISOString()])
    expect(advanceCanary(manualFlag, HEALTHY, timeAfter(70)).percentage).toBe(50)
    expect(setCanaryPercentage(manualFlag, { percentage: 0.001 }, timeAfter(20)).percentage).toBe(0.001)
  })

  test('a pause keeps the percentage until it ends', () => {
    const paused = setCanaryPercentage(startedFlag(), { paused: true }, timeAfter(10))
    expect(advanceCanary(paused, HEALTHY, timeAfter(10_000))).toBe(paused)
    const resumed = setCanaryPercentage(paused, { paused: false }, timeAfter(20_000))
    expect(advanceCanary(resumed, HEALTHY, timeAfter(20_060)).percentage).toBe(10)
  })

  test('invalid values are refused with code and field', () => {
    const refusalOf = (run: () => unknown): unknown => {
      try {
        return run()
      } catch (error) {
        return error instanceof CanaryRefused ? [error.code, error.field] : error
      }
    }
    expect(refusalOf(() => startCanary(startedFlag(), { id: 'c2' }, START))).toEqual(['canary_running', undefined])
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
    const withPercentage = (percentage: number) => () => setCanaryPercentage(startedFlag(), { percentage }, START)
    expect(refusalOf(withPercentage(101))).toEqual(['invalid_canary', 'percentage'])
    expect(refusalOf(withPercentage(Number.NaN))).toEqual(['invalid_canary', 'percentage'])
  })
})

test('a flag that was switched off during a canary stays off at its stage, and after a rollback', () => {
  const switchedOff = { ...startedFlag(), enabled: false }
  expect(advanceCanary(switchedOff, HEALTHY, timeAfter(60))).toMatchObject({
    enabled: false,
    percentage: 5,
    canary: { status: 'running', reason: 'The flag is switched off', nextAt: timeAfter(60).toISOString() },
  })
  expect(setCanaryPercentage(switchedOff, { percentage: 50 }, timeAfter(1)).enabled).toBe(false)
  expect(stopCanary(switchedOff, 'stopped', timeAfter(1))).toMatchObject({ enabled: false, percentage: 1 })
})

describe('a held canary', () => {
  const heldSwitchedOff = () => advanceCanary({ ...startedFlag(), enabled: false }, HEALTHY, timeAfter(60))

  test('reports each reason once, however long it lasts and whatever its counts are', () => {
    const heldFlag = heldSwitchedOff()
    for (const seconds of [120, 180, 86_400])
      expect(advanceCanary(heldFlag, HEALTHY, timeAfter(seconds))).toBe(heldFlag)
    const fewEvaluations = (count: number) =>
      ({ health: 'unknown', reason: `${count} evaluations of 100 that are needed` }) as const
    const waiting = advanceCanary(startedFlag(), fewEvaluations(3), timeAfter(60))
    expect(advanceCanary(waiting, fewEvaluations(7), timeAfter(120))).toBe(waiting)
    const otherReason = advanceCanary(
      waiting,
      { health: 'unknown', reason: 'The alarm does not exist' },
      timeAfter(180),
    )
    expect(otherReason.canary?.reason).toBe('The alarm does not exist')
  })

  test('continues as soon as its guards are healthy', () => {
    const waiting = advanceCanary(startedFlag(), { health: 'unknown', reason: 'no data' }, timeAfter(60))
    const next = advanceCanary(waiting, HEALTHY, timeAfter(75))
    expect([next.percentage, next.canary?.reason, next.canary?.nextAt]).toEqual([
      10,
      undefined,
      timeAfter(135).toISOString(),
    ])
  })

  test('restarts its stage when the flag is switched on again', () => {
    const restarted = advanceCanary({ ...heldSwitchedOff(), enabled: true }, HEALTHY, timeAfter(600))
    expect([restarted.percentage, restarted.canary?.reason, restarted.canary?.nextAt]).toEqual([
      5,
      undefined,
      timeAfter(660).toISOString(),
    ])
    expect(advanceCanary(restarted, HEALTHY, timeAfter(660)).percentage).toBe(10)
  })
})

describe('guards', () => {
  const errors: CanaryGuard = { type: 'error_rate', maxPercent: 1, minEvaluations: 100 }
  const alarm: CanaryGuard = { type: 'alarm', alarm: 'five-hundreds' }
  const noAlarms = new Map<string, never>()
  const healthOf = (guards: readonly CanaryGuard[], evaluations: number, errorCount: number, state = 'OK' as const) => {
    // The counts when the stage began.
    const { canary } = startedFlag({ guards, counts: { evaluations: 1000, errors: 500 } })
    const counts = { evaluations: 1000 + evaluations, errors: 500 + errorCount }
    return judgeCanary(canary as Canary, { alarms: new Map([['five-hundreds', state]]), counts }).health
  }

  test('only errors since the stage began count, and only if they are statistically significant', () => {
    expect(healthOf([errors], 1000, 5)).toBe('healthy')
    expect(healthOf([errors], 50, 0)).toBe('unknown')
    expect(healthOf([errors], 100, 2)).toBe('unknown')
    expect(healthOf([errors], 1000, 50)).toBe('unhealthy')
    expect(healthOf([errors], 10, 10)).toBe('unhealthy')
    expect(healthOf([errors], 4, 4)).toBe('unknown')
  })

  test('a missing alarm holds the canary instead of passing', () => {
    const { canary } = startedFlag({ guards: [alarm] })
    const counts = { evaluations: 0, errors: 0 }
    expect(judgeCanary(canary as Canary, { alarms: noAlarms, counts })).toEqual({
      health: 'unknown',
      reason: 'The alarm five-hundreds does not exist',
    })
  })

  test('the worst of several guards decides', () => {
    expect(healthOf([errors, alarm], 1000, 50)).toBe('unhealthy')
    expect(healthOf([errors, alarm], 10, 0)).toBe('unknown')
    expect(healthOf([errors, alarm], 1000, 0)).toBe('healthy')
  })

  test('an unhealthy guard rolls back at once, also a paused canary and a flag that is off; without enough data a due stage does not begin, with the reason', () => {
    const rolledBack = advanceCanary(startedFlag(), { health: 'unhealthy', reason: 'too many' }, timeAfter(1))
    const paused = setCanaryPercentage(startedFlag(), { paused: true }, timeAfter(1))
    for (const each of [paused, { ...startedFlag(), enabled: false }]) {
      const after = advanceCanary(each, { health: 'unhealthy', reason: 'r' }, timeAfter(2))
      expect([after.percentage, after.canary?.status]).toEqual([1, 'rolled_back'])
    }
    expect([rolledBack.percentage, rolledBack.canary?.status, rolledBack.canary?.reason]).toEqual([
      1,
      'rolled_back',
      'too many',
    ])
    const heldFlag = advanceCanary(startedFlag(), { health: 'unknown', reason: 'no data' }, timeAfter(60))
    expect([heldFlag.percentage, heldFlag.canary?.reason, heldFlag.canary?.nextAt]).toEqual([
      5,
      'no data',
      timeAfter(60).toISOString(),
    ])
  })
})

test('after any actions the percentage is a stage or the manual one, and after a rollback the earlier one', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('tick' as const), health: fc.constantFrom('healthy', 'unhealthy', 'unknown') }),
    fc.record({ kind: fc.constant('set' as const), percentage: fc.integer({ min: 0, max: 100 }) }),
    fc.record({ kind: fc.constant('pause' as const), paused: fc.boolean() }),
    fc.record({ kind: fc.constant('stop' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.boolean(), (steps, enabled) => {
      const before: Flag = { enabled, percentage: 3 }
      let current = startCanary(before, { id: 'c', dwellSeconds: 60 }, START)
      let manualPercentage = -1
      for (const [i, action] of steps.entries()) {
        const time = timeAfter((i + 1) * 60)
        const wasInCanary = isInCanary(current)
        if (action.kind === 'tick')
          current = advanceCanary(current, { health: action.health, reason: 'r' } as Observation, time)
        else if (wasInCanary && action.kind === 'set') {
          manualPercentage = action.percentage
          current = setCanaryPercentage(current, action, time)
        } else if (wasInCanary && action.kind === 'pause') current = setCanaryPercentage(current, action, time)
        else if (wasInCanary && action.kind === 'stop') current = stopCanary(current, 'r', time)
        if (current.canary?.status === 'rolled_back') {
          expect([current.enabled, current.percentage]).toEqual([enabled, 3])
        } else {
          expect(current.enabled).toBe(true)
          expect([...CANARY_STAGES, manualPercentage]).toContain(current.percentage)
          expect(current.canary?.percentage).toBe(current.percentage)
        }
        expect(isInCanary(current) && current.canary?.status === 'running').toBe(current.canary?.nextAt !== null)
      }
    }),
  )
})
