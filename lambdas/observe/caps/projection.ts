const NEAR_LIMIT_SHARE = 0.8
/** Minimum time for a projection: the first hour says little about the rest of the day. */
const ELAPSED_MIN_MS = 3_600_000
const DAY_MS = 86_400_000

/** Projects the events of a UTC day from the rate since midnight. */
export const projectionOf = ({ used, limit }: { readonly used: number; readonly limit: number }, now: Date) => {
  const elapsed = Math.max(ELAPSED_MIN_MS, now.getTime() % DAY_MS)
  const projected = Math.round((used * DAY_MS) / elapsed)
  return { projected, isNearLimit: used > NEAR_LIMIT_SHARE * limit || projected > limit }
}
