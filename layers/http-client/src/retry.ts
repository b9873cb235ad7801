export interface Attempt<Value> {
  readonly value: Value
  readonly isTransient: boolean
  /** Seconds to wait, as requested by the service. */
  readonly retryAfter?: number | undefined
}

export interface RetryPolicy {
  readonly retries: number
  /** Longest pause before the second attempt, in milliseconds. Doubles with each further attempt. */
  readonly firstPauseMs?: number
  readonly canWait: (ms: number) => boolean
  readonly random?: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 8_000
const TRANSIENT: readonly number[] = [429, 502, 503, 504]

export const isTransient = (status: number): boolean => TRANSIENT.includes(status)

/** Returns seconds, from a number or an HTTP date (RFC 9110 10.2.3). */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000))
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })

/**
 * Repeats work until an attempt ends it or the retries are used up. Pauses are exponential with full jitter, and at
 * least as long as the service requests. `attempt` receives the number of earlier attempts.
 */
export const withRetries = async <Value>(
  attempt: (earlierAttempts: number) => Promise<Attempt<Value>>,
  { retries, firstPauseMs = FIRST_PAUSE_MS, canWait, random = Math.random, sleep = pause }: RetryPolicy,
  signal: AbortSignal,
): Promise<Value> => {
  for (let earlierAttempts = 0; ; earlierAttempts += 1) {
    const { value, isTransient, retryAfter = 0 } = await attempt(earlierAttempts)
    const jittered = random() * Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** earlierAttempts)
    const ms = Math.max(jittered, retryAfter * 1_000)
    if (!isTransient || earlierAttempts >= retries || signal.aborted || !canWait(ms)) return value
    await sleep(ms, signal)
  }
}
