import type { CompiledScript } from '../check/compile-script.ts'
import { indexOf } from '../decks/deck-index.ts'
import { type FactValue, fittingValue, typeInWords } from '../facts/fact-value.ts'
import type { FactQuestion } from '../facts/traits.ts'
import { INPUT_LIMITS } from '../reading/input-problems.ts'
import type { InputProblem } from '../record/reading.ts'
import { askableFacts } from '../subject/resolve-facts.ts'
import { stemOf, wordsOf } from '../text/stems.ts'
import type { ConsultInputs } from './agent-run.ts'
import { boundFacts } from './bundle-bindings.ts'

/**
 * Names of facts that contain only words for the relevance of cards, for example `told_1`. They are not reported as
 * facts.
 */
const WORDS_FACT = /^told_\d+$/

export const isSuppliedName = (name: string): boolean => WORDS_FACT.test(name)

/** Converts a text to a value of the question's type; undefined if it is not a valid value. */
const valueOfText = (question: FactQuestion, text: string): FactValue | undefined => {
  const trimmed = text.trim()
  switch (question.type) {
    case 'yes/no':
      return fittingValue(question, { true: 'yes', false: 'no' }[trimmed] ?? trimmed)
    case 'number':
      return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(trimmed) ? Number(trimmed) : undefined
    case 'text':
      return text
    default:
      return trimmed === '' ? undefined : fittingValue(question, trimmed)
  }
}

/** Packs the words that occur in the decks, each stem once, into facts of at most the permitted length. */
const wordFacts = (texts: readonly string[], { decks }: CompiledScript): Readonly<Record<string, string>> => {
  const isKnown = (stem: string): boolean => decks.some(({ deck }) => indexOf(deck).idf.has(stem))
  const stems = new Set<string>()
  const parts: string[] = []
  for (const word of texts.flatMap(wordsOf)) {
    const stem = stemOf(word)
    if (stems.has(stem) || !isKnown(stem)) continue
    stems.add(stem)
    const last = parts.at(-1)
    if (last === undefined || last.length + 1 + word.length > INPUT_LIMITS.text) parts.push(word)
    else parts[parts.length - 1] = `${last} ${word}`
  }
  return Object.fromEntries(parts.map((part, at) => [`told_${at + 1}`, part]))
}

/** Returns the entries of an object by name, so that the order of its fields has no effect. */
const sortedEntries = <Value>(members: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] =>
  Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1))

export interface SuppliedFacts {
  readonly state: Readonly<Record<string, FactValue>>
  readonly facts: Readonly<Record<string, FactValue>>
  readonly problems: readonly InputProblem[]
}

/**
 * Converts the inputs of a consultation to the state of its reading. Bindings other than `unknown` take precedence over
 * context. A field with the name of a question is a fact; all other words count for relevance.
 */
export const suppliedFacts = (compiled: CompiledScript, inputs: ConsultInputs): SuppliedFacts => {
  const questions = askableFacts(compiled)
  const state: Record<string, FactValue> = {}
  const facts: Record<string, FactValue> = {}
  const texts: string[] = []
  const problems: InputProblem[] = []
  for (const [name, value] of sortedEntries(boundFacts(inputs))) {
    const question = questions.get(name)
    // The memory does not store that the answer to a question is unknown.
    if (question === undefined || value !== 'unknown') facts[name] = value
    if (question === undefined) texts.push(...(typeof value === 'string' ? [value] : []))
    else if (value === 'unknown' || fittingValue(question, value) !== undefined) state[name] = value
    else problems.push({ field: `bundle_bindings.${name}`, message: `must be ${typeInWords(question)} or "unknown"` })
  }
  for (const [name, text] of sortedEntries(inputs.context ?? {})) {
    const question = questions.get(name)
    const value = question && valueOfText(question, text)
    if (value === undefined || Object.hasOwn(facts, name)) texts.push(text)
    else {
      state[name] = value
      facts[name] = value
    }
  }
  const words = wordFacts([...texts, ...(inputs.painSignals ?? [])], compiled)
  return { state: { ...state, ...words }, facts, problems }
}
