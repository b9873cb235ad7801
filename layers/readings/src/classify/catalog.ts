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

const NAMES = 4
const TYPICAL = 2
const HINT = 1

const ofPattern = ({ id, title, description, terms, phrasings }: Pattern) => ({
  id,
  terms: vocabulary([
    ...termsOf(terms.names, NAMES),
    ...termsOf(terms.typical, TYPICAL),
    ...termsOf(terms.hints, HINT),
  ]),
  text: [title, title, description, ...Object.values(terms), ...phrasings].join(' '),
})

const ofCard = ({ id, title, question, why, tells, must }: ClassifyingCard) => ({
  id,
  terms: vocabulary(tells.flatMap((tell) => termsOf(tell, must ? NAMES : TYPICAL))),
  text: [title, title, question, why, ...tells].join(' '),
})

const catalogOf = (entries: readonly ReturnType<typeof ofPattern>[]): Catalog => ({
  ids: entries.map(({ id }) => id),
  vocabularies: entries.map(({ terms }) => terms),
  texts: bm25Index(entries.map(({ id, text }) => ({ id, terms: allStemsOf(text) }))),
})

let patterns: Catalog | undefined

export const patternCatalog = (): Catalog => {
  patterns ??= catalogOf(PATTERNS.map(ofPattern))
  return patterns
}

export const deckCatalog = (cards: readonly ClassifyingCard[]): Catalog => catalogOf(cards.map(ofCard))
