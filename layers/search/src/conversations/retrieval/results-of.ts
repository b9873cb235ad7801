import { termsOf } from '../../index/index.ts'
import type { SearchResult } from '../contract/search-results.ts'
import { summaryOf } from '../summary-of.ts'
import { type FoundConversation, passagesOf, type RetrieveDeps } from './retrieve.ts'
import { type Snippet, snippetOf } from './snippet-of.ts'

const HITS_MAX = 3

const rounded = (score: number): number => Math.round(score * 10_000) / 10_000

/** Skips the header of a window, because the result already has title and date, unless the words stand there alone. */
const shownOf = (text: string, query: ReadonlySet<string>): Snippet => {
  const snippet = snippetOf(text.slice(text.indexOf('\n') + 1), query)
  if (snippet.highlights.length > 0) return snippet
  const whole = snippetOf(text, query)
  return whole.highlights.length > 0 ? whole : snippet
}

/** The scores of ranked results: the best of each, and never above that of the result before it. */
const falling = (conversations: readonly FoundConversation[]): number[] => {
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
  const scores = falling(conversations)
  return conversations.map(({ row }, i) => ({
    conversation: summaryOf(row),
    score: rounded(scores[i] ?? 0),
    hits: (passages.get(row.conversation) ?? []).map(({ hit, passage }) => ({
      messageIds: [...passage.messageIds],
      branch: passage.branch,
      kind: passage.kind,
      createdAt: passage.createdAt,
      score: rounded(Math.min(hit.score, scores[i] ?? 0)),
      snippet: shownOf(passage.text, query),
    })),
  }))
}
