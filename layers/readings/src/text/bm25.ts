import { exactLog } from './exact-log.ts'

// The usual parameters of BM25: saturation of repeated terms, and influence of the document length.
const K1 = 1.2
const B = 0.75

export interface Bm25Index {
  readonly documents: readonly {
    readonly id: string
    readonly length: number
    readonly counts: ReadonlyMap<string, number>
  }[]
  readonly averageLength: number
  readonly idf: ReadonlyMap<string, number>
}

export interface DocumentScore {
  readonly id: string
  /** Three decimals. */
  readonly score: number
}

const countsOf = (terms: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

/** Builds a BM25 index over documents of terms (k1 1.2, b 0.75). */
export const bm25Index = (
  documents: readonly { readonly id: string; readonly terms: readonly string[] }[],
): Bm25Index => {
  const indexed = documents.map(({ id, terms }) => ({ id, length: terms.length, counts: countsOf(terms) }))
  const frequency = new Map<string, number>()
  for (const { counts } of indexed)
    for (const term of counts.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const count = indexed.length
  const idf = new Map([...frequency].map(([term, df]) => [term, exactLog(1 + (count - df + 0.5) / (df + 0.5))]))
  const total = indexed.reduce((sum, { length }) => sum + length, 0)
  return { documents: indexed, averageLength: count === 0 ? 0 : total / count, idf }
}

/** Returns all documents with a score above 0, the best first, ties by ID. Each query term counts once. */
export const bm25 = (
  { documents, averageLength, idf }: Bm25Index,
  terms: readonly string[],
): readonly DocumentScore[] => {
  const queryTerms = [...new Set(terms)].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const scored = documents.map(({ id, length, counts }) => {
    const norm = K1 * (1 - B + (B * length) / averageLength)
    let score = 0
    for (const term of queryTerms) {
      const count = counts.get(term)
      if (count !== undefined) score += ((idf.get(term) ?? 0) * (count * (K1 + 1))) / (count + norm)
    }
    return { id, score: Math.round(score * 1_000) / 1_000 }
  })
  return scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
