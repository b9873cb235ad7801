export {
  type FlagMetrics,
  type FlagUse,
  type LatencyPercentiles,
  latencyPercentiles,
  mergeUse,
} from './flag-use.ts'
export { type FlusherOptions, metricFlusher } from './flusher.ts'
export { type MetricDeltas, type MetricStore, metricStore } from './metric-store.ts'
