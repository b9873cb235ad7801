import { evaluate, type Truth } from '../facts/evaluate.ts'
import { type FactValue, fittingValue } from '../facts/fact-value.ts'
import { TRAITS } from '../facts/traits.ts'
import { referenceFault } from '../standards/references.ts'
import { wordsOf } from '../text/stems.ts'
import { type Card, type Deck, ELEMENTS } from './card.ts'
import { type IndexedCard, indexOf } from './deck-index.ts'

/** Quality limits of a built-in deck, as percentages of its cards; `elements` is a number. */
export const DECK_MEASURES = {
  /** Minimum of cards that say when they do not apply. */
  conditional: 60,
  /** Maximum of `must` cards. */
  must: 20,
  /** Minimum number of different elements. */
  elements: 4,
  /** Maximum of cards with the same element. */
  oneElement: 40,
  /** Minimum of cards with references. */
  cited: 50,
  /** Two questions must share less than half of their sequences of three words. */
  alike: 50,
} as const

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part * 100) / whole))

const shinglesOf = (text: string): ReadonlySet<string> => {
  const words = wordsOf(text)
  return new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')))
}

/** Returns the Jaccard similarity of two sets, in percent. */
const similarity = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const shared = [...a].filter((shingle) => b.has(shingle)).length
  return percent(shared, a.size + b.size - shared)
}

const alikeQuestions = (cards: readonly Card[]): readonly string[] => {
  const shingles = cards.map(({ question }) => shinglesOf(question))
  return cards.flatMap(({ id }, at) =>
    cards
      .slice(0, at)
      .filter(
        (_, before) => similarity(shingles[before] ?? new Set(), shingles[at] ?? new Set()) >= DECK_MEASURES.alike,
      )
      .map((other) => `${id} asks what ${other.id} asks`),
  )
}

const elementProblems = (cards: readonly Card[]): readonly string[] => {
  const counts = ELEMENTS.map((element) => cards.filter((card) => card.element === element).length)
  const used = counts.filter((count) => count > 0).length
  return [
    ...(used < DECK_MEASURES.elements ? [`has ${used} elements, at least ${DECK_MEASURES.elements} are required`] : []),
    ...ELEMENTS.flatMap((element, at) => {
      const share = percent(counts[at] ?? 0, cards.length)
      return share > DECK_MEASURES.oneElement ? [`${share} % of its cards have the element ${element}`] : []
    }),
  ]
}

const shareProblems = (cards: readonly Card[]): readonly string[] => {
  const share = (has: (card: Card) => boolean) => percent(cards.filter(has).length, cards.length)
  const conditional = share(({ when, not_when }) => when !== undefined || wordsOf(not_when).length >= 2)
  const must = share((card) => card.must === true)
  const cited = share(({ refs }) => refs.length > 0)
  return [
    ...(conditional < DECK_MEASURES.conditional ? [`${conditional} % of its cards say when they do not apply`] : []),
    ...(must > DECK_MEASURES.must ? [`${must} % of its cards are "must"`] : []),
    ...(cited < DECK_MEASURES.cited ? [`${cited} % of its cards cite an id`] : []),
  ]
}

const appliesTo = ({ when }: IndexedCard, traits: Readonly<Record<string, FactValue>>): Truth =>
  when === undefined
    ? true
    : evaluate(when, (name) => {
        const value = traits[name]
        const type = TRAITS[name]
        return value === undefined || type === undefined ? undefined : fittingValue(type, value)
      })

/** Returns cards that apply to no pattern, and cards whose condition excludes no pattern. */
const patternProblems = (deck: Deck, patterns: readonly Readonly<Record<string, FactValue>>[]): readonly string[] =>
  indexOf(deck).cards.flatMap((indexed) => {
    const { id, must } = indexed.card
    const truths = patterns.map((traits) => appliesTo(indexed, traits))
    if (truths.every((truth) => truth === false)) return [`${id} applies to no pattern`]
    const isEverywhere = indexed.when !== undefined && must !== true && truths.every((truth) => truth === true)
    return isEverywhere ? [`${id} has a condition that excludes no pattern`] : []
  })

const referenceProblems = (cards: readonly Card[]): readonly string[] =>
  cards.flatMap(({ id, refs }) =>
    refs.flatMap((ref) => {
      const fault = referenceFault(ref.id)
      return fault === undefined ? [] : [`${id}: ${fault}`]
    }),
  )

/** Returns the countable quality defects of a deck. `patterns` are the traits of each pattern. */
export const deckQualityFaults = (
  deck: Deck,
  patterns: readonly Readonly<Record<string, FactValue>>[] = [],
): readonly string[] => [
  ...alikeQuestions(deck.cards),
  ...elementProblems(deck.cards),
  ...shareProblems(deck.cards),
  ...referenceProblems(deck.cards),
  ...(patterns.length > 0 ? patternProblems(deck, patterns) : []),
]
