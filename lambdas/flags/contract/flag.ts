import * as z from 'zod'

export const FLAG_TYPES = ['boolean', 'percentage', 'variant'] as const

/** Paths in the place of a key. */
export const RESERVED_KEYS: readonly string[] = ['audit', 'snapshot']

/** Any JSON here; the library's own rules check it and name the wrong member. */
const judgedByRules = (description: string) => z.record(z.string(), z.unknown()).describe(description)

export const FlagKey = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'must be 1 to 128 letters, digits, ".", "_" or "-"')
  .describe('Names the flag')

const variant = () =>
  z.object({
    key: z.string().min(1).max(100),
    weight: z.int().min(0).max(1_000_000).describe('Weight, relative to the sum of all variants'),
    payload: z.unknown().optional().describe('Payload that getVariant returns with the key'),
  })

const rule = () =>
  judgedByRules(
    'A rule: {attribute, operator, value, result}, or {all | any | not, result}, with an optional rollout. The first that matches decides. Attributes: tenant, user, ip, currentTime or any of your own. Operators: equals, in, after and more.',
  ).meta({ id: 'FlagRule' })

/** The members of a flag (spec supporting-services 2.3, and additions of ours). */
export const flagMembers = () => ({
  description: z.string().max(1000),
  tags: z.array(z.string().min(1).max(50)).max(20),
  enabled: z
    .boolean()
    .describe(
      'The kill switch: if false, the flag is off for everybody, whatever the rules say; a variant flag returns `default`',
    ),
  percentage: z
    .number()
    .min(0)
    .max(100)
    .describe('Share of users for whom the flag is on, to three decimals; required for type percentage'),
  variants: z.array(variant()).min(1).max(100),
  rules: z.array(rule()).max(200),
  default: z
    .union([z.boolean(), z.string().max(100)])
    .describe('For everybody else: a boolean, or a variant by its key'),
  by: z
    .union([z.string().min(1).max(100), z.array(z.string().min(1).max(100)).min(1).max(10)])
    .describe('Attribute that a user is recognized by, or the first of several that there is; `user` unless said'),
  metadata: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .describe('Metadata returned with every evaluation'),
  archived: z.boolean().describe('Archived: it evaluates as if it were unknown'),
  experiment: z.string().min(1).max(100).describe('Flags with the same value select the same users'),
  overrides: z
    .object({
      tenants: z.record(z.string(), z.union([z.boolean(), z.string()])).optional(),
      users: z.record(z.string(), z.union([z.boolean(), z.string()])).optional(),
    })
    .describe('Values of single tenants and users, before all rules'),
  prerequisites: z
    .array(judgedByRules('{flag, variants?}: the required answer of another flag').meta({ id: 'FlagPrerequisite' }))
    .max(20),
  schedule: z
    .array(
      judgedByRules('{at, set: {enabled?, percentage?, …}}: a change at its instant (RFC 3339)').meta({
        id: 'FlagScheduledChange',
      }),
    )
    .max(50),
})

export const CanaryView = z
  .object({
    id: z.string(),
    status: z.enum(['running', 'paused', 'succeeded', 'rolled_back']),
    stages: z.array(z.number()).describe('Percentages of its stages'),
    percentage: z.number().describe('Present percentage'),
    dwellSeconds: z.int().describe('Duration of a stage'),
    startedAt: z.iso.datetime(),
    stageStartedAt: z.iso.datetime(),
    nextAt: z.iso.datetime().nullable().describe('When the next stage is due'),
    guards: z.array(z.record(z.string(), z.unknown())),
    previous: z
      .object({ enabled: z.boolean(), percentage: z.number().optional() })
      .describe('State that a rollback restores'),
    baseline: z.object({ evaluations: z.int(), errors: z.int() }).optional().describe('Counts when the stage began'),
    endedAt: z.iso.datetime().optional(),
    overruled: z
      .boolean()
      .optional()
      .describe('True if the percentage was set after it had succeeded: then it is not rolled back'),
    reason: z.string().optional().describe('Why it was rolled back, or why a due stage did not begin'),
  })
  .meta({ id: 'Canary' })

export const OPTIONAL_MEMBERS = {
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
    ...flagMembers(),
    salt: z.string().describe('Random at creation; the assignment of users depends on it and not on the key'),
    bucketing: z.string().describe('Version of the bucketing; never changes for a flag'),
    allocation: z
      .array(z.tuple([z.int(), z.int(), z.string()]))
      .optional()
      .describe('Ranges of 0 to 100000 by variant'),
    canary: CanaryView.optional(),
    version: z.int().min(1).describe('Changes with every write; PATCH names the version on which it is based'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .partial(OPTIONAL_MEMBERS)
  .meta({ id: 'Flag' })
export type Flag = z.infer<typeof Flag>
