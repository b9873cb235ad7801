import { type PhraseBook, type PhraseHits, phraseBook } from '../text/phrases.ts'
import { CAUSES, COMPARATIVES, GUARANTEES, SUPERLATIVES, WEASELS } from './claims.ts'
import { OWN_WORK, SELF } from './first-hand.ts'
import { RATIOS, YEARS } from './measures.ts'
import { CREDENTIALS, ROLES, SPEECH } from './people.ts'
import {
  ADVICE,
  CASE_HEADINGS,
  CITATION_PHRASES,
  DISCLAIMERS,
  DISCLOSURES,
  INSTRUMENTS,
  LIMITS,
  METHOD_HEADINGS,
  METHODS,
  OWN_TESTS,
  REACHES,
  REFERENCE_PHRASES,
  REVIEW_PHRASES,
  SAMPLE_CUES,
  TRIGGERS,
} from './statements.ts'

const LISTS = {
  credential: CREDENTIALS,
  role: ROLES,
  speech: SPEECH,
  self: SELF,
  ownWork: OWN_WORK,
  ratio: RATIOS,
  years: YEARS,
  cause: CAUSES,
  comparative: COMPARATIVES,
  superlative: SUPERLATIVES,
  guarantee: GUARANTEES,
  weasel: WEASELS,
  method: METHODS,
  methodHeading: METHOD_HEADINGS,
  limit: LIMITS,
  disclaimer: DISCLAIMERS,
  trigger: TRIGGERS,
  disclosure: DISCLOSURES,
  reviewed: REVIEW_PHRASES,
  citing: CITATION_PHRASES,
  referring: REFERENCE_PHRASES,
  sampleCue: SAMPLE_CUES,
  advice: ADVICE,
  instrument: INSTRUMENTS,
  reach: REACHES,
  ownTest: OWN_TESTS,
  caseHeading: CASE_HEADINGS,
}

export type ListName = keyof typeof LISTS

export type ListHits = Readonly<Record<ListName, PhraseHits>>

let book: PhraseBook<ListName> | undefined

/** Returns the phrases of all lists, compiled on first use. */
export const phrases = (): PhraseBook<ListName> => {
  book ??= phraseBook(LISTS)
  return book
}
