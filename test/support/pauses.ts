import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Pauses between looks at what comes to be: short at first, longer the longer it takes, a quarter of a second at most.
 * Each look is a request, which the stack answers with time that it could do the work in.
 */
export const pauses = (): (() => Promise<void>) => {
  let ms = 30
  return async () => {
    await sleep(ms)
    ms = Math.min(250, ms * 1.4)
  }
}
