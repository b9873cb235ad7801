import type { Exemplar, MetricRecord } from '../records.ts'
import type { RunningTotal, SenderBuckets } from '../running-total.ts'
import { sketchCounts } from '../sender-buckets.ts'
import type {
  OtlpExemplar,
  OtlpExponentialPoint,
  OtlpHistogramPoint,
  OtlpNumberPoint,
  OtlpSummaryPoint,
} from './messages.ts'
import { attributesOf, msOfNanos } from './values.ts'

export type Point = Omit<MetricRecord, 'name' | 'type' | 'unit'>

type OtlpPoint = OtlpNumberPoint | OtlpHistogramPoint | OtlpExponentialPoint | OtlpSummaryPoint

/** Flag of DataPointFlags for a point without a value, which a sender uses to end a series. */
const NO_RECORDED_VALUE = 1

export const isRecorded = ({ flags }: Pick<OtlpPoint, 'flags'>): boolean => (flags & NO_RECORDED_VALUE) === 0

const numberOf = ({ asDouble, asInt }: Pick<OtlpNumberPoint, 'asDouble' | 'asInt'>): number =>
  asDouble ?? Number(asInt ?? 0n)

const exemplarOf = ({ traceId, spanId, timeUnixNano, filteredAttributes, ...value }: OtlpExemplar): Exemplar => ({
  value: numberOf(value),
  at: msOfNanos(timeUnixNano),
  attributes: attributesOf(filteredAttributes),
  ...(traceId && { traceId }),
  ...(spanId && { spanId }),
})

const exemplarsOf = (exemplars: readonly OtlpExemplar[]) => {
  const finite = exemplars.map(exemplarOf).filter(({ value }) => Number.isFinite(value))
  return finite.length === 0 ? {} : { exemplars: finite }
}

const commonFields = ({ attributes, timeUnixNano }: OtlpPoint) => ({
  tags: attributesOf(attributes),
  at: msOfNanos(timeUnixNano),
})

const extremesOf = ({ min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }) => ({
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
})

type PointTotal = Omit<RunningTotal, 'start' | 'at'>

const totalOf = ({ startTimeUnixNano, timeUnixNano }: OtlpPoint, totals: PointTotal): { total: RunningTotal } => ({
  total: { start: String(startTimeUnixNano), at: String(timeUnixNano), ...totals },
})

/** `isTotal`: whether the value is a total since the sender started. */
export const numberPoint = (point: OtlpNumberPoint, { isTotal }: { readonly isTotal: boolean }): Point => {
  const value = numberOf(point)
  return { ...commonFields(point), value, ...exemplarsOf(point.exemplars), ...(isTotal && totalOf(point, { value })) }
}

const nonZeroCounts = (counts: readonly bigint[], first = 0): SenderBuckets['counts'] =>
  counts.flatMap((count, index) => (count > 0n ? [[first + index, Number(count)] as const] : []))

const sumOf = (counts: readonly bigint[] = []): number => counts.reduce((sum, count) => sum + Number(count), 0)

const distributionPoint = (
  point: OtlpHistogramPoint | OtlpExponentialPoint,
  { buckets, zero }: { readonly buckets: SenderBuckets; readonly zero: number },
  isTotal: boolean,
): Point => {
  const figures = { value: point.sum ?? 0, count: Number(point.count), ...extremesOf(point) }
  const sketch = sketchCounts(buckets, point.max)
  return {
    ...commonFields(point),
    ...figures,
    buckets: sketch.buckets,
    zero: zero + sketch.zero,
    ...exemplarsOf(point.exemplars),
    ...(isTotal && totalOf(point, { ...figures, zero, buckets })),
  }
}

export const histogramPoint = (point: OtlpHistogramPoint, isTotal: boolean): Point => {
  const buckets = { bounds: point.explicitBounds, counts: nonZeroCounts(point.bucketCounts) }
  return distributionPoint(point, { buckets, zero: 0 }, isTotal)
}

export const exponentialPoint = (point: OtlpExponentialPoint, isTotal: boolean): Point => {
  const { scale, positive, negative, zeroCount } = point
  const buckets = { scale, counts: nonZeroCounts(positive?.bucketCounts ?? [], positive?.offset) }
  return distributionPoint(point, { buckets, zero: Number(zeroCount) + sumOf(negative?.bucketCounts) }, isTotal)
}

/** Summaries are always totals since their start (opentelemetry-proto, SummaryDataPoint). */
export const summaryPoint = (point: OtlpSummaryPoint): Point => {
  const figures = { value: point.sum, count: Number(point.count) }
  const quantiles = point.quantileValues
    .filter(({ quantile, value }) => Number.isFinite(quantile) && Number.isFinite(value))
    .map(({ quantile, value }) => [quantile, value] as const)
  return { ...commonFields(point), ...figures, ...(quantiles.length > 0 && { quantiles }), ...totalOf(point, figures) }
}
