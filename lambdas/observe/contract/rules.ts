import { endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'

/** The worker name of a condition that applies to each worker separately. */
export const EVERY_WORKER = '*'

const time = z.iso.datetime()
const worker = z.string().min(1).max(128)

export const CHANGES: RateDefinition = { requests: 120, window: '1m', by: 'caller', pool: 'observe-changes' }

const MEMBERS_MAX = 10

/** Minutes of counts: they are kept by five. */
const counted = z.int().min(5).max(1_440).multipleOf(5)
const of = worker.describe('Name of a worker, or `*` for each worker by itself')
const minCount = z.number().min(1).max(1_000_000).default(1).describe('With fewer traces the condition does not hold')
const window = counted.default(5).describe('Whole five minutes, and those under way')

const ErrorRate = z.strictObject({
  kind: z.literal('error_rate'),
  worker: of,
  threshold: z.number().min(0).lt(1).describe('A share of traces from 0 to 1; the condition holds above it'),
  window_minutes: window,
  min_count: minCount,
})

const P95 = z.strictObject({
  kind: z.literal('p95'),
  worker: of,
  threshold_ms: z.number().min(0.001).max(86_400_000).describe('The condition holds above it'),
  window_minutes: window,
  min_count: minCount,
})

const Silence = z.strictObject({
  kind: z.literal('silence'),
  worker: of,
  minutes: z.int().min(2).max(1_440).describe('The condition holds when a worker has sent nothing for longer'),
})

const Burn = z.strictObject({
  kind: z.literal('burn'),
  slo_id: z
    .string()
    .regex(/^[a-f0-9]{16}$/, 'must be the id of an SLO')
    .describe('Id of an SLO'),
  factor: z
    .number()
    .min(0.1)
    .max(1_000)
    .describe('The condition holds while the budget burns faster in both windows: 14.4 in 60 and 5, 6 in 360 and 30'),
  long_minutes: counted,
  short_minutes: counted,
  min_count: minCount.describe('With fewer traces in the long window the condition does not hold'),
})

export const Condition = z.discriminatedUnion('kind', [ErrorRate, P95, Silence, Burn])
export type Condition = z.output<typeof Condition>

export const Notify = z.strictObject({
  webhook_url: z
    .string()
    .max(2_000)
    .nullable()
    .default(null)
    .describe('Is sent observe.alert.firing and observe.alert.resolved, signed by Standard Webhooks 1.0'),
  mail: z
    .union([z.literal('owners'), z.array(z.string().min(1).max(100)).min(1).max(MEMBERS_MAX)])
    .nullable()
    .default(null)
    .describe('`owners` of the organization, or ids of its members; to the addresses that they sign in with'),
})
export type Notify = z.output<typeof Notify>

export const ruleMembers = {
  condition: Condition,
  severity: z.string().min(1).max(64).default('warning').describe('A word of yours, as in alerts that workers send'),
  for_minutes: z.int().min(0).max(1_440).default(0).describe('How long it holds before the rule fires: it is pending'),
  clear_minutes: z.int().min(1).max(1_440).default(5).describe('How long it does not hold before the incident is over'),
  notify: Notify.default({ webhook_url: null, mail: null }),
  enabled: z.boolean().default(true),
}

const RuleChange = z.strictObject(ruleMembers)
export type RuleChange = z.output<typeof RuleChange>

export const title = (what: string) =>
  z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^\r\n\t]+$/, 'must be one line of text')
    .describe(`Name of the ${what}: no two have the same`)

const RuleState = z.object({
  worker: z.string(),
  phase: z.enum(['ok', 'pending', 'firing']),
  since: time.describe('Since when it holds; of ok, when that began'),
  value: z.number().nullable().describe('The latest that was kept: a share, milliseconds, minutes or a burn rate'),
  alert_id: z.string().nullable().describe('Id of the incident, while it is firing'),
})

const Rule = z.object({
  id: z.string(),
  name: z.string(),
  ...ruleMembers,
  condition: z.discriminatedUnion('kind', [
    z.object(ErrorRate.shape),
    z.object(P95.shape),
    z.object(Silence.shape),
    z.object(Burn.shape),
  ]),
  notify: z.object(Notify.shape),
  is_within_plan: z.boolean().describe('Rules beyond the plan, the youngest, are kept and not evaluated'),
  states: z.array(RuleState).describe('Of each worker, once the condition has held'),
  created_at: time,
  updated_at: time,
})
export type Rule = z.output<typeof Rule>

export const ONE = z.strictObject({
  id: z
    .string()
    .regex(/^[a-f0-9]{16}$/)
    .describe('Its id'),
})

const read = { tags, authority: 'scope:observe:read', rate: READS } as const
const write = { tags, authority: 'scope:observe:write', rate: CHANGES } as const

export const listRules = endpoint({
  name: 'listObserveRules',
  summary: 'List rules',
  description:
    'Rules of the tenant, the oldest first. Each is evaluated once a minute on what workers have sent, and its incidents are among the alerts.',
  ...read,
  route: 'GET /api/observe/rules',
  responses: {
    200: {
      description: 'The rules',
      schema: z.object({ rules: z.array(Rule), limit: z.int().describe('Rules of the plan') }),
    },
  },
  errors: ['unavailable'],
})

export const createRule = endpoint({
  name: 'createObserveRule',
  summary: 'Create a rule',
  description: 'The name tells a rule: the same request again is answered 409, so that none is made twice.',
  ...write,
  route: 'POST /api/observe/rules',
  request: { body: RuleChange.extend({ name: title('rule') }), maxBodyBytes: 16_384 },
  responses: { 201: { description: 'It is evaluated from the next minute on', schema: Rule } },
  errors: [
    'conflict',
    {
      code: 'rule_limit',
      status: 403,
      description: 'The plan has no room for another rule: `tier`, `limit` and `upgrade` say so.',
    },
    'unavailable',
  ],
})

export const getRule = endpoint({
  name: 'getObserveRule',
  summary: 'A rule',
  description: 'The rule, and its state for each worker.',
  ...read,
  route: 'GET /api/observe/rules/:id',
  request: { params: ONE },
  responses: { 200: { description: 'The rule', schema: Rule } },
  errors: ['not_found', 'unavailable'],
})

export const changeRule = endpoint({
  name: 'changeObserveRule',
  summary: 'Change a rule',
  description:
    'Takes the place of everything but the name. Incidents of another condition, or of a rule that is no longer enabled, are over.',
  ...write,
  idempotent: true,
  route: 'PUT /api/observe/rules/:id',
  request: { params: ONE, body: RuleChange, maxBodyBytes: 16_384 },
  responses: { 200: { description: 'The rule after the change', schema: Rule } },
  errors: ['not_found', 'unavailable'],
})

export const removeRule = endpoint({
  name: 'removeObserveRule',
  summary: 'Remove a rule',
  description: 'Its incidents are over, and stay among the alerts.',
  ...write,
  route: 'DELETE /api/observe/rules/:id',
  request: { params: ONE },
  responses: { 204: { description: 'It is removed' } },
  errors: ['not_found', 'unavailable'],
})
