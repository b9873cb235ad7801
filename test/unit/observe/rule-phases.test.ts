import { describe, expect, it } from 'vitest'
import { type Durations, GAP_MS, phaseAfter, type RulePhase } from '../../../lambdas/observe/rules/rule-state.ts'
import { MINUTE, NOW, randomFrom } from './observe-world.ts'

/** A look of a minute; undefined: nobody could look. */
type Seen = boolean | undefined

interface Incident {
  readonly start: number
  readonly end: number | null
}

const timeOf = (minute: number): number => NOW + minute * MINUTE

/** Incidents as the phases tell them. */
const byPhases = (evaluations: readonly Seen[], durations: Durations): Incident[] => {
  const incidents: Incident[] = []
  let state: RulePhase | undefined
  for (const [minute, isBreached] of evaluations.entries()) {
    if (isBreached === undefined) continue
    const at = timeOf(minute)
    const next = phaseAfter(state, { isBreached, at }, durations)
    if (next.phase === 'firing' && state?.phase !== 'firing') incidents.push({ start: next.since, end: null })
    if (next.phase === 'ok' && state?.phase === 'firing')
      incidents[incidents.length - 1] = { start: state.since, end: at }
    // Only what changes is kept, as the table does.
    state = next
  }
  return incidents
}

/** Since when the evaluations up to a minute say the same, without a gap: back from there, with no state at all. */
const runStart = (evaluations: readonly Seen[], minute: number, wanted: boolean): number => {
  let first = minute
  for (let earlier = minute - 1; earlier >= 0 && timeOf(first) - timeOf(earlier) <= GAP_MS; earlier--) {
    if (evaluations[earlier] === undefined) continue
    if (evaluations[earlier] !== wanted) break
    first = earlier
  }
  return first
}

/** The same by looking back from every minute. */
const byLookingBack = (evaluations: readonly Seen[], { forMs, clearMs }: Durations): Incident[] => {
  const incidents: Incident[] = []
  const isFiring = () => incidents.at(-1)?.end === null
  /** A wait begins after the last incident began or was over. */
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

describe('phases of a rule', () => {
  it('begin and end incidents as looking back over every minute does, for any series', () => {
    let incidents = 0
    for (let seed = 1; seed <= 2_000; seed++) {
      const random = randomFrom(seed)
      const tendency = random()
      const outages = random() * 0.3
      let isBreached = false
      const evaluations = Array.from({ length: 60 }, (): Seen => {
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

  it('a condition that comes and goes within the time to clear is one incident', () => {
    const evaluations = [true, false, true, false, false, true, false, true]
    expect(byPhases(evaluations, { forMs: 0, clearMs: 5 * MINUTE })).toEqual([{ start: NOW, end: null }])
  })

  it('a look of a run that was overtaken changes nothing', () => {
    const durations = { forMs: 0, clearMs: MINUTE }
    const firing = phaseAfter(undefined, { isBreached: true, at: NOW }, durations)
    const clearing = phaseAfter(firing, { isBreached: false, at: NOW + MINUTE }, durations)
    const over = phaseAfter(clearing, { isBreached: false, at: NOW + 2 * MINUTE }, durations)
    expect(over.phase).toBe('ok')
    expect(phaseAfter(over, { isBreached: true, at: NOW + MINUTE }, durations)).toBe(over)
  })

  it('a gap proves neither that it held nor that it did not', () => {
    const durations = { forMs: 3 * MINUTE, clearMs: 3 * MINUTE }
    const pending = phaseAfter(undefined, { isBreached: true, at: NOW }, durations)
    const after = phaseAfter(pending, { isBreached: true, at: NOW + 10 * MINUTE }, durations)
    expect(after).toMatchObject({ phase: 'pending', since: NOW + 10 * MINUTE })
    const firing: RulePhase = { phase: 'firing', since: NOW, clear_since: NOW, checked_at: NOW }
    const still = phaseAfter(firing, { isBreached: false, at: NOW + 10 * MINUTE }, durations)
    expect(still).toMatchObject({ phase: 'firing', clear_since: NOW + 10 * MINUTE })
  })
})
