import { UNSUPPORTED } from '@signet/chat-exports'
import { type ConversationRow, indexedConversation, packOf } from '@signet/search/conversations'
import type { IndexedConversation } from '@signet/search/index'
import { conversationId } from '../conversations/conversation-id.ts'
import type { ConversationTable } from '../conversations/conversation-table.ts'
import { packKey } from '../storage/object-keys.ts'
import type { Batch, ReadEntry } from './batches.ts'
import type { ImportRow } from './import-table.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { type IngestRow, NOTHING_COUNTED } from './ingest-table.ts'
import { isNewer, listedAt, originKeyOf, rowOfVersion, type Version, versionHash } from './versions.ts'

const TRIES = 20

const rowAfter = (workspace: string, version: Version, before: ConversationRow | undefined): ConversationRow => {
  if (!before || isNewer(version, before)) return rowOfVersion(workspace, version, before?.uploads ?? [])
  return { ...before, uploads: [...new Set([...before.uploads, version.upload])].sort() }
}

const contentOf = (row: ConversationRow | undefined): string =>
  row ? JSON.stringify([row.content_hash, row.upload, originKeyOf(row.origin), row.uploads]) : ''

/**
 * Records that an upload contains a version. The version becomes current if it is the latest. Concurrent imports give
 * the same result in any order, and a repetition changes nothing.
 */
const storeVersion = async (
  conversations: ConversationTable,
  workspace: string,
  version: Version,
  stored: ConversationRow | undefined,
): Promise<void> => {
  let before = stored
  for (let tries = 0; tries < TRIES; tries++) {
    const after = rowAfter(workspace, version, before)
    if (contentOf(after) === contentOf(before) || (await conversations.replace(after, before))) return
    before = await conversations.get(workspace, version.conversation)
  }
  throw new Error(`The conversation ${version.conversation} is changed by too many concurrent imports`)
}

type Counts = IngestRow['counts']

export interface BatchResult {
  readonly counts: Counts
  readonly errors: IngestRow['errors']
  readonly unsupported: NonNullable<IngestRow['unsupported']>
  /** Id of the batch in the index; undefined if it contained nothing new. */
  readonly indexedAs: string | undefined
}

export type BatchOwner = Pick<IngestRow, 'workspace' | 'upload' | 'file'>

interface PreparedVersion {
  readonly version: Version
  readonly row: ImportRow
  readonly storedRow: ConversationRow | undefined
}

const AT_ONCE = 25

const inGroups = async <T>(all: readonly T[], run: (one: T) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(run))
}

const saidIn = (entries: readonly ReadEntry[]) =>
  entries.flatMap((entry) =>
    entry.outcome.kind === 'conversation' ? [{ entry, content: entry.outcome.conversation }] : [],
  )

const packed = (row: BatchOwner, batch: Omit<Batch, 'next'>) => {
  const said = saidIn(batch.entries)
  const { bytes, ranges } = packOf(said.map(({ content }) => content))
  const key = packKey(row.workspace, row.upload, row.file, batch)
  const versions = said.map(({ entry, content }, at): Version => {
    const { start = 0, end = 0 } = ranges[at] ?? {}
    const origin = { file: row.file, start: entry.start, end: entry.end }
    const conversation = conversationId(row.workspace, content)
    return { conversation, content, pack: { key, start, end }, upload: row.upload, origin, hash: versionHash(content) }
  })
  return { key, bytes, versions }
}

const outcomeOf = (version: Version, before: ConversationRow | undefined): ImportRow['outcome'] => {
  if (!before) return 'ingested'
  return before.content_hash !== version.hash && isNewer(version, before) ? 'updated' : 'unchanged'
}

/**
 * Determines the outcome of each version. An earlier run of the same batch may have written some; its outcomes are
 * kept, so that counts and index input do not change.
 */
const prepare = async (deps: IngestDeps, row: BatchOwner, versions: readonly Version[], mayBeAgain: boolean) => {
  const stored = await deps.conversations.getAll(
    row.workspace,
    versions.map(({ conversation }) => conversation),
  )
  const current = new Map(stored)
  const prepared: PreparedVersion[] = []
  const earlier = new Map<string, ImportRow>()
  if (mayBeAgain) {
    await inGroups(versions, async ({ conversation, origin }) => {
      const heldRow = await deps.importRows.get(row, { conversation, place: originKeyOf(origin) })
      if (heldRow) earlier.set(heldRow.place, heldRow)
    })
  }
  for (const version of versions) {
    const { conversation, content, pack, origin, hash } = version
    const originKey = originKeyOf(origin)
    const before = current.get(conversation)
    const outcome = earlier.get(originKey)?.outcome ?? outcomeOf(version, before)
    const listed_at = listedAt(content)
    prepared.push({
      version,
      storedRow: stored.get(conversation),
      row: { conversation, place: originKey, content_hash: hash, listed_at, pack, origin, outcome },
    })
    // A conversation may occur twice in one batch.
    if (!before || isNewer(version, before))
      current.set(conversation, { ...standInFor(version, before), listed_at, content_hash: hash })
  }
  return prepared
}

const standInFor = ({ upload, origin }: Version, before: ConversationRow | undefined) =>
  ({ ...before, upload, origin }) as ConversationRow

type FaultCode = Extract<ReadEntry['outcome'], { kind: 'fault' }>['code']

const bucketOf = (code: FaultCode): 'oversize' | 'unsupported' | 'failed' => {
  if (code === 'oversize') return 'oversize'
  return UNSUPPORTED.has(code) ? 'unsupported' : 'failed'
}

const countsOf = (entries: readonly ReadEntry[], prepared: readonly PreparedVersion[]): Counts => {
  const counts = { ...NOTHING_COUNTED }
  for (const { row } of prepared) counts[row.outcome]++
  for (const { outcome } of entries) {
    if (outcome.kind === 'empty') counts.empty++
    else if (outcome.kind === 'fault') counts[bucketOf(outcome.code)]++
  }
  // Fragments are counted when their threads are assembled.
  counts.seen = entries.filter(({ outcome }) => outcome.kind !== 'fragment').length
  return counts
}

const errorsOf = (file: number, entries: readonly ReadEntry[]): IngestRow['errors'] =>
  entries.flatMap(({ index, start, end, outcome }) =>
    outcome.kind === 'fault' ? [{ file, index, start, end, code: outcome.code }] : [],
  )

const unsupportedOf = (file: number, entries: readonly ReadEntry[]): BatchResult['unsupported'] =>
  entries.flatMap(({ index, start, end, outcome }) =>
    outcome.kind === 'fault' && UNSUPPORTED.has(outcome.code)
      ? [{ file, index, start, end, code: outcome.code, keys: [...(outcome.keys ?? [])], count: 1 }]
      : [],
  )

const indexed = (prepared: readonly PreparedVersion[]): readonly IndexedConversation[] => {
  const latest = new Map<string, PreparedVersion>()
  for (const one of prepared) if (one.row.outcome !== 'unchanged') latest.set(one.row.conversation, one)
  return [...latest.values()].map(({ version: { conversation, hash, content } }) =>
    indexedConversation({ conversationId: conversation, version: hash }, content),
  )
}

/**
 * Converts a batch to conversations and writes pack, index, import rows and conversations. Every key is derived from
 * the file, so the batch may be repeated from any line; the checkpoint follows afterwards. `mayBeAgain`: an earlier run
 * may have started the batch.
 */
export const ingestBatch = async (
  deps: IngestDeps,
  row: BatchOwner,
  batch: Omit<Batch, 'next'>,
  mayBeAgain: boolean,
): Promise<BatchResult> => {
  const { key, bytes, versions } = packed(row, batch)
  const prepared = await prepare(deps, row, versions, mayBeAgain)
  if (versions.length > 0) await deps.bucket.put(key, bytes)
  const conversations = indexed(prepared)
  if (conversations.length > 0) await deps.index.add({ workspace: row.workspace, batchId: key, conversations })
  await inGroups(prepared, (one) => deps.importRows.put(row, one.row))
  const writtenIds = new Set<string>()
  // Versions of one conversation must be written sequentially; others run in parallel.
  const first = [] as PreparedVersion[]
  const again = [] as PreparedVersion[]
  for (const one of prepared) {
    ;(writtenIds.has(one.row.conversation) ? again : first).push(one)
    writtenIds.add(one.row.conversation)
  }
  await inGroups(first, ({ version, storedRow }) => storeVersion(deps.conversations, row.workspace, version, storedRow))
  for (const { version, storedRow } of again) await storeVersion(deps.conversations, row.workspace, version, storedRow)
  return {
    counts: countsOf(batch.entries, prepared),
    errors: errorsOf(row.file, batch.entries),
    unsupported: unsupportedOf(row.file, batch.entries),
    indexedAs: conversations.length > 0 ? key : undefined,
  }
}
