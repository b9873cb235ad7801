import type { ShelfDeck } from '@signet/readings'
import {
  type AgentRunResult,
  type ConsultInputs,
  type ConsultOutcome,
  type ConsultRefusal,
  consult,
} from '@signet/readings/consult'
import { card, deckOf } from './reading-world.ts'

export const CISO_BINDINGS = { exposure: 'public', data_classes: 'pii', trigger: 'webhook' } as const

const ELEMENTS = ['people', 'process', 'technology', 'data', 'money', 'risk'] as const

/** Own cards of role cto in a small test deck: one per kind of condition, and enough to fill a run. */
export const ownDeck = deckOf(
  [
    card('cto-public', {
      severity: 'critical',
      element: 'risk',
      when: 'exposure = public',
      must: true,
      phase: 'run',
      refs: [{ id: 'CWE-345' }],
      advice: [
        { do: 'Verify every caller', owner: 'engineering', done_when: 'a stranger is refused' },
        { do: 'Keep ids 72 h', owner: 'operations', done_when: 'a repeat has no effect' },
      ],
    }),
    card('cto-team', { element: 'people', when: 'team_size < 4', tells: ['handover'] }),
    ...Array.from({ length: 6 }, (_, at) => card(`cto-c${at}`, { element: ELEMENTS[at]!, phase: 'design' })),
  ],
  { name: 'cto', asks: [{ name: 'team_size', question: 'How many people run it?', type: 'number' }] },
)
const sharedDeck = deckOf([card('resilience-restore', { severity: 'critical', tells: ['backup'] })], {
  name: 'resilience',
})
export const smallShelf: readonly ShelfDeck[] = [
  { slug: 'cto', deck: ownDeck },
  { slug: 'resilience', deck: sharedDeck },
]

export type SuccessfulConsult = Extract<ConsultOutcome, { ok: true }>

export const INTENTION = 'An API for customers that keeps bookings'

export const runConsult = (inputs: Partial<ConsultInputs> = {}, shelf = smallShelf): SuccessfulConsult => {
  const outcome = consult({ role: 'cto', intention: INTENTION, seed: 7, ...inputs }, shelf)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome
}

export const resultOf = (inputs: Partial<ConsultInputs> = {}, shelf = smallShelf): AgentRunResult =>
  runConsult(inputs, shelf).result

export const consultRefusalOf = (inputs: object, shelf = smallShelf): ConsultRefusal | undefined => {
  const outcome = consult({ role: 'cto', intention: INTENTION, ...inputs } as ConsultInputs, shelf)
  return outcome.ok ? undefined : outcome.refusal
}
