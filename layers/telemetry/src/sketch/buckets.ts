/** Maximum relative error of each percentile (DDSketch, arxiv.org/abs/1908.10693). */
export const RELATIVE_ERROR = 0.02

const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR)
const LOG_GAMMA = Math.log(GAMMA)
/** A microsecond and a day, in milliseconds. Shorter and longer durations are clamped to these. */
const SHORTEST_MS = 0.001
const LONGEST_MS = 86_400_000

/** Returns the bucket of a duration in milliseconds; undefined for zero or less. */
export const bucketOf = (ms: number): number | undefined =>
  ms > 0 ? Math.ceil(Math.log(Math.min(Math.max(ms, SHORTEST_MS), LONGEST_MS)) / LOG_GAMMA) : undefined

/** Returns the representative duration of a bucket in milliseconds. */
export const durationOf = (bucket: number): number => (2 * GAMMA ** bucket) / (GAMMA + 1)

/** Offset that makes all bucket numbers positive, so that names need no sign. */
const OFFSET = 200

/** Returns a short column name for a bucket, so that a 1 KB row fits a hundred of them. */
export const bucketName = (bucket: number): string => `x${(bucket + OFFSET).toString(36)}`

export const bucketOfName = (name: string): number | undefined =>
  /^x[0-9a-z]{1,3}$/.test(name) ? Number.parseInt(name.slice(1), 36) - OFFSET : undefined
