import { endpoint } from '@signet/contracts'
import { METRIC_TYPES } from '@signet/telemetry'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'
import { Exemplar, members, range, time, worker } from './readings.ts'

const STEPS = ['5m', '1h', '1d'] as const
export type Step = (typeof STEPS)[number]

const Point = z.object({
  start_time: time.describe('Of the step'),
  count: z.number().describe('How many values'),
  sum: z.number(),
  min: z.number(),
  max: z.number(),
  last: z.number().describe('As it was sent: of a running total, the total'),
  last_at: time,
  p95: z.number().nullable().describe('Of histograms of values above 0, within `p95_error`; else null'),
  quantiles: z
    .array(z.object({ quantile: z.number(), value: z.number() }))
    .describe('Of summaries, as they were last told'),
  exemplars: z.array(Exemplar).describe('The newest three'),
})
export type MetricPoint = z.output<typeof Point>

const Series = z.object({
  series_id: z.string().describe('The same for the same tags'),
  name: z.string(),
  type: z.enum(METRIC_TYPES),
  unit: z.string(),
  tags: members.describe('Its attributes, with those of its resource and scope'),
  points: z.array(Point).describe('By time; steps in which nothing was sent are left out'),
})

export const listMetricSeries = endpoint({
  name: 'listMetricSeries',
  summary: 'Series of a metric, by time',
  description:
    'A metric of a worker by its tags, and what became of each series in each step: the first whole step of the range first. A step of five minutes is for ranges of a day at most. A page may be shorter than its limit and have another after it.',
  tags,
  route: 'GET /api/observe/metrics/series',
  authority: 'scope:observe:read',
  rate: READS,
  request: {
    query: z.strictObject({
      worker: worker(),
      name: z.string().min(1).max(256).describe('Of the metric'),
      type: z.enum(METRIC_TYPES).optional(),
      range: range(),
      step: z.enum(STEPS).default('1h'),
      limit: z.int().min(1).max(20).default(20).describe('Series a page'),
      cursor: z
        .string()
        .regex(new RegExp(`^(?:${METRIC_TYPES.join('|')})\\.[0-9a-f]{32}$`), 'must be next_cursor of the page before')
        .optional(),
    }),
  },
  responses: {
    200: {
      description: 'A page',
      schema: z.object({ series: z.array(Series), p95_error: z.number(), next_cursor: z.string().nullable() }),
    },
  },
  errors: ['unavailable'],
})
