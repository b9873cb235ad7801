import { wellFormedText } from '@signet/contracts'
import { factValueSchema, intentionSchema, seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'

const RoleName = () => z.string().min(1).max(40).describe('cto, ciso, cfo, cmo, cpo, architect, mara or sera')

export const AgentRunInput = z
  .strictObject({
    role: RoleName(),
    intention: intentionSchema,
    context: z
      .record(z.string().max(100), z.unknown())
      .optional()
      .describe(
        'At most 32 members. Text is used as it is, numbers and booleans as text, lists of these joined by ", ", everything else as JSON; at most 2,000 characters each. A member with the name of a question answers it',
      ),
    painSignals: z.array(wellFormedText(300)).max(12).optional().describe('Problems observed, in words'),
    responseMode: z.enum(['structured', 'narrative']).default('structured'),
    seed: seedSchema.optional().describe('Seed of the draws. The same seed, input and memory give the same advice'),
    inscribe: z.boolean().default(false).describe('Stores, signs and remembers the run'),
    bundle_bindings: z
      .record(z.string(), factValueSchema)
      .optional()
      .describe('At most 64 facts of an earlier run; `receipt` is the hash of the cto run that they come from'),
    bundle_from: z
      .literal('newest')
      .optional()
      .describe('Instead of `bundle_bindings`: uses the facts of the newest inscribed cto run in the namespace'),
  })
  .meta({ id: 'AgentRunInput' })

export type AgentRunBody = z.output<typeof AgentRunInput>

export const BootstrapInput = z
  .strictObject({
    role: RoleName(),
    domain: wellFormedText(300).optional(),
    internalSignals: z.array(wellFormedText(300)).max(20).optional().describe('Observations, in words'),
  })
  .meta({ id: 'BootstrapInput' })
