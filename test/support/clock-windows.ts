import { atLaterTime, stackNow } from './control.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/**
 * Runs work in a window of the clock, such as the minute of a rate limit, with at least `neededMs` left. If the current
 * window has less, the work runs in the next one.
 */
export const withinWindow = async <Result>(
  windowMs: number,
  neededMs: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const remainingMs = windowMs - ((await stackNow()) % windowMs)
  return remainingMs < neededMs ? atLaterTime(remainingMs, work) : work()
}
