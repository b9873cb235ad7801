import type { CompiledScript } from '../check/compile-script.ts'
import { type Card, DEFAULT_BASE, SEVERITIES } from '../decks/card.ts'
import { type DeckIndex, type IndexedCard, indexOf } from '../decks/deck-index.ts'
import { evaluate, type Truth } from '../facts/evaluate.ts'
import type { ReadingInputs, ReadingMemory } from '../record/reading.ts'
import type { Facts } from '../subject/resolve-facts.ts'
import { stemOf, wordsOf } from '../text/stems.ts'
import { byId } from './pick.ts'

type SubjectWords = ReadonlyMap<string, string>

const subjectOf = (texts: readonly string[]): SubjectWords => {
  const subject = new Map<string, string>()
  for (const text of texts)
    for (const word of wordsOf(text)) {
      const stem = stemOf(word)
      if (!subject.has(stem)) subject.set(stem, word)
    }
  return subject
}

const RELEVANCE_MAX = 100

interface Relevance {
  /** 0 to 100. */
  readonly score: number
  /** Matching words of the subject, in its order. */
  readonly matched: readonly string[]
}

/**
 * Returns the relevance of a card: for each stem that it shares with the subject, rarity times field weight, in total
 * at most 100.
 */
const relevanceOf = (subject: SubjectWords, { fields }: IndexedCard, { idf }: DeckIndex): Relevance => {
  const matched: string[] = []
  let score = 0
  for (const [stem, word] of subject) {
    const fieldWeight = fields.get(stem)
    if (fieldWeight === undefined) continue
    score += fieldWeight * (idf.get(stem) ?? 0)
    matched.push(word)
  }
  return { score: Math.min(RELEVANCE_MAX, score), matched }
}

const FRESH = { undrawn: 8, lately: 4, last: 2 } as const

/**
 * Returns the freshness factor of a card: 2 if the last stored reading of the deck drew it, 4 if one of the two before
 * did, otherwise 8.
 */
const freshOf = (id: string, deck: string, { drawn = {} }: ReadingMemory): number => {
  const [last = [], ...earlierDraws] = Object.hasOwn(drawn, deck) ? (drawn[deck]?.slice(0, 3) ?? []) : []
  if (last.includes(id)) return FRESH.last
  return earlierDraws.some((ids) => ids.includes(id)) ? FRESH.lately : FRESH.undrawn
}

/** The part of a card's weight that does not depend on facts: base × (8 + relevance) × freshness. */
interface FixedWeight {
  readonly relevance: Relevance
  readonly weightIfTrue: number
}

export interface WeighedCard {
  readonly id: string
  readonly indexed: IndexedCard
  readonly relevance: Relevance
  readonly applies: Truth
  readonly weight: number
}

export const byWeight = (a: WeighedCard, b: WeighedCard): number =>
  b.weight - a.weight ||
  SEVERITIES.indexOf(b.indexed.card.severity) - SEVERITIES.indexOf(a.indexed.card.severity) ||
  byId(a, b)

export interface ReadingDeck {
  readonly alias: string
  readonly index: DeckIndex
}

export class CardWeigher {
  readonly decks: readonly ReadingDeck[]
  readonly #subject: SubjectWords
  readonly #memory: ReadingMemory
  readonly #facts: Facts
  readonly #fixedWeights = new Map<Card, FixedWeight>()

  constructor(compiled: CompiledScript, inputs: ReadingInputs, facts: Facts) {
    const { intention = '', state = {}, memory = { tick: 0 } } = inputs
    const isText = (name: string, value: unknown): value is string =>
      typeof value === 'string' && (facts.questionOf(name)?.type ?? 'text') === 'text'
    const texts = Object.entries(state).flatMap(([name, value]) =>
      isText(name, value) ? [[name, value] as const] : [],
    )
    // Sorted, because the order of object fields must have no effect.
    const sorted = texts.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
    this.decks = compiled.decks.map(({ alias, deck }) => ({ alias, index: indexOf(deck) }))
    this.#subject = subjectOf([intention, ...sorted])
    this.#memory = memory
    this.#facts = facts
  }

  #fixedWeightOf(indexed: IndexedCard, index: DeckIndex): FixedWeight {
    const cached = this.#fixedWeights.get(indexed.card)
    if (cached) return cached
    const { id, base = DEFAULT_BASE } = indexed.card
    const relevance = relevanceOf(this.#subject, indexed, index)
    // The 8 gives cards without relevance a chance.
    const weightIfTrue = base * (8 + relevance.score) * freshOf(id, index.deck.name, this.#memory)
    const fixedWeight = { relevance, weightIfTrue }
    this.#fixedWeights.set(indexed.card, fixedWeight)
    return fixedWeight
  }

  weigh(indexed: IndexedCard, index: DeckIndex): WeighedCard {
    const { relevance, weightIfTrue } = this.#fixedWeightOf(indexed, index)
    const applies = indexed.when === undefined ? true : evaluate(indexed.when, this.#facts.lookupOfCards)
    // A card of which it is unknown whether it applies has half the weight.
    const weight = applies === undefined ? Math.max(1, Math.floor(weightIfTrue / 2)) : weightIfTrue
    return { id: indexed.card.id, indexed, relevance, applies, weight }
  }

  weighAll({ index }: ReadingDeck): readonly WeighedCard[] {
    return index.cards.map((indexed) => this.weigh(indexed, index))
  }
}
