import * as z from 'zod'
import { DEPTH_MAX, isDeeperThan } from './nesting.ts'
import { LOG_LEVELS, METRIC_TYPES, SPAN_STATUSES } from './records.ts'
import { isInternalName, senderFault, WORKER_NAME_MAX } from './worker-name.ts'

/** Characters of a name: of a metric, an operation, a rule. */
export const TEXT_MAX = 256
const MESSAGE_MAX = 16_384
const PARTS_MAX = 1_000

/** The last millisecond that ISO 8601 writes with four digits of a year. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A time as ISO 8601 with its offset, or as milliseconds since 1970. */
export const Instant = z.union([z.iso.datetime({ offset: true }), z.number().min(0).max(LAST_MS)])
export type Instant = z.output<typeof Instant>

const members = z.record(z.string().max(TEXT_MAX), z.unknown())

/** Ids are part of keys and addresses: letters, digits and three marks. No client can ask for the address `.` or `..`. */
const id = z
  .string()
  .regex(
    /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/,
    'must be letters, digits, points, hyphens or underscores, and not begin with a point',
  )

/** One in a million: what a trace counts stays within the whole numbers that JSON can write. */
export const SAMPLE_RATE_MIN = 1e-6

export const SPAN_DAYS = 366
export const SPAN_MS = SPAN_DAYS * 86_400_000

export const MetricPoint = z.object({
  name: z.string().min(1).max(TEXT_MAX),
  value: z.number(),
  unit: z.string().max(64).default(''),
  timestamp: Instant,
  tags: members.default({}),
  type: z.enum(METRIC_TYPES),
})

export const TraceSpan = z.object({
  traceId: id,
  spanId: id,
  parentSpanId: z.string().max(128).nullish().describe('Absent, null or empty: the root of its trace'),
  operationName: z.string().min(1).max(TEXT_MAX),
  service: z.string().min(1).max(TEXT_MAX).optional().describe('Of the request, where it is left out'),
  startTime: Instant,
  endTime: Instant,
  duration: z.number().min(0).optional().describe('Milliseconds; else the time between'),
  status: z.enum(SPAN_STATUSES).default('ok'),
  attributes: members.default({}),
  events: z
    .array(
      z.looseObject({ name: z.string().max(TEXT_MAX), timestamp: Instant.optional(), attributes: members.optional() }),
    )
    .max(PARTS_MAX)
    .default([]),
  sampleRate: z
    .number()
    .min(SAMPLE_RATE_MIN)
    .max(1)
    .optional()
    .describe('The share of spans that are sent; each counts as 1 / rate'),
})

export const LogEntry = z.object({
  timestamp: Instant,
  level: z.enum(LOG_LEVELS),
  message: z.string().max(MESSAGE_MAX),
  context: members.default({}),
  error: z.unknown().optional(),
  metadata: members.optional(),
})

export const AlertIncident = z.object({
  id,
  rule: z.object({ name: z.string().min(1).max(TEXT_MAX), severity: z.string().min(1).max(64) }),
  status: z.enum(['firing', 'resolved']),
  startTime: Instant,
  endTime: Instant.nullish(),
  value: z.number().optional(),
  message: z.string().max(MESSAGE_MAX).default(''),
  metadata: members.optional(),
})

/** What a worker sends (spec platform-api 2.10 and 4.9); `bodyFaults` tells what else must hold. */
export const IngestBody = z.object({
  service: z.string().min(1).max(WORKER_NAME_MAX).describe('The name of the worker'),
  metrics: z.array(MetricPoint).max(PARTS_MAX).default([]),
  spans: z.array(TraceSpan).max(PARTS_MAX).default([]),
  logs: z.array(LogEntry).max(PARTS_MAX).default([]),
  alerts: z.array(AlertIncident).max(PARTS_MAX).default([]),
})
export type IngestBody = z.output<typeof IngestBody>

interface Fault {
  readonly field: string
  readonly message: string
}

export const msOf = (time: Instant): number => (typeof time === 'string' ? Date.parse(time) : time)

const spanFaults = ({ service = '', startTime, endTime }: IngestBody['spans'][number], at: number): Fault[] => [
  ...(isInternalName(service) ? [{ field: `spans.${at}.service`, message: 'must not begin with internal:' }] : []),
  ...(msOf(endTime) - msOf(startTime) > SPAN_MS
    ? [{ field: `spans.${at}.endTime`, message: `must be at most ${SPAN_DAYS} days after startTime` }]
    : []),
]

const alertFaults = ({ startTime, endTime }: IngestBody['alerts'][number], at: number): Fault[] =>
  endTime != null && msOf(endTime) < msOf(startTime)
    ? [{ field: `alerts.${at}.endTime`, message: 'must not be before startTime' }]
    : []

/** What breaks a rule that a schema of JSON cannot say: by field and rule. None: it is good. */
export const bodyFaults = (body: IngestBody): Fault[] => {
  if (isDeeperThan(DEPTH_MAX, body)) return [{ field: 'body', message: `must not be nested deeper than ${DEPTH_MAX}` }]
  const { service, metrics, spans, logs, alerts } = body
  const fault = senderFault(service)
  const isEmpty = metrics.length + spans.length + logs.length + alerts.length === 0
  return [
    ...(fault === undefined ? [] : [{ field: 'service', message: fault }]),
    ...(isEmpty ? [{ field: 'body', message: 'must hold at least one of metrics, spans, logs, alerts' }] : []),
    ...spans.flatMap(spanFaults),
    ...alerts.flatMap(alertFaults),
  ]
}
