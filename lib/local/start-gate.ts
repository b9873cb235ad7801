/** Waits for a turn. Resolves to a function that ends the turn and may be called repeatedly. */
export type StartGate = () => Promise<() => void>

/**
 * Limits concurrent starts of environments to `most`. Importing a bundle uses a full core, so many parallel imports
 * would all exceed Lambda's time limit.
 */
export const startGate = (most: number): StartGate => {
  let free = most
  const queue: (() => void)[] = []
  return async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => queue.push(resolve))
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
