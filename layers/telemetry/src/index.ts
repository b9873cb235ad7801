export type {
  AlertRecord,
  Attributes,
  Exemplar,
  LogRecord,
  MetricRecord,
  SpanEvent,
  SpanRecord,
  Telemetry,
} from './records.ts'
export { LOG_LEVELS, METRIC_TYPES, SPAN_STATUSES } from './records.ts'
export { type Difference, differenceSince, firstDifference, type RunningTotal } from './running-total.ts'
export { sketchCounts } from './sender-buckets.ts'
export { bucketName, bucketOf, bucketOfName, durationOf, RELATIVE_ERROR } from './sketch/buckets.ts'
export { addTo, mergeSketches, newSketch, quantileOf, type Sketch } from './sketch/sketch.ts'
export { telemetryOf } from './telemetry-of.ts'
export { isInternalName, senderFault, workerNameFault } from './worker-name.ts'
