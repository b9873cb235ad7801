import { type ConversationRow, indexedConversation } from '@signet/search/conversations'
import { memberPrefix, originalKey, packPrefix } from '../storage/object-keys.ts'
import type { ImportRow } from './import-table.ts'
import type { IngestDeps } from './ingest-deps.ts'
import type { IngestMessage } from './ingest-queue.ts'
import type { IngestRow } from './ingest-table.ts'
import type { LeasedWork } from './leased-row.ts'
import { latestOf, rowOfVersion } from './versions.ts'

const AT_ONCE = 25

const TRIES = 20

const othersOf = async (
  { importRows }: IngestDeps,
  workspace: string,
  conversation: string,
  uploads: readonly string[],
) => {
  const all = await Promise.all(
    uploads.map(async (upload) => {
      const rows = await importRows.ofConversation({ workspace, upload }, conversation)
      return rows.map((row) => ({ upload, row }))
    }),
  )
  return all.flat()
}

const promoted = async (deps: IngestDeps, before: ConversationRow, uploads: readonly string[]) => {
  const { workspace, conversation } = before
  const latest = latestOf(await othersOf(deps, workspace, conversation, uploads))
  const content = latest && (await deps.packs.read(latest.row.pack))
  if (!latest || !content) return undefined
  const { upload, row } = latest
  const version = { conversation, content, pack: row.pack, upload, origin: row.origin, hash: row.content_hash }
  return { row: rowOfVersion(workspace, version, uploads), content }
}

/**
 * Detaches a conversation from one import: it is removed, or the version of another import replaces it. `hasLeftIndex`:
 * its windows are already removed. If another import has added the conversation since, its windows are added again.
 */
const releaseConversation = async (
  deps: IngestDeps,
  { workspace, upload }: IngestMessage,
  conversation: string,
  hasLeftIndex: boolean,
): Promise<void> => {
  let isUnindexed = hasLeftIndex
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await deps.conversations.get(workspace, conversation)
    if (!before?.uploads.includes(upload)) return
    const uploads = before.uploads.filter((other) => other !== upload)
    if (before.upload !== upload && !isUnindexed) {
      if (await deps.conversations.replace({ ...before, uploads }, before)) return
      continue
    }
    const next = uploads.length > 0 ? await promoted(deps, before, uploads) : undefined
    if (!next) {
      if (!isUnindexed) await deps.index.remove(workspace, [conversation])
      isUnindexed = true
      if (await deps.conversations.remove(before)) return
      continue
    }
    if (isUnindexed || next.row.content_hash !== before.content_hash) {
      // An import is deleted once. The id is the same for a worker that restarts, and differs if the version becomes
      // current again later.
      const batchId = `${next.row.pack.key}-${next.row.pack.start}-without-${upload}`
      const version = next.row.content_hash
      const conversations = [indexedConversation({ conversationId: conversation, version }, next.content)]
      await deps.index.add({ workspace, batchId, conversations })
    }
    if (await deps.conversations.replace(next.row, before)) return
  }
  throw new Error(`The conversation ${conversation} is changed by too many concurrent imports`)
}

/** Removes conversations of no other import from the index in one request, because each request triggers a merge. */
const leaveIndex = async (
  deps: IngestDeps,
  { workspace, upload }: IngestMessage,
  rows: readonly ImportRow[],
): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(rows.map(({ conversation }) => conversation))]
  const uploadsOf = await Promise.all(
    ids.map(async (id) => (await deps.conversations.get(workspace, id))?.uploads ?? []),
  )
  const alone = ids.filter((_, i) => uploadsOf[i]?.length === 1 && uploadsOf[i].includes(upload))
  if (alone.length > 0) await deps.index.remove(workspace, alone)
  return new Set(alone)
}

const removeRows = async (deps: IngestDeps, message: IngestMessage, rows: readonly ImportRow[]): Promise<void> => {
  const remaining = await leaveIndex(deps, message, rows)
  // A conversation may occur twice.
  for (const row of rows) {
    await releaseConversation(deps, message, row.conversation, remaining.has(row.conversation))
    await deps.importRows.remove(message, row)
  }
}

const removeObjects = async ({ bucket }: IngestDeps, { workspace, upload }: IngestMessage): Promise<void> => {
  // Lists objects, because an interrupted worker may have stored objects without rows.
  for (const prefix of [packPrefix(workspace, upload), memberPrefix(workspace, upload)]) {
    for (let keys = await bucket.list(prefix); keys.length > 0; keys = await bucket.list(prefix))
      await bucket.remove(keys)
  }
  await bucket.remove([originalKey(workspace, upload)])
}

/**
 * Removes everything that an import created. The remaining rows are the remaining work, so it may be interrupted
 * anywhere. The upload's own rows are removed last. Returns false when time is up.
 */
export const deleteImport = async (
  deps: IngestDeps,
  lease: LeasedWork<IngestRow>,
  isTimeUp: () => boolean,
): Promise<boolean> => {
  const { workspace, upload } = lease.row
  const message = { workspace, upload }
  for (
    let rows = await deps.importRows.some(message, AT_ONCE);
    rows.length > 0;
    rows = await deps.importRows.some(message, AT_ONCE)
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
