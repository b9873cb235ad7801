import { describe, expect, it } from 'vitest'
import { burnRateOf, type Counts, countsOf, mergeCounts, outcomeOf } from '../../../lambdas/observe/counters/units.ts'
import { attainmentOf, budgetOf, countedThreshold } from '../../../lambdas/observe/slos/attainment.ts'
import { randomFrom } from './observe-world.ts'

interface Trace {
  readonly duration: number
  readonly status: 'ok' | 'error'
}

const tracesOf = (seed: number): Trace[] => {
  const random = randomFrom(seed)
  return Array.from({ length: 500 }, () => ({
    duration: Math.exp(random() * 9),
    status: random() < 0.1 ? ('error' as const) : ('ok' as const),
  }))
}

const countsOfTraces = (traces: readonly Trace[]): Counts => mergeCounts(traces.map((trace) => countsOf(trace)))

describe('an error budget', () => {
  it('equals the count over every trace', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const traces = tracesOf(seed)
      const objective = 0.5 + randomFrom(seed)() * 0.49
      const outcome = outcomeOf({ kind: 'availability' }, countsOfTraces(traces))
      const bad = traces.filter(({ status }) => status === 'error').length
      expect(outcome).toEqual({ total: 500, bad })
      expect(attainmentOf(outcome)).toBe(1 - bad / 500)
      const { budget, budget_left, budget_left_share } = budgetOf(outcome, objective)
      expect(budget).toBeCloseTo(500 - 500 * objective, 9)
      expect(budget_left).toBeCloseTo(500 - 500 * objective - bad, 9)
      expect(budget_left_share).toBeCloseTo(budget_left / budget, 9)
      expect(burnRateOf(outcome, objective)).toBeCloseTo(bad / budget, 9)
    }
  })

  it('counts latency exactly by the effective threshold, which is at most 4.1% higher', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const traces = tracesOf(seed)
      const threshold_ms = 1 + randomFrom(seed + 99)() * 3_000
      const counted = countedThreshold(threshold_ms)
      expect(counted / threshold_ms).toBeGreaterThanOrEqual(1 - 1e-9)
      expect(counted / threshold_ms).toBeLessThanOrEqual(1.041)
      const { bad } = outcomeOf({ kind: 'latency', threshold_ms }, countsOfTraces(traces))
      expect(bad).toBe(traces.filter(({ duration }) => duration > counted).length)
    }
  })

  it('has no attainment and no burn rate without traces', () => {
    const nothing = outcomeOf({ kind: 'availability' }, countsOfTraces([]))
    expect([attainmentOf(nothing), burnRateOf(nothing, 0.99), budgetOf(nothing, 0.99)]).toEqual([
      null,
      null,
      { budget: 0, budget_left: 0, budget_left_share: null },
    ])
  })
})
