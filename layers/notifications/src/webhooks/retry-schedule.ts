/** Seconds between attempts (Standard Webhooks 1.0, deliverability and reliability). */
const DELAYS_S = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

export const ATTEMPTS_MAX = DELAYS_S.length + 1

const RETRY_AFTER_MAX_S = 86_400

/**
 * Maximum share of a delay that is added at random, so that notifications that failed together are not retried
 * together.
 */
const JITTER = 0.1

/** Parses a Retry-After header, a number of seconds or a date (RFC 9110 10.2.3). Returns undefined if it is invalid. */
export const retryAfterSeconds = (header: string | undefined, now: Date): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}

/**
 * Returns whole seconds between the attempt with this number, counted from 1, and the next; undefined after the last.
 * `random` is from 0 to 1.
 */
export const nextDelaySeconds = (
  attempt: number,
  { retryAfter = 0, random }: { readonly retryAfter?: number | undefined; readonly random: () => number },
): number | undefined => {
  const delay = DELAYS_S[attempt - 1]
  if (delay === undefined) return undefined
  const jittered = delay * (1 + JITTER * random())
  return Math.ceil(Math.max(jittered, Math.min(retryAfter, RETRY_AFTER_MAX_S)))
}
