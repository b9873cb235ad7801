import * as z from 'zod'
import { DEPTH_MAX, isDeeperThan } from './nesting.ts'
import { LOG_LEVELS, METRIC_TYPES, SPAN_STATUSES } from './records.ts'
import { isInternalName, senderFault, WORKER_NAME_MAX } from './worker-name.ts'

/** Maximum characters of a name of a metric, operation or rule. */
export const TEXT_MAX = 256
const MESSAGE_MAX = 16_384
const LIST_MAX = 1_000

/** Last millisecond that ISO 8601 can represent with a four-digit year. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A time as ISO 8601 with an offset, or as milliseconds since 1970. */
export const Instant = z.union([z.iso.datetime({ offset: true }), z.number().min(0).max(LAST_MS)])
export type Instant = z.output<typeof Instant>

const attributeRecord = z.record(z.string().max(TEXT_MAX), z.unknown())

/**
 * Ids are part of keys and paths, so they contain only letters, digits, `.`, `-` and `_`. A path segment cannot be `.`
 * or `..`.
 */
const id = z
  .string()
  .regex(
    /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/,
    'must contain only letters, digits, periods, hyphens or underscores, and must not start with a period',
  )

/** One in a million, so that weighted counts stay within the integers that JSON can represent. */
export const SAMPLE_RATE_MIN = 1e-6

/** Maximum duration of a span. */
export const SPAN_DAYS = 366
export const SPAN_MS = SPAN_DAYS * 86_400_000

export const MetricPoint = z.object({
  name: z.string().min(1).max(TEXT_MAX),
  value: z.number(),
  unit: z.string().max(64).default(''),
  timestamp: Instant,
  tags: attributeRecord.default({}),
  type: z.enum(METRIC_TYPES),
})

export const TraceSpan = z.object({
  traceId: id,
  spanId: id,
  parentSpanId: z
    .string()
    .max(128)
    .nullish()
    .describe('ID of the parent span; absent, null or empty for the root of a trace'),
  operationName: z.string().min(1).max(TEXT_MAX),
  service: z
    .string()
    .min(1)
    .max(TEXT_MAX)
    .optional()
    .describe('Name of the service; defaults to `service` of the request'),
  startTime: Instant,
  endTime: Instant,
  duration: z
    .number()
    .min(0)
    .optional()
    .describe('Duration in milliseconds; defaults to the time between start and end'),
  status: z.enum(SPAN_STATUSES).default('ok'),
  attributes: attributeRecord.default({}),
  events: z
    .array(
      z.looseObject({
        name: z.string().max(TEXT_MAX),
        timestamp: Instant.optional(),
        attributes: attributeRecord.optional(),
      }),
    )
    .max(LIST_MAX)
    .default([]),
  sampleRate: z
    .number()
    .min(SAMPLE_RATE_MIN)
    .max(1)
    .optional()
    .describe('Share of spans that the worker sends. Each span counts as 1 / rate.'),
})

export const LogEntry = z.object({
  timestamp: Instant,
  level: z.enum(LOG_LEVELS),
  message: z.string().max(MESSAGE_MAX),
  context: attributeRecord.default({}),
  error: z.unknown().optional(),
  metadata: attributeRecord.optional(),
})

export const AlertIncident = z.object({
  id,
  rule: z.object({ name: z.string().min(1).max(TEXT_MAX), severity: z.string().min(1).max(64) }),
  status: z.enum(['firing', 'resolved']),
  startTime: Instant,
  endTime: Instant.nullish(),
  value: z.number().optional(),
  message: z.string().max(MESSAGE_MAX).default(''),
  metadata: attributeRecord.optional(),
})

/** Telemetry of a worker (spec platform-api 2.10 and 4.9). `bodyFaults` checks further rules. */
export const IngestBody = z.object({
  service: z.string().min(1).max(WORKER_NAME_MAX).describe('Name of the worker'),
  metrics: z.array(MetricPoint).max(LIST_MAX).default([]),
  spans: z.array(TraceSpan).max(LIST_MAX).default([]),
  logs: z.array(LogEntry).max(LIST_MAX).default([]),
  alerts: z.array(AlertIncident).max(LIST_MAX).default([]),
})
export type IngestBody = z.output<typeof IngestBody>

interface Fault {
  readonly field: string
  readonly message: string
}

export const msOf = (time: Instant): number => (typeof time === 'string' ? Date.parse(time) : time)

const spanFaults = ({ service = '', startTime, endTime }: IngestBody['spans'][number], index: number): Fault[] => [
  ...(isInternalName(service) ? [{ field: `spans.${index}.service`, message: 'must not begin with internal:' }] : []),
  ...(msOf(endTime) - msOf(startTime) > SPAN_MS
    ? [{ field: `spans.${index}.endTime`, message: `must be at most ${SPAN_DAYS} days after startTime` }]
    : []),
]

const alertFaults = ({ startTime, endTime }: IngestBody['alerts'][number], index: number): Fault[] =>
  endTime != null && msOf(endTime) < msOf(startTime)
    ? [{ field: `alerts.${index}.endTime`, message: 'must not be before startTime' }]
    : []

/** Returns violations of rules that the schema cannot express, with field and message. */
export const bodyFaults = (body: IngestBody): Fault[] => {
  if (isDeeperThan(DEPTH_MAX, body)) return [{ field: 'body', message: `must not be nested deeper than ${DEPTH_MAX}` }]
  const { service, metrics, spans, logs, alerts } = body
  const fault = senderFault(service)
  const isEmpty = metrics.length + spans.length + logs.length + alerts.length === 0
  return [
    ...(fault === undefined ? [] : [{ field: 'service', message: fault }]),
    ...(isEmpty ? [{ field: 'body', message: 'must contain at least one of metrics, spans, logs and alerts' }] : []),
    ...spans.flatMap(spanFaults),
    ...alerts.flatMap(alertFaults),
  ]
}
