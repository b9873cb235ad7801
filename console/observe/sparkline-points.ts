export const SPARKLINE_SIZE = { width: 120, height: 24 } as const

interface Point {
  readonly traces: number
}

/** Returns the points of an SVG polyline of size `SPARKLINE_SIZE`: the largest count is at the top, zero at the bottom. */
export const sparklinePoints = (series: readonly Point[]): string => {
  const largest = Math.max(1, ...series.map(({ traces }) => traces))
  const step = series.length > 1 ? SPARKLINE_SIZE.width / (series.length - 1) : 0
  // One pixel of padding per edge, so that the stroke is not clipped.
  const heightOf = (traces: number) => SPARKLINE_SIZE.height - 1 - (traces / largest) * (SPARKLINE_SIZE.height - 2)
  return series.map(({ traces }, index) => `${(index * step).toFixed(1)},${heightOf(traces).toFixed(1)}`).join(' ')
}
