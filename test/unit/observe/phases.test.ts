import { describe, expect, it } from 'vitest'
import { afterLook, GAP_MS, type Patience, type RulePhase } from '../../../lambdas/observe/rules/phases.ts'
import { MINUTE, NOW, randomFrom } from './observe-world.ts'

/** A look of a minute; undefined: nobody could look. */
type Seen = boolean | undefined

interface Incident {
  readonly start: number
  readonly end: number | null
}

const timeOf = (minute: number): number => NOW + minute * MINUTE

/** Incidents as the phases tell them. */
const byPhases = (looks: readonly Seen[], patience: Patience): Incident[] => {
  const incidents: Incident[] = []
  let state: RulePhase | undefined
  for (const [minute, isMet] of looks.entries()) {
    if (isMet === undefined) continue
    const at = timeOf(minute)
    const next = afterLook(state, { isMet, at }, patience)
    if (next.phase === 'firing' && state?.phase !== 'firing') incidents.push({ start: next.since, end: null })
    if (next.phase === 'ok' && state?.phase === 'firing')
      incidents[incidents.length - 1] = { start: state.since, end: at }
    // Only what changes is kept, as the table does.
    state = next
  }
  return incidents
}

/** Since when the looks up to a minute say the same, without a gap: back from there, with no state at all. */
const runStart = (looks: readonly Seen[], minute: number, wanted: boolean): number => {
  let first = minute
  for (let earlier = minute - 1; earlier >= 0 && timeOf(first) - timeOf(earlier) <= GAP_MS; earlier--) {
    if (looks[earlier] === undefined) continue
    if (looks[earlier] !== wanted) break
    first = earlier
  }
  return first
}

/** The same by looking back from every minute. */
const byLookingBack = (looks: readonly Seen[], { forMs, clearMs }: Patience): Incident[] => {
  const incidents: Incident[] = []
  const isFiring = () => incidents.at(-1)?.end === null
  /** A wait begins after the last incident began or was over. */
  let from = 0
  for (const [minute, isMet] of looks.entries()) {
    if (isMet === undefined) continue
    const first = Math.max(runStart(looks, minute, isMet), from)
    const waited = timeOf(minute) - timeOf(first)
    if (isMet && !isFiring() && waited >= forMs) incidents.push({ start: timeOf(first), end: null })
    if (!isMet && isFiring() && waited >= clearMs) {
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
      let isMet = false
      const looks = Array.from({ length: 60 }, (): Seen => {
        if (random() < 0.35) isMet = random() < tendency
        return random() < outages ? undefined : isMet
      })
      const patience = { forMs: Math.floor(random() * 5) * MINUTE, clearMs: (1 + Math.floor(random() * 5)) * MINUTE }
      const found = byPhases(looks, patience)
      expect({ seed, found }).toEqual({ seed, found: byLookingBack(looks, patience) })
      incidents += found.length
    }
    expect(incidents).toBeGreaterThan(2_000)
  })

  it('a condition that comes and goes within the time to clear is one incident', () => {
    const looks = [true, false, true, false, false, true, false, true]
    expect(byPhases(looks, { forMs: 0, clearMs: 5 * MINUTE })).toEqual([{ start: NOW, end: null }])
  })

  it('a look of a run that was overtaken changes nothing', () => {
    const patience = { forMs: 0, clearMs: MINUTE }
    const firing = afterLook(undefined, { isMet: true, at: NOW }, patience)
    const clearing = afterLook(firing, { isMet: false, at: NOW + MINUTE }, patience)
    const over = afterLook(clearing, { isMet: false, at: NOW + 2 * MINUTE }, patience)
    expect(over.phase).toBe('ok')
    expect(afterLook(over, { isMet: true, at: NOW + MINUTE }, patience)).toBe(over)
  })

  it('a gap proves neither that it held nor that it did not', () => {
    const patience = { forMs: 3 * MINUTE, clearMs: 3 * MINUTE }
    const pending = afterLook(undefined, { isMet: true, at: NOW }, patience)
    const after = afterLook(pending, { isMet: true, at: NOW + 10 * MINUTE }, patience)
    expect(after).toMatchObject({ phase: 'pending', since: NOW + 10 * MINUTE })
    const firing: RulePhase = { phase: 'firing', since: NOW, clear_since: NOW, checked_at: NOW }
    const still = afterLook(firing, { isMet: false, at: NOW + 10 * MINUTE }, patience)
    expect(still).toMatchObject({ phase: 'firing', clear_since: NOW + 10 * MINUTE })
  })
})
