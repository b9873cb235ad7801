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
const CALLER_AUTHENTICATION = new RegExp(
  `(?:may\\s+|must\\s+|can\\s+)?${SIGN_IN}\\s+(?:with|by|using|over|through)\\s+(?:an?\\s+|their\\s+)?${CREDENTIAL}(?![\\p{L}\\p{N}])`,
  'giu',
)

const MIN_WORDS_BEFORE = 4

/** Removes phrases about the authentication of callers, if at least four words before them describe the system. */
const withoutCallerAuthentication = (intention: string): string =>
  intention.replace(CALLER_AUTHENTICATION, (phrase: string, at: number) =>
    (intention.slice(0, at).match(/[\p{L}\p{N}]+/gu) ?? []).length < MIN_WORDS_BEFORE ? phrase : ' ',
  )

export type Confidence = 'high' | 'medium' | 'low'

/** The pattern of an intention and the confidence in it (spec supporting-services 2.1). */
export interface Classification {
  readonly pattern: string
  readonly confidence: Confidence
  readonly method: 'vocab' | 'relevance'
  readonly vocab_signal: string
  /** A score of 4 or more selects the pattern. */
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
  readonly vocabularyScore: number
  readonly relevance: number
}

const DECISIVE_SCORE = 4
const FAVORED_BONUS = 3
const HIGH_CONFIDENCE = { score: 8, margin: 4 }
const MEDIUM_CONFIDENCE = { score: 4, margin: 2 }

const byId = (one: RankedCandidate, other: RankedCandidate): number => (one.id < other.id ? -1 : 1)
const byVocabulary = (one: RankedCandidate, other: RankedCandidate): number =>
  other.vocabularyScore - one.vocabularyScore || other.relevance - one.relevance || byId(one, other)
const byRelevance = (one: RankedCandidate, other: RankedCandidate): number =>
  other.relevance - one.relevance || byId(one, other)

const rankCandidates = (
  text: string,
  { ids, vocabularies, texts }: Catalog,
  favored: readonly string[],
): readonly RankedCandidate[] => {
  const intention = readIntention(text)
  const relevances = new Map(bm25(texts, allStemsOf(text)).map(({ id, score }) => [id, score]))
  return ids.map((id, at) => ({
    id,
    vocabularyScore: vocabularyScore(intention, vocabularies[at] ?? []) + (favored.includes(id) ? FAVORED_BONUS : 0),
    relevance: relevances.get(id) ?? 0,
  }))
}

const confidenceOf = (
  best: RankedCandidate,
  runnerUp: RankedCandidate | undefined,
  isFirstByRelevance: boolean,
): Confidence => {
  const margin = best.vocabularyScore - (runnerUp?.vocabularyScore ?? 0)
  if (!isFirstByRelevance) return 'low'
  if (best.vocabularyScore >= HIGH_CONFIDENCE.score && margin >= HIGH_CONFIDENCE.margin) return 'high'
  return best.vocabularyScore >= MEDIUM_CONFIDENCE.score && margin >= MEDIUM_CONFIDENCE.margin ? 'medium' : 'low'
}

const classificationOf = (candidates: readonly RankedCandidate[]): Classification => {
  const [best, runnerUp] = candidates.toSorted(byVocabulary)
  const [mostRelevant] = candidates.toSorted(byRelevance)
  if (!best || !mostRelevant) throw new RangeError('No patterns to classify by')
  const isByVocabulary = best.vocabularyScore >= DECISIVE_SCORE
  const winner = isByVocabulary ? best : mostRelevant
  const hasRunnerUp = runnerUp !== undefined && runnerUp.vocabularyScore > 0
  return {
    pattern: winner.id,
    confidence: isByVocabulary ? confidenceOf(best, runnerUp, mostRelevant.id === best.id) : 'low',
    method: isByVocabulary ? 'vocab' : 'relevance',
    vocab_signal: best.vocabularyScore > 0 ? best.id : 'none',
    vocab_score: best.vocabularyScore,
    runner_up_vocab_signal: hasRunnerUp ? runnerUp.id : null,
    runner_up_vocab_score: hasRunnerUp ? runnerUp.vocabularyScore : null,
    relevance_score: winner.relevance,
  }
}

export interface ClassifyInput {
  readonly intention: string
  readonly cards?: readonly ClassifyingCard[]
  /** Patterns that get a bonus, because they match the project type that the caller selected. */
  readonly favored?: readonly string[]
}

/**
 * Classifies an intention by the vocabulary of patterns, or by relevance if the vocabulary does not decide. Calls no
 * model. For `low` confidence, the caller lets a person or a model choose (spec supporting-services 4.1).
 */
export const classify = ({ intention, cards, favored = [] }: ClassifyInput): ClassifyResult => {
  const catalog = cards ? deckCatalog(cards) : patternCatalog()
  const classification = classificationOf(
    rankCandidates(cards ? intention : withoutCallerAuthentication(intention), catalog, favored),
  )
  const pattern = cards ? patternOf(intention) : classification.pattern
  return {
    classification,
    traits: traitsOf(intention, pattern),
    tier2_recommended: classification.confidence === 'low',
  }
}

const patternOf = (intention: string): string =>
  classificationOf(rankCandidates(withoutCallerAuthentication(intention), patternCatalog(), [])).pattern
