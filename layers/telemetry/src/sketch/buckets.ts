/** Every percentile is within this share of the exact one (DDSketch, arxiv.org/abs/1908.10693). */
export const RELATIVE_ERROR = 0.02

const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR)
const LOG_GAMMA = Math.log(GAMMA)
/** A microsecond and a day, in milliseconds: what is shorter or longer counts as these. */
const LEAST = 0.001
const MOST = 86_400_000

/** The bucket of a duration in milliseconds; undefined for none, or less. */
export const bucketOf = (ms: number): number | undefined =>
  ms > 0 ? Math.ceil(Math.log(Math.min(Math.max(ms, LEAST), MOST)) / LOG_GAMMA) : undefined

/** The duration that stands for a bucket, in milliseconds. */
export const durationOf = (bucket: number): number => (2 * GAMMA ** bucket) / (GAMMA + 1)

/** Below the least bucket, so that names need no sign. */
const OFFSET = 200

/** A name of a column for a bucket: short, for a row of a kilobyte holds a hundred. */
export const bucketName = (bucket: number): string => `x${(bucket + OFFSET).toString(36)}`

export const bucketOfName = (name: string): number | undefined =>
  /^x[0-9a-z]{1,3}$/.test(name) ? Number.parseInt(name.slice(1), 36) - OFFSET : undefined
