import { setTimeout as wait } from 'node:timers/promises'

/** The pauses of conflicting writers. Injected, so that tests need not wait. */
export interface Backoff {
  readonly sleep: (ms: number) => Promise<unknown>
  /** From 0 up to, not including, 1. */
  readonly random: () => number
}

export const realBackoff: Backoff = { sleep: (ms) => wait(ms), random: Math.random }

/** Conflicts after which a write gives up. */
export const CONFLICTS_MAX = 8

/** Full jitter: anything from nothing to a bound that doubles from 10 to 200 ms. */
export const pauseAfter = (conflicts: number, random: () => number): number =>
  Math.round(random() * Math.min(200, 10 * 2 ** conflicts))
