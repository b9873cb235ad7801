import type { GetObserveSummaryOutput } from '../api/observe.ts'
import { counted } from '../session/amounts.ts'
import { SPARK, sparklinePoints } from './sparkline-points.ts'

type Series = GetObserveSummaryOutput['workers'][number]['series']

/** Traces over time, as a line; in words for those who do not see it. */
export const Sparkline = ({ of: series }: { readonly of: Series }) => {
  const largest = Math.max(0, ...series.map(({ traces }) => traces))
  return (
    <svg
      class="spark"
      width={SPARK.width}
      height={SPARK.height}
      viewBox={`0 0 ${SPARK.width} ${SPARK.height}`}
      role="img"
      aria-label={`At most ${counted(Math.round(largest), 'trace')} in each of ${counted(series.length, 'part')} of the range`}
    >
      <polyline points={sparklinePoints(series)} />
    </svg>
  )
}
