import type { ConversationRow, ConversationTable } from '../conversations/conversation-table.ts'
import type { ArchiveIndex, IndexFilter, Passage, WindowHit } from '../index/archive-index.ts'

/** Enough windows that the wanted conversations are among them (archive reference, 6.2), and how far it goes when many are dead. */
const WINDOWS_MIN = 200
const WINDOWS_MAX = 3_200

export interface RetrieveDeps {
  readonly index: ArchiveIndex
  readonly conversations: Pick<ConversationTable, 'getAll'>
}

/** What may be found: a workspace, or some conversations of it. */
export interface Retrieval {
  readonly workspace: string
  readonly text: string
  readonly branches: 'active' | 'all'
  readonly filter: IndexFilter
  /** How many conversations. */
  readonly limit: number
  /** Windows with a smaller score are left out. */
  readonly threshold: number
}

/** A conversation that was found, with the windows of its current version, best first. */
export interface FoundConversation {
  readonly row: ConversationRow
  readonly hits: readonly WindowHit[]
}

/** A window of a conversation with what stands in it. */
export interface FoundPassage {
  readonly row: ConversationRow
  readonly hit: WindowHit
  readonly passage: Passage
}

/** Windows of what the workspace has now: their conversation is there, in this version; of copies the first. */
const living = async (
  { conversations }: RetrieveDeps,
  { workspace, threshold }: Retrieval,
  hits: readonly WindowHit[],
): Promise<ReadonlyMap<string, FoundConversation>> => {
  const good = hits.filter(({ score }) => score > 0 && score >= threshold)
  const rows = await conversations.getAll(workspace, [...new Set(good.map(({ conversationId }) => conversationId))])
  const found = new Map<string, { readonly row: ConversationRow; readonly hits: WindowHit[] }>()
  for (const hit of good) {
    const row = rows.get(hit.conversationId)
    if (row === undefined || row.workspace !== workspace || row.content_hash !== hit.version) continue
    const known = found.get(hit.conversationId)
    if (known?.hits.some(({ window }) => window === hit.window)) continue
    if (known) known.hits.push(hit)
    else found.set(hit.conversationId, { row, hits: [hit] })
  }
  return found
}

/** The conversations that fit best, best first. Each hit is checked against the workspace's own rows. */
export const retrieve = async (deps: RetrieveDeps, asked: Retrieval): Promise<readonly FoundConversation[]> => {
  const { workspace, text, branches, filter, limit } = asked
  for (let windows = WINDOWS_MIN; ; windows *= 4) {
    const found = await deps.index.search({ workspace, text, branches, filter, limit: windows })
    const live = await living(deps, asked, found.windows)
    const isAll = found.windows.length < windows || windows >= WINDOWS_MAX
    if (live.size < limit && !isAll) continue
    const ordered = found.conversations.flatMap((id) => live.get(id) ?? [])
    return ordered.slice(0, limit)
  }
}

/** The passages of some of the hits; those that are gone since are left out. */
export const passagesOf = async (
  { index }: Pick<RetrieveDeps, 'index'>,
  workspace: string,
  found: readonly FoundConversation[],
  hitsMax: number,
): Promise<readonly FoundPassage[]> => {
  const wanted = found.flatMap(({ row, hits }) => hits.slice(0, hitsMax).map((hit) => ({ row, hit })))
  const passages = await index.passages(
    workspace,
    wanted.map(({ hit }) => hit),
  )
  return wanted.flatMap((each, i) => {
    const passage = passages[i]
    return passage ? [{ ...each, passage }] : []
  })
}
