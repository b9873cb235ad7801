/**
 * Returns the milliseconds before the next attempt: exponential, capped, with full jitter, so that callers do not retry
 * at the same time.
 */
export const backoffMs = (attempt: number, random: () => number, baseMs = 200, capMs = 20_000): number =>
  Math.floor(random() * Math.min(capMs, baseMs * 2 ** Math.min(attempt - 1, 30)))

interface RetryOptions {
  readonly attempts: number
  readonly sleep: (ms: number) => Promise<void>
  readonly random: () => number
}

/** Retries failing work up to a number of attempts, then throws the last error. */
export const withRetries = async <T>(work: () => Promise<T>, { attempts, sleep, random }: RetryOptions): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts) throw error
      await sleep(backoffMs(attempt, random))
    }
  }
}
