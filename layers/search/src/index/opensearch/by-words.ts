import { termsOf } from '../terms-of.ts'
import type { CollectionClient } from './collection-client.ts'
import { type OpenSearchHit, withoutCopies, wordsOf } from './search-answers.ts'
import { FUZZY_WEIGHT, type Scope, TERMS_MAX, wordsBody } from './search-bodies.ts'

/** Saturation of a conversation's score by further windows with a term (BM25's k1). */
const K1 = 1.2

export interface ByWords {
  /** Hits by BM25, best first. */
  readonly hits: readonly OpenSearchHit[]
  /** Returns the share of the query's words in a window, 0 to 1; rare words weigh more. */
  score(hit: OpenSearchHit): number
  /** Ids of conversations, ranked by all their windows together, best first. */
  readonly conversations: readonly string[]
}

const NO_MATCHES: ByWords = { hits: [], score: () => 0, conversations: [] }

const matchedTerms = ({ matched_queries }: OpenSearchHit): number[] =>
  matched_queries.map((name) => Number(name.slice(1)))

const conversationsByScore = (hits: readonly OpenSearchHit[], weights: readonly number[]): string[] => {
  const counts = new Map<string, Map<number, number>>()
  for (const hit of hits) {
    const countsByTerm = counts.get(hit._source.conversationId) ?? new Map<number, number>()
    for (const term of matchedTerms(hit)) countsByTerm.set(term, (countsByTerm.get(term) ?? 0) + 1)
    counts.set(hit._source.conversationId, countsByTerm)
  }
  const scored = [...counts].map(([id, countsByTerm]) => {
    const score = [...countsByTerm].reduce(
      (sum, [term, count]) => sum + ((weights[term] ?? 0) * count) / (count + K1),
      0,
    )
    return { id, score }
  })
  return scored.sort((a, b) => b.score - a.score).map(({ id }) => id)
}

interface Deps {
  readonly collection: Pick<CollectionClient, 'search'>
  readonly isHidden: (hit: OpenSearchHit) => boolean
}

/**
 * Searches by words. OpenSearch ranks by BM25 over the index of all workspaces. The returned scores are computed
 * within one workspace, so that they reveal nothing about other workspaces.
 */
export const byWords = async (
  { collection, isHidden }: Deps,
  scope: Scope,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<ByWords> => {
  const terms = [...new Set(termsOf(text))].slice(0, TERMS_MAX)
  if (terms.length === 0) return NO_MATCHES
  const searchWords = async (fuzzyTerms: ReadonlySet<string>) =>
    wordsOf(await collection.search(wordsBody(scope, terms, fuzzyTerms, limit)))
  const exactResult = await searchWords(new Set())
  const fuzzyTerms = new Set(terms.filter((_, i) => exactResult.windowsWith(i) === 0))
  const { hits, windowsWith, windowCount } =
    fuzzyTerms.size > 0 && exactResult.windowCount > 0 ? await searchWords(fuzzyTerms) : exactResult
  const rarities = terms.map((_, i) =>
    Math.log(1 + (Math.max(windowCount, windowsWith(i)) - windowsWith(i) + 0.5) / (windowsWith(i) + 0.5)),
  )
  const weights = terms.map((term, i) => (rarities[i] ?? 0) * (fuzzyTerms.has(term) ? FUZZY_WEIGHT : 1))
  // A term that only has a similar spelling never reaches the full score.
  const maximum = rarities.reduce((sum, rarity) => sum + rarity, 0)
  const visible = withoutCopies(hits.filter((hit) => !isHidden(hit)))
  return {
    hits: visible.slice(0, limit),
    score: (hit) => Math.min(1, matchedTerms(hit).reduce((sum, term) => sum + (weights[term] ?? 0), 0) / maximum),
    conversations: conversationsByScore(visible, weights),
  }
}
