import { later, stackNow } from './control.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/**
 * Runs work in a window of the clock, such as a minute by which rates are counted, that does not end within the next
 * `neededMs`: in the next window where the present one is nearly over.
 */
export const withinWindow = async <Result>(
  windowMs: number,
  neededMs: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const left = windowMs - ((await stackNow()) % windowMs)
  return left < neededMs ? later(left, work) : work()
}
