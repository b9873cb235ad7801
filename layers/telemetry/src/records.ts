import type { RunningTotal } from './running-total.ts'

export type Attributes = Readonly<Record<string, unknown>>

export const SPAN_STATUSES = ['ok', 'error'] as const
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal'] as const
export const METRIC_TYPES = ['counter', 'gauge', 'histogram', 'summary'] as const

export interface SpanEvent {
  readonly name: string
  /** Milliseconds since 1970, with fractions. */
  readonly at: number
  readonly attributes: Attributes
}

/** A span (spec platform-api 2.10). Times are milliseconds since 1970, durations milliseconds, both with fractions. */
export interface SpanRecord {
  /** 32 lower-case hexadecimal digits from OTLP, or any id sent to the ingest API. */
  readonly traceId: string
  readonly spanId: string
  /** Absent for the root of a trace. */
  readonly parentSpanId?: string
  readonly operation: string
  readonly service: string
  readonly start: number
  readonly end: number
  readonly duration: number
  readonly status: (typeof SPAN_STATUSES)[number]
  /** Error message of the first exception, or of the status. */
  readonly error?: string
  readonly attributes: Attributes
  readonly events: readonly SpanEvent[]
  /** Share of spans that the worker sends. Each counts as 1 / rate. */
  readonly sampleRate?: number
}

export interface LogRecord {
  readonly at: number
  readonly level: (typeof LOG_LEVELS)[number]
  readonly message: string
  readonly context: Attributes
  readonly error?: unknown
  readonly metadata?: Attributes
  readonly traceId?: string
  readonly spanId?: string
}

export interface Exemplar {
  readonly value: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly traceId?: string
  readonly spanId?: string
  readonly attributes: Attributes
}

export interface MetricRecord {
  readonly name: string
  readonly type: (typeof METRIC_TYPES)[number]
  /** The value; the sum of a histogram or summary. */
  readonly value: number
  readonly unit: string
  readonly at: number
  readonly tags: Attributes
  readonly count?: number
  readonly min?: number
  readonly max?: number
  /** Histograms only: counts by bucket of the Signet sketch. */
  readonly buckets?: readonly (readonly [bucket: number, count: number])[]
  /** Histograms only: number of values that are zero or less. */
  readonly zero?: number
  /** Summaries only: quantiles as sent. */
  readonly quantiles?: readonly (readonly [share: number, value: number])[]
  readonly exemplars?: readonly Exemplar[]
  /** Present if `value` is a total since the sender started. Only the difference from the previous total is counted. */
  readonly total?: RunningTotal
}

export interface AlertRecord {
  readonly id: string
  readonly rule: { readonly name: string; readonly severity: string }
  readonly status: 'firing' | 'resolved'
  readonly start: number
  readonly end?: number
  readonly value?: number
  readonly message: string
  readonly metadata?: Attributes
}

export interface Telemetry {
  readonly service: string
  readonly spans: readonly SpanRecord[]
  readonly logs: readonly LogRecord[]
  readonly metrics: readonly MetricRecord[]
  readonly alerts: readonly AlertRecord[]
}
