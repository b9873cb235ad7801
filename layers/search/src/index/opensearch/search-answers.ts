import * as z from 'zod'

const OpenSearchHit = z.object({
  _id: z.string(),
  _score: z.number().nullish(),
  _source: z.object({
    chunkKey: z.string(),
    conversationId: z.string(),
    sourceVersion: z.string(),
    send: z.string(),
  }),
  matched_queries: z.array(z.string()).default([]),
})

export type OpenSearchHit = z.output<typeof OpenSearchHit>

const Hits = z.object({ hits: z.object({ hits: z.array(OpenSearchHit) }) })

const Count = z.object({ doc_count: z.int() })
const Words = Hits.extend({
  aggregations: z.object({
    terms: z.object({ buckets: z.record(z.string(), Count) }),
    all: z.object({ own: Count }),
  }),
})

export const hitsOf = (answer: unknown): readonly OpenSearchHit[] => Hits.parse(answer).hits.hits

export const wordsOf = (
  answer: unknown,
): {
  readonly hits: readonly OpenSearchHit[]
  /** Returns the number of found windows with a term, by the term's index in the query. */
  readonly windowsWith: (term: number) => number
  /** Number of windows of the workspace. */
  readonly windowCount: number
} => {
  const { hits, aggregations } = Words.parse(answer)
  return {
    hits: hits.hits,
    windowsWith: (term) => aggregations.terms.buckets[`t${term}`]?.doc_count ?? 0,
    windowCount: aggregations.all.own.doc_count,
  }
}

/**
 * Calculates a cosine from OpenSearch's score of the inner product p, which equals the cosine of unit vectors. The score
 * is always positive: 1 + p, or 1 / (1 - p) for p below 0.
 */
export const cosineOf = ({ _score }: Pick<OpenSearchHit, '_score'>): number => {
  const score = _score ?? 0
  if (score >= 1) return score - 1
  return score > 0 ? 1 - 1 / score : -1
}

/** Returns one hit per window. A window that was sent twice is stored twice, with the same `chunkKey`. */
export const withoutCopies = (hits: readonly OpenSearchHit[]): OpenSearchHit[] =>
  [...new Map(hits.toReversed().map((hit) => [hit._source.chunkKey, hit])).values()].toReversed()
