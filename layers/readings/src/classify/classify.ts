import { bm25 } from '../text/bm25.ts'
import { allStemsOf } from '../text/stems.ts'
import { type Catalog, type ClassifyingCard, deckCatalog, patternCatalog } from './catalog.ts'
import type { Traits } from './trait-names.ts'
import { traitsOf } from './traits.ts'
import { readIntention, vocabularyScore } from './vocabulary.ts'

const SIGN_IN = '(?:authenticates?|logs? in|signs? in|logged in|signed in|authenticated)'
const CREDENTIAL =
  '(?:api keys?|jwts?|(?:oauth )?(?:bearer |access )?tokens?|oauth(?: ?2(?:\\.\\d)?)?|oidc|openid connect|saml)'

/** Matches "Staff authenticate with API keys": it describes how callers authenticate, not what the system is. */
const CALLERS = new RegExp(
  `(?:may\\s+|must\\s+|can\\s+)?${SIGN_IN}\\s+(?:with|by|using|over|through)\\s+(?:an?\\s+|their\\s+)?${CREDENTIAL}(?![\\p{L}\\p{N}])`,
  'giu',
)

const MIN_WORDS_BEFORE = 4

/** Removes how callers authenticate from an intention if the words before it describe the system. */
const withoutCallers = (intention: string): string =>
  intention.replace(CALLERS, (said: string, at: number) =>
    (intention.slice(0, at).match(/[\p{L}\p{N}]+/gu) ?? []).length < MIN_WORDS_BEFORE ? said : ' ',
  )

export type Confidence = 'high' | 'medium' | 'low'

/** The pattern of an intention and the confidence in it (spec supporting-services 2.1). */
export interface Classification {
  readonly pattern: string
  readonly confidence: Confidence
  readonly method: 'vocab' | 'relevance'
  readonly vocab_signal: string
  /** 4 or more is decisive. */
  readonly vocab_score: number
  readonly runner_up_vocab_signal: string | null
  readonly runner_up_vocab_score: number | null
  /** BM25 score of the pattern, to three decimals. */
  readonly relevance_score: number
}

export interface ClassifyResult {
  readonly classification: Classification
  readonly traits: Traits
  readonly tier2_recommended: boolean
}

interface RankedCandidate {
  readonly id: string
  readonly words: number
  readonly relevance: number
}

const VOCAB_DECIDES = 4
const LEAN = 3
const HIGH = { score: 8, margin: 4 }
const MEDIUM = { score: 4, margin: 2 }

const byId = (one: RankedCandidate, other: RankedCandidate): number => (one.id < other.id ? -1 : 1)
const byWords = (one: RankedCandidate, other: RankedCandidate): number =>
  other.words - one.words || other.relevance - one.relevance || byId(one, other)
const byRelevance = (one: RankedCandidate, other: RankedCandidate): number =>
  other.relevance - one.relevance || byId(one, other)

const ranked = (
  text: string,
  { ids, vocabularies, texts }: Catalog,
  lean: readonly string[],
): readonly RankedCandidate[] => {
  const intention = readIntention(text)
  const relevances = new Map(bm25(texts, allStemsOf(text)).map(({ id, score }) => [id, score]))
  return ids.map((id, at) => ({
    id,
    words: vocabularyScore(intention, vocabularies[at] ?? []) + (lean.includes(id) ? LEAN : 0),
    relevance: relevances.get(id) ?? 0,
  }))
}

const confidenceOf = (
  best: RankedCandidate,
  second: RankedCandidate | undefined,
  isFirstByRelevance: boolean,
): Confidence => {
  const margin = best.words - (second?.words ?? 0)
  if (!isFirstByRelevance) return 'low'
  if (best.words >= HIGH.score && margin >= HIGH.margin) return 'high'
  return best.words >= MEDIUM.score && margin >= MEDIUM.margin ? 'medium' : 'low'
}

const classificationOf = (all: readonly RankedCandidate[]): Classification => {
  const [best, second] = all.toSorted(byWords)
  const [relevant] = all.toSorted(byRelevance)
  if (!best || !relevant) throw new RangeError('No patterns to classify by')
  const isByWords = best.words >= VOCAB_DECIDES
  const winner = isByWords ? best : relevant
  const hasRunnerUp = second !== undefined && second.words > 0
  return {
    pattern: winner.id,
    confidence: isByWords ? confidenceOf(best, second, relevant.id === best.id) : 'low',
    method: isByWords ? 'vocab' : 'relevance',
    vocab_signal: best.words > 0 ? best.id : 'none',
    vocab_score: best.words,
    runner_up_vocab_signal: hasRunnerUp ? second.id : null,
    runner_up_vocab_score: hasRunnerUp ? second.words : null,
    relevance_score: winner.relevance,
  }
}

export interface ClassifyInput {
  readonly intention: string
  readonly cards?: readonly ClassifyingCard[]
  /** Patterns that get three more points, from the project type that the caller selected. */
  readonly lean?: readonly string[]
}

/**
 * Classifies an intention by pattern vocabulary, and otherwise by relevance. Calls no model; the caller decides a `low`
 * result with a person or a model (spec supporting-services 4.1, POST /classify).
 */
export const classify = ({ intention, cards, lean = [] }: ClassifyInput): ClassifyResult => {
  const catalog = cards ? deckCatalog(cards) : patternCatalog()
  const classification = classificationOf(ranked(cards ? intention : withoutCallers(intention), catalog, lean))
  const pattern = cards ? patternOf(intention) : classification.pattern
  return {
    classification,
    traits: traitsOf(intention, pattern),
    tier2_recommended: classification.confidence === 'low',
  }
}

const patternOf = (intention: string): string =>
  classificationOf(ranked(withoutCallers(intention), patternCatalog(), [])).pattern
