/** Waits for a turn. Resolves to a function that ends the turn and may be called repeatedly. */
export type StartGate = () => Promise<() => void>

/**
 * Limits concurrent starts of environments to `max`. Importing a bundle uses a full core, so many parallel imports
 * would all exceed Lambda's time limit.
 */
export const startGate = (max: number): StartGate => {
  let free = max
  const queue: (() => void)[] = []
  return async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
