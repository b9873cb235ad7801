import type { Card } from '@signet/readings'
import type { Context, Design } from './design.ts'
import type { Governance } from './governance.ts'
import type { ScaffoldInput } from './input.ts'
import { unmet, unmetQuestion } from './unmet.ts'

/** What a person or a model needs to go on from a scaffold (runtime.md 5): plain data, nothing of it is an instruction. */
export interface PromptContext {
  readonly schema_version: 1
  readonly system: {
    readonly name: string
    readonly pattern: string
    readonly traits: Readonly<Record<string, string>>
  }
  readonly requirements: readonly {
    readonly id: string
    readonly text: string
    readonly priority: string
    readonly source: string
    /** Whether it is built: a clause of the intention may be `partly`, or `open`. */
    readonly status: string
  }[]
  readonly interfaces: readonly {
    readonly id: string
    readonly kind: string
    readonly method?: string
    readonly path?: string
    readonly input: string
    readonly output: string
    readonly auth: string
  }[]
  readonly threats: Governance['threats']
  readonly test_plan: Governance['cases']
  readonly decisions: readonly { id: string; title: string; outcome: string; source: string }[]
  readonly constraints: readonly string[]
  readonly open_questions: readonly string[]
}

const TRAIT_QUESTIONS: Readonly<Record<keyof Context['traits'], string>> = {
  trigger: 'What starts it?',
  route_shape: 'Which shape do its routes have?',
  verification: 'How are callers verified?',
  dispatch: 'Is work done at once, or later?',
  store: 'What is kept, and where?',
  data_classes: 'Which classes of data does it hold?',
  exposure: 'Who may reach it: the public, partners, or the inside alone?',
  multi_tenant: 'Has it more than one tenant?',
  has_ui: 'Has it pages for people?',
  uses_model: 'Does it ask a model?',
  vendor: 'Whose system does it work with?',
  latency: 'How soon must it answer?',
  bindings: 'What does it reach?',
  default_routes: 'Which routes has it?',
}

const traitQuestions = ({ traits }: Context): string[] =>
  (Object.keys(traits) as (keyof Context['traits'])[])
    .filter((name) => traits[name] === 'unknown')
    .map((name) => `${TRAIT_QUESTIONS[name]} Nothing in the intention says it.`)

/** All that somebody must still answer: traits that nobody knows, cards without a test, and what the pattern asks. */
export const openQuestionsOf = (
  design: Design,
  governance: Governance,
  context: Context,
  cards: readonly Card[],
): string[] => {
  const asked = new Map(cards.map((card) => [card.id, card.question]))
  const open = governance.threats
    .filter(({ status }) => status === 'open')
    .map(({ id, action, card }) => `${id} ${action}: ${asked.get(card ?? '') ?? 'which test shows the mitigation?'}`)
  // Whether it was sent or nothing was read, an "item" is a stand-in.
  const unnamed = context.entities.every(({ $noun }) => $noun === 'item')
    ? ['What is it about? The intention does not say for certain, and "item" is used instead: send `entities`']
    : []
  return [...unnamed, ...design.questions, ...open, ...traitQuestions(context)]
}

const intentionRequirement = (intention: string, governance: Governance) => ({
  id: 'FR-000',
  text: intention.trim(),
  priority: 'P1',
  source: 'intention',
  status: unmet(governance).length === 0 ? 'built' : 'partly',
})

export const envelopeOf = (
  input: ScaffoldInput,
  context: Context,
  design: Design,
  governance: Governance,
  openQuestions: readonly string[],
): PromptContext => ({
  schema_version: 1,
  system: { name: context.worker, pattern: context.pattern, traits: context.traits },
  requirements: [
    intentionRequirement(input.intention, governance),
    ...governance.requirements.map(({ id, text, priority, source, status }) => ({
      id,
      text,
      priority,
      source,
      status,
    })),
  ],
  interfaces: design.interfaces.map((each, at) => ({ id: `IF-${at + 1}`, ...each })),
  threats: governance.threats,
  test_plan: governance.cases,
  decisions: [
    ...design.decisions.map(({ title, because }, at) => ({
      id: `ADR-${String(at + 1).padStart(4, '0')}`,
      title,
      outcome: because,
      source: 'pattern',
    })),
    ...(input.cards ?? [])
      .filter(({ stride }) => stride === undefined)
      .map(({ id, title, question }) => ({ id, title, outcome: `Open: ${question}`, source: 'card' })),
  ],
  constraints: design.constraints,
  open_questions: [...unmet(governance).map(unmetQuestion), ...openQuestions],
})
