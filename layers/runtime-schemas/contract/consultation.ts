import type { DeepReadonly } from '@signet/contracts'
import { wellFormedText } from '@signet/contracts'
import { scaffoldWarning } from '@signet/ledger/paid-contract'
import { AgentRun, Bootstrap, ReceiptRef, RoleName } from '@signet/readings/consult-schemas'
import { seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'

/** How a consultation is told. What it found is the same in each. */
export const RESPONSE_MODES = ['symbolic', 'natural', 'structured-only'] as const

const ResponseMode = z.enum(RESPONSE_MODES)

const signals = (max: number) => z.array(wellFormedText(300)).max(max)

export const ConsultationInput = z
  .strictObject({
    role: RoleName,
    intention: wellFormedText(2_000)
      .min(1)
      .regex(/\S/, 'must not be empty')
      .describe('What is to be built or decided')
      .meta({ examples: ['Receive Stripe webhooks and mark orders as paid'] }),
    context: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Any JSON object of at most 32 members. Texts stand as they are, numbers and booleans as text, lists of these joined by ", ", all else as JSON; each at most 2,000 characters. A member that is named like a question is its answer',
      ),
    painSignals: signals(12).optional().describe('What hurts, in words'),
    responseMode: ResponseMode.default('symbolic').describe(
      'symbolic: `response` is Markdown by rules; natural: prose, by a model where one is configured; structured-only: empty',
    ),
    seed: seedSchema
      .optional()
      .describe('The same seed, input and memory give the same advice; without it one that follows from the input'),
  })
  .meta({ id: 'ConsultationInput' })
export type ConsultationBody = z.output<typeof ConsultationInput>

/** What a role says (spec platform-api 2.4). */
export const Consultation = AgentRun.extend({
  response: z.string().describe('By `responseMode`: Markdown, prose, or nothing'),
  responseMode: ResponseMode,
  hash: z.string().describe('Hash of the receipt'),
  receipt: ReceiptRef,
  warning: scaffoldWarning(),
}).meta({ id: 'Consultation' })
export type Consultation = DeepReadonly<z.output<typeof Consultation>>

export const RoleBootstrapInput = z
  .strictObject({
    role: RoleName,
    domain: wellFormedText(300).optional().describe('What the organization does'),
    internalSignals: signals(20).optional().describe('What was noticed, in words'),
  })
  .meta({ id: 'RoleBootstrapInput' })

export const RoleBootstrap = Bootstrap.extend({ warning: scaffoldWarning() }).meta({ id: 'RoleBootstrap' })
export type RoleBootstrap = DeepReadonly<z.output<typeof RoleBootstrap>>
