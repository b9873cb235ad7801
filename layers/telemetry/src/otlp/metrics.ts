import type { MetricRecord } from '../records.ts'
import type { MetricsRequest, OtlpMetric, OtlpNumberPoint } from './messages.ts'
import { exponentialPoint, histogramPoint, isRecorded, numberPoint, type Point, summaryPoint } from './points.ts'
import { withContext, workerOf } from './worker.ts'

export interface ServiceMetric {
  readonly service: string
  readonly metric: MetricRecord
}

const CUMULATIVE = 2

const pointsOf = ({
  gauge,
  sum,
  histogram,
  exponentialHistogram: exponential,
  summary,
}: OtlpMetric): readonly [type: MetricRecord['type'], points: readonly Point[]][] => {
  const isTotal = (data: { readonly aggregationTemporality: number } | undefined) =>
    data?.aggregationTemporality === CUMULATIVE
  const hasValue = (point: OtlpNumberPoint) => point.asDouble !== undefined || point.asInt !== undefined
  const pointsWithValue = (data: { readonly dataPoints: readonly OtlpNumberPoint[] } | undefined) => ({
    dataPoints: (data?.dataPoints ?? []).filter(hasValue),
  })
  const recordedPoints = <Sent extends { readonly flags: number }>(
    data: { readonly dataPoints: readonly Sent[] } | undefined,
    toPoint: (point: Sent) => Point,
  ) => (data?.dataPoints ?? []).filter(isRecorded).map(toPoint)
  // A non-monotonic sum is a gauge: its total is its current value.
  const isCounter = sum?.isMonotonic === true
  return [
    ['gauge', recordedPoints(pointsWithValue(gauge), (point) => numberPoint(point, { isTotal: false }))],
    [
      isCounter ? 'counter' : 'gauge',
      recordedPoints(pointsWithValue(sum), (point) => numberPoint(point, { isTotal: isCounter && isTotal(sum) })),
    ],
    ['histogram', recordedPoints(histogram, (point) => histogramPoint(point, isTotal(histogram)))],
    ['histogram', recordedPoints(exponential, (point) => exponentialPoint(point, isTotal(exponential)))],
    ['summary', recordedPoints(summary, summaryPoint)],
  ]
}

/** Returns the metric points of a request with their services. Running totals have `total`. */
export const metricsOf = (request: MetricsRequest): readonly ServiceMetric[] =>
  request.resourceMetrics.flatMap(({ resource, scopeMetrics }) => {
    const worker = workerOf(resource)
    const toRecords = ({ name, unit, ...kinds }: OtlpMetric, scope: (typeof scopeMetrics)[number]['scope']) =>
      pointsOf({ name, unit, ...kinds }).flatMap(([type, points]) =>
        points.map(({ tags, ...point }): ServiceMetric => {
          const metric = { name, type, unit, tags: withContext(worker, scope, tags), ...point }
          return { service: worker.service, metric }
        }),
      )
    return scopeMetrics.flatMap(({ scope, metrics }) => metrics.flatMap((metric) => toRecords(metric, scope)))
  })
