/** A longer wait is not worth its Lambda time: the job fails, its charge is released, and the owner can retry. */
export const LONGEST_WAIT_MS = 60_000

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 20_000
/** Spreads the retries of clients that a vendor delayed until the same moment. */
const SPREAD_MS = 500

const nonNegativeNumber = (text: string | null | undefined): number | undefined => {
  const value = text ? Number(text) : Number.NaN
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

/**
 * Returns the wait that a vendor requests, in milliseconds: from `retry-after-ms` (provider-a), or from `Retry-After` as
 * seconds or an HTTP date (RFC 9110 10.2.3). Undefined without a readable value.
 */
export const retryAfterOf = (headers: Headers, now: Date): number | undefined => {
  const ms = nonNegativeNumber(headers.get('retry-after-ms'))
  if (ms !== undefined) return ms
  const text = headers.get('retry-after')
  const inSeconds = nonNegativeNumber(text)
  if (inSeconds !== undefined) return inSeconds * 1000
  // Parsed as a date only if it has letters: Date.parse accepts `-5`.
  const at = text && /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

/**
 * Returns the pause before the next attempt, in milliseconds: slightly more than the vendor requests, or else
 * exponential with full jitter. `failed` is the number of failed attempts; `random` returns a number in [0, 1).
 */
export const pauseBefore = (failed: number, retryAfterMs: number | undefined, random: () => number): number =>
  retryAfterMs === undefined
    ? Math.round(random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failed))
    : Math.round(retryAfterMs + random() * SPREAD_MS)
