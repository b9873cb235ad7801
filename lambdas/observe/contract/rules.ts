import { endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'

/** Worker name of a condition that applies to each worker separately. */
export const EVERY_WORKER = '*'

const time = z.iso.datetime()
const worker = z.string().min(1).max(128)

export const CHANGES: RateDefinition = { requests: 120, window: '1m', by: 'caller', pool: 'observe-changes' }

const MEMBERS_MAX = 10

/** Minutes of a window, in multiples of five because counts are stored per five minutes. */
const windowMinutes = z.int().min(5).max(1_440).multipleOf(5)
const of = worker.describe('Name of a worker, or `*` to evaluate each worker separately')
const minCount = z
  .number()
  .min(1)
  .max(1_000_000)
  .default(1)
  .describe('Minimum number of traces. With fewer, the condition is not met')
const window = windowMinutes.default(5).describe('Window in whole five-minute intervals, plus the current one')

const ErrorRate = z.strictObject({
  kind: z.literal('error_rate'),
  worker: of,
  threshold: z.number().min(0).lt(1).describe('Share of failed traces, from 0 to 1. The condition is met above it'),
  window_minutes: window,
  min_count: minCount,
})

const P95 = z.strictObject({
  kind: z.literal('p95'),
  worker: of,
  threshold_ms: z
    .number()
    .min(0.001)
    .max(86_400_000)
    .describe('95th percentile in milliseconds. The condition is met above it'),
  window_minutes: window,
  min_count: minCount,
})

const Silence = z.strictObject({
  kind: z.literal('silence'),
  worker: of,
  minutes: z
    .int()
    .min(2)
    .max(1_440)
    .describe('Minutes without data. The condition is met when a worker has sent nothing for longer'),
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
    .describe(
      'Burn rate. The condition is met while both windows burn faster. Typical: 14.4 with 60 and 5 minutes, or 6 with 360 and 30 minutes',
    ),
  long_minutes: windowMinutes,
  short_minutes: windowMinutes,
  min_count: minCount.describe('Minimum number of traces in the long window. With fewer, the condition is not met'),
})

export const Condition = z.discriminatedUnion('kind', [ErrorRate, P95, Silence, Burn])
export type Condition = z.output<typeof Condition>

export const Notify = z.strictObject({
  webhook_url: z
    .string()
    .max(2_000)
    .nullable()
    .default(null)
    .describe(
      'URL that receives observe.alert.firing and observe.alert.resolved, signed according to Standard Webhooks 1.0',
    ),
  mail: z
    .union([z.literal('owners'), z.array(z.string().min(1).max(100)).min(1).max(MEMBERS_MAX)])
    .nullable()
    .default(null)
    .describe('`owners` of the organization, or ids of its members. Mails are sent to their sign-in addresses'),
})
export type Notify = z.output<typeof Notify>

export const ruleMembers = {
  condition: Condition,
  severity: z.string().min(1).max(64).default('warning').describe('Any label, as in alerts that workers send'),
  for_minutes: z
    .int()
    .min(0)
    .max(1_440)
    .default(0)
    .describe('Minutes for which the condition must be met before the rule fires. Until then it is pending'),
  clear_minutes: z
    .int()
    .min(1)
    .max(1_440)
    .default(5)
    .describe('Minutes for which the condition must not be met before the incident is resolved'),
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
    .describe(`Unique name of the ${what}`)

const RuleState = z.object({
  worker: z.string(),
  phase: z.enum(['ok', 'pending', 'firing']),
  since: time.describe('Start of the breach; for `ok`, start of the phase'),
  value: z.number().nullable().describe('Latest stored value: share, milliseconds, minutes or burn rate'),
  alert_id: z.string().nullable().describe('Id of the incident while the rule is firing'),
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
  is_within_plan: z
    .boolean()
    .describe('False for the newest rules beyond the plan limit, which are stored but not evaluated'),
  states: z.array(RuleState).describe('State for each worker whose condition has been met'),
  created_at: time,
  updated_at: time,
})
export type Rule = z.output<typeof Rule>

export const ONE = z.strictObject({
  id: z
    .string()
    .regex(/^[a-f0-9]{16}$/)
    .describe('Id of the rule or SLO'),
})

const read = { tags, authority: 'scope:observe:read', rate: READS } as const
const write = { tags, authority: 'scope:observe:write', rate: CHANGES } as const

export const listRules = endpoint({
  name: 'listObserveRules',
  summary: 'List rules',
  description:
    'Returns the rules of the tenant, oldest first. Each rule is evaluated once a minute. Its incidents appear among the alerts.',
  ...read,
  route: 'GET /api/observe/rules',
  responses: {
    200: {
      description: 'The rules',
      schema: z.object({ rules: z.array(Rule), limit: z.int().describe('Rule limit of the plan') }),
    },
  },
  errors: ['unavailable'],
})

export const createRule = endpoint({
  name: 'createObserveRule',
  summary: 'Create a rule',
  description: 'Creates a rule with a unique name. A repeated request returns 409, so that no duplicate is created.',
  ...write,
  route: 'POST /api/observe/rules',
  request: { body: RuleChange.extend({ name: title('rule') }), maxBodyBytes: 16_384 },
  responses: { 201: { description: 'The rule, which is evaluated from the next minute', schema: Rule } },
  errors: [
    'conflict',
    {
      code: 'rule_limit',
      status: 403,
      description: 'The rule limit of the plan is reached. `tier`, `limit` and `upgrade` contain the details.',
    },
    'unavailable',
  ],
})

export const getRule = endpoint({
  name: 'getObserveRule',
  summary: 'Get a rule',
  description: 'Returns the rule and its state for each worker.',
  ...read,
  route: 'GET /api/observe/rules/:id',
  request: { params: ONE },
  responses: { 200: { description: 'The rule', schema: Rule } },
  errors: ['not_found', 'unavailable'],
})

export const changeRule = endpoint({
  name: 'changeObserveRule',
  summary: 'Update a rule',
  description: 'Replaces everything except the name. A changed condition or a disabled rule resolves open incidents.',
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
  description: 'Removes the rule and resolves its open incidents. Past incidents remain among the alerts.',
  ...write,
  route: 'DELETE /api/observe/rules/:id',
  request: { params: ONE },
  responses: { 204: { description: 'The rule was removed' } },
  errors: ['not_found', 'unavailable'],
})
