import { type CompiledScript, compileScript, type ShelfDeck } from '../check/compile-script.ts'
import { classify } from '../classify/classify.ts'
import { isRole, ROLES, type Role } from '../decks/roles.ts'
import { runCompiled } from '../reading/run-reading.ts'
import type { Reading, ReadingInputs, ReadingOutcome } from '../record/reading.ts'
import type { Spread } from '../spreads/spread.ts'
import {
  AGENT_RUN_VERSION,
  type AgentRunMetadata,
  type AgentRunResult,
  type Analysis,
  type ConsultInputs,
  type ConsultOutcome,
  type SymbolicResponse,
} from './agent-run.ts'
import { bindingReceipt, boundFacts, ctoBindings, missingBindings } from './bundle-bindings.ts'
import { consultMarkdown, type StructuredOutput } from './consult-output.ts'
import { consultProse } from './consult-prose.ts'
import { bySeverity, type FoundCard, foundCards, openQuestions } from './findings.ts'
import { guidanceOf } from './guidance.ts'
import { consultProblems } from './input-checks.ts'
import { optionsOf } from './options.ts'
import { roleSpread } from './role-spread.ts'
import { isSuppliedName, type SuppliedFacts, suppliedFacts } from './supplied-facts.ts'

interface Consultation {
  readonly role: Role
  readonly consultInputs: ConsultInputs
  readonly compiled: CompiledScript
  readonly supplied: SuppliedFacts
  readonly outcome: Extract<ReadingOutcome, { ok: true }>
}

const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const summaryOf = (role: Role, cards: readonly FoundCard[], openCount: number): string => {
  const [worst] = bySeverity(cards.map(({ finding }) => finding))
  const unknownCount = cards.filter(({ finding }) => finding.confidence === 'low').length
  if (!worst) return `${ROLES[role]}: no card of the decks applies. ${pluralize(openCount, 'question')} open.`
  return [
    `${ROLES[role]}: ${pluralize(cards.length, 'finding')}.`,
    `The most important is "${worst.title}" (${worst.severity}).`,
    unknownCount === 0
      ? ''
      : `For ${unknownCount === 1 ? 'one' : unknownCount} it is not yet known whether ${unknownCount === 1 ? 'it applies' : 'they apply'}.`,
    openCount === 0
      ? 'No question is open.'
      : `${pluralize(openCount, 'question')} ${openCount === 1 ? 'is' : 'are'} open.`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

const symbolicOf = (
  { supplied, outcome: { reading } }: Consultation,
  cards: readonly FoundCard[],
): SymbolicResponse => {
  const { spread, positions, facts } = reading
  return {
    spread,
    positions: positions.map(({ name, title }) => {
      const drawn = cards.find(({ readingCard }) => readingCard.position === name)
      if (!drawn) return { position: name, title, reading: 'No card of the deck applies.' }
      const { id, title: card, question, why } = drawn.card
      return { position: name, card: id, title: card, reading: `${title} ${question} ${why}` }
    }),
    facts: {
      ...supplied.facts,
      ...Object.fromEntries(Object.entries(facts).filter(([name]) => !isSuppliedName(name))),
    },
  }
}

const metadataOf = ({ consultInputs, outcome: { reading } }: Consultation): AgentRunMetadata => {
  const receipt = bindingReceipt(consultInputs)
  const { engine, seed, replay, warnings } = reading
  return {
    engine,
    decks: replay.decks,
    seed,
    method: 'rules',
    memory: { tick: replay.memory_tick },
    ...(receipt !== undefined && { bound_from: receipt }),
    ...(warnings.length > 0 && { warnings }),
  }
}

const resultOf = (consultation: Consultation): AgentRunResult => {
  const { role, consultInputs, compiled, outcome } = consultation
  const { reading, trace } = outcome
  const cards = foundCards(reading, compiled)
  const questions = openQuestions(reading, consultInputs.memory ?? {})
  const options = optionsOf(cards, questions, trace, compiled)
  const analysis: Analysis = {
    summary: summaryOf(role, cards, questions.length),
    findings: cards.map(({ finding }) => finding),
    options,
    open_questions: questions,
  }
  const guidance = guidanceOf(cards, options, questions)
  const structured: StructuredOutput = {
    role_title: ROLES[role],
    analysis,
    guidance,
    symbolicResponse: symbolicOf(consultation, cards),
    metadata: metadataOf(consultation),
    intention: consultInputs.intention,
    coverage: reading.coverage,
  }
  const { symbolicResponse, metadata } = structured
  const responseMode = consultInputs.responseMode ?? 'structured'
  return {
    schema_version: AGENT_RUN_VERSION,
    success: true,
    role,
    role_title: ROLES[role],
    response: responseMode === 'structured' ? consultMarkdown(structured) : consultProse(structured),
    symbolicResponse,
    analysis,
    guidance,
    responseMode,
    metadata,
    ...(role === 'cto' && { envelope: { bindings: ctoBindings(boundFacts(consultInputs), reading, isSuppliedName) } }),
  }
}

const inputsOf = (
  { script, ...spread }: Spread,
  consultInputs: ConsultInputs,
  { state }: SuppliedFacts,
): ReadingInputs => {
  const { intention, memory, seed } = consultInputs
  const { contradictions: _, ...readingMemory } = memory ?? { tick: 0 }
  return {
    script,
    spread,
    intention,
    state,
    traits: classify({ intention }).traits,
    lenient: true,
    ...(memory && { memory: readingMemory }),
    ...(seed !== undefined && { seed }),
  }
}

const ownCards = ({ cards }: Reading): readonly string[] =>
  cards.filter(({ deck }) => deck === 'own').map(({ id }) => id)

/**
 * Consults a role: draws cards for five positions from its own deck and a shared one, and returns findings, options,
 * steps and open questions. The result depends only on the inputs and the decks, which `shelfOfRole(role)` loads.
 */
export const consult = (consultInputs: ConsultInputs, shelf: readonly ShelfDeck[]): ConsultOutcome => {
  const { role } = consultInputs
  if (typeof role !== 'string' || !isRole(role))
    return { ok: false, refusal: { status: 400, code: 'unknown_role', roles: Object.keys(ROLES) as Role[] } }
  const problems = consultProblems(consultInputs)
  if (problems.length > 0) return { ok: false, refusal: { status: 400, code: 'invalid_input', errors: problems } }
  const missing = missingBindings(role, consultInputs)
  if (missing.length > 0) return { ok: false, refusal: { status: 422, code: 'bundle_bindings_required', missing } }
  const spread = roleSpread(role)
  const compilation = compileScript(spread.script, shelf)
  if (!compilation.ok)
    return { ok: false, refusal: { status: 400, code: 'script_invalid', errors: compilation.errors } }
  const { compiled } = compilation
  const supplied = suppliedFacts(compiled, consultInputs)
  if (supplied.problems.length > 0)
    return { ok: false, refusal: { status: 400, code: 'invalid_input', errors: supplied.problems } }
  const inputs = inputsOf(spread, consultInputs, supplied)
  const outcome = runCompiled(compiled, inputs)
  if (!outcome.ok) return outcome
  const { reading } = outcome
  return {
    ok: true,
    result: resultOf({ role, consultInputs, compiled, supplied, outcome }),
    reading,
    inputs,
    remembered: { intention: consultInputs.intention, cards: ownCards(reading), facts: supplied.facts },
  }
}
