import { type Bm25Index, bm25Index } from '../text/bm25.ts'
import { allStemsOf } from '../text/stems.ts'
import type { Pattern } from './pattern.ts'
import { PATTERNS } from './patterns.ts'
import { type Term, termsOf, vocabulary } from './vocabulary.ts'

export interface Catalog {
  readonly ids: readonly string[]
  readonly vocabularies: readonly (readonly Term[])[]
  readonly texts: Bm25Index
}

export interface ClassifyingCard {
  readonly id: string
  readonly title: string
  readonly question: string
  readonly why: string
  readonly tells: readonly string[]
  readonly must?: boolean | undefined
}

const NAME_WEIGHT = 4
const TYPICAL_WEIGHT = 2
const HINT_WEIGHT = 1

// The texts for BM25 contain the title twice, so that its words count double.
const patternEntry = ({ id, title, description, terms, phrasings }: Pattern) => ({
  id,
  terms: vocabulary([
    ...termsOf(terms.names, NAME_WEIGHT),
    ...termsOf(terms.typical, TYPICAL_WEIGHT),
    ...termsOf(terms.hints, HINT_WEIGHT),
  ]),
  text: [title, title, description, ...Object.values(terms), ...phrasings].join(' '),
})

const cardEntry = ({ id, title, question, why, tells, must }: ClassifyingCard) => ({
  id,
  terms: vocabulary(tells.flatMap((tell) => termsOf(tell, must ? NAME_WEIGHT : TYPICAL_WEIGHT))),
  text: [title, title, question, why, ...tells].join(' '),
})

const catalogOf = (entries: readonly ReturnType<typeof patternEntry>[]): Catalog => ({
  ids: entries.map(({ id }) => id),
  vocabularies: entries.map(({ terms }) => terms),
  texts: bm25Index(entries.map(({ id, text }) => ({ id, terms: allStemsOf(text) }))),
})

let patternCache: Catalog | undefined

export const patternCatalog = (): Catalog => {
  patternCache ??= catalogOf(PATTERNS.map(patternEntry))
  return patternCache
}

export const deckCatalog = (cards: readonly ClassifyingCard[]): Catalog => catalogOf(cards.map(cardEntry))
