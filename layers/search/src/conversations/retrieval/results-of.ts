import { type TermPosition, termPositions, termsOf } from '../../index/index.ts'
import type { SearchResult } from '../contract/search-results.ts'
import { summaryOf } from '../summary-of.ts'
import { type FoundConversation, passagesOf, type RetrieveDeps } from './retrieve.ts'

/** Length of a snippet: about three lines. */
const SNIPPET_CHARACTERS = 280

/** Characters of a snippet before the first match. */
const LEAD_CHARACTERS = 60

interface Snippet {
  readonly text: string
  /** Offsets in `text`; `end` is after the last character. */
  readonly highlights: { readonly start: number; readonly end: number }[]
}

const bestStart = (matches: readonly TermPosition[]): number => {
  let bestOffset = 0
  let termsMax = 0
  matches.forEach(({ start }, i) => {
    const nearbyMatches = matches.slice(i).filter((other) => other.end <= start + SNIPPET_CHARACTERS - LEAD_CHARACTERS)
    const distinctTerms = new Set(nearbyMatches.map(({ term }) => term)).size
    if (distinctTerms > termsMax) {
      bestOffset = start
      termsMax = distinctTerms
    }
  })
  return bestOffset
}

/** Returns the start of the word at an offset; the offset itself in a word of more than 30 characters. */
const wordStart = (text: string, offset: number): number => {
  if (offset <= 0) return 0
  const space = text.lastIndexOf(' ', offset)
  return space > offset - 30 && space >= 0 ? space + 1 : offset
}

const snippetOf = (text: string, queryTerms: ReadonlySet<string>): Snippet => {
  const matches = termPositions(text).filter(({ term }) => queryTerms.has(term))
  const from = wordStart(text, bestStart(matches) - LEAD_CHARACTERS)
  const end = from + SNIPPET_CHARACTERS >= text.length ? text.length : wordStart(text, from + SNIPPET_CHARACTERS)
  const snippetText = text.slice(from, end).toWellFormed().trimEnd()
  const highlights = matches
    .filter((match) => match.start >= from && match.end <= from + snippetText.length)
    .map((match) => ({ start: match.start - from, end: match.end - from }))
  return { text: snippetText, highlights }
}

const HITS_MAX = 3

const rounded = (score: number): number => Math.round(score * 10_000) / 10_000

/**
 * Returns a snippet without the header of the window, because the result contains title and date, unless only the header
 * contains the words.
 */
const highlightedSnippet = (text: string, queryTerms: ReadonlySet<string>): Snippet => {
  const snippet = snippetOf(text.slice(text.indexOf('\n') + 1), queryTerms)
  if (snippet.highlights.length > 0) return snippet
  const snippetWithHeader = snippetOf(text, queryTerms)
  return snippetWithHeader.highlights.length > 0 ? snippetWithHeader : snippet
}

/** Returns a score per result: the score of its best hit, but never higher than the score of the previous result. */
const descendingScores = (conversations: readonly FoundConversation[]): number[] => {
  let previousScore = 1
  return conversations.map(({ hits }) => {
    previousScore = Math.min(previousScore, Math.max(...hits.map(({ score }) => score)))
    return previousScore
  })
}

export const resultsOf = async (
  deps: Pick<RetrieveDeps, 'index'>,
  workspace: string,
  text: string,
  conversations: readonly FoundConversation[],
): Promise<SearchResult[]> => {
  const queryTerms = new Set(termsOf(text))
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
      snippet: highlightedSnippet(passage.text, queryTerms),
    })),
  }))
}
