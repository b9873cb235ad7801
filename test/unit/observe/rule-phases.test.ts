import { describe, expect, it } from 'vitest'
import { type Durations, GAP_MS, phaseAfter, type RulePhase } from '../../../lambdas/observe/rules/rule-state.ts'
import { MINUTE, NOW, randomFrom } from './observe-world.ts'

/** One evaluation per minute; undefined if it did not run. */
type MinuteResult = boolean | undefined

interface Incident {
  readonly start: number
  readonly end: number | null
}

const timeOf = (minute: number): number => NOW + minute * MINUTE

/** Computes the incidents from the phases. */
const byPhases = (evaluations: readonly MinuteResult[], durations: Durations): Incident[] => {
  const incidents: Incident[] = []
  let state: RulePhase | undefined
  for (const [minute, isBreached] of evaluations.entries()) {
    if (isBreached === undefined) continue
    const at = timeOf(minute)
    const next = phaseAfter(state, { isBreached, at }, durations)
    if (next.phase === 'firing' && state?.phase !== 'firing') incidents.push({ start: next.since, end: null })
    if (next.phase === 'ok' && state?.phase === 'firing')
      incidents[incidents.length - 1] = { start: state.since, end: at }
    // Only changes are stored, as in the table.
    state = next
  }
  return incidents
}

/**
 * Returns the start of the evaluations with the same result up to a minute, without a gap, computed backwards without
 * any state.
 */
const runStart = (evaluations: readonly MinuteResult[], minute: number, wanted: boolean): number => {
  let first = minute
  for (let earlier = minute - 1; earlier >= 0 && timeOf(first) - timeOf(earlier) <= GAP_MS; earlier--) {
    if (evaluations[earlier] === undefined) continue
    if (evaluations[earlier] !== wanted) break
    first = earlier
  }
  return first
}

/** Computes the same incidents by looking back from every minute. */
const byLookingBack = (evaluations: readonly MinuteResult[], { forMs, clearMs }: Durations): Incident[] => {
  const incidents: Incident[] = []
  const isFiring = () => incidents.at(-1)?.end === null
  /** A wait starts after the last incident has started or ended. */
  let from = 0
  for (const [minute, isBreached] of evaluations.entries()) {
    if (isBreached === undefined) continue
    const first = Math.max(runStart(evaluations, minute, isBreached), from)
    const waited = timeOf(minute) - timeOf(first)
    if (isBreached && !isFiring() && waited >= forMs) incidents.push({ start: timeOf(first), end: null })
    if (!isBreached && isFiring() && waited >= clearMs) {
      incidents[incidents.length - 1] = { start: incidents.at(-1)?.start ?? 0, end: timeOf(minute) }
      from = minute + 1
    }
  }
  return incidents
}

describe('rule phases', () => {
  it('start and end the same incidents as a backward search from every minute, for any series', () => {
    let incidents = 0
    for (let seed = 1; seed <= 2_000; seed++) {
      const random = randomFrom(seed)
      const tendency = random()
      const outages = random() * 0.3
      let isBreached = false
      const evaluations = Array.from({ length: 60 }, (): MinuteResult => {
        if (random() < 0.35) isBreached = random() < tendency
        return random() < outages ? undefined : isBreached
      })
      const durations = { forMs: Math.floor(random() * 5) * MINUTE, clearMs: (1 + Math.floor(random() * 5)) * MINUTE }
      const found = byPhases(evaluations, durations)
      expect({ seed, found }).toEqual({ seed, found: byLookingBack(evaluations, durations) })
      incidents += found.length
    }
    expect(incidents).toBeGreaterThan(2_000)
  })

  it('merge breaches into one incident if the pause is shorter than the clearing time', () => {
    const evaluations = [true, false, true, false, false, true, false, true]
    expect(byPhases(evaluations, { forMs: 0, clearMs: 5 * MINUTE })).toEqual([{ start: NOW, end: null }])
  })

  it('ignore an evaluation of an overtaken run', () => {
    const durations = { forMs: 0, clearMs: MINUTE }
    const firing = phaseAfter(undefined, { isBreached: true, at: NOW }, durations)
    const clearing = phaseAfter(firing, { isBreached: false, at: NOW + MINUTE }, durations)
    const over = phaseAfter(clearing, { isBreached: false, at: NOW + 2 * MINUTE }, durations)
    expect(over.phase).toBe('ok')
    expect(phaseAfter(over, { isBreached: true, at: NOW + MINUTE }, durations)).toBe(over)
  })

  it('restart durations after a gap', () => {
    const durations = { forMs: 3 * MINUTE, clearMs: 3 * MINUTE }
    const pending = phaseAfter(undefined, { isBreached: true, at: NOW }, durations)
    const after = phaseAfter(pending, { isBreached: true, at: NOW + 10 * MINUTE }, durations)
    expect(after).toMatchObject({ phase: 'pending', since: NOW + 10 * MINUTE })
    const firing: RulePhase = { phase: 'firing', since: NOW, clear_since: NOW, checked_at: NOW }
    const still = phaseAfter(firing, { isBreached: false, at: NOW + 10 * MINUTE }, durations)
    expect(still).toMatchObject({ phase: 'firing', clear_since: NOW + 10 * MINUTE })
  })
})
