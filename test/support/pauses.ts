import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Pauses between polls: short at first, then longer, up to a quarter of a second. Each poll is a request that takes the
 * stack's time from the work.
 */
export const pauses = (): (() => Promise<void>) => {
  let ms = 30
  return async () => {
    await sleep(ms)
    ms = Math.min(250, ms * 1.4)
  }
}
