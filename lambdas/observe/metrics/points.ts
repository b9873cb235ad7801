import {
  addTo,
  type Difference,
  durationOf,
  type MetricRecord,
  mergeSketches,
  newSketch,
  type Sketch,
  sketchCounts,
} from '@signet/telemetry'
import * as z from 'zod'

const EXEMPLARS_MAX = 3
/** Maximum characters of an exemplar. Longer ones are dropped. */
const EXEMPLAR_MAX = 1_000

const Exemplar = z.object({
  value: z.number(),
  at: z.number(),
  traceId: z.string().optional(),
  spanId: z.string().optional(),
  attributes: z.record(z.string(), z.unknown()),
})

/** Aggregated values of a metric in an interval. The sketch is stored as pairs of bucket and count. */
export const Rollup = z.object({
  name: z.string(),
  type: z.enum(['counter', 'gauge', 'histogram', 'summary']),
  unit: z.string(),
  count: z.number(),
  sum: z.number(),
  min: z.number(),
  max: z.number(),
  last: z.number(),
  /** Milliseconds since 1970. */
  lastAt: z.number(),
  zero: z.number(),
  buckets: z.array(z.tuple([z.number(), z.number()])),
  exemplars: z.array(Exemplar).default([]),
  quantiles: z.array(z.tuple([z.number(), z.number()])).optional(),
})
export type Rollup = z.output<typeof Rollup>
export type StoredExemplar = Rollup['exemplars'][number]

export const sketchOf = ({ zero, buckets }: Rollup): Sketch => ({ zero, counts: new Map(buckets) })

const sketchOfPoint = ({ type, value, buckets, zero = 0, count = 1 }: MetricRecord): Sketch => {
  if (type !== 'histogram') return newSketch()
  return buckets ? { zero, counts: new Map(buckets) } : addTo(newSketch(), value, { weight: count })
}

const bucketsOf = ({ counts }: Sketch): [number, number][] => [...counts].map(([bucket, count]) => [bucket, count])

/**
 * Derives the minimum and maximum of a distribution from its buckets. Without buckets, both are the mean. Other points
 * have one value.
 */
const extremesOf = ({ type, value, buckets: sentBuckets, count = 1 }: MetricRecord, { zero, counts }: Sketch) => {
  const isDistribution = type === 'summary' || (type === 'histogram' && sentBuckets !== undefined)
  if (!isDistribution) return { min: value, max: value }
  const buckets = [...counts.keys()]
  const mean = count === 0 ? 0 : value / count
  if (buckets.length === 0) return { min: mean, max: mean }
  const lowest = Math.min(...buckets)
  const highest = Math.max(...buckets)
  return { min: zero > 0 ? 0 : durationOf(lowest), max: durationOf(highest) }
}

const exemplarsOf = ({ exemplars = [] }: MetricRecord): StoredExemplar[] =>
  newestExemplars(
    exemplars
      .map((exemplar) => ({ ...exemplar, attributes: { ...exemplar.attributes } }))
      .filter((exemplar) => JSON.stringify(exemplar).length <= EXEMPLAR_MAX),
  )

const newestExemplars = (exemplars: readonly StoredExemplar[]): StoredExemplar[] => {
  const distinct = new Map(exemplars.map((exemplar) => [JSON.stringify(exemplar), exemplar]))
  return [...distinct.values()].toSorted((one, other) => other.at - one.at).slice(0, EXEMPLARS_MAX)
}

/** JSON contains null for an infinite sum, so its row could not be parsed. */
const clampToFinite = (sum: number): number => Math.min(Math.max(sum, -Number.MAX_VALUE), Number.MAX_VALUE)

export const rollupOf = (point: MetricRecord, last = point.value): Rollup => {
  const { name, type, unit, at, count = 1, quantiles } = point
  const value = clampToFinite(point.value)
  const sketch = sketchOfPoint(point)
  // A minimum and maximum that were sent replace the derived ones.
  const { min, max } = { ...extremesOf({ ...point, value }, sketch), ...point }
  return {
    name,
    type,
    unit,
    count,
    sum: value,
    min,
    max,
    last,
    lastAt: at,
    zero: sketch.zero,
    buckets: bucketsOf(sketch),
    exemplars: exemplarsOf(point),
    ...(quantiles && { quantiles: quantiles.map(([share, quantile]): [number, number] => [share, quantile]) }),
  }
}

/**
 * Returns the rollup that a running total adds. `difference` is the change since the last total; undefined if unknown.
 * `last` of the rollup is the total as sent. A distribution counts its new values only.
 */
export const rollupOfDifference = (
  { total: _total, min: _min, max: _max, buckets: _buckets, ...point }: MetricRecord,
  difference: Difference | undefined,
): Rollup => {
  const { value, min, max, zero = 0, buckets } = difference ?? { value: 0 }
  const isUnchanged = difference === undefined || (value === 0 && (difference.count ?? 0) === 0)
  const isDistribution = point.type === 'histogram' || point.type === 'summary'
  const count = isDistribution ? (difference?.count ?? 0) : isUnchanged ? 0 : 1
  const sketch = buckets && sketchCounts(buckets, max)
  return rollupOf(
    {
      ...point,
      value,
      count,
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(isDistribution && { buckets: sketch?.buckets ?? [], zero: zero + (sketch?.zero ?? 0) }),
    },
    point.value,
  )
}

const mergedExtremes = (one: Rollup, other: Rollup) => {
  const counted = [one, other].filter(({ count }) => count > 0)
  const [first = one, ...others] = counted
  return {
    min: Math.min(first.min, ...others.map(({ min }) => min)),
    max: Math.max(first.max, ...others.map(({ max }) => max)),
  }
}

/** Merges two rollups in any order. The later one provides the last value; at the same time, the larger one. */
export const mergeRollups = (one: Rollup, other: Rollup): Rollup => {
  const isOtherLater = other.lastAt > one.lastAt || (other.lastAt === one.lastAt && other.last > one.last)
  const { unit, last, lastAt, quantiles } = isOtherLater ? other : one
  const sketch = mergeSketches([sketchOf(one), sketchOf(other)])
  return {
    name: one.name,
    type: one.type,
    unit,
    last,
    lastAt,
    count: one.count + other.count,
    sum: clampToFinite(one.sum + other.sum),
    ...mergedExtremes(one, other),
    zero: sketch.zero,
    buckets: bucketsOf(sketch),
    exemplars: newestExemplars([...one.exemplars, ...other.exemplars]),
    ...(quantiles && { quantiles }),
  }
}
