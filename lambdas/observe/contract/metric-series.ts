import { endpoint } from '@signet/contracts'
import { METRIC_TYPES } from '@signet/telemetry'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'
import { attributeRecord, Exemplar, range, time, worker } from './queries.ts'

const STEPS = ['5m', '1h', '1d'] as const
export type Step = (typeof STEPS)[number]

const Point = z.object({
  start_time: time.describe('Start of the step'),
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
  quantiles: z
    .array(z.object({ quantile: z.number(), value: z.number() }))
    .describe('Latest quantiles that were sent; empty unless the metric is a summary'),
  exemplars: z.array(Exemplar).describe('The newest three example values, with their traces'),
})
export type MetricPoint = z.output<typeof Point>

const Series = z.object({
  series_id: z
    .string()
    .describe('Stable ID, derived from the tags. Series of different metrics with the same tags have the same ID.'),
  name: z.string(),
  type: z.enum(METRIC_TYPES),
  unit: z.string(),
  tags: attributeRecord.describe('Attributes of the series, including those of its resource and scope'),
  points: z.array(Point).describe('Points, sorted by time; steps without data are omitted'),
})

export const listMetricSeries = endpoint({
  name: 'listMetricSeries',
  summary: 'List series of a metric',
  description:
    "Returns the series of a worker's metric, one per set of tags, with values per step. The first point is the first complete step in the range. Five-minute steps require a range of at most 24 hours. A page can contain fewer series than `limit` even if `next_cursor` is set.",
  tags,
  route: 'GET /api/observe/metrics/series',
  authority: 'scope:observe:read',
  rate: READS,
  request: {
    query: z.strictObject({
      worker: worker(),
      name: z.string().min(1).max(256).describe('Name of the metric'),
      type: z.enum(METRIC_TYPES).optional().describe('Filter by type of the metric'),
      range: range(),
      step: z.enum(STEPS).default('1h').describe('Length of each step: five minutes, one hour or one UTC day'),
      limit: z.int().min(1).max(20).default(20).describe('Series per page'),
      cursor: z
        .string()
        .regex(
          new RegExp(`^(?:${METRIC_TYPES.join('|')})\\.[0-9a-f]{32}$`),
          'must be the next_cursor of the previous page',
        )
        .optional()
        .describe('`next_cursor` of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of series',
      schema: z.object({ series: z.array(Series), p95_error: z.number(), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['unavailable'],
})
