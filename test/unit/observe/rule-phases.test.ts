import { describe, expect, it } from 'vitest'
import { type Durations, GAP_MS, phaseAfter, type RulePhase } from '../../../lambdas/observe/rules/rule-state.ts'
import { MINUTE, NOW, randomFrom } from './observe-world.ts'

/** Whether the condition was breached; undefined if the evaluation did not run in this minute. */
type MinuteResult = boolean | undefined

interface Incident {
  readonly start: number
  readonly end: number | null
}

const timeOf = (minute: number): number => NOW + minute * MINUTE

/** Computes the incidents from the phases. */
const incidentsByPhases = (evaluations: readonly MinuteResult[], durations: Durations): Incident[] => {
  const incidents: Incident[] = []
  let state: RulePhase | undefined
  for (const [minute, isBreached] of evaluations.entries()) {
    if (isBreached === undefined) continue
    const at = timeOf(minute)
    const next = phaseAfter(state, { isBreached, at }, durations)
    if (next.phase === 'firing' && state?.phase !== 'firing') incidents.push({ start: next.since, end: null })
    if (next.phase === 'ok' && state?.phase === 'firing')
      incidents[incidents.length - 1] = { start: state.since, end: at }

    state = next
  }
  return incidents
}

/**
 * Returns the start of the evaluations with the same result up to a minute, without a gap, computed backwards without
 * any state.
 */
const runStart = (evaluations: readonly MinuteResult[], minute: number, isBreached: boolean): number => {
  let first = minute
  for (let earlier = minute - 1; earlier >= 0 && timeOf(first) - timeOf(earlier) <= GAP_MS; earlier--) {
    if (evaluations[earlier] === undefined) continue
    if (evaluations[earlier] !== isBreached) break
    first = earlier
  }
  return first
}

/** Computes the same incidents by a backward search from every minute. */
const incidentsByLookingBack = (evaluations: readonly MinuteResult[], { forMs, clearMs }: Durations): Incident[] => {
  const incidents: Incident[] = []
  const isFiring = () => incidents.at(-1)?.end === null
  /** A clearing or breach can start only after the last incident has ended. */
  let earliestMinute = 0
  for (const [minute, isBreached] of evaluations.entries()) {
    if (isBreached === undefined) continue
    const first = Math.max(runStart(evaluations, minute, isBreached), earliestMinute)
    const waited = timeOf(minute) - timeOf(first)
    if (isBreached && !isFiring() && waited >= forMs) incidents.push({ start: timeOf(first), end: null })
    if (!isBreached && isFiring() && waited >= clearMs) {
      incidents[incidents.length - 1] = { start: incidents.at(-1)?.start ?? 0, end: timeOf(minute) }
      earliestMinute = minute + 1
    }
  }
  return incidents
}

describe('rule phases', () => {
  it('start and end the same incidents as a backward search from every minute, for random evaluations', () => {
    let incidents = 0
    for (let seed = 1; seed <= 2_000; seed++) {
      const random = randomFrom(seed)
      const breachProbability = random()
      const outageProbability = random() * 0.3
      let isBreached = false
      const evaluations = Array.from({ length: 60 }, (): MinuteResult => {
        if (random() < 0.35) isBreached = random() < breachProbability
        return random() < outageProbability ? undefined : isBreached
      })
      const durations = { forMs: Math.floor(random() * 5) * MINUTE, clearMs: (1 + Math.floor(random() * 5)) * MINUTE }
      const found = incidentsByPhases(evaluations, durations)
      expect({ seed, found }).toEqual({ seed, found: incidentsByLookingBack(evaluations, durations) })
      incidents += found.length
    }
    expect(incidents).toBeGreaterThan(2_000)
  })

  it('merge breaches into one incident if the pause is shorter than the clearing time', () => {
    const evaluations = [true, false, true, false, false, true, false, true]
    expect(incidentsByPhases(evaluations, { forMs: 0, clearMs: 5 * MINUTE })).toEqual([{ start: NOW, end: null }])
  })

  it('ignore an evaluation that is older than the stored phase', () => {
    const durations = { forMs: 0, clearMs: MINUTE }
    const firing = phaseAfter(undefined, { isBreached: true, at: NOW }, durations)
    const clearing = phaseAfter(firing, { isBreached: false, at: NOW + MINUTE }, durations)
    const resolved = phaseAfter(clearing, { isBreached: false, at: NOW + 2 * MINUTE }, durations)
    expect(resolved.phase).toBe('ok')
    expect(phaseAfter(resolved, { isBreached: true, at: NOW + MINUTE }, durations)).toBe(resolved)
  })

  it('restart durations after a gap', () => {
    const durations = { forMs: 3 * MINUTE, clearMs: 3 * MINUTE }
    const pending = phaseAfter(undefined, { isBreached: true, at: NOW }, durations)
    const after = phaseAfter(pending, { isBreached: true, at: NOW + 10 * MINUTE }, durations)
    expect(after).toMatchObject({ phase: 'pending', since: NOW + 10 * MINUTE })
    const firing: RulePhase = { phase: 'firing', since: NOW, clear_since: NOW, checked_at: NOW }
    const stillFiring = phaseAfter(firing, { isBreached: false, at: NOW + 10 * MINUTE }, durations)
    expect(stillFiring).toMatchObject({ phase: 'firing', clear_since: NOW + 10 * MINUTE })
  })
})
