import { endpoint } from '@signet/contracts'
import { LOG_LEVELS, METRIC_TYPES, SPAN_STATUSES } from '@signet/telemetry'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'

export const RANGES = ['1h', '6h', '24h', '7d', '30d'] as const
export type Range = (typeof RANGES)[number]

export const range = () =>
  z
    .enum(RANGES)
    .default('24h')
    .describe("Time range that ends now. Data older than the plan's retention is not included.")
export const worker = () => z.string().min(1).max(128).describe('Name of the worker (service that sends telemetry)')
export const time = z.iso.datetime()

const TRACE_ID = '^[A-Za-z0-9._-]{1,128}$'

const Ingest = z.object({
  events: z.int().describe('Number of received records since the start of the first UTC day in the range'),
  requests: z.int(),
  bytes: z.int().describe('Total size of the received request bodies in bytes'),
  est_cost_usd: z.number().describe('Estimated cost of writing the events, in USD'),
  used_today: z.int(),
  daily_limit: z.int(),
  projected_today: z
    .int()
    .describe('Projected number of events by the next midnight UTC, at the rate since the last midnight'),
  is_near_limit: z
    .boolean()
    .describe('Whether more than 80% of the daily limit is used, or the projection exceeds the limit'),
})

const WorkerSummary = z.object({
  worker_name: z.string(),
  total_traces: z.number().describe('Number of traces. A sampled trace counts as 1 / sample rate.'),
  error_count: z.number(),
  error_rate: z.number().describe('Share of traces that failed, from 0 to 1'),
  avg_duration_ms: z.number().nullable(),
  p95_duration_ms: z
    .number()
    .nullable()
    .describe(
      '95th percentile of the trace duration in milliseconds, with a relative error of at most `p95_error`; null without traces',
    ),
  p95_error: z.number().describe('Maximum relative error of the percentile'),
  exemplars: z
    .object({
      p95: z.string().nullable().describe('ID of a recent trace with a duration near the 95th percentile'),
      error: z.string().nullable().describe('ID of the newest failed trace'),
    })
    .describe('IDs of example traces; each ID is null if no such trace exists'),
  last_seen: time,
  series: z
    .array(z.object({ at: time, traces: z.number(), errors: z.number() }))
    .describe(
      'Number of traces and errors by start time. Each point covers 5 minutes for the range `1h`, 30 minutes for `6h`, 1 hour for `24h`, and 1 UTC day for `7d` and `30d`.',
    ),
  ingest: Ingest,
})

export const getObserveSummary = endpoint({
  name: 'getObserveSummary',
  summary: 'Get a summary of workers',
  description:
    'Returns numbers of traces and errors, and durations, for each worker of the organization, sorted by name. The data starts at the first complete five-minute interval of the range.',
  tags,
  route: 'GET /api/observe/summary',
  authority: 'scope:observe:read',
  rate: READS,
  request: { query: z.strictObject({ range: range(), worker: worker().optional() }) },
  responses: {
    200: {
      description: 'A summary of each worker',
      schema: z.object({ workers: z.array(WorkerSummary), range: z.enum(RANGES) }),
    },
  },
  errors: ['unavailable'],
})

const Trace = z.object({
  trace_id: z.string(),
  worker_name: z.string(),
  status: z.enum(SPAN_STATUSES).describe('Status of the root span'),
  started_at: time,
  finished_at: time,
  duration_ms: z.number(),
  error_msg: z.string().nullable(),
})
export type Trace = z.output<typeof Trace>

export const listTraces = endpoint({
  name: 'listTraces',
  summary: 'List traces',
  description:
    'Returns traces whose root span was received, newest first. Traces that started at the same time are sorted by ID. `total` is the number of matching traces. Pass the `until` value of the first page to keep later pages stable.',
  tags,
  route: 'GET /api/observe/traces',
  authority: 'scope:observe:read',
  rate: READS,
  request: {
    query: z.strictObject({
      range: range(),
      worker: worker().optional(),
      status: z.enum(SPAN_STATUSES).optional().describe('Filter by status of the root span'),
      limit: z.int().min(1).max(200).default(50).describe('Traces per page'),
      offset: z.int().min(0).max(100_000_000).default(0).describe('Number of traces to skip'),
      until: time.optional().describe('Latest start time, inclusive; defaults to the current time'),
    }),
  },
  responses: {
    200: {
      description: 'A page of traces',
      schema: z.object({ traces: z.array(Trace), total: z.int(), until: time }),
    },
  },
  errors: ['unavailable'],
})

export const attributeRecord = z.record(z.string(), z.unknown())

const Span = z.object({
  span_id: z.string(),
  trace_id: z.string(),
  parent_span_id: z.string().nullable(),
  operation: z.string(),
  service: z.string(),
  start_time: time,
  end_time: time,
  duration_ms: z.number(),
  status: z.enum(SPAN_STATUSES),
  attributes: attributeRecord,
  events: z.array(z.object({ name: z.string(), time, attributes: attributeRecord })),
})
export type Span = z.output<typeof Span>

const TraceLog = z.object({
  id: z.string(),
  level: z.enum(LOG_LEVELS),
  message: z.string(),
  ts: time,
  error: z.unknown(),
  span_id: z.string().nullable(),
  context: attributeRecord.describe('Attributes of the log record, including those of its resource'),
  metadata: attributeRecord,
})
export type TraceLog = z.output<typeof TraceLog>

export const getTrace = endpoint({
  name: 'getTrace',
  summary: 'Get a trace',
  description:
    'Returns a trace with its spans, sorted by start time, and its logs. Until the root span arrives, the values of `trace` are computed from the spans and logs received so far.',
  tags,
  route: 'GET /api/observe/traces/:id',
  authority: 'scope:observe:read',
  rate: READS,
  request: { params: z.strictObject({ id: z.string().regex(new RegExp(TRACE_ID)).describe('ID of the trace') }) },
  responses: {
    200: {
      description: 'The trace',
      schema: z.object({
        trace: Trace.extend({
          span_count: z.int(),
          services: z.array(z.string()),
          has_error: z.boolean().describe('Whether a span of the trace failed'),
          truncated: z.boolean().describe('Whether spans or logs are missing because the trace is too large'),
        }),
        spans: z.array(Span),
        logs: z.array(TraceLog),
      }),
    },
  },
  errors: ['not_found', 'unavailable'],
})

const Alert = z.object({
  id: z.string(),
  worker_name: z.string(),
  rule_name: z.string(),
  severity: z.string(),
  status: z.enum(['firing', 'resolved']),
  message: z.string(),
  value: z.number().nullable(),
  started_at: time,
  ended_at: time.nullable(),
})
export type Alert = z.output<typeof Alert>

export const listAlerts = endpoint({
  name: 'listAlerts',
  summary: 'List alerts',
  description: 'Returns the 100 newest incidents, newest first. Workers report incidents, and alert rules open them.',
  tags,
  route: 'GET /api/observe/alerts',
  authority: 'scope:observe:read',
  rate: READS,
  request: {
    query: z.strictObject({
      status: z.enum(['firing', 'resolved']).optional().describe('Filter by status of the incident'),
    }),
  },
  responses: { 200: { description: 'The newest incidents', schema: z.object({ alerts: z.array(Alert) }) } },
  errors: ['unavailable'],
})

/** A value measured within a trace. */
export const Exemplar = z.object({
  value: z.number(),
  time,
  trace_id: z.string().nullable(),
  span_id: z.string().nullable(),
  attributes: attributeRecord.describe('Attributes of the value that are not attributes of the series'),
})

const Metric = z.object({
  name: z.string(),
  type: z.enum(METRIC_TYPES),
  unit: z.string(),
  count: z.number().describe('Number of measured values'),
  sum: z.number(),
  min: z.number(),
  max: z.number(),
  last: z.number().describe('Last value as sent. For a running total, this is the total.'),
  last_at: time,
  p95: z
    .number()
    .nullable()
    .describe(
      '95th percentile of values above 0, with a relative error of at most `p95_error`; null unless the metric is a histogram',
    ),
  p95_error: z.number(),
  exemplars: z.array(Exemplar).describe('The newest three example values, with their traces'),
})
export type Metric = z.output<typeof Metric>

export const listMetrics = endpoint({
  name: 'listMetrics',
  summary: 'List metrics of a worker',
  description: 'Returns each metric of a worker in the range, sorted by name and type and aggregated over all tags.',
  tags,
  route: 'GET /api/observe/metrics',
  authority: 'scope:observe:read',
  rate: READS,
  request: { query: z.strictObject({ worker: worker(), range: range() }) },
  responses: { 200: { description: 'The metrics', schema: z.object({ metrics: z.array(Metric) }) } },
  errors: ['unavailable'],
})

const LooseLog = TraceLog.omit({ span_id: true })
export type LooseLog = z.output<typeof LooseLog>

export const listLogs = endpoint({
  name: 'listWorkerLogs',
  summary: 'List logs without a trace',
  description:
    'Returns logs of a worker that do not belong to a trace, newest first. `GET /api/observe/traces/:id` returns the logs of a trace.',
  tags,
  route: 'GET /api/observe/logs',
  authority: 'scope:observe:read',
  rate: READS,
  request: {
    query: z.strictObject({
      worker: worker(),
      range: range(),
      level: z.enum(LOG_LEVELS).optional().describe('Filter by log level'),
      limit: z.int().min(1).max(200).default(50).describe('Maximum number of logs'),
    }),
  },
  responses: { 200: { description: 'The newest logs', schema: z.object({ logs: z.array(LooseLog) }) } },
  errors: ['unavailable'],
})

export const removeWorker = endpoint({
  name: 'removeWorker',
  summary: 'Remove a worker',
  description:
    'Removes the worker, so that it no longer counts against the worker limit of the plan. Its telemetry is hidden immediately and erased within two hours.',
  tags,
  route: 'DELETE /api/observe/workers/:worker',
  authority: 'scope:observe:write',
  rate: READS,
  request: { params: z.strictObject({ worker: worker() }) },
  responses: { 204: { description: 'The worker was removed' } },
  errors: ['not_found', 'unavailable'],
})
