import { termsOf } from '../terms-of.ts'
import type { CollectionClient } from './collection-client.ts'
import { type OpenSearchHit, onceEach, wordsOf } from './search-answers.ts'
import { type Scope, SPELLED_LIKE, TERMS_MAX, wordsBody } from './search-bodies.ts'

/** Saturation of a conversation's score by further windows with a term (BM25's k1). */
const K1 = 1.2

export interface ByWords {
  /** Hits by BM25, best first. */
  readonly hits: readonly OpenSearchHit[]
  /** Returns the share of the query's words in a window, 0 to 1; rare words weigh more. */
  score(hit: OpenSearchHit): number
  /** Conversations ranked by all their windows together, best first. */
  readonly wholes: readonly string[]
}

const NOTHING: ByWords = { hits: [], score: () => 0, wholes: [] }

const termsIn = ({ matched_queries }: OpenSearchHit): number[] => matched_queries.map((name) => Number(name.slice(1)))

const wholesOf = (hits: readonly OpenSearchHit[], weights: readonly number[]): string[] => {
  const counts = new Map<string, Map<number, number>>()
  for (const hit of hits) {
    const timesOfTerm = counts.get(hit._source.conversationId) ?? new Map<number, number>()
    for (const term of termsIn(hit)) timesOfTerm.set(term, (timesOfTerm.get(term) ?? 0) + 1)
    counts.set(hit._source.conversationId, timesOfTerm)
  }
  const scored = [...counts].map(([id, timesOfTerm]) => {
    const score = [...timesOfTerm].reduce(
      (sum, [term, times]) => sum + ((weights[term] ?? 0) * times) / (times + K1),
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
 * Searches by words. OpenSearch ranks by BM25 over the whole index. The shown score is computed within the workspace
 * alone, so that it reveals nothing about others.
 */
export const byWords = async (
  { collection, isHidden }: Deps,
  scope: Scope,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<ByWords> => {
  const terms = [...new Set(termsOf(text))].slice(0, TERMS_MAX)
  if (terms.length === 0) return NOTHING
  const look = async (spelled: ReadonlySet<string>) =>
    wordsOf(await collection.search(wordsBody(scope, terms, spelled, limit)))
  const exact = await look(new Set())
  const spelled = new Set(terms.filter((_, i) => exact.holds(i) === 0))
  const { hits, holds, all } = spelled.size > 0 && exact.all > 0 ? await look(spelled) : exact
  const rarities = terms.map((_, i) => Math.log(1 + (Math.max(all, holds(i)) - holds(i) + 0.5) / (holds(i) + 0.5)))
  const weights = terms.map((term, i) => (rarities[i] ?? 0) * (spelled.has(term) ? SPELLED_LIKE : 1))
  // A term that only has a similar spelling never reaches the full score.
  const best = rarities.reduce((sum, rarity) => sum + rarity, 0)
  const visible = onceEach(hits.filter((hit) => !isHidden(hit)))
  return {
    hits: visible.slice(0, limit),
    score: (hit) => Math.min(1, termsIn(hit).reduce((sum, term) => sum + (weights[term] ?? 0), 0) / best),
    wholes: wholesOf(visible, weights),
  }
}
