import * as z from 'zod'

export const FLAG_TYPES = ['boolean', 'percentage', 'variant'] as const

/** Path segments of other routes, which therefore cannot be flag keys. */
export const RESERVED_KEYS: readonly string[] = ['audit', 'snapshot']

/** Accepts any JSON object. `checkFlag` of the library checks it and names the invalid field. */
const checkedByRules = (description: string) => z.record(z.string(), z.unknown()).describe(description)

export const FlagKey = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'must be 1 to 128 letters, digits, ".", "_" or "-"')
  .describe('Key of the flag')

const variant = () =>
  z.object({
    key: z.string().min(1).max(100),
    weight: z.int().min(0).max(1_000_000).describe('Weight, relative to the sum of the weights of all variants'),
    payload: z
      .unknown()
      .optional()
      .describe('Payload that `getVariant` of the client libraries returns with the key of the variant'),
  })

const rule = () =>
  checkedByRules(
    'A rule: `{attribute, operator, value, result}`, or `{all | any | not, result}`, with an optional rollout. The first matching rule determines the value. Attributes: `tenant`, `user`, `ip`, `currentTime` or a custom attribute. Operators: `equals`, `in`, `after` and others.',
  ).meta({ id: 'FlagRule' })

/** The fields of a flag (spec supporting-services 2.3) with the additions of Signet. */
export const flagFields = () => ({
  description: z.string().max(1000),
  tags: z.array(z.string().min(1).max(50)).max(20),
  enabled: z
    .boolean()
    .describe(
      'Kill switch. If false, the flag is off for all users regardless of the rules, and a variant flag returns `default`.',
    ),
  percentage: z
    .number()
    .min(0)
    .max(100)
    .describe(
      'Percentage of users for whom the flag is on, with up to three decimals; required for the type `percentage`',
    ),
  variants: z.array(variant()).min(1).max(100),
  rules: z.array(rule()).max(200),
  default: z
    .union([z.boolean(), z.string().max(100)])
    .describe('Value for users who match no rule or override: a boolean or the key of a variant'),
  by: z
    .union([z.string().min(1).max(100), z.array(z.string().min(1).max(100)).min(1).max(10)])
    .describe(
      'Attribute that identifies a user, or a list of attributes, of which the first present one is used. Default: `user`.',
    ),
  metadata: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .describe('Metadata returned with every evaluation'),
  archived: z.boolean().describe('Whether the flag is archived. An archived flag evaluates as if it did not exist.'),
  experiment: z.string().min(1).max(100).describe('Experiment name. Flags with the same name select the same users.'),
  overrides: z
    .object({
      tenants: z.record(z.string(), z.union([z.boolean(), z.string()])).optional(),
      users: z.record(z.string(), z.union([z.boolean(), z.string()])).optional(),
    })
    .describe(
      "Values for individual tenants and users. They take precedence over the rules, and a user's value over a tenant's.",
    ),
  prerequisites: z
    .array(
      checkedByRules(
        'A condition on another flag: `{flag, variants?}`. Without `variants`, the other flag must be on; with `variants`, its value must be one of them.',
      ).meta({ id: 'FlagPrerequisite' }),
    )
    .max(20),
  schedule: z
    .array(
      checkedByRules(
        'A change at a point in time: `{at, set: {enabled?, percentage?, …}}`, where `at` is a timestamp (RFC 3339)',
      ).meta({
        id: 'FlagScheduledChange',
      }),
    )
    .max(50),
})

export const CanaryView = z
  .object({
    id: z.string(),
    status: z.enum(['running', 'paused', 'succeeded', 'rolled_back']),
    stages: z.array(z.number()).describe('Percentage of users in each stage'),
    percentage: z.number().describe('Current percentage of users'),
    dwellSeconds: z.int().describe('Duration of a stage in seconds'),
    startedAt: z.iso.datetime(),
    stageStartedAt: z.iso.datetime(),
    nextAt: z.iso.datetime().nullable().describe('Time at which the next stage is due; null if no stage is due'),
    guards: z.array(z.record(z.string(), z.unknown())),
    previous: z
      .object({ enabled: z.boolean(), percentage: z.number().optional() })
      .describe('State that a rollback restores'),
    baseline: z
      .object({ evaluations: z.int(), errors: z.int() })
      .optional()
      .describe('Number of evaluations and errors at the start of the current stage'),
    endedAt: z.iso.datetime().optional(),
    overruled: z
      .boolean()
      .optional()
      .describe(
        'Whether the percentage was set after the canary succeeded. If true, the canary can no longer be rolled back.',
      ),
    reason: z.string().optional().describe('Reason for the rollback, or why a due stage did not start'),
  })
  .meta({ id: 'Canary' })

export const OPTIONAL_FIELDS = {
  percentage: true,
  variants: true,
  by: true,
  archived: true,
  metadata: true,
  experiment: true,
  overrides: true,
  prerequisites: true,
  schedule: true,
} as const

export const Flag = z
  .object({
    key: z.string(),
    type: z.enum(FLAG_TYPES),
    ...flagFields(),
    salt: z
      .string()
      .describe(
        'Random text, generated when the flag is created. The assignment of users depends on the salt, not on the key.',
      ),
    bucketing: z.string().describe('Algorithm that assigns users to values; fixed when the flag is created'),
    allocation: z
      .array(z.tuple([z.int(), z.int(), z.string()]))
      .optional()
      .describe('Ranges of 0 to 100000 assigned to variants, as `[start, end, variant]`; the end is exclusive'),
    canary: CanaryView.optional(),
    version: z
      .int()
      .min(1)
      .describe('Version of the flag, which changes with every write. Send it with PATCH to detect conflicts.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .partial(OPTIONAL_FIELDS)
  .meta({ id: 'Flag' })
export type Flag = z.infer<typeof Flag>
