/**
 * The data that every program of this folder sends, as the API must return it. Times are milliseconds from the start of
 * the scene.
 */

/** The output of a program: its SDK, and the ids that the SDK generated. */
export interface SentIds {
  readonly sdk: string
  readonly trace: string
  readonly root: string
  readonly child: string
}

/** Returns a time of the scene as the API returns it: with microseconds if there are any. */
export const isoAt = (at: number, ms: number, micros = 0): string => {
  const iso = new Date(at + ms).toISOString()
  return micros === 0 ? iso : `${iso.slice(0, -1)}${String(micros).padStart(3, '0')}Z`
}

const RESOURCE_ATTRIBUTES = { 'cloud.region': 'eu' }
const SCOPE = { 'otel.scope.name': 'judge', 'otel.scope.version': '1.2.3' }

/** Returns the expected spans. `hasLarge`: the language has integers beyond 2^53. */
const spans = (at: number, { trace, root, child }: SentIds, worker: string, hasLarge: boolean) => [
  {
    span_id: root,
    trace_id: trace,
    parent_span_id: null,
    operation: 'POST /orders',
    service: worker,
    status: 'ok',
    start_time: isoAt(at, 0, 123),
    end_time: isoAt(at, 250, 623),
    duration_ms: 250.5,
    events: [],
    attributes: { ...RESOURCE_ATTRIBUTES, ...SCOPE, 'otel.kind': 'server' },
  },
  {
    span_id: child,
    trace_id: trace,
    parent_span_id: root,
    operation: 'charge',
    service: worker,
    status: 'error',
    start_time: isoAt(at, 10),
    end_time: isoAt(at, 30, 500),
    duration_ms: 20.5,
    attributes: {
      ...RESOURCE_ATTRIBUTES,
      ...SCOPE,
      'otel.kind': 'client',
      text: 'Grüße 🐝',
      yes: true,
      no: false,
      whole: 42,
      negative: -7,
      half: 0.5,
      texts: ['a', 'ü'],
      wholes: [1, 2],
      halves: [0.25, 1.5],
      flags: [true, false],
      // An integer beyond JSON's safe range is a string with every digit.
      ...(hasLarge ? { large: '9007199254740993' } : {}),
      'otel.links': [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), attributes: { why: 'retry' } }],
    },
    events: [
      { name: 'cache.miss', time: isoAt(at, 12), attributes: { key: 'k-1', tries: 2 } },
      {
        name: 'exception',
        time: isoAt(at, 13),
        attributes: { 'exception.type': 'CardError', 'exception.message': 'the card is refused' },
      },
    ],
  },
]

/** Returns the expected getTrace response, except for the ids of logs. */
export const traceOf = (at: number, output: SentIds, worker: string, hasLarge: boolean) => ({
  trace: {
    trace_id: output.trace,
    worker_name: worker,
    status: 'ok',
    error_msg: null,
    duration_ms: 250.5,
    started_at: isoAt(at, 0),
    finished_at: isoAt(at, 250),
    span_count: 2,
    services: [worker],
    has_error: true,
    truncated: false,
  },
  spans: spans(at, output, worker, hasLarge),
  logs: [
    {
      level: 'info',
      message: 'paid',
      ts: isoAt(at, 20),
      error: null,
      span_id: output.root,
      metadata: {},
      context: {
        ...RESOURCE_ATTRIBUTES,
        'otel.scope.name': 'judge',
        order: 'o-1',
        items: 3,
        'otel.severity_text': 'INFO',
      },
    },
  ],
})

/** Returns the expected entry of listWorkerLogs: the log without a trace. Its body is a map, whose keys have no order. */
export const logWithoutTraceOf = (at: number) => ({
  level: 'error',
  message: { left: [0, 1], order: 'o-2' },
  ts: isoAt(at, 40),
  error: null,
  metadata: {},
  context: { ...RESOURCE_ATTRIBUTES, 'otel.scope.name': 'judge', half: 0.5 },
})

const metricOfTwo = (name: string, type: string, unit: string, [first, second]: readonly [number, number]) => ({
  name,
  type,
  unit,
  count: 2,
  sum: first + second,
  min: Math.min(first, second),
  max: Math.max(first, second),
})
const gauge = (name: string, value: number) => ({
  name,
  type: 'gauge',
  unit: '',
  min: value,
  max: value,
  last: value,
})
const histogramOfHundred = (name: string) => ({
  name,
  type: 'histogram',
  unit: 'ms',
  count: 100,
  sum: 5_050,
  min: 1,
  max: 100,
})

/**
 * The expected listMetrics response, except for percentiles, last values and times: sums and counts are equal for
 * cumulative totals and deltas.
 */
export const METRICS = [
  histogramOfHundred('coarse'),
  histogramOfHundred('fine'),
  gauge('load', 0.5),
  gauge('open', -2),
  metricOfTwo('orders', 'counter', '1', [7, 3]),
]

/** The expected tags in listMetricSeries: the attributes of each series, with those of the resource and the scope. */
export const SERIES_TAGS: Readonly<Record<string, object>> = {
  orders: { ...RESOURCE_ATTRIBUTES, 'otel.scope.name': 'judge', plan: 'pro' },
  coarse: { ...RESOURCE_ATTRIBUTES, 'otel.scope.name': 'judge' },
}
