const NEAR = 0.8
/** The first hour of a day says little of the rest. */
const LEAST_MS = 3_600_000
const DAY_MS = 86_400_000

/** How many events a day will have, if it goes on as it has since midnight of UTC. */
export const projectionOf = (used: number, limit: number, now: Date) => {
  const passed = Math.max(LEAST_MS, now.getTime() % DAY_MS)
  const projected = Math.round((used * DAY_MS) / passed)
  return { projected, isTold: used > NEAR * limit || projected > limit }
}
