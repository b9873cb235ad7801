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
        'Any JSON object of at most 32 members. Text is used as it is, numbers and booleans as text, lists of these joined by ", ", everything else as JSON; at most 2,000 characters each. A member with the name of a question answers it',
      ),
    painSignals: signals(12).optional().describe('Problems observed, in words'),
    responseMode: ResponseMode.default('symbolic').describe(
      'Format of `response`. symbolic: Markdown by rules; natural: prose, by a model if one is configured; structured-only: empty',
    ),
    seed: seedSchema
      .optional()
      .describe(
        'Seed of the draws. The same seed, input and memory give the same advice; derived from the input by default',
      ),
  })
  .meta({ id: 'ConsultationInput' })
export type ConsultationBody = z.output<typeof ConsultationInput>

/** A consultation (spec platform-api 2.4). */
export const Consultation = AgentRun.extend({
  response: z.string().describe('Markdown, prose or empty, by `responseMode`'),
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
    internalSignals: signals(20).optional().describe('Observations, in words'),
  })
  .meta({ id: 'RoleBootstrapInput' })

export const RoleBootstrap = Bootstrap.extend({ warning: scaffoldWarning() }).meta({ id: 'RoleBootstrap' })
export type RoleBootstrap = DeepReadonly<z.output<typeof RoleBootstrap>>
