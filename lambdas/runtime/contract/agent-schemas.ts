import { wellFormedText } from '@signet/contracts'
import { factValueSchema, intentionSchema, seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'

const RoleName = () =>
  z
    .string()
    .min(1)
    .max(40)
    .describe(
      'Role: `cto`, `ciso`, `cfo`, `cmo`, `cpo`, `architect`, `mara` (reliability) or `sera` (customers and support)',
    )

export const AgentRunInput = z
  .strictObject({
    role: RoleName(),
    intention: intentionSchema,
    context: z
      .record(z.string().max(100), z.unknown())
      .optional()
      .describe(
        'At most 32 fields. Strings are used as they are, numbers and booleans are converted to strings, lists of these are joined by ", ", and other values are converted to JSON; at most 2,000 characters each. A field with the name of a question answers that question.',
      ),
    painSignals: z.array(wellFormedText(300)).max(12).optional().describe('Problems that were observed, in plain text'),
    responseMode: z.enum(['structured', 'narrative']).default('structured'),
    seed: seedSchema
      .optional()
      .describe(
        'Seed of the random choices, derived from the input by default. The same seed, input and memory give the same advice.',
      ),
    inscribe: z.boolean().default(false).describe("Whether to store and sign the run and add it to the role's memory"),
    bundle_bindings: z
      .record(z.string(), factValueSchema)
      .optional()
      .describe('Facts of an earlier `cto` run, at most 64; `receipt` is the receipt hash of that run'),
    bundle_from: z
      .literal('newest')
      .optional()
      .describe(
        '`newest` uses the facts of the newest stored `cto` run of the API key or its querents, instead of `bundle_bindings`',
      ),
  })
  .meta({ id: 'AgentRunInput' })

export type AgentRunBody = z.output<typeof AgentRunInput>

export const BootstrapInput = z
  .strictObject({
    role: RoleName(),
    domain: wellFormedText(300).optional(),
    internalSignals: z
      .array(wellFormedText(300))
      .max(20)
      .optional()
      .describe('Observations in the organization, in plain text'),
  })
  .meta({ id: 'BootstrapInput' })
