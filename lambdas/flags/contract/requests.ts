import { wellFormedText } from '@signet/contracts'
import * as z from 'zod'
import { FLAG_TYPES, FlagKey, flagMembers, OPTIONAL_MEMBERS } from './flag.ts'

export const environment = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be 1 to 32 of a-z, 0-9 and -, starting with a letter')
    .default('production')
    .describe('The flag set')

export const inEnvironment = () => z.strictObject({ environment: environment() })

export const dryRun = () =>
  inEnvironment().extend({ dry_run: z.boolean().default(false).describe('Only preview the change') })

/** Accepts any text: an impossible key returns 404. */
export const keyParams = () => z.strictObject({ key: z.string().min(1).max(200).describe('Key of the flag') })

export const page = (noun: string) => ({
  environment: environment(),
  limit: z.int().min(1).max(100).default(50).describe(`${noun} a page`),
  cursor: z.string().max(500).optional().describe('nextCursor of the previous page'),
})

export const versionHeader = () =>
  z.object({
    'if-match': z
      .string()
      .max(50)
      .optional()
      .describe('The version on which the change is based, as an ETag; * for any version'),
  })

export const reasonText = () => wellFormedText(500).describe('Reason for the audit log')

export const movePart = () =>
  z.object({
    from: z.string().describe('Answer before: true, false or a variant'),
    to: z.string(),
    users: z.int(),
  })

const newMembers = () => {
  const { description, tags, rules, ...others } = flagMembers()
  return { ...others, description: description.default(''), tags: tags.default([]), rules: rules.default([]) }
}

export const NewFlag = z
  .strictObject({
    key: FlagKey,
    type: z.enum(FLAG_TYPES),
    ...newMembers(),
    salt: z
      .string()
      .min(1)
      .max(200)
      .describe('For an imported flag: the salt that preserves the assignment of users; random by default'),
    bucketing: z
      .enum(['v1', 'unleash', 'flagd2', 'gb1', 'gb2', 'ld'])
      .default('v1')
      .describe('For an imported flag: the bucketing of its original system'),
  })
  .partial({ ...OPTIONAL_MEMBERS, enabled: true, default: true, salt: true })
  .meta({ id: 'NewFlag' })
export type NewFlag = z.infer<typeof NewFlag>

const changedMembers = () => {
  const { percentage, variants, by, archived, metadata, experiment, overrides, prerequisites, schedule, ...required } =
    flagMembers()
  const removable = { percentage, variants, by, archived, metadata, experiment, overrides, prerequisites, schedule }
  const nullable = Object.fromEntries(Object.entries(removable).map(([name, schema]) => [name, schema.nullable()])) as {
    [K in keyof typeof removable]: z.ZodNullable<(typeof removable)[K]>
  }
  return { ...required, ...nullable }
}

/** The body of PATCH /flags/:key. Its members replace those of the flag; null removes an optional member. */
export const FlagChange = z
  .strictObject({
    ...changedMembers(),
    type: z.enum(FLAG_TYPES),
    version: z.int().min(1).describe('The version on which the change is based; or send If-Match'),
    reason: reasonText(),
  })
  .partial()
  .meta({ id: 'FlagChange' })
export type FlagChange = z.infer<typeof FlagChange>

const guard = () =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('alarm'),
      alarm: wellFormedText(255).min(1).describe('Name, not ARN, of a CloudWatch alarm that exists'),
    }),
    z.strictObject({
      type: z.literal('error_rate'),
      maxPercent: z.number().min(0).max(100).describe('Maximum number of errors per hundred evaluations in the canary'),
      minEvaluations: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(100)
        .describe('Minimum number of evaluations before a stage may advance'),
    }),
  ])

export const CanaryStart = z
  .strictObject({
    stages: z.array(z.number().gt(0).max(100)).min(1).max(20).optional().describe('Default: 5, 10, 25, 50 and 100'),
    dwellSeconds: z.int().min(1).max(2_592_000).default(900).describe('Duration of a stage in seconds'),
    guards: z.array(guard()).max(10).default([]).describe('Guards that roll the canary back automatically'),
    reason: reasonText().optional(),
  })
  .meta({ id: 'CanaryStart' })
export type CanaryStart = z.infer<typeof CanaryStart>

export const CanaryChange = z
  .strictObject({
    percentage: z.number().min(0).max(100).optional().describe('New percentage; the next stage is the first above it'),
    paused: z.boolean().optional().describe('True pauses the canary at its percentage; false resumes it'),
    reason: reasonText().optional(),
  })
  .meta({ id: 'CanaryChange' })
export type CanaryChange = z.infer<typeof CanaryChange>

export const evaluationContext = () =>
  z
    .record(z.string(), z.unknown())
    .describe('user, tenant, ip, currentTime and custom attributes; targetingKey also sets the user')
