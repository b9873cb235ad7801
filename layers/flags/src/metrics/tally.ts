import { bucketOf, type Histogram, histogram } from './histogram.ts'

/** Names beyond this many are counted together: a flag that changes its variants for years stays small. */
const MAX_NAMES = 200
export const OTHER = 'other'

/** What one flag has been evaluated to, since the process began. */
export interface Tally {
  /** Evaluations by slot. */
  counts: Float64Array
  /** Errors that the application reported, by slot. */
  errors: Float64Array
  /** All evaluations. */
  calls: number
  /** Those that the share of a canary gave, and errors reported for them. */
  canaryCalls: number
  canaryErrors: number
  /** Of the sampled ones, in nanoseconds; made with the first. */
  latencies: Histogram | undefined
  readonly names: string[]
}

export const tally = (): Tally => ({
  counts: new Float64Array(4),
  errors: new Float64Array(4),
  calls: 0,
  canaryCalls: 0,
  canaryErrors: 0,
  latencies: undefined,
  names: [],
})

const doubled = (values: Float64Array): Float64Array => {
  const larger = new Float64Array(values.length * 2)
  larger.set(values)
  return larger
}

/** The place where evaluations to this answer are counted. */
export const slotOf = (counted: Tally, name: string): number => {
  const known = counted.names.indexOf(name)
  if (known >= 0) return known
  if (counted.names.length >= MAX_NAMES && name !== OTHER) return slotOf(counted, OTHER)
  counted.names.push(name)
  if (counted.names.length > counted.counts.length) {
    counted.counts = doubled(counted.counts)
    counted.errors = doubled(counted.errors)
  }
  return counted.names.length - 1
}

/** One evaluation in this many is timed: to ask the clock costs more than to evaluate. */
export const SAMPLE = 128

export const recordLatency = (counted: Tally, milliseconds: number): void => {
  counted.latencies ??= histogram()
  const bucket = bucketOf(milliseconds * 1e6)
  counted.latencies[bucket] = (counted.latencies[bucket] ?? 0) + 1
}
