import type { Conversation } from '@signet/chat-exports'
import { type ConversationRow, indexedConversation, type PackReader } from '@signet/search/conversations'
import type { IndexedConversation, SearchIndex } from '@signet/search/index'

/** Maximum conversations of one batch, and their compressed size: a worker's memory holds them several times. */
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
    const lastGroup = groups.at(-1)
    if (lastGroup === undefined || lastGroup.length >= BATCH_MAX || bytes + packBytes > PACKED_BYTES_MAX) {
      groups.push([row])
      bytes = packBytes
    } else {
      lastGroup.push(row)
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

const reindexGroup = async (deps: ReindexDeps, workspace: string, pass: number, rows: readonly ConversationRow[]) => {
  const { index, packs } = deps
  const contents = await Promise.all(rows.map(({ pack }) => packs.read(pack)))
  const conversations = rows.flatMap((row, i): IndexedConversation[] => {
    const conversation: Conversation | undefined = contents[i]
    const key = { conversationId: row.conversation, version: row.content_hash }
    // If the import was deleted in the meantime, the pack does not exist.
    return conversation ? [indexedConversation(key, conversation)] : []
  })
  if (conversations.length === 0) return
  // The id differs in each pass, so that content that was removed from the index is added again.
  const batchId = `survey/${pass}/${index.format}/${conversations[0]?.conversationId}`
  await index.add({ workspace, batchId, conversations })
  if (!(await waitUntilSearchable(deps, workspace, batchId))) return
  await index.dropOutdated(
    workspace,
    conversations.map(({ conversationId }) => conversationId),
  )
}

/** Adds the conversations that the index does not contain in its current format. Returns their number. */
export const reindexMissing = async (
  deps: ReindexDeps,
  workspace: string,
  pass: number,
  rows: readonly ConversationRow[],
): Promise<number> => {
  const versions = rows.map(({ conversation, content_hash }) => ({
    conversationId: conversation,
    version: content_hash,
  }))
  const missingIds = await deps.index.missing(workspace, versions)
  const missingRows = rows.filter(({ conversation }) => missingIds.has(conversation))
  for (const group of groupsOf(missingRows)) await reindexGroup(deps, workspace, pass, group)
  return missingRows.length
}
