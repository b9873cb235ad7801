import { ln } from './logarithm.ts'

const K1 = 1.2
const B = 0.75

/** A collection of texts to be ranked by words. */
export interface Bm25 {
  /** The score of each text, in the order in which they were given: stems that are not known count nothing. */
  scores(query: readonly string[]): readonly number[]
}

interface Posting {
  readonly text: number
  readonly count: number
}

const countsOf = (stems: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

const postingsOf = (texts: readonly (readonly string[])[]): ReadonlyMap<string, readonly Posting[]> => {
  const postings = new Map<string, Posting[]>()
  for (const [text, stems] of texts.entries())
    for (const [stem, count] of countsOf(stems)) {
      const listed = postings.get(stem) ?? []
      postings.set(stem, listed)
      listed.push({ text, count })
    }
  return postings
}

/**
 * BM25 (k1 1.2, b 0.75; Robertson and Zaragoza 2009) over texts as stems. Sums run over the distinct stems of the query in
 * their order, so that the same input has the same bits everywhere.
 */
export const bm25 = (texts: readonly (readonly string[])[]): Bm25 => {
  const postings = postingsOf(texts)
  const average = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const norms = texts.map(({ length }) => K1 * (1 - B + (B * length) / Math.max(1, average)))
  return {
    scores(query) {
      const scores = texts.map(() => 0)
      for (const stem of new Set(query)) {
        const found = postings.get(stem) ?? []
        const idf = ln(1 + (texts.length - found.length + 0.5) / (found.length + 0.5))
        for (const { text, count } of found)
          scores[text] = (scores[text] ?? 0) + (idf * count * (K1 + 1)) / (count + (norms[text] ?? 0))
      }
      return scores
    },
  }
}
