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
        'At most 32 members. Texts stand as they are, numbers and booleans as text, lists of these joined by ", ", all else as JSON; each at most 2,000 characters. A member that is named like a question is its answer',
      ),
    painSignals: z.array(wellFormedText(300)).max(12).optional().describe('What hurts, in words'),
    responseMode: z.enum(['structured', 'narrative']).default('structured'),
    seed: seedSchema.optional().describe('The same seed, input and memory give the same advice'),
    inscribe: z.boolean().default(false).describe('Keep it, sign it and remember it'),
    bundle_bindings: z
      .record(z.string(), factValueSchema)
      .optional()
      .describe('At most 64 facts of an earlier run; `receipt` is the hash of the run of role cto that they come from'),
    bundle_from: z
      .literal('newest')
      .optional()
      .describe('Instead of `bundle_bindings`: those of the newest inscribed run of role cto in the namespace'),
  })
  .meta({ id: 'AgentRunInput' })

export type AgentRunBody = z.output<typeof AgentRunInput>

export const BootstrapInput = z
  .strictObject({
    role: RoleName(),
    domain: wellFormedText(300).optional(),
    internalSignals: z.array(wellFormedText(300)).max(20).optional().describe('What was noticed, in words'),
  })
  .meta({ id: 'BootstrapInput' })
