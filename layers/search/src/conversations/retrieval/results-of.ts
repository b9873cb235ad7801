import { type TermAt, termsAt, termsOf } from '../../index/index.ts'
import type { SearchResult } from '../contract/search-results.ts'
import { summaryOf } from '../summary-of.ts'
import { type FoundConversation, passagesOf, type RetrieveDeps } from './retrieve.ts'

/** About three lines. */
const LENGTH = 280

/** Characters before the first match. */
const LEAD = 60

interface Snippet {
  readonly text: string
  /** Offsets in `text`; `end` is after the last character. */
  readonly highlights: { readonly start: number; readonly end: number }[]
}

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

const wordStart = (text: string, at: number): number => {
  if (at <= 0) return 0
  const space = text.lastIndexOf(' ', at)
  return space > at - 30 && space >= 0 ? space + 1 : at
}

const snippetOf = (text: string, query: ReadonlySet<string>): Snippet => {
  const matches = termsAt(text).filter(({ term }) => query.has(term))
  const from = wordStart(text, bestStart(matches) - LEAD)
  const end = from + LENGTH >= text.length ? text.length : wordStart(text, from + LENGTH)
  const piece = text.slice(from, end).toWellFormed().trimEnd()
  const highlights = matches
    .filter((word) => word.start >= from && word.end <= from + piece.length)
    .map((word) => ({ start: word.start - from, end: word.end - from }))
  return { text: piece, highlights }
}

const HITS_MAX = 3

const rounded = (score: number): number => Math.round(score * 10_000) / 10_000

/**
 * Skips the header of a window, because the result already has title and date, unless only the header contains the
 * words.
 */
const highlightedSnippet = (text: string, query: ReadonlySet<string>): Snippet => {
  const snippet = snippetOf(text.slice(text.indexOf('\n') + 1), query)
  if (snippet.highlights.length > 0) return snippet
  const whole = snippetOf(text, query)
  return whole.highlights.length > 0 ? whole : snippet
}

/** Returns the scores of ranked results: the best of each, and never higher than that of the previous result. */
const descendingScores = (conversations: readonly FoundConversation[]): number[] => {
  let least = 1
  return conversations.map(({ hits }) => {
    least = Math.min(least, Math.max(...hits.map(({ score }) => score)))
    return least
  })
}

export const resultsOf = async (
  deps: Pick<RetrieveDeps, 'index'>,
  workspace: string,
  text: string,
  conversations: readonly FoundConversation[],
): Promise<SearchResult[]> => {
  const query = new Set(termsOf(text))
  const passages = Map.groupBy(
    await passagesOf(deps, workspace, conversations, HITS_MAX),
    ({ row }) => row.conversation,
  )
  const scores = descendingScores(conversations)
  return conversations.map(({ row }, i) => ({
    conversation: summaryOf(row),
    score: rounded(scores[i] ?? 0),
    hits: (passages.get(row.conversation) ?? []).map(({ hit, passage }) => ({
      messageIds: [...passage.messageIds],
      branch: passage.branch,
      kind: passage.kind,
      createdAt: passage.createdAt,
      score: rounded(Math.min(hit.score, scores[i] ?? 0)),
      snippet: highlightedSnippet(passage.text, query),
    })),
  }))
}
