import { endpoint } from '@signet/contracts'
import { LOG_LEVELS, METRIC_TYPES, SPAN_STATUSES } from '@signet/telemetry'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'

export const RANGES = ['1h', '6h', '24h', '7d', '30d'] as const
export type Range = (typeof RANGES)[number]

export const range = () => z.enum(RANGES).default('24h').describe('How far back, as far as the plan keeps')
export const worker = () => z.string().min(1).max(128)
export const time = z.iso.datetime()

const TRACE_ID = '^[A-Za-z0-9._-]{1,128}$'

const Ingest = z.object({
  events: z.int().describe('Events in the range, by days of UTC'),
  requests: z.int(),
  bytes: z.int().describe('Of their bodies'),
  est_cost_usd: z.number().describe('What we pay for writing them, about'),
  used_today: z.int(),
  daily_limit: z.int(),
  projected_today: z.int().describe('Events by midnight of UTC, if it goes on as it has since the last one'),
  is_near_limit: z.boolean().describe('More than 80 % of the day are used, or more than all will be by midnight'),
})

const WorkerSummary = z.object({
  worker_name: z.string(),
  total_traces: z.number().describe('Where spans are sampled, each counts as 1 / rate'),
  error_count: z.number(),
  error_rate: z.number().describe('0 to 1'),
  avg_duration_ms: z.number().nullable(),
  p95_duration_ms: z.number().nullable().describe('Within `p95_error` of the exact one; null without traces'),
  p95_error: z.number().describe('The largest relative error'),
  exemplars: z
    .object({
      p95: z.string().nullable().describe('One whose duration is near the percentile, of the newest of these'),
      error: z.string().nullable().describe('The newest that failed'),
    })
    .describe('Ids of traces that stand for the figures; null: there is none'),
  last_seen: time,
  series: z
    .array(z.object({ at: time, traces: z.number(), errors: z.number() }))
    .describe('Of the range, by starts: by five minutes, half an hour, an hour, or from 7d on a day of UTC'),
  ingest: Ingest,
})

export const getObserveSummary = endpoint({
  name: 'getObserveSummary',
  summary: 'Workers at a glance',
  description:
    'Traces, errors and durations of each worker of the tenant, by name. At the early edge of the range, figures are of whole five minutes.',
  tags,
  route: 'GET /api/observe/summary',
  authority: 'scope:observe:read',
  rate: READS,
  request: { query: z.strictObject({ range: range(), worker: worker().optional() }) },
  responses: {
    200: { description: 'The workers', schema: z.object({ workers: z.array(WorkerSummary), range: z.enum(RANGES) }) },
  },
  errors: ['unavailable'],
})

const Trace = z.object({
  trace_id: z.string(),
  worker_name: z.string(),
  status: z.enum(SPAN_STATUSES).describe('Of its root'),
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
    'Traces whose root has arrived, the newest start first, then by id. `total` is how many there are. `until` holds the end of the range still, so that pages do not move.',
  tags,
  route: 'GET /api/observe/traces',
  authority: 'scope:observe:read',
  rate: READS,
  request: {
    query: z.strictObject({
      range: range(),
      worker: worker().optional(),
      status: z.enum(SPAN_STATUSES).optional(),
      limit: z.int().min(1).max(200).default(50),
      offset: z.int().min(0).max(100_000_000).default(0),
      until: time.optional().describe('The latest start; now, if it is left out. The range ends there'),
    }),
  },
  responses: {
    200: { description: 'A page', schema: z.object({ traces: z.array(Trace), total: z.int(), until: time }) },
  },
  errors: ['unavailable'],
})

export const members = z.record(z.string(), z.unknown())

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
  attributes: members,
  events: z.array(z.object({ name: z.string(), time, attributes: members })),
})
export type Span = z.output<typeof Span>

const TraceLog = z.object({
  id: z.string(),
  level: z.enum(LOG_LEVELS),
  message: z.string(),
  ts: time,
  error: z.unknown(),
  span_id: z.string().nullable(),
  context: members.describe('Attributes, with those of the resource'),
  metadata: members,
})
export type TraceLog = z.output<typeof TraceLog>

export const getTrace = endpoint({
  name: 'getTrace',
  summary: 'A trace',
  description:
    'A trace with its spans by start, and the logs that name it. Before its root arrives, the figures are those of the spans that have.',
  tags,
  route: 'GET /api/observe/traces/:id',
  authority: 'scope:observe:read',
  rate: READS,
  request: { params: z.strictObject({ id: z.string().regex(new RegExp(TRACE_ID)).describe('Id of the trace') }) },
  responses: {
    200: {
      description: 'The trace',
      schema: z.object({
        trace: Trace.extend({
          span_count: z.int(),
          services: z.array(z.string()),
          has_error: z.boolean().describe('Whether any span has failed'),
          truncated: z.boolean().describe('Whether the trace is larger than what is shown'),
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
  description: 'The 100 newest incidents, the newest start first: those that workers told of, and those of rules.',
  tags,
  route: 'GET /api/observe/alerts',
  authority: 'scope:observe:read',
  rate: READS,
  request: { query: z.strictObject({ status: z.enum(['firing', 'resolved']).optional() }) },
  responses: { 200: { description: 'The incidents', schema: z.object({ alerts: z.array(Alert) }) } },
  errors: ['unavailable'],
})

/** A value that was measured within a trace. */
export const Exemplar = z.object({
  value: z.number(),
  time,
  trace_id: z.string().nullable(),
  span_id: z.string().nullable(),
  attributes: members.describe('Those that the series itself has not'),
})

const Metric = z.object({
  name: z.string(),
  type: z.enum(METRIC_TYPES),
  unit: z.string(),
  count: z.number().describe('How many values'),
  sum: z.number(),
  min: z.number(),
  max: z.number(),
  last: z.number().describe('As it was sent: of a running total, the total'),
  last_at: time,
  p95: z.number().nullable().describe('Of histograms of values above 0, within `p95_error`; else null'),
  p95_error: z.number(),
  exemplars: z.array(Exemplar).describe('The newest three'),
})
export type Metric = z.output<typeof Metric>

export const listMetrics = endpoint({
  name: 'listMetrics',
  summary: 'Metrics of a worker',
  description: 'What became of each metric of a worker in the range, by name and type, whatever its tags.',
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
  summary: 'Logs of a worker that name no trace',
  description: 'Logs of the newest requests, by time, that belong to no trace; those of a trace are with it.',
  tags,
  route: 'GET /api/observe/logs',
  authority: 'scope:observe:read',
  rate: READS,
  request: {
    query: z.strictObject({
      worker: worker(),
      range: range(),
      level: z.enum(LOG_LEVELS).optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
  },
  responses: { 200: { description: 'The logs', schema: z.object({ logs: z.array(LooseLog) }) } },
  errors: ['unavailable'],
})

export const removeWorker = endpoint({
  name: 'removeWorker',
  summary: 'Remove a worker',
  description:
    'Frees the place of the worker in the plan. What it has sent is not shown from now on, and erased within two hours.',
  tags,
  route: 'DELETE /api/observe/workers/:worker',
  authority: 'scope:observe:write',
  rate: READS,
  request: { params: z.strictObject({ worker: worker().describe('Name of the worker') }) },
  responses: { 204: { description: 'It is removed' } },
  errors: ['not_found', 'unavailable'],
})
