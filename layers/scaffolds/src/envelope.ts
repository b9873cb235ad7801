import type { Card } from '@signet/readings'
import type { Context, Design } from './design.ts'
import type { Governance } from './governance.ts'
import type { ScaffoldInput } from './input.ts'
import { unmetQuestion, unmetRequirements } from './unmet.ts'

/**
 * The context that a person or a model needs to continue from a scaffold (spec supporting-services 2.1). Plain data,
 * never instructions.
 */
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
    /** `built`; for a clause of the intention also `partly` or `open`. */
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
  trigger: 'What triggers the work?',
  route_shape: 'What shape do the routes have?',
  verification: 'How are callers verified?',
  dispatch: 'Is the work done synchronously or asynchronously?',
  store: 'Which data is stored, and where?',
  data_classes: 'Which classes of data are processed?',
  exposure: 'Who has access: the public, partners, or only internal callers?',
  multi_tenant: 'Does the service have more than one tenant?',
  has_ui: 'Does the project have a user interface?',
  uses_model: 'Is a language model used?',
  vendor: 'Which vendor is integrated?',
  latency: 'How fast must a response be?',
  bindings: 'Which resources are used?',
  default_routes: 'Which routes does the service have?',
}

const traitQuestions = ({ traits }: Context): string[] =>
  (Object.keys(traits) as (keyof Context['traits'])[])
    .filter((name) => traits[name] === 'unknown')
    .map((name) => `${TRAIT_QUESTIONS[name]} The intention does not say.`)

const withPeriod = (question: string): string => (/[.?!]$/.test(question) ? question : `${question}.`)

/** Returns the open questions: unknown traits, cards without a test, and questions of the pattern. */
export const openQuestionsOf = (
  design: Design,
  governance: Governance,
  context: Context,
  cards: readonly Card[],
): string[] => {
  const questions = new Map(cards.map((card) => [card.id, card.question]))
  const openThreatQuestions = governance.threats
    .filter(({ status }) => status === 'open')
    .map(
      ({ id, action, card }) => `${id} ${action}: ${questions.get(card ?? '') ?? 'Which test proves the mitigation?'}`,
    )
  // `item` is the default name, which a caller may also send.
  const unnamedEntityQuestion = context.entities.every(({ $noun }) => $noun === 'item')
    ? [
        'What is the project about? The intention names no entity with certainty, so the name "item" is used. To change it, send `entities`',
      ]
    : []
  return [...unnamedEntityQuestion, ...design.questions, ...openThreatQuestions, ...traitQuestions(context)].map(
    withPeriod,
  )
}

const intentionRequirement = (intention: string, governance: Governance) => ({
  id: 'FR-000',
  text: intention.trim(),
  priority: 'P1',
  source: 'intention',
  status: unmetRequirements(governance).length === 0 ? 'built' : 'partly',
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
  interfaces: design.interfaces.map((each, index) => ({ id: `IF-${index + 1}`, ...each })),
  threats: governance.threats,
  test_plan: governance.cases,
  decisions: [
    ...design.decisions.map(({ title, because }, index) => ({
      id: `ADR-${String(index + 1).padStart(4, '0')}`,
      title,
      outcome: because,
      source: 'pattern',
    })),
    ...(input.cards ?? [])
      .filter(({ stride }) => stride === undefined)
      .map(({ id, title, question }) => ({ id, title, outcome: `Open: ${question}`, source: 'card' })),
  ],
  constraints: design.constraints,
  open_questions: [...unmetRequirements(governance).map(unmetQuestion), ...openQuestions],
})
