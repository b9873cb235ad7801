import type { Attributes, MetricRecord } from '../records.ts'
import { bucketOf } from '../sketch/buckets.ts'
import type { MetricsRequest, OtlpExponentialPoint, OtlpHistogramPoint, OtlpMetric } from './messages.ts'
import { attributesOf, msOfNanos } from './values.ts'
import { withContext, workerOf } from './worker.ts'

/** A metric of a service. */
export interface ServiceMetric {
  readonly service: string
  readonly metric: MetricRecord
}

const CUMULATIVE = 2

type Counts = readonly (readonly [value: number, count: bigint])[]

/** Counts in our buckets: each in that of a value that stands for its own. */
const bucketsOf = (counts: Counts): MetricRecord['buckets'] => {
  const buckets = new Map<number, number>()
  for (const [value, count] of counts) {
    const bucket = bucketOf(value)
    if (bucket !== undefined && count > 0n) buckets.set(bucket, (buckets.get(bucket) ?? 0) + Number(count))
  }
  return [...buckets].sort(([one], [other]) => one - other)
}

/** The middle of an explicit bucket; the bound of those that are open at an end. */
const explicitCounts = ({ bucketCounts, explicitBounds: bounds, max }: OtlpHistogramPoint): Counts =>
  bucketCounts.map((count, nth) => {
    const [from, to] = [bounds[nth - 1], bounds[nth]]
    if (to === undefined) return [max ?? from ?? 0, count]
    return [from === undefined ? to : (from + to) / 2, count]
  })

/** Bucket n of scale s is (base^n, base^(n+1)], base = 2^(2^-s); its geometric middle stands for it. */
const exponentialCounts = ({ scale, positive }: OtlpExponentialPoint): Counts => {
  const { offset = 0, bucketCounts = [] } = positive ?? {}
  return bucketCounts.map((count, nth) => [2 ** ((offset + nth + 0.5) * 2 ** -scale), count])
}

interface PointKind {
  readonly type: MetricRecord['type']
  readonly temporality?: number
}

const extremesOf = ({ min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }) => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
})

type Point = Pick<MetricRecord, 'value' | 'count' | 'min' | 'max' | 'buckets'> & {
  readonly tags: Attributes
  readonly nanos: bigint
}

const numberPoints = (points: NonNullable<OtlpMetric['gauge']>['dataPoints']): readonly Point[] =>
  points.map(({ asDouble, asInt, attributes, timeUnixNano: nanos }) => ({
    ...{ value: asDouble ?? Number(asInt ?? 0n), tags: attributesOf(attributes), nanos },
  }))

const distribution = (point: OtlpHistogramPoint | OtlpExponentialPoint, counts: Counts): Point => ({
  ...{ value: point.sum ?? 0, count: Number(point.count), ...extremesOf(point), buckets: bucketsOf(counts) ?? [] },
  ...{ tags: attributesOf(point.attributes), nanos: point.timeUnixNano },
})

const pointsOf = (metric: OtlpMetric): readonly (readonly [PointKind, readonly Point[]])[] => {
  const { gauge, sum, histogram, exponentialHistogram: exponential, summary } = metric
  const of = (kind: PointKind, points: readonly Point[] = []) => [kind, points] as const
  return [
    of({ type: 'gauge' }, gauge && numberPoints(gauge.dataPoints)),
    of(
      // What goes up and down is no counter.
      { type: sum?.isMonotonic ? 'counter' : 'gauge', temporality: sum?.aggregationTemporality ?? 0 },
      sum && numberPoints(sum.dataPoints),
    ),
    of(
      { type: 'histogram', temporality: histogram?.aggregationTemporality ?? 0 },
      histogram?.dataPoints.map((point) => distribution(point, explicitCounts(point))),
    ),
    of(
      { type: 'histogram', temporality: exponential?.aggregationTemporality ?? 0 },
      exponential?.dataPoints.map((point) => distribution(point, exponentialCounts(point))),
    ),
    of(
      { type: 'summary' },
      summary?.dataPoints.map(({ count, sum: value, quantileValues, attributes, timeUnixNano: nanos }) => {
        const quantiles = Object.fromEntries(quantileValues.map((each) => [`quantile.${each.quantile}`, each.value]))
        return { value, count: Number(count), tags: { ...attributesOf(attributes), ...quantiles }, nanos }
      }),
    ),
  ]
}

/** The points of a request, each with who sent it. Running totals say so in the tag `otel.cumulative`. */
export const metricsOf = (request: MetricsRequest): readonly ServiceMetric[] =>
  request.resourceMetrics.flatMap(({ resource, scopeMetrics }) => {
    const worker = workerOf(resource)
    const toRecords = (metric: OtlpMetric, scope: (typeof scopeMetrics)[number]['scope']) =>
      pointsOf(metric).flatMap(([{ type, temporality }, points]) =>
        points.map(({ tags, nanos, ...point }): ServiceMetric => {
          const otel = temporality === CUMULATIVE ? { 'otel.cumulative': true } : {}
          const all = withContext(worker, scope, tags, otel)
          const { name, unit } = metric
          return { service: worker.service, metric: { name, type, unit, at: msOfNanos(nanos), tags: all, ...point } }
        }),
      )
    return scopeMetrics.flatMap(({ scope, metrics }) => metrics.flatMap((metric) => toRecords(metric, scope)))
  })
