import type { IndexFilter, Passage, SearchIndex, SearchResult, WindowHit } from '../../index/index.ts'
import type { ConversationReader, ConversationRow } from '../read-conversations.ts'
import { boundedId } from '../text-bounds.ts'

/**
 * Enough windows to include the requested conversations (archive reference, 6.2), and the maximum if many are outdated.
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

const current = (hits: readonly WindowHit[], row: ConversationRow | undefined): readonly WindowHit[] => {
  const current = hits.filter(({ version }) => version === row?.content_hash)
  const windows = new Set<string>()
  return current.filter(({ window }) => !windows.has(window) && windows.add(window))
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
  const good = windows.filter(({ score }) => score > 0 && score >= threshold)
  const hitsOf = Map.groupBy(good, ({ conversationId }) => conversationId)
  const candidates = ranked.filter((id) => hitsOf.has(id))
  const accepted: FoundConversation[] = []
  for (let at = 0; at < candidates.length && accepted.length < limit; at += limit) {
    const ids = candidates.slice(at, at + limit)
    const rows = await conversations.getAll(workspace, ids)
    for (const id of ids) {
      const row = rows.get(id)
      const hits = current(hitsOf.get(id) ?? [], row)
      if (row?.workspace === workspace && hits.length > 0) accepted.push({ row, hits })
    }
  }
  return accepted
}

/** Returns the best conversations, best first. Each hit is checked against the workspace's own rows. */
export const retrieve = async (deps: RetrieveDeps, retrieval: Retrieval): Promise<readonly FoundConversation[]> => {
  const { workspace, text, branches, filter, limit } = retrieval
  for (let windows = WINDOWS_MIN; ; windows *= 4) {
    const result = await deps.index.search({ workspace, text, branches, filter, limit: windows })
    const live = await currentConversations(deps, retrieval, result)
    const isAll = result.windows.length < windows || windows >= WINDOWS_MAX
    if (live.length >= limit || isAll) return live.slice(0, limit)
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
  return bestHits.flatMap((each, i) => {
    const passage = passages[i]
    return passage ? [{ ...each, passage: { ...passage, messageIds: passage.messageIds.map(boundedId) } }] : []
  })
}
