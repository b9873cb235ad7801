export const SPARK = { width: 120, height: 24 } as const

interface Point {
  readonly traces: number
}

/** Points of a line through counts, for an SVG of the size of `SPARK`: the largest is at the top, none at the bottom. */
export const sparklinePoints = (series: readonly Point[]): string => {
  const largest = Math.max(1, ...series.map(({ traces }) => traces))
  const step = series.length > 1 ? SPARK.width / (series.length - 1) : 0
  // A pixel at either edge, so that the stroke is not cut off.
  const heightOf = (traces: number) => SPARK.height - 1 - (traces / largest) * (SPARK.height - 2)
  return series.map(({ traces }, at) => `${(at * step).toFixed(1)},${heightOf(traces).toFixed(1)}`).join(' ')
}
