import { type TermAt, termsAt } from '../../index/index.ts'

/** About three lines. */
const LENGTH = 280

/** Characters before the first match. */
const LEAD = 60

export interface Snippet {
  readonly text: string
  /** Offsets in `text`; `end` is after the last character. */
  readonly highlights: { readonly start: number; readonly end: number }[]
}

/** The first word of the snippet with the most different matches. */
const bestStart = (matches: readonly TermAt[]): number => {
  let best = 0
  let most = 0
  matches.forEach(({ start }, i) => {
    const near = matches.slice(i).filter((other) => other.end <= start + LENGTH - LEAD)
    const distinct = new Set(near.map(({ term }) => term)).size
    if (distinct > most) [best, most] = [start, distinct]
  })
  return best
}

/** The end of a word at or before this place; the place itself if there is none near. */
const wordStart = (text: string, at: number): number => {
  if (at <= 0) return 0
  const space = text.lastIndexOf(' ', at)
  return space > at - 30 && space >= 0 ? space + 1 : at
}

/** The piece of a text with the most matches of a query, and their offsets in it. */
export const snippetOf = (text: string, query: ReadonlySet<string>): Snippet => {
  const matches = termsAt(text).filter(({ term }) => query.has(term))
  const from = wordStart(text, bestStart(matches) - LEAD)
  const end = from + LENGTH >= text.length ? text.length : wordStart(text, from + LENGTH)
  const piece = text.slice(from, end).toWellFormed().trimEnd()
  const highlights = matches
    .filter((word) => word.start >= from && word.end <= from + piece.length)
    .map((word) => ({ start: word.start - from, end: word.end - from }))
  return { text: piece, highlights }
}
