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
  /** 32 lower-case hexadecimal digits of OTLP, or what a client of ours sends. */
  readonly traceId: string
  readonly spanId: string
  /** Absent: the root of its trace. */
  readonly parentSpanId?: string
  readonly operation: string
  readonly service: string
  readonly start: number
  readonly end: number
  readonly duration: number
  readonly status: (typeof SPAN_STATUSES)[number]
  /** Why it failed: of its first exception, else of its status. */
  readonly error?: string
  readonly attributes: Attributes
  readonly events: readonly SpanEvent[]
  /** The share of spans that the client sends: each counts as 1 / rate. */
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
  /** Of a histogram: counts by bucket of our sketch. */
  readonly buckets?: readonly (readonly [bucket: number, count: number])[]
  /** Of a histogram: how many values were zero or less. */
  readonly zero?: number
  /** Of a summary: its percentiles, as the sender has told them. */
  readonly quantiles?: readonly (readonly [share: number, value: number])[]
  readonly exemplars?: readonly Exemplar[]
  /** Where the value is one since the sender began: what counts is the difference to the total before. */
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
