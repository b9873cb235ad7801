import type { DeepReadonly } from '@signet/contracts'
import { wellFormedText } from '@signet/contracts'
import { scaffoldWarning } from '@signet/ledger/paid-contract'
import { AgentRun, Bootstrap, ReceiptRef, RoleName } from '@signet/readings/consult-schemas'
import { seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'

/** Formats of a consultation's text. The findings are the same in each. */
export const RESPONSE_MODES = ['symbolic', 'natural', 'structured-only'] as const

const ResponseMode = z.enum(RESPONSE_MODES)

const signals = (max: number) => z.array(wellFormedText(300)).max(max)

export const ConsultationInput = z
  .strictObject({
    role: RoleName,
    intention: wellFormedText(2_000)
      .min(1)
      .regex(/\S/, 'must not be empty')
      .describe('Description of the project or decision')
      .meta({ examples: ['Receive Stripe webhooks and mark orders as paid'] }),
    context: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Any JSON object with at most 32 fields. Strings are used as they are, numbers and booleans are converted to strings, lists of these are joined by ", ", and other values are converted to JSON; at most 2,000 characters each. A field with the name of a question answers that question.',
      ),
    painSignals: signals(12).optional().describe('Observed problems, in plain text'),
    responseMode: ResponseMode.default('symbolic').describe(
      'Format of `response`. symbolic: Markdown by rules; natural: prose, by a model if one is configured; structured-only: empty.',
    ),
    seed: seedSchema
      .optional()
      .describe(
        'Seed of the draws, derived from the input by default. The same seed, input and memory give the same advice.',
      ),
  })
  .meta({ id: 'ConsultationInput' })
export type ConsultationBody = z.output<typeof ConsultationInput>

/** A consultation (spec platform-api 2.4). */
export const Consultation = AgentRun.extend({
  response: z.string().describe('Markdown, prose or an empty string, depending on `responseMode`'),
  responseMode: ResponseMode,
  hash: z.string().describe('Hash of the receipt'),
  receipt: ReceiptRef,
  warning: scaffoldWarning(),
}).meta({ id: 'Consultation' })
export type Consultation = DeepReadonly<z.output<typeof Consultation>>

export const RoleBootstrapInput = z
  .strictObject({
    role: RoleName,
    domain: wellFormedText(300).optional().describe('Business of the organization'),
    internalSignals: signals(20).optional().describe('Observations, in plain text'),
  })
  .meta({ id: 'RoleBootstrapInput' })

export const RoleBootstrap = Bootstrap.extend({ warning: scaffoldWarning() }).meta({ id: 'RoleBootstrap' })
export type RoleBootstrap = DeepReadonly<z.output<typeof RoleBootstrap>>
