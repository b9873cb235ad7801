import { type ConversationRow, indexedConversation } from '@signet/search/conversations'
import { memberPrefix, originalKey, packPrefix } from '../storage/object-keys.ts'
import type { ImportRow } from './import-table.ts'
import type { IngestDeps } from './ingest-deps.ts'
import type { IngestMessage } from './ingest-queue.ts'
import type { IngestRow } from './ingest-table.ts'
import type { LeasedWork } from './leased-row.ts'
import { latestOf, rowOfVersion } from './versions.ts'

const ROWS_AT_ONCE = 25

const ATTEMPTS_MAX = 20

const versionsIn = async (
  { importRows }: IngestDeps,
  workspace: string,
  conversation: string,
  uploads: readonly string[],
) => {
  const rowsByUpload = await Promise.all(
    uploads.map(async (upload) => {
      const rows = await importRows.ofConversation({ workspace, upload }, conversation)
      return rows.map((row) => ({ upload, row }))
    }),
  )
  return rowsByUpload.flat()
}

const latestVersionIn = async (deps: IngestDeps, before: ConversationRow, uploads: readonly string[]) => {
  const { workspace, conversation } = before
  const latest = latestOf(await versionsIn(deps, workspace, conversation, uploads))
  const content = latest && (await deps.packs.read(latest.row.pack))
  if (!latest || !content) return undefined
  const { upload, row } = latest
  const version = { conversation, content, pack: row.pack, upload, origin: row.origin, hash: row.content_hash }
  return { row: rowOfVersion(workspace, version, uploads), content }
}

/**
 * Detaches a conversation from one import: the conversation is removed, or the version of another import replaces it.
 * `isRemovedFromIndex`: its windows are already removed. If another import has added the conversation since, they are
 * added again.
 */
const releaseConversation = async (
  deps: IngestDeps,
  { workspace, upload }: IngestMessage,
  conversation: string,
  isRemovedFromIndex: boolean,
): Promise<void> => {
  let isUnindexed = isRemovedFromIndex
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await deps.conversations.get(workspace, conversation)
    if (!before?.uploads.includes(upload)) return
    const uploads = before.uploads.filter((id) => id !== upload)
    if (before.upload !== upload && !isUnindexed) {
      if (await deps.conversations.replace({ ...before, uploads }, before)) return
      continue
    }
    const next = uploads.length > 0 ? await latestVersionIn(deps, before, uploads) : undefined
    if (!next) {
      if (!isUnindexed) await deps.index.remove(workspace, [conversation])
      isUnindexed = true
      if (await deps.conversations.remove(before)) return
      continue
    }
    if (isUnindexed || next.row.content_hash !== before.content_hash) {
      // An import is deleted once, so the batch id is the same for a worker that restarts, and differs if the version
      // becomes current again through another deletion.
      const batchId = `${next.row.pack.key}-${next.row.pack.start}-without-${upload}`
      const version = next.row.content_hash
      const conversations = [indexedConversation({ conversationId: conversation, version }, next.content)]
      await deps.index.add({ workspace, batchId, conversations })
    }
    if (await deps.conversations.replace(next.row, before)) return
  }
  throw new Error(`The conversation ${conversation} is changed by too many concurrent imports`)
}

/**
 * Removes conversations that no other import contains from the index, in one request, because each triggers a merge.
 * Returns their ids.
 */
const removeUnsharedFromIndex = async (
  deps: IngestDeps,
  { workspace, upload }: IngestMessage,
  rows: readonly ImportRow[],
): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(rows.map(({ conversation }) => conversation))]
  const uploadsOf = await Promise.all(
    ids.map(async (id) => (await deps.conversations.get(workspace, id))?.uploads ?? []),
  )
  const unsharedIds = ids.filter((_, i) => uploadsOf[i]?.length === 1 && uploadsOf[i].includes(upload))
  if (unsharedIds.length > 0) await deps.index.remove(workspace, unsharedIds)
  return new Set(unsharedIds)
}

const removeRows = async (deps: IngestDeps, message: IngestMessage, rows: readonly ImportRow[]): Promise<void> => {
  const unindexedIds = await removeUnsharedFromIndex(deps, message, rows)
  // One after another, because an upload may contain a conversation twice.
  for (const row of rows) {
    await releaseConversation(deps, message, row.conversation, unindexedIds.has(row.conversation))
    await deps.importRows.remove(message, row)
  }
}

const removeObjects = async ({ bucket }: IngestDeps, { workspace, upload }: IngestMessage): Promise<void> => {
  // Lists the objects, because an interrupted worker may have stored some without a row.
  for (const prefix of [packPrefix(workspace, upload), memberPrefix(workspace, upload)]) {
    for (let keys = await bucket.list(prefix); keys.length > 0; keys = await bucket.list(prefix))
      await bucket.remove(keys)
  }
  await bucket.remove([originalKey(workspace, upload)])
}

/**
 * Removes everything that an import created. A worker may be interrupted anywhere: the remaining rows are the remaining
 * work, and the rows of upload and import are removed last. Returns false when time is up.
 */
export const deleteImport = async (
  deps: IngestDeps,
  lease: LeasedWork<IngestRow>,
  isTimeUp: () => boolean,
): Promise<boolean> => {
  const { workspace, upload } = lease.row
  const message = { workspace, upload }
  for (
    let rows = await deps.importRows.firstRows(message, ROWS_AT_ONCE);
    rows.length > 0;
    rows = await deps.importRows.firstRows(message, ROWS_AT_ONCE)
  ) {
    await removeRows(deps, message, rows)
    if (isTimeUp()) return false
  }
  const { receipt } = lease.row
  if (receipt !== undefined) await deps.openings.remove({ hash: receipt })
  await removeObjects(deps, message)
  await deps.files.removeAll(message)
  await deps.uploads.remove({ workspace, upload })
  await deps.ends.remove(lease.row)
  return true
}
