import type { Conversation } from '@signet/chat-exports'
import { type ConversationRow, indexedConversation, type PackReader } from '@signet/search/conversations'
import type { IndexedConversation, SearchIndex } from '@signet/search/index'

/** Maximum conversations of one batch, and their size in packs, so that they fit in a worker's memory several times. */
const BATCH_MAX = 50
const PACKED_BYTES_MAX = 2_000_000

const PROBE_MS = 1_000
const PROBES_MAX = 90

export interface ReindexDeps {
  readonly index: SearchIndex
  readonly packs: PackReader
  readonly sleep: (ms: number) => Promise<unknown>
}

const groupsOf = (rows: readonly ConversationRow[]): readonly (readonly ConversationRow[])[] => {
  const groups: ConversationRow[][] = []
  let bytes = 0
  for (const row of rows) {
    const packBytes = row.pack.end - row.pack.start
    const open = groups.at(-1)
    if (open === undefined || open.length >= BATCH_MAX || bytes + packBytes > PACKED_BYTES_MAX) {
      groups.push([row])
      bytes = packBytes
    } else {
      open.push(row)
      bytes += packBytes
    }
  }
  return groups
}

const waitUntilSearchable = async (
  { index, sleep }: ReindexDeps,
  workspace: string,
  batchId: string,
): Promise<boolean> => {
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    if (await index.isSettled(workspace, batchId)) return true
    await sleep(PROBE_MS)
  }
  return false
}

const indexAgain = async (deps: ReindexDeps, workspace: string, round: number, rows: readonly ConversationRow[]) => {
  const { index, packs } = deps
  const imported = await Promise.all(rows.map(({ pack }) => packs.read(pack)))
  const conversations = rows.flatMap((row, i): IndexedConversation[] => {
    const conversation: Conversation | undefined = imported[i]
    // Its import was deleted in the meantime.
    const key = { conversationId: row.conversation, version: row.content_hash }
    return conversation ? [indexedConversation(key, conversation)] : []
  })
  if (conversations.length === 0) return
  // The name differs in each round, so that content added and removed since is added again.
  const batchId = `survey/${round}/${index.form}/${conversations[0]?.conversationId}`
  await index.add({ workspace, batchId, conversations })
  if (!(await waitUntilSearchable(deps, workspace, batchId))) return
  await index.dropOutdated(
    workspace,
    conversations.map(({ conversationId }) => conversationId),
  )
}

export const reindexMissing = async (
  deps: ReindexDeps,
  workspace: string,
  round: number,
  rows: readonly ConversationRow[],
): Promise<number> => {
  const versions = rows.map(({ conversation, content_hash }) => ({
    conversationId: conversation,
    version: content_hash,
  }))
  const missing = await deps.index.lacking(workspace, versions)
  const missingRows = rows.filter(({ conversation }) => missing.has(conversation))
  for (const group of groupsOf(missingRows)) await indexAgain(deps, workspace, round, group)
  return missingRows.length
}
