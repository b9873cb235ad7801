import { addTo, type MetricRecord, mergeSketches, newSketch, type Sketch } from '@signet/telemetry'
import * as z from 'zod'

/** What became of a metric in a time. Its sketch is as pairs of bucket and count. */
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
})
export type Rollup = z.output<typeof Rollup>

export const sketchOf = ({ zero, buckets }: Rollup): Sketch => ({ zero, counts: new Map(buckets) })

const sketchOfPoint = ({ type, value, buckets, count = 1 }: MetricRecord): Sketch => {
  if (type !== 'histogram') return newSketch()
  return buckets ? { zero: 0, counts: new Map(buckets) } : addTo(newSketch(), value, count)
}

const bucketsOf = ({ counts }: Sketch): [number, number][] => [...counts].map(([bucket, count]) => [bucket, count])

/** A point by itself. */
export const rollupOf = (point: MetricRecord): Rollup => {
  const { name, type, unit, value, at, count = 1, min = value, max = value } = point
  const sketch = sketchOfPoint(point)
  return {
    ...{ name, type, unit, count, sum: value, min, max, last: value, lastAt: at },
    ...{ zero: sketch.zero, buckets: bucketsOf(sketch) },
  }
}

/** Both together, in whatever order. The latest wins; of two at one time, the larger. */
export const mergeRollups = (one: Rollup, other: Rollup): Rollup => {
  const isLater = other.lastAt > one.lastAt || (other.lastAt === one.lastAt && other.last > one.last)
  const { unit, last, lastAt } = isLater ? other : one
  const sketch = mergeSketches([sketchOf(one), sketchOf(other)])
  return {
    ...{ name: one.name, type: one.type, unit, last, lastAt, count: one.count + other.count, sum: one.sum + other.sum },
    ...{ min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) },
    ...{ zero: sketch.zero, buckets: bucketsOf(sketch) },
  }
}
