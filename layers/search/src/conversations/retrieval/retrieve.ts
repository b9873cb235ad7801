import type { IndexFilter, Passage, SearchIndex, SearchResult, WindowHit } from '../../index/index.ts'
import type { ConversationReader, ConversationRow } from '../read-conversations.ts'
import { boundedId } from '../text-bounds.ts'

/**
 * Number of windows to search (docs/archive/search.md). It grows up to the maximum while too few conversations are found.
 */
const WINDOWS_MIN = 200
const WINDOWS_MAX = 3_200

export interface RetrieveDeps {
  readonly index: SearchIndex
  readonly conversations: Pick<ConversationReader, 'getAll'>
}

export interface Retrieval {
  readonly workspace: string
  readonly text: string
  readonly branches: 'active' | 'all'
  readonly filter: IndexFilter
  readonly limit: number
  readonly threshold: number
}

export interface FoundConversation {
  readonly row: ConversationRow
  readonly hits: readonly WindowHit[]
}

export interface FoundPassage {
  readonly row: ConversationRow
  readonly hit: WindowHit
  readonly passage: Passage
}

const distinctCurrentHits = (hits: readonly WindowHit[], row: ConversationRow | undefined): readonly WindowHit[] => {
  const hitsOfVersion = hits.filter(({ version }) => version === row?.content_hash)
  const seenWindows = new Set<string>()
  return hitsOfVersion.filter(({ window }) => !seenWindows.has(window) && seenWindows.add(window))
}

/**
 * Returns the best conversations that still exist with windows of their current version. Reads only as many rows as it
 * needs to find the requested number.
 */
const currentConversations = async (
  { conversations }: RetrieveDeps,
  { workspace, threshold, limit }: Retrieval,
  { windows, conversations: ranked }: SearchResult,
): Promise<readonly FoundConversation[]> => {
  const matchingHits = windows.filter(({ score }) => score > 0 && score >= threshold)
  const hitsOf = Map.groupBy(matchingHits, ({ conversationId }) => conversationId)
  const candidates = ranked.filter((id) => hitsOf.has(id))
  const accepted: FoundConversation[] = []
  for (let start = 0; start < candidates.length && accepted.length < limit; start += limit) {
    const ids = candidates.slice(start, start + limit)
    const rows = await conversations.getAll(workspace, ids)
    for (const id of ids) {
      const row = rows.get(id)
      const hits = distinctCurrentHits(hitsOf.get(id) ?? [], row)
      if (row?.workspace === workspace && hits.length > 0) accepted.push({ row, hits })
    }
  }
  return accepted
}

/** Returns the best conversations, best first. Each hit is checked against the rows of the workspace. */
export const retrieve = async (deps: RetrieveDeps, retrieval: Retrieval): Promise<readonly FoundConversation[]> => {
  const { workspace, text, branches, filter, limit } = retrieval
  for (let windowsMax = WINDOWS_MIN; ; windowsMax *= 4) {
    const result = await deps.index.search({ workspace, text, branches, filter, limit: windowsMax })
    const currentMatches = await currentConversations(deps, retrieval, result)
    const isLastAttempt = result.windows.length < windowsMax || windowsMax >= WINDOWS_MAX
    if (currentMatches.length >= limit || isLastAttempt) return currentMatches.slice(0, limit)
  }
}

export const passagesOf = async (
  { index }: Pick<RetrieveDeps, 'index'>,
  workspace: string,
  conversations: readonly FoundConversation[],
  hitsMax: number,
): Promise<readonly FoundPassage[]> => {
  const bestHits = conversations.flatMap(({ row, hits }) => hits.slice(0, hitsMax).map((hit) => ({ row, hit })))
  const passages = await index.passages(
    workspace,
    bestHits.map(({ hit }) => hit),
  )
  return bestHits.flatMap((bestHit, i) => {
    const passage = passages[i]
    return passage ? [{ ...bestHit, passage: { ...passage, messageIds: passage.messageIds.map(boundedId) } }] : []
  })
}
