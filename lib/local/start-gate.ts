/** Waits for a turn. Resolves to how the turn ends, which may be said more than once. */
export type StartGate = () => Promise<() => void>

/**
 * Lets `most` environments start at once: importing a bundle keeps a core busy, so a hundred that start together all
 * take as long as the hundred, and miss the time that Lambda allows for it.
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
