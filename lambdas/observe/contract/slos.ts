import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'
import { CHANGES, ONE, title } from './rules.ts'

const time = z.iso.datetime()

const Availability = z.strictObject({
  kind: z.literal('availability').describe('A trace is good if it has not failed'),
})

const Latency = z.strictObject({
  kind: z.literal('latency').describe('A trace is good if it took at most the threshold'),
  threshold_ms: z.number().min(0.001).max(86_400_000),
})

const Indicator = z.discriminatedUnion('kind', [Availability, Latency])
export type Indicator = z.output<typeof Indicator>

export const sloMembers = {
  worker: z.string().min(1).max(128),
  indicator: Indicator,
  objective: z.number().min(0.5).max(0.99999).describe('Target share of good traces, such as 0.999'),
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
  total: z.number().describe('Number of traces. A sampled trace counts as 1 / sample rate'),
  bad: z.number(),
  attainment: z.number().nullable().describe('Share of good traces; null without traces'),
})

const SloAttainment = Figures.extend({
  hours: z.number().describe('Hours of the window within the retention of the plan: on Free, 24 of 168 or 720'),
  is_clipped: z.boolean().describe('True if the retention of the plan is shorter than the window'),
  threshold_counted_ms: z
    .number()
    .nullable()
    .describe(
      'For latency, the effective threshold: durations are stored within 2%, so traces up to this value count as good. Never below `threshold_ms`',
    ),
  budget: z.number().describe('Number of traces that may be bad: total × (1 − objective)'),
  budget_left: z.number().describe('Number of traces left in the budget; negative if it is overspent'),
  budget_left_share: z.number().nullable().describe('Share of the budget that is left; null without traces'),
  burn_rates: z.array(
    z.object({
      window: z.enum(['1h', '6h', '3d']),
      hours: z.number().describe('Hours of the window within the retention of the plan'),
      burn_rate: z
        .number()
        .nullable()
        .describe('Burn rate: 1 spends the budget exactly in the window; null without traces'),
    }),
  ),
  series: z
    .array(Figures.extend({ at: time, budget_left_share: z.number().nullable() }))
    .describe(
      'Figures over the window, per UTC day for 30 days, per six hours for 7 days, or per hour if the retention is one day. Each budget is the remainder at the end of the point',
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
  description: 'Returns the service level objectives of the tenant, oldest first, without attainment figures.',
  ...read,
  route: 'GET /api/observe/slos',
  responses: {
    200: {
      description: 'The objectives',
      schema: z.object({ slos: z.array(Plain), limit: z.int().describe('SLO limit of the plan') }),
    },
  },
  errors: ['unavailable'],
})

export const createSlo = endpoint({
  name: 'createObserveSlo',
  summary: 'Create an SLO',
  description: 'Creates an SLO with a unique name. A repeated request returns 409, so that no duplicate is created.',
  ...write,
  route: 'POST /api/observe/slos',
  request: { body: SloChange.extend({ name: title('SLO') }), maxBodyBytes: 8_192 },
  responses: { 201: { description: 'The objective', schema: Plain } },
  errors: [
    'conflict',
    {
      code: 'slo_limit',
      status: 403,
      description: 'The SLO limit of the plan is reached. `tier`, `limit` and `upgrade` contain the details.',
    },
    'unavailable',
  ],
})

export const getSlo = endpoint({
  name: 'getObserveSlo',
  summary: 'Get an SLO',
  description: 'Returns the objective with its attainment, the remaining error budget and the burn rates.',
  ...read,
  route: 'GET /api/observe/slos/:id',
  request: { params: ONE },
  responses: { 200: { description: 'The objective', schema: Slo } },
  errors: ['not_found', 'unavailable'],
})

export const changeSlo = endpoint({
  name: 'changeObserveSlo',
  summary: 'Update an SLO',
  description: 'Replaces everything except the name. Burn-rate rules use the new objective from now on.',
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
  description: 'Removes the SLO. Returns 409 while rules use its burn rate.',
  ...write,
  route: 'DELETE /api/observe/slos/:id',
  request: { params: ONE },
  responses: { 204: { description: 'The SLO was removed' } },
  errors: ['not_found', 'conflict', 'unavailable'],
})
