import type { DeckIndex, IndexedCard } from '../decks/deck-index.ts'
import { stemOf, wordsOf } from '../text/stems.ts'

/** Stems of a subject, each with the word that it came from first. */
export type Subject = ReadonlyMap<string, string>

/** What a reading is about: its intention and the facts that are text. */
export const subjectOf = (texts: readonly string[]): Subject => {
  const subject = new Map<string, string>()
  for (const text of texts)
    for (const word of wordsOf(text)) {
      const stem = stemOf(word)
      if (!subject.has(stem)) subject.set(stem, word)
    }
  return subject
}

export const RELEVANCE_MAX = 100

export interface Relevance {
  /** 0 to 100. */
  readonly score: number
  /** Words of the subject, in its order. */
  readonly matched: readonly string[]
}

/** Sum of idf times field over the stems that subject and card share, at most 100 (runtime.md 3; ruling 6). */
export const relevanceOf = (subject: Subject, { fields }: IndexedCard, { idf }: DeckIndex): Relevance => {
  const matched: string[] = []
  let score = 0
  for (const [stem, word] of subject) {
    const field = fields.get(stem)
    if (field === undefined) continue
    score += field * (idf.get(stem) ?? 0)
    matched.push(word)
  }
  return { score: Math.min(RELEVANCE_MAX, score), matched }
}
