/** Where a rule stands for a worker. Times are milliseconds since 1970. */
export interface RulePhase {
  readonly phase: 'ok' | 'pending' | 'firing'
  /** Since when the condition holds; of ok, when that began. */
  readonly since: number
  /** Since when it does not, while the incident is not over yet. */
  readonly clear_since: number | null
  readonly checked_at: number
}

/** One look at a condition. */
export interface Look {
  readonly isMet: boolean
  readonly at: number
}

/** How long it must hold before it fires, and not hold before that is over, in milliseconds. */
export interface Patience {
  readonly forMs: number
  readonly clearMs: number
}

/** Looks are a minute apart. After a longer gap nobody knows what held in between, and waiting begins anew. */
export const GAP_MS = 150_000

const NEVER: RulePhase = { phase: 'ok', since: 0, clear_since: null, checked_at: 0 }

const whileMet = (before: RulePhase, { at }: Look, { forMs }: Patience): RulePhase => {
  if (before.phase === 'firing') {
    // A look that changes nothing is not written down.
    return before.clear_since === null ? before : { ...before, clear_since: null, checked_at: at }
  }
  const isWaiting = before.phase === 'pending' && at - before.checked_at <= GAP_MS
  const since = isWaiting ? before.since : at
  return { phase: at - since >= forMs ? 'firing' : 'pending', since, clear_since: null, checked_at: at }
}

const whileNotMet = (before: RulePhase, { at }: Look, { clearMs }: Patience): RulePhase => {
  if (before.phase === 'ok') return before
  if (before.phase === 'pending') return { phase: 'ok', since: at, clear_since: null, checked_at: at }
  const isClearing = before.clear_since !== null && at - before.checked_at <= GAP_MS
  const clear_since = isClearing && before.clear_since !== null ? before.clear_since : at
  if (at - clear_since >= clearMs) return { phase: 'ok', since: at, clear_since: null, checked_at: at }
  return { ...before, clear_since, checked_at: at }
}

/**
 * Where a rule stands after a look. The same object: nothing has changed. An older look than the last that was kept, of a
 * run that was overtaken, changes nothing.
 */
export const afterLook = (before: RulePhase = NEVER, look: Look, patience: Patience): RulePhase => {
  if (look.at <= before.checked_at) return before
  return look.isMet ? whileMet(before, look, patience) : whileNotMet(before, look, patience)
}
