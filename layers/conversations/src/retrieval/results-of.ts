import { termsOf } from '@signet/search-index'
import type { SearchResult } from '../contract/search-results.ts'
import { summaryOf } from '../summary-of.ts'
import { type FoundConversation, passagesOf, type RetrieveDeps } from './retrieve.ts'
import { snippetOf } from './snippet-of.ts'

/** Most passages shown for a conversation. */
const HITS_MAX = 3

const rounded = (score: number): number => Math.round(score * 10_000) / 10_000

/** Skip the header of a window: the result already has title and date. */
const withoutHeader = (text: string): string => text.slice(text.indexOf('\n') + 1)

/** The results, with the passages that match. */
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
  return conversations.map(({ row, hits }) => ({
    conversation: summaryOf(row),
    score: rounded(Math.max(...hits.map(({ score }) => score))),
    hits: (passages.get(row.conversation) ?? []).map(({ hit, passage }) => ({
      messageIds: [...passage.messageIds],
      branch: passage.branch,
      kind: passage.kind,
      createdAt: passage.createdAt,
      score: rounded(hit.score),
      snippet: snippetOf(withoutHeader(passage.text), query),
    })),
  }))
}
