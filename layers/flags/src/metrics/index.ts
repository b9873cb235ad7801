export {
  type FlagMetrics,
  type FlagUse,
  type LatencyPercentiles,
  latencyPercentiles,
  mergeUse,
} from './flag-use.ts'
export { type MetricDeltas, type MetricStore, metricStore } from './metric-store.ts'
