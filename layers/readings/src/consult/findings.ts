import type { CompiledScript } from '../check/compile-script.ts'
import { type Card, SEVERITIES } from '../decks/card.ts'
import { type IndexedCard, indexOf } from '../decks/deck-index.ts'
import { namesIn } from '../facts/evaluate.ts'
import { factText } from '../facts/fact-text.ts'
import type { Reading, ReadingCard } from '../record/reading.ts'
import type { ConsultMemory, Finding, FindingConfidence, OpenQuestion } from './agent-run.ts'

export interface FoundCard {
  readonly readingCard: ReadingCard
  readonly card: Card
  readonly finding: Finding
}

export const indexedCard = ({ decks }: CompiledScript, alias: string, id: string): IndexedCard | undefined => {
  const deck = decks.find((it) => it.alias === alias)?.deck
  return deck && indexOf(deck).cards.find(({ card }) => card.id === id)
}

const confidenceOf = ({ applies }: ReadingCard, names: readonly string[], knownFacts: number): FindingConfidence => {
  if (applies === 'unknown') return 'low'
  return names.length > 0 && knownFacts === names.length ? 'high' : 'medium'
}

const findingOf = (readCard: ReadingCard, { when }: IndexedCard, at: number, { facts }: Reading): Finding => {
  const names = when ? [...new Set(namesIn(when))] : []
  const because = names.flatMap((fact) => {
    const value = Object.hasOwn(facts, fact) ? facts[fact] : undefined
    return value === undefined ? [] : [{ fact, value }]
  })
  const { id, title, why, severity, refs } = readCard
  return {
    id: `F${at + 1}`,
    title,
    statement: why,
    severity,
    confidence: confidenceOf(readCard, names, because.length),
    because,
    card: id,
    refs,
  }
}

export const foundCards = (reading: Reading, compiled: CompiledScript): readonly FoundCard[] =>
  reading.cards.flatMap((card, at) => {
    const indexed = indexedCard(compiled, card.deck, card.id)
    return indexed ? [{ readingCard: card, card: indexed.card, finding: findingOf(card, indexed, at, reading) }] : []
  })

export const bySeverity = <Found extends { readonly severity: Card['severity'] }>(
  all: readonly Found[],
): readonly Found[] => all.toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))

/**
 * Returns facts on which earlier runs contradict each other, unless this run supplied them, then the reading's
 * questions, most decisive first.
 */
export const openQuestions = (
  { questions, facts, fact_sources }: Reading,
  { contradictions = [] }: Pick<ConsultMemory, 'contradictions'>,
): readonly OpenQuestion[] => {
  const isSupplied = (fact: string): boolean => Object.hasOwn(facts, fact) && fact_sources[fact] === 'state'
  const contradicted = contradictions.filter(({ fact }) => !isSupplied(fact))
  const contradictionQuestions = contradicted.map(({ fact, values }) => {
    const openQuestion = questions.find((question) => question.fact === fact)
    const valueList = values.map((value) => factText(value)).join(' and then ')
    return {
      fact,
      question: `Earlier runs gave ${fact} as ${valueList}. ${openQuestion?.ask ?? 'Which is correct?'}`,
      type: openQuestion?.type ?? ('text' as const),
      decides: openQuestion?.decides ?? 0,
      ...(openQuestion?.options && { options: openQuestion.options }),
    }
  })
  const otherQuestions = questions
    .filter(({ fact }) => !contradicted.some((it) => it.fact === fact))
    .map(({ fact, ask, type, options, decides }) => ({
      fact,
      question: ask,
      type,
      decides,
      ...(options && { options }),
    }))
  return [...contradictionQuestions, ...otherQuestions].map((question, at) => ({ id: `Q${at + 1}`, ...question }))
}
