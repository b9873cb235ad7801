import type { INamespace } from 'protobufjs'

/** A type can start with `repeated`. */
type Field = readonly [number: number, type: string]

const message = (fields: Readonly<Record<string, Field>>, oneofs?: Readonly<Record<string, readonly string[]>>) => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, [id, type]]) => {
      const [kind, rule] = type.startsWith('repeated ') ? [type.slice(9), 'repeated'] : [type, undefined]
      return [name, { id, type: kind, ...(rule && { rule }) }]
    }),
  ),
  ...(oneofs && {
    oneofs: Object.fromEntries(Object.entries(oneofs).map(([name, oneof]) => [name, { oneof: [...oneof] }])),
  }),
})

/** Returns the oneofs of fields with explicit presence in proto3, one per field. */
const optional = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [`_${name}`, [name]]))

const COMMON = {
  AnyValue: message(
    {
      stringValue: [1, 'string'],
      boolValue: [2, 'bool'],
      intValue: [3, 'int64'],
      doubleValue: [4, 'double'],
      arrayValue: [5, 'ArrayValue'],
      kvlistValue: [6, 'KeyValueList'],
      bytesValue: [7, 'bytes'],
    },
    {
      value: ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue', 'bytesValue'],
    },
  ),
  ArrayValue: message({ values: [1, 'repeated AnyValue'] }),
  KeyValueList: message({ values: [1, 'repeated KeyValue'] }),
  KeyValue: message({ key: [1, 'string'], value: [2, 'AnyValue'] }),
  Resource: message({ attributes: [1, 'repeated KeyValue'] }),
  Scope: message({ name: [1, 'string'], version: [2, 'string'], attributes: [3, 'repeated KeyValue'] }),
}

const TRACES = {
  TraceRequest: message({ resourceSpans: [1, 'repeated ResourceSpans'] }),
  ResourceSpans: message({ resource: [1, 'Resource'], scopeSpans: [2, 'repeated ScopeSpans'] }),
  ScopeSpans: message({ scope: [1, 'Scope'], spans: [2, 'repeated Span'] }),
  Span: message({
    traceId: [1, 'bytes'],
    spanId: [2, 'bytes'],
    traceState: [3, 'string'],
    parentSpanId: [4, 'bytes'],
    name: [5, 'string'],
    kind: [6, 'int32'],
    startTimeUnixNano: [7, 'fixed64'],
    endTimeUnixNano: [8, 'fixed64'],
    attributes: [9, 'repeated KeyValue'],
    events: [11, 'repeated SpanEvent'],
    links: [13, 'repeated SpanLink'],
    status: [15, 'Status'],
  }),
  SpanEvent: message({ timeUnixNano: [1, 'fixed64'], name: [2, 'string'], attributes: [3, 'repeated KeyValue'] }),
  SpanLink: message({ traceId: [1, 'bytes'], spanId: [2, 'bytes'], attributes: [4, 'repeated KeyValue'] }),
  Status: message({ message: [2, 'string'], code: [3, 'int32'] }),
}

const LOGS = {
  LogsRequest: message({ resourceLogs: [1, 'repeated ResourceLogs'] }),
  ResourceLogs: message({ resource: [1, 'Resource'], scopeLogs: [2, 'repeated ScopeLogs'] }),
  ScopeLogs: message({ scope: [1, 'Scope'], logRecords: [2, 'repeated LogEntry'] }),
  LogEntry: message({
    timeUnixNano: [1, 'fixed64'],
    observedTimeUnixNano: [11, 'fixed64'],
    severityNumber: [2, 'int32'],
    severityText: [3, 'string'],
    body: [5, 'AnyValue'],
    attributes: [6, 'repeated KeyValue'],
    traceId: [9, 'bytes'],
    spanId: [10, 'bytes'],
    eventName: [12, 'string'],
  }),
}

const METRICS = {
  MetricsRequest: message({ resourceMetrics: [1, 'repeated ResourceMetrics'] }),
  ResourceMetrics: message({ resource: [1, 'Resource'], scopeMetrics: [2, 'repeated ScopeMetrics'] }),
  ScopeMetrics: message({ scope: [1, 'Scope'], metrics: [2, 'repeated Metric'] }),
  Metric: message({
    name: [1, 'string'],
    unit: [3, 'string'],
    gauge: [5, 'Gauge'],
    sum: [7, 'Sum'],
    histogram: [9, 'Histogram'],
    exponentialHistogram: [10, 'ExponentialHistogram'],
    summary: [11, 'Summary'],
  }),
  Gauge: message({ dataPoints: [1, 'repeated NumberPoint'] }),
  Sum: message({
    dataPoints: [1, 'repeated NumberPoint'],
    aggregationTemporality: [2, 'int32'],
    isMonotonic: [3, 'bool'],
  }),
  Histogram: message({ dataPoints: [1, 'repeated HistogramPoint'], aggregationTemporality: [2, 'int32'] }),
  ExponentialHistogram: message({ dataPoints: [1, 'repeated ExponentialPoint'], aggregationTemporality: [2, 'int32'] }),
  Summary: message({ dataPoints: [1, 'repeated SummaryPoint'] }),
  NumberPoint: message(
    {
      startTimeUnixNano: [2, 'fixed64'],
      exemplars: [5, 'repeated Exemplar'],
      flags: [8, 'uint32'],
      timeUnixNano: [3, 'fixed64'],
      asDouble: [4, 'double'],
      asInt: [6, 'sfixed64'],
      attributes: [7, 'repeated KeyValue'],
    },
    { value: ['asDouble', 'asInt'] },
  ),
  HistogramPoint: message(
    {
      startTimeUnixNano: [2, 'fixed64'],
      exemplars: [8, 'repeated Exemplar'],
      flags: [10, 'uint32'],
      timeUnixNano: [3, 'fixed64'],
      count: [4, 'fixed64'],
      sum: [5, 'double'],
      bucketCounts: [6, 'repeated fixed64'],
      explicitBounds: [7, 'repeated double'],
      attributes: [9, 'repeated KeyValue'],
      min: [11, 'double'],
      max: [12, 'double'],
    },
    optional('sum', 'min', 'max'),
  ),
  ExponentialPoint: message(
    {
      startTimeUnixNano: [2, 'fixed64'],
      flags: [10, 'uint32'],
      exemplars: [11, 'repeated Exemplar'],
      attributes: [1, 'repeated KeyValue'],
      timeUnixNano: [3, 'fixed64'],
      count: [4, 'fixed64'],
      sum: [5, 'double'],
      scale: [6, 'sint32'],
      zeroCount: [7, 'fixed64'],
      positive: [8, 'Buckets'],
      negative: [9, 'Buckets'],
      min: [12, 'double'],
      max: [13, 'double'],
    },
    optional('sum', 'min', 'max'),
  ),
  Exemplar: message(
    {
      timeUnixNano: [2, 'fixed64'],
      asDouble: [3, 'double'],
      spanId: [4, 'bytes'],
      traceId: [5, 'bytes'],
      asInt: [6, 'sfixed64'],
      filteredAttributes: [7, 'repeated KeyValue'],
    },
    { value: ['asDouble', 'asInt'] },
  ),
  Buckets: message({ offset: [1, 'sint32'], bucketCounts: [2, 'repeated uint64'] }),
  SummaryPoint: message({
    startTimeUnixNano: [2, 'fixed64'],
    flags: [8, 'uint32'],
    timeUnixNano: [3, 'fixed64'],
    count: [4, 'fixed64'],
    sum: [5, 'double'],
    quantileValues: [6, 'repeated QuantileValue'],
    attributes: [7, 'repeated KeyValue'],
  }),
  QuantileValue: message({ quantile: [1, 'double'], value: [2, 'double'] }),
}

const REPLIES = {
  TraceReply: message({ partialSuccess: [1, 'TracePartial'] }),
  TracePartial: message({ rejectedSpans: [1, 'int64'], errorMessage: [2, 'string'] }),
  LogsReply: message({ partialSuccess: [1, 'LogsPartial'] }),
  LogsPartial: message({ rejectedLogRecords: [1, 'int64'], errorMessage: [2, 'string'] }),
  MetricsReply: message({ partialSuccess: [1, 'MetricsPartial'] }),
  MetricsPartial: message({ rejectedDataPoints: [1, 'int64'], errorMessage: [2, 'string'] }),
  /** google.rpc.Status, the body of a refusal. */
  RpcStatus: message({ code: [1, 'int32'], message: [2, 'string'], details: [3, 'repeated Any'] }),
  Any: message({ typeUrl: [1, 'string'], value: [2, 'bytes'] }),
  /** google.rpc.BadRequest, which lists invalid fields. */
  BadRequest: message({ fieldViolations: [1, 'repeated FieldViolation'] }),
  FieldViolation: message({ field: [1, 'string'], description: [2, 'string'] }),
}

/** OTLP messages that Signet reads and writes, by field number (opentelemetry-proto 1.9; enumerations as int32). */
export const OTLP: INamespace = {
  nested: { ...COMMON, ...TRACES, ...LOGS, ...METRICS, ...REPLIES },
}
