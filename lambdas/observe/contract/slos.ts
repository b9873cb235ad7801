import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'
import { CHANGES, RULE_ID, uniqueNameOf } from './rules.ts'

const SLO_PARAMS = z.strictObject({ id: z.string().regex(RULE_ID).describe('ID of the SLO') })

const time = z.iso.datetime()

const Availability = z.strictObject({
  kind: z.literal('availability').describe('`availability`: a trace is good if it did not fail'),
})

const Latency = z.strictObject({
  kind: z.literal('latency').describe('`latency`: a trace is good if its duration is at most `threshold_ms`'),
  threshold_ms: z.number().min(0.001).max(86_400_000),
})

const Indicator = z.discriminatedUnion('kind', [Availability, Latency])
export type Indicator = z.output<typeof Indicator>

export const sloFields = {
  worker: z.string().min(1).max(128),
  indicator: Indicator,
  objective: z.number().min(0.5).max(0.99999).describe('Target share of good traces, such as 0.999'),
  window_days: z.union([z.literal(7), z.literal(30)]).default(30),
}

const SloChange = z.strictObject(sloFields)
export type SloChange = z.output<typeof SloChange>

const WithoutAttainment = z.object({
  id: z.string(),
  name: z.string(),
  ...sloFields,
  indicator: z.discriminatedUnion('kind', [z.object(Availability.shape), z.object(Latency.shape)]),
  created_at: time,
  updated_at: time,
})
export type SloWithoutAttainment = z.output<typeof WithoutAttainment>

const Figures = z.object({
  total: z.number().describe('Number of traces. A sampled trace counts as 1 / sample rate.'),
  bad: z
    .number()
    .describe('Number of bad traces: those that failed (availability) or exceeded the threshold (latency)'),
  attainment: z.number().nullable().describe('Share of good traces, from 0 to 1; null without traces'),
})

const SloAttainment = Figures.extend({
  hours: z
    .number()
    .describe("Number of hours of the window that are within the plan's retention; on the Free plan, 24 of 168 or 720"),
  is_clipped: z.boolean().describe("Whether the plan's retention is shorter than the window"),
  threshold_counted_ms: z
    .number()
    .nullable()
    .describe(
      'Effective threshold of a latency SLO in milliseconds, at least `threshold_ms`; null for availability. Durations are stored with 2% precision, so traces up to this value count as good.',
    ),
  budget: z.number().describe('Number of traces that can be bad: total × (1 − objective)'),
  budget_left: z.number().describe('Number of further traces that can be bad; negative if the budget is exceeded'),
  budget_left_share: z
    .number()
    .nullable()
    .describe('Share of the budget that is left; negative if the budget is exceeded; null without traces'),
  burn_rates: z.array(
    z.object({
      window: z.enum(['1h', '6h', '3d']),
      hours: z.number().describe("Number of hours of the window that are within the plan's retention"),
      burn_rate: z
        .number()
        .nullable()
        .describe(
          "Burn rate; null without traces. At a rate of 1, the budget is used up exactly at the end of the SLO's window.",
        ),
    }),
  ),
  series: z
    .array(Figures.extend({ at: time, budget_left_share: z.number().nullable() }))
    .describe(
      "Figures over the window: per UTC day for 30 days, per six hours for 7 days, or per hour if the retention is one day. `budget_left_share` is the share of the whole window's budget that is left at the end of the interval.",
    ),
})

const Slo = WithoutAttainment.extend({ attained: SloAttainment })
export type Slo = z.output<typeof Slo>
export type SloAttainment = z.output<typeof SloAttainment>

const readAccess = { tags, authority: 'scope:observe:read', rate: READS } as const
const writeAccess = { tags, authority: 'scope:observe:write', rate: CHANGES } as const

export const listSlos = endpoint({
  name: 'listObserveSlos',
  summary: 'List SLOs',
  description: "Returns the organization's service level objectives, oldest first, without attainment figures.",
  ...readAccess,
  route: 'GET /api/observe/slos',
  responses: {
    200: {
      description: 'The SLOs',
      schema: z.object({
        slos: z.array(WithoutAttainment),
        limit: z.int().describe('Maximum number of SLOs on the plan'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const createSlo = endpoint({
  name: 'createObserveSlo',
  summary: 'Create an SLO',
  description:
    'Creates a service level objective (SLO) with a unique name. Repeating the request returns 409 and creates no duplicate.',
  ...writeAccess,
  route: 'POST /api/observe/slos',
  request: { body: SloChange.extend({ name: uniqueNameOf('SLO') }), maxBodyBytes: 8_192 },
  responses: { 201: { description: 'The created SLO', schema: WithoutAttainment } },
  errors: [
    {
      code: 'conflict',
      status: 409,
      description: 'An SLO with this name already exists. Update it or choose another name.',
    },
    {
      code: 'slo_limit',
      status: 403,
      description:
        'The organization has reached the SLO limit of its plan. `tier`, `limit` and `upgrade` contain the details.',
    },
    'unavailable',
  ],
})

export const getSlo = endpoint({
  name: 'getObserveSlo',
  summary: 'Get an SLO',
  description: 'Returns a service level objective (SLO) with its attainment, remaining error budget and burn rates.',
  ...readAccess,
  route: 'GET /api/observe/slos/:id',
  request: { params: SLO_PARAMS },
  responses: { 200: { description: 'The SLO', schema: Slo } },
  errors: ['not_found', 'unavailable'],
})

export const changeSlo = endpoint({
  name: 'changeObserveSlo',
  summary: 'Update an SLO',
  description:
    'Replaces all fields of the service level objective (SLO) except the name. Burn-rate rules use the new objective immediately.',
  ...writeAccess,
  idempotent: true,
  route: 'PUT /api/observe/slos/:id',
  request: { params: SLO_PARAMS, body: SloChange, maxBodyBytes: 8_192 },
  responses: { 200: { description: 'The updated SLO', schema: WithoutAttainment } },
  errors: ['not_found', 'unavailable'],
})

export const removeSlo = endpoint({
  name: 'removeObserveSlo',
  summary: 'Remove an SLO',
  description: 'Removes the SLO. Returns 409 if an alert rule uses its burn rate; remove that rule first.',
  ...writeAccess,
  route: 'DELETE /api/observe/slos/:id',
  request: { params: SLO_PARAMS },
  responses: { 204: { description: 'The SLO was removed' } },
  errors: [
    'not_found',
    {
      code: 'conflict',
      status: 409,
      description: 'Alert rules use the burn rate of the SLO; `error` names them. Remove these rules first.',
    },
    'unavailable',
  ],
})
