import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'
import { CHANGES, ONE, title } from './rules.ts'

const time = z.iso.datetime()

const Availability = z.strictObject({
  kind: z.literal('availability').describe('A trace is good if it has not failed'),
})

const Latency = z.strictObject({
  kind: z.literal('latency').describe('A trace is good if it took as long as the threshold, or less'),
  threshold_ms: z.number().min(0.001).max(86_400_000),
})

const Indicator = z.discriminatedUnion('kind', [Availability, Latency])
export type Indicator = z.output<typeof Indicator>

export const sloMembers = {
  worker: z.string().min(1).max(128),
  indicator: Indicator,
  objective: z.number().min(0.5).max(0.99999).describe('The share of traces that is to be good: 0.999'),
  window_days: z.union([z.literal(7), z.literal(30)]).default(30),
}

const SloChange = z.strictObject(sloMembers)
export type SloChange = z.output<typeof SloChange>

const Plain = z.object({
  id: z.string(),
  name: z.string(),
  ...sloMembers,
  indicator: z.discriminatedUnion('kind', [z.object(Availability.shape), z.object(Latency.shape)]),
  created_at: time,
  updated_at: time,
})
export type PlainSlo = z.output<typeof Plain>

const Figures = z.object({
  total: z.number().describe('Traces. Where spans are sampled, each counts as 1 / rate'),
  bad: z.number(),
  attainment: z.number().nullable().describe('Share of good ones; null without traces'),
})

const SloAttainment = Figures.extend({
  hours: z.number().describe('Of the window that the plan keeps: on Free 24 of 168 or 720'),
  is_clipped: z.boolean().describe('Whether the plan keeps less than the window'),
  threshold_counted_ms: z
    .number()
    .nullable()
    .describe('Of latency: durations are kept within 2 %, so what took up to this counts as good; never below yours'),
  budget: z.number().describe('Traces that may be bad: total × (1 − objective)'),
  budget_left: z.number().describe('Traces; below 0 it is overspent'),
  budget_left_share: z.number().nullable().describe('Of the budget; null without traces'),
  burn_rates: z.array(
    z.object({
      window: z.enum(['1h', '6h', '3d']),
      hours: z.number().describe('Of the window that the plan keeps'),
      burn_rate: z.number().nullable().describe('1 spends the budget exactly in the window; null without traces'),
    }),
  ),
  series: z
    .array(Figures.extend({ at: time, budget_left_share: z.number().nullable() }))
    .describe(
      'Of the window: by a day of UTC, six hours, or an hour where the plan keeps a day. Budgets are of its end',
    ),
})

const Slo = Plain.extend({ attained: SloAttainment })
export type Slo = z.output<typeof Slo>
export type SloAttainment = z.output<typeof SloAttainment>

const read = { tags, authority: 'scope:observe:read', rate: READS } as const
const write = { tags, authority: 'scope:observe:write', rate: CHANGES } as const

export const listSlos = endpoint({
  name: 'listObserveSlos',
  summary: 'List SLOs',
  description: 'Service level objectives of the tenant, the oldest first, without figures.',
  ...read,
  route: 'GET /api/observe/slos',
  responses: {
    200: {
      description: 'The objectives',
      schema: z.object({ slos: z.array(Plain), limit: z.int().describe('SLOs of the plan') }),
    },
  },
  errors: ['unavailable'],
})

export const createSlo = endpoint({
  name: 'createObserveSlo',
  summary: 'Create an SLO',
  description: 'The name tells an SLO: the same request again is answered 409, so that none is made twice.',
  ...write,
  route: 'POST /api/observe/slos',
  request: { body: SloChange.extend({ name: title('SLO') }), maxBodyBytes: 8_192 },
  responses: { 201: { description: 'The objective', schema: Plain } },
  errors: [
    'conflict',
    {
      code: 'slo_limit',
      status: 403,
      description: 'The plan has no room for another SLO: `tier`, `limit` and `upgrade` say so.',
    },
    'unavailable',
  ],
})

export const getSlo = endpoint({
  name: 'getObserveSlo',
  summary: 'An SLO',
  description: 'The objective, how far it is attained, what is left of its error budget, and how fast that burns.',
  ...read,
  route: 'GET /api/observe/slos/:id',
  request: { params: ONE },
  responses: { 200: { description: 'The objective', schema: Slo } },
  errors: ['not_found', 'unavailable'],
})

export const changeSlo = endpoint({
  name: 'changeObserveSlo',
  summary: 'Change an SLO',
  description: 'Takes the place of everything but the name. Rules of its burn rate go on with what it says now.',
  ...write,
  idempotent: true,
  route: 'PUT /api/observe/slos/:id',
  request: { params: ONE, body: SloChange, maxBodyBytes: 8_192 },
  responses: { 200: { description: 'The objective after the change', schema: Plain } },
  errors: ['not_found', 'unavailable'],
})

export const removeSlo = endpoint({
  name: 'removeObserveSlo',
  summary: 'Remove an SLO',
  description: 'Rules of its burn rate must be removed first.',
  ...write,
  route: 'DELETE /api/observe/slos/:id',
  request: { params: ONE },
  responses: { 204: { description: 'It is removed' } },
  errors: ['not_found', 'conflict', 'unavailable'],
})
