import { endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { READS, tags } from './ingest.ts'

/** Worker name of a condition that applies to each worker separately. */
export const EVERY_WORKER = '*'

const time = z.iso.datetime()
const worker = z.string().min(1).max(128)

export const CHANGES: RateDefinition = { requests: 120, window: '1m', by: 'caller', pool: 'observe-changes' }

const MAIL_RECIPIENTS_MAX = 10

/** Minutes of a window, in multiples of five because counts are stored per five minutes. */
const windowMinutes = z.int().min(5).max(1_440).multipleOf(5)
const workerOrAll = worker.describe('Name of a worker, or `*` to evaluate each worker separately')
const minCount = z
  .number()
  .min(1)
  .max(1_000_000)
  .default(1)
  .describe('Minimum number of traces. With fewer traces, the condition is not met.')
const evaluationWindow = windowMinutes
  .default(5)
  .describe('Length of the window in minutes, a multiple of 5. The current five-minute interval is added.')

const ErrorRate = z.strictObject({
  kind: z.literal('error_rate'),
  worker: workerOrAll,
  threshold: z
    .number()
    .min(0)
    .lt(1)
    .describe('Share of failed traces, at least 0 and less than 1. The condition is met above this value.'),
  window_minutes: evaluationWindow,
  min_count: minCount,
})

const P95 = z.strictObject({
  kind: z.literal('p95'),
  worker: workerOrAll,
  threshold_ms: z
    .number()
    .min(0.001)
    .max(86_400_000)
    .describe('95th percentile of the trace duration, in milliseconds. The condition is met above this value.'),
  window_minutes: evaluationWindow,
  min_count: minCount,
})

const Silence = z.strictObject({
  kind: z.literal('silence'),
  worker: workerOrAll,
  minutes: z
    .int()
    .min(2)
    .max(1_440)
    .describe('Number of minutes without data. The condition is met if a worker has sent no data for longer.'),
})

const Burn = z.strictObject({
  kind: z.literal('burn'),
  slo_id: z
    .string()
    .regex(/^[a-f0-9]{16}$/, 'must be the ID of an SLO')
    .describe('ID of the SLO (service level objective)'),
  factor: z
    .number()
    .min(0.1)
    .max(1_000)
    .describe(
      'Burn rate: the speed at which the error budget is used, where 1 uses the budget exactly in the window of the SLO. The condition is met while the burn rate in both windows is higher. Typical values are 14.4 with windows of 60 and 5 minutes, or 6 with windows of 360 and 30 minutes.',
    ),
  long_minutes: windowMinutes.describe('Length of the long window in minutes, a multiple of 5'),
  short_minutes: windowMinutes.describe('Length of the short window in minutes, a multiple of 5'),
  min_count: minCount.describe(
    'Minimum number of traces in the long window. With fewer traces, the condition is not met.',
  ),
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
      'URL that receives `observe.alert.firing` and `observe.alert.resolved` events, signed according to Standard Webhooks 1.0; null for no webhook',
    ),
  mail: z
    .union([z.literal('owners'), z.array(z.string().min(1).max(100)).min(1).max(MAIL_RECIPIENTS_MAX)])
    .nullable()
    .default(null)
    .describe(
      'Recipients of emails: `owners` or a list of member IDs; null for no emails. Emails are sent to the sign-in addresses.',
    ),
})
export type Notify = z.output<typeof Notify>

export const ruleFields = {
  condition: Condition,
  severity: z
    .string()
    .min(1)
    .max(64)
    .default('warning')
    .describe('Free-form label, shown on incidents. Alerts sent by workers have the same field.'),
  for_minutes: z
    .int()
    .min(0)
    .max(1_440)
    .default(0)
    .describe('Minutes for which the condition must be met before the rule fires. Until then, the rule is pending.'),
  clear_minutes: z
    .int()
    .min(1)
    .max(1_440)
    .default(5)
    .describe('Minutes for which the condition must not be met before the incident is resolved'),
  notify: Notify.default({ webhook_url: null, mail: null }),
  enabled: z.boolean().default(true),
}

const RuleChange = z.strictObject(ruleFields)
export type RuleChange = z.output<typeof RuleChange>

export const uniqueNameOf = (entryType: string) =>
  z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^\r\n\t]+$/, 'must be one line of text')
    .describe(`Unique name of the ${entryType}`)

const RuleState = z.object({
  worker: z.string(),
  phase: z.enum(['ok', 'pending', 'firing']),
  since: time.describe('Time since which the condition is met; for `ok`, start of the current phase'),
  value: z
    .number()
    .nullable()
    .describe(
      'Latest stored value of the condition: error rate, milliseconds, minutes or burn rate; null without a value',
    ),
  alert_id: z.string().nullable().describe('ID of the incident while the rule is firing; otherwise null'),
})

const Rule = z.object({
  id: z.string(),
  name: z.string(),
  ...ruleFields,
  condition: z.discriminatedUnion('kind', [
    z.object(ErrorRate.shape),
    z.object(P95.shape),
    z.object(Silence.shape),
    z.object(Burn.shape),
  ]),
  notify: z.object(Notify.shape),
  is_within_plan: z
    .boolean()
    .describe(
      'Whether the rule is within the plan limit. The newest rules beyond the limit are stored but not evaluated.',
    ),
  states: z.array(RuleState).describe('State of the rule for each worker for which the condition has been met'),
  created_at: time,
  updated_at: time,
})
export type Rule = z.output<typeof Rule>

/** Format of the IDs of rules and SLOs. */
export const RULE_ID = /^[a-f0-9]{16}$/

const RULE_PARAMS = z.strictObject({ id: z.string().regex(RULE_ID).describe('ID of the rule') })

const readAccess = { tags, authority: 'scope:observe:read', rate: READS } as const
const writeAccess = { tags, authority: 'scope:observe:write', rate: CHANGES } as const

export const listRules = endpoint({
  name: 'listObserveRules',
  summary: 'List alert rules',
  description:
    "Returns the organization's alert rules, oldest first. Each rule is evaluated once a minute. `GET /api/observe/alerts` lists the incidents that the rules open.",
  ...readAccess,
  route: 'GET /api/observe/rules',
  responses: {
    200: {
      description: 'The alert rules',
      schema: z.object({ rules: z.array(Rule), limit: z.int().describe('Maximum number of rules on the plan') }),
    },
  },
  errors: ['unavailable'],
})

export const createRule = endpoint({
  name: 'createObserveRule',
  summary: 'Create an alert rule',
  description: 'Creates an alert rule with a unique name. Repeating the request returns 409 and creates no duplicate.',
  ...writeAccess,
  route: 'POST /api/observe/rules',
  request: { body: RuleChange.extend({ name: uniqueNameOf('rule') }), maxBodyBytes: 16_384 },
  responses: { 201: { description: 'The created rule, which is first evaluated in the next minute', schema: Rule } },
  errors: [
    {
      code: 'conflict',
      status: 409,
      description: 'A rule with this name already exists. Update it or choose another name.',
    },
    {
      code: 'rule_limit',
      status: 403,
      description:
        'The organization has reached the rule limit of its plan. `tier`, `limit` and `upgrade` contain the details.',
    },
    'unavailable',
  ],
})

export const getRule = endpoint({
  name: 'getObserveRule',
  summary: 'Get an alert rule',
  description: 'Returns an alert rule and its state for each worker.',
  ...readAccess,
  route: 'GET /api/observe/rules/:id',
  request: { params: RULE_PARAMS },
  responses: { 200: { description: 'The alert rule', schema: Rule } },
  errors: ['not_found', 'unavailable'],
})

export const changeRule = endpoint({
  name: 'changeObserveRule',
  summary: 'Update an alert rule',
  description:
    'Replaces all fields of the alert rule except the name. Changing the condition or disabling the rule resolves its open incidents.',
  ...writeAccess,
  idempotent: true,
  route: 'PUT /api/observe/rules/:id',
  request: { params: RULE_PARAMS, body: RuleChange, maxBodyBytes: 16_384 },
  responses: { 200: { description: 'The updated rule', schema: Rule } },
  errors: ['not_found', 'unavailable'],
})

export const removeRule = endpoint({
  name: 'removeObserveRule',
  summary: 'Remove an alert rule',
  description:
    'Removes the alert rule and resolves its open incidents. `GET /api/observe/alerts` still lists past incidents.',
  ...writeAccess,
  route: 'DELETE /api/observe/rules/:id',
  request: { params: RULE_PARAMS },
  responses: { 204: { description: 'The rule was removed' } },
  errors: ['not_found', 'unavailable'],
})
