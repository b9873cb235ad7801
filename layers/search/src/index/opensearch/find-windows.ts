import { fuseByRank } from '../rank-fusion.ts'
import type { IndexQuery, SearchResult, WindowHit } from '../search-index.ts'
import { SPELLING_MIN } from '../spelling.ts'
import { type Embedder, spaceName } from '../vector-space.ts'
import { type ByWords, byWords } from './by-words.ts'
import type { CollectionClient } from './collection-client.ts'
import { cosineOf, hitsOf, type OpenSearchHit, withoutCopies } from './search-answers.ts'
import { anyOf, nearestBody, scopeClauses } from './search-bodies.ts'
import { roundedVector } from './window-document.ts'
import type { WindowTable } from './window-table.ts'

export interface FindDeps {
  readonly collection: Pick<CollectionClient, 'search'>
  readonly windows: Pick<WindowTable, 'recentlyHidden'>
  readonly embedding: Embedder
}

interface ScoredHit {
  readonly hit: OpenSearchHit
  readonly score: number
}

/**
 * Finds removed windows that the collection still shows. Windows that it shows even longer are excluded later, when
 * retrieve.ts checks every hit against the rows of conversations.
 */
export const hiddenHits = async (
  windows: FindDeps['windows'],
  workspace: string,
): Promise<(hit: Pick<OpenSearchHit, '_source'>) => boolean> => {
  const rows = await windows.recentlyHidden(workspace)
  const hiddenSends = new Set(
    rows.flatMap(({ conversations }) =>
      conversations.flatMap(({ conversation, sends }) => sends.map((send) => `${send} ${conversation}`)),
    ),
  )
  return ({ _source: { send, conversationId } }) => hiddenSends.has(`${send} ${conversationId}`)
}

type SearchNearest = (vector: Float32Array, limit: number, keys?: readonly string[]) => Promise<readonly ScoredHit[]>

const nearestSearch =
  ({ collection, embedding }: FindDeps, query: IndexQuery, isHidden: (hit: OpenSearchHit) => boolean): SearchNearest =>
  async (vector, limit, keys) => {
    const clauses = [...scopeClauses(query), { term: { space: spaceName(embedding) } }]
    const filter = keys ? [...clauses, anyOf('chunkKey', keys)] : clauses
    const hits = hitsOf(await collection.search(nearestBody(roundedVector(vector), filter, limit)))
    return withoutCopies(hits.filter((hit) => !isHidden(hit)))
      .slice(0, limit)
      .map((hit) => ({ hit, score: cosineOf(hit) }))
  }

const scoredByWords = ({ hits, score }: ByWords): ScoredHit[] => hits.map((hit) => ({ hit, score: score(hit) }))

/** Searches by words and meaning, fused by rank. Each window has its cosine if its vector is of the current model. */
const fusedWindows = async (
  words: ByWords,
  vector: Float32Array,
  limit: number,
  searchNearest: SearchNearest,
): Promise<readonly ScoredHit[]> => {
  const byVector = await searchNearest(vector, limit)
  const keysOf = (hits: readonly OpenSearchHit[]) => hits.map(({ _source }) => _source.chunkKey)
  const keys = fuseByRank(
    { items: keysOf(words.hits), weight: 1 },
    { items: keysOf(byVector.map(({ hit }) => hit)), weight: 1 },
  ).slice(0, limit)
  const cosines = new Map(byVector.map(({ hit, score }) => [hit._source.chunkKey, score]))
  const missing = keys.filter((key) => !cosines.has(key))
  if (missing.length > 0) {
    for (const { hit, score } of await searchNearest(vector, missing.length, missing))
      cosines.set(hit._source.chunkKey, score)
  }
  const hitsByKey = new Map(
    [...words.hits, ...byVector.map(({ hit }) => hit)].map((hit) => [hit._source.chunkKey, hit]),
  )
  const wordHitsByKey = new Map(words.hits.map((hit) => [hit._source.chunkKey, hit]))
  return keys.flatMap((key) => {
    const hit = hitsByKey.get(key)
    const wordHit = wordHitsByKey.get(key)
    return hit ? [{ hit, score: cosines.get(key) ?? (wordHit ? words.score(wordHit) : 0) }] : []
  })
}

const scoredWindows = async (
  deps: FindDeps,
  { text, limit }: IndexQuery,
  words: ByWords,
  searchNearest: SearchNearest,
): Promise<readonly ScoredHit[]> => {
  const { embedding } = deps
  // A vector of spelling is only used if words find nothing (see segments/ranked-windows.ts).
  if (!embedding.isSemantic && words.hits.length > 0) return scoredByWords(words)
  const vector = await embedding.query(text)
  // A zero vector has no neighbors.
  if (vector === undefined || vector.every((value) => value === 0)) return scoredByWords(words)
  if (embedding.isSemantic) return fusedWindows(words, vector, limit, searchNearest)
  return (await searchNearest(vector, limit)).filter(({ score }) => score >= SPELLING_MIN)
}

/**
 * Searches the collection. The result lists are fused here, because pipelines of OpenSearch Serverless cannot fuse by
 * rank.
 */
export const findWindows = async (deps: FindDeps, query: IndexQuery): Promise<SearchResult> => {
  if (query.filter.conversations?.size === 0) return { windows: [], conversations: [] }
  const isHidden = await hiddenHits(deps.windows, query.workspace)
  const words = await byWords({ ...deps, isHidden }, query, query)
  const scored = await scoredWindows(deps, query, words, nearestSearch(deps, query, isHidden))
  const windows = scored.map(({ hit: { _source }, score }): WindowHit => {
    const { conversationId, sourceVersion: version, chunkKey } = _source
    return { conversationId, version, score: Math.min(1, Math.max(0, score)), position: chunkKey, window: chunkKey }
  })
  const byWindow = [...new Set(windows.map(({ conversationId }) => conversationId))]
  const conversations = fuseByRank({ items: words.conversations, weight: 1 }, { items: byWindow, weight: 1 })
  return { windows, conversations }
}
