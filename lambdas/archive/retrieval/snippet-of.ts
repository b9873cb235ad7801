import { type TermAt, termsAt } from '../index/segments/terms-of.ts'

/** About three lines. */
const LENGTH = 280

/** Shown before the first word that was found. */
const LEAD = 60

export interface Snippet {
  readonly text: string
  /** Characters of `text`; `end` is behind the last. */
  readonly highlights: { readonly start: number; readonly end: number }[]
}

/** The first of the words after which most different ones stand within a snippet. */
const bestStart = (found: readonly TermAt[]): number => {
  let [best, most] = [0, 0]
  found.forEach(({ start }, i) => {
    const near = found.slice(i).filter((other) => other.end <= start + LENGTH - LEAD)
    const distinct = new Set(near.map(({ term }) => term)).size
    if (distinct > most) [best, most] = [start, distinct]
  })
  return best
}

/** Where a word ends at or before this place; the place itself where there is none near. */
const wordStart = (text: string, at: number): number => {
  if (at <= 0) return 0
  const space = text.lastIndexOf(' ', at)
  return space > at - 30 && space >= 0 ? space + 1 : at
}

/** The piece of a text where most words of a query stand together, and where in it they are. */
export const snippetOf = (text: string, query: ReadonlySet<string>): Snippet => {
  const found = termsAt(text).filter(({ term }) => query.has(term))
  const from = wordStart(text, bestStart(found) - LEAD)
  const end = from + LENGTH >= text.length ? text.length : wordStart(text, from + LENGTH)
  const piece = text.slice(from, end).toWellFormed().trimEnd()
  const highlights = found
    .filter((word) => word.start >= from && word.end <= from + piece.length)
    .map((word) => ({ start: word.start - from, end: word.end - from }))
  return { text: piece, highlights }
}
