import { wellFormedText } from '@signet/contracts'
import * as z from 'zod'
import { FLAG_TYPES, FlagKey, flagFields, OPTIONAL_FIELDS } from './flag.ts'

export const environment = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be 1 to 32 characters (a-z, 0-9 or "-") and start with a letter')
    .default('production')
    .describe('Name of the environment')

export const inEnvironment = () => z.strictObject({ environment: environment() })

export const dryRun = () =>
  inEnvironment().extend({
    dry_run: z.boolean().default(false).describe('Whether to preview the change without applying it'),
  })

/** Accepts any text: a key that no flag can have returns 404. */
export const keyParams = (noun: 'flag' | 'segment' = 'flag') =>
  z.strictObject({ key: z.string().min(1).max(200).describe(`Key of the ${noun}`) })

export const pageQuery = (noun: string) => ({
  environment: environment(),
  limit: z.int().min(1).max(100).default(50).describe(`${noun} per page`),
  cursor: z.string().max(500).optional().describe('`nextCursor` of the previous page'),
})

export const versionHeader = () =>
  z.object({
    'if-match': z
      .string()
      .max(50)
      .optional()
      .describe('ETag of the version that the request is based on, or `*` for any version'),
  })

export const reasonText = () => wellFormedText(500).describe('Reason for the change, stored in the audit log')

export const userMove = () =>
  z.object({
    from: z.string().describe('Value before the change: `true`, `false` or the key of a variant'),
    to: z.string().describe('Value after the change, in the same format'),
    users: z.int().describe('Number of simulated users with this change'),
  })

const newFlagFields = () => {
  const { description, tags, rules, ...others } = flagFields()
  return { ...others, description: description.default(''), tags: tags.default([]), rules: rules.default([]) }
}

export const NewFlag = z
  .strictObject({
    key: FlagKey,
    type: z.enum(FLAG_TYPES),
    ...newFlagFields(),
    salt: z
      .string()
      .min(1)
      .max(200)
      .describe('For an imported flag, the salt that preserves the assignment of users. Default: random.'),
    bucketing: z
      .enum(['v1', 'unleash', 'flagd2', 'gb1', 'gb2', 'ld'])
      .default('v1')
      .describe('For an imported flag, the bucketing algorithm of the original system'),
  })
  .partial({ ...OPTIONAL_FIELDS, enabled: true, default: true, salt: true })
  .meta({ id: 'NewFlag' })
export type NewFlag = z.infer<typeof NewFlag>

const changedFields = () => {
  const { percentage, variants, by, archived, metadata, experiment, overrides, prerequisites, schedule, ...required } =
    flagFields()
  const removable = { percentage, variants, by, archived, metadata, experiment, overrides, prerequisites, schedule }
  const nullable = Object.fromEntries(Object.entries(removable).map(([name, schema]) => [name, schema.nullable()])) as {
    [K in keyof typeof removable]: z.ZodNullable<(typeof removable)[K]>
  }
  return { ...required, ...nullable }
}

/** The body of PATCH /flags/:key. Its fields replace those of the flag; null removes an optional field. */
export const FlagChange = z
  .strictObject({
    ...changedFields(),
    type: z.enum(FLAG_TYPES),
    version: z.int().min(1).describe('Version that the change is based on; alternatively, send `If-Match`'),
    reason: reasonText(),
  })
  .partial()
  .meta({ id: 'FlagChange' })
export type FlagChange = z.infer<typeof FlagChange>

const guard = () =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('alarm'),
      alarm: wellFormedText(255).min(1).describe('Name (not ARN) of an existing CloudWatch alarm'),
    }),
    z.strictObject({
      type: z.literal('error_rate'),
      maxPercent: z.number().min(0).max(100).describe('Maximum error rate of the canary: errors per 100 evaluations'),
      minEvaluations: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(100)
        .describe('Minimum number of evaluations in a stage before the next stage can start'),
    }),
  ])

export const CanaryStart = z
  .strictObject({
    stages: z
      .array(z.number().gt(0).max(100))
      .min(1)
      .max(20)
      .optional()
      .describe('Percentage of users in each stage. Default: 5, 10, 25, 50 and 100.'),
    dwellSeconds: z.int().min(1).max(2_592_000).default(900).describe('Duration of a stage in seconds'),
    guards: z
      .array(guard())
      .max(10)
      .default([])
      .describe('Conditions (guards) under which the canary is rolled back automatically'),
    reason: reasonText().optional(),
  })
  .meta({ id: 'CanaryStart' })
export type CanaryStart = z.infer<typeof CanaryStart>

export const CanaryChange = z
  .strictObject({
    percentage: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('New percentage. The next stage is the first with a higher percentage.'),
    paused: z.boolean().optional().describe('`true` pauses the canary at its percentage; `false` resumes it'),
    reason: reasonText().optional(),
  })
  .meta({ id: 'CanaryChange' })
export type CanaryChange = z.infer<typeof CanaryChange>

export const evaluationContext = () =>
  z
    .record(z.string(), z.unknown())
    .describe(
      'Evaluation context: `user`, `tenant`, `ip`, `currentTime` and custom attributes. `targetingKey` also sets the user.',
    )
