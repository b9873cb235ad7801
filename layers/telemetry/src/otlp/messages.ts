import * as z from 'zod'

/**
 * OTLP 1.x requests in JSON (opentelemetry-proto, docs/specification.md): ids are hexadecimal, enumerations are
 * numbers, 64-bit integers are numbers or strings. Unknown fields are ignored. Protobuf requests are converted to this
 * format.
 */

/**
 * A 64-bit integer, usually a string, because nanoseconds do not fit into a number. The union tries strings first,
 * because a failed match is slow.
 */
const Int64 = z
  .union([z.string().regex(/^-?\d{1,20}$/, 'must be a whole number'), z.int()])
  .transform((value) => BigInt(value))

/** A number. Values that JSON cannot represent are strings (protobuf's JSON format). */
const Double = z.union([
  z.number(),
  z.enum(['NaN', 'Infinity', '-Infinity']).transform(Number),
  z
    .string()
    .regex(/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i, 'must be a number')
    .transform(Number),
])

export type AnyValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: bigint }
  | { readonly doubleValue: number }
  | { readonly bytesValue: string }
  | { readonly arrayValue: { readonly values: readonly AnyValue[] } }
  | { readonly kvlistValue: { readonly values: readonly KeyValue[] } }
  | Readonly<Record<never, never>>

export interface KeyValue {
  readonly key: string
  readonly value?: AnyValue | undefined
}

const VALUES = ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'bytesValue', 'arrayValue', 'kvlistValue']

const AnyValue: z.ZodType<AnyValue> = z.lazy(() =>
  z.union([
    z.object({ stringValue: z.string() }),
    z.object({ boolValue: z.boolean() }),
    z.object({ intValue: Int64 }),
    z.object({ doubleValue: Double }),
    z.object({ bytesValue: z.string().describe('base64') }),
    z.object({ arrayValue: z.object({ values: z.array(AnyValue).default([]) }) }),
    z.object({ kvlistValue: z.object({ values: KeyValues }) }),
    // No value, or a value of an unknown kind. Known kinds must be valid.
    z.object(Object.fromEntries(VALUES.map((name) => [name, z.undefined().optional()]))),
  ]),
)

const KeyValues = z.array(z.object({ key: z.string(), value: AnyValue.optional() })).default([])

const hexId = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^(?:[0-9a-fA-F]{${digits}})?$`), `must be ${digits} hexadecimal digits`)
    // An id of zeros is invalid (opentelemetry-proto, trace.proto).
    .transform((id) => (/^0+$/.test(id) ? '' : id.toLowerCase()))
    .default('')

const Nanos = Int64.default(0n)

const Resource = z.object({ attributes: KeyValues }).optional()
const Scope = z
  .object({ name: z.string().default(''), version: z.string().default(''), attributes: KeyValues })
  .optional()

const Span = z.object({
  traceId: hexId(32),
  spanId: hexId(16),
  traceState: z.string().default(''),
  parentSpanId: hexId(16),
  name: z.string().default(''),
  kind: z.int().default(0),
  startTimeUnixNano: Nanos,
  endTimeUnixNano: Nanos,
  attributes: KeyValues,
  events: z.array(z.object({ timeUnixNano: Nanos, name: z.string().default(''), attributes: KeyValues })).default([]),
  links: z.array(z.object({ traceId: hexId(32), spanId: hexId(16), attributes: KeyValues })).default([]),
  status: z.object({ message: z.string().default(''), code: z.int().default(0) }).optional(),
})
export type OtlpSpan = z.output<typeof Span>

export const TraceRequest = z.object({
  resourceSpans: z
    .array(
      z.object({
        resource: Resource,
        scopeSpans: z.array(z.object({ scope: Scope, spans: z.array(Span).default([]) })).default([]),
      }),
    )
    .default([]),
})
export type TraceRequest = z.output<typeof TraceRequest>

const LogEntry = z.object({
  timeUnixNano: Nanos,
  observedTimeUnixNano: Nanos,
  severityNumber: z.int().default(0),
  severityText: z.string().default(''),
  body: AnyValue.optional(),
  attributes: KeyValues,
  traceId: hexId(32),
  spanId: hexId(16),
  eventName: z.string().default(''),
})
export type OtlpLog = z.output<typeof LogEntry>

export const LogsRequest = z.object({
  resourceLogs: z
    .array(
      z.object({
        resource: Resource,
        scopeLogs: z.array(z.object({ scope: Scope, logRecords: z.array(LogEntry).default([]) })).default([]),
      }),
    )
    .default([]),
})
export type LogsRequest = z.output<typeof LogsRequest>

const number = { asDouble: Double.optional(), asInt: Int64.optional() }

const Exemplar = z.object({
  ...number,
  timeUnixNano: Nanos,
  traceId: hexId(32),
  spanId: hexId(16),
  filteredAttributes: KeyValues,
})
export type OtlpExemplar = z.output<typeof Exemplar>

const point = { attributes: KeyValues, startTimeUnixNano: Nanos, timeUnixNano: Nanos, flags: z.int().default(0) }
const exemplars = z.array(Exemplar).default([])

const NumberPoint = z.object({ ...point, ...number, exemplars })

const extremes = { min: Double.optional(), max: Double.optional() }

const HistogramPoint = z.object({
  ...point,
  ...extremes,
  exemplars,
  count: Int64.default(0n),
  sum: Double.optional(),
  bucketCounts: z.array(Int64).default([]),
  explicitBounds: z.array(Double).default([]),
})
export type OtlpHistogramPoint = z.output<typeof HistogramPoint>

const Buckets = z.object({ offset: z.int().default(0), bucketCounts: z.array(Int64).default([]) }).optional()

const ExponentialPoint = z.object({
  ...point,
  ...extremes,
  exemplars,
  count: Int64.default(0n),
  sum: Double.optional(),
  scale: z.int().default(0),
  zeroCount: Int64.default(0n),
  positive: Buckets,
  negative: Buckets,
})
export type OtlpExponentialPoint = z.output<typeof ExponentialPoint>

const SummaryPoint = z.object({
  ...point,
  count: Int64.default(0n),
  sum: Double.default(0),
  quantileValues: z.array(z.object({ quantile: Double.default(0), value: Double.default(0) })).default([]),
})

export type OtlpSummaryPoint = z.output<typeof SummaryPoint>
export type OtlpNumberPoint = z.output<typeof NumberPoint>

const temporality = z.int().default(0)

const Metric = z.object({
  name: z.string().default(''),
  unit: z.string().default(''),
  gauge: z.object({ dataPoints: z.array(NumberPoint).default([]) }).optional(),
  sum: z
    .object({
      dataPoints: z.array(NumberPoint).default([]),
      aggregationTemporality: temporality,
      isMonotonic: z.boolean().default(false),
    })
    .optional(),
  histogram: z
    .object({ dataPoints: z.array(HistogramPoint).default([]), aggregationTemporality: temporality })
    .optional(),
  exponentialHistogram: z
    .object({ dataPoints: z.array(ExponentialPoint).default([]), aggregationTemporality: temporality })
    .optional(),
  summary: z.object({ dataPoints: z.array(SummaryPoint).default([]) }).optional(),
})
export type OtlpMetric = z.output<typeof Metric>

export const MetricsRequest = z.object({
  resourceMetrics: z
    .array(
      z.object({
        resource: Resource,
        scopeMetrics: z.array(z.object({ scope: Scope, metrics: z.array(Metric).default([]) })).default([]),
      }),
    )
    .default([]),
})
export type MetricsRequest = z.output<typeof MetricsRequest>
export type OtlpScope = z.output<typeof Scope>
export type OtlpResource = z.output<typeof Resource>
