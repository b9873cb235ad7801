const NEAR = 0.8
/** Minimum time for a projection: the first hour says little about the rest of the day. */
const LEAST_MS = 3_600_000
const DAY_MS = 86_400_000

/** Projects the events of a UTC day from the rate since midnight. */
export const projectionOf = (used: number, limit: number, now: Date) => {
  const passed = Math.max(LEAST_MS, now.getTime() % DAY_MS)
  const projected = Math.round((used * DAY_MS) / passed)
  return { projected, isNearLimit: used > NEAR * limit || projected > limit }
}
