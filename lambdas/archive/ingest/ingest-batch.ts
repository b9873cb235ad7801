import { UNSUPPORTED_FAULTS } from '@signet/chat-exports'
import { type ConversationRow, indexedConversation, packOf } from '@signet/search/conversations'
import type { IndexedConversation } from '@signet/search/index'
import { conversationId } from '../conversations/conversation-id.ts'
import type { ConversationTable } from '../conversations/conversation-table.ts'
import { packKey } from '../storage/object-keys.ts'
import type { Batch, ReadEntry } from './batches.ts'
import type { ImportRow } from './import-table.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { type IngestRow, ZERO_COUNTS } from './ingest-table.ts'
import { isNewer, listedAt, originKeyOf, rowOfVersion, type Version, versionHash } from './versions.ts'

const ATTEMPTS_MAX = 20

const rowWithVersion = (workspace: string, version: Version, before: ConversationRow | undefined): ConversationRow => {
  if (!before || isNewer(version, before)) return rowOfVersion(workspace, version, before?.uploads ?? [])
  return { ...before, uploads: [...new Set([...before.uploads, version.upload])].sort() }
}

const comparableStateOf = (row: ConversationRow | undefined): string =>
  row ? JSON.stringify([row.content_hash, row.upload, originKeyOf(row.origin), row.uploads]) : ''

/**
 * Records that an upload contains a version. The version becomes current if it is the latest. The result does not depend
 * on the order of concurrent imports, and repeating the call changes nothing.
 */
const storeVersion = async (
  conversations: ConversationTable,
  workspace: string,
  version: Version,
  stored: ConversationRow | undefined,
): Promise<void> => {
  let before = stored
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const after = rowWithVersion(workspace, version, before)
    if (comparableStateOf(after) === comparableStateOf(before) || (await conversations.replace(after, before))) return
    before = await conversations.get(workspace, version.conversation)
  }
  throw new Error(`The conversation ${version.conversation} is changed by too many concurrent imports`)
}

type Counts = IngestRow['counts']

export interface BatchResult {
  readonly counts: Counts
  readonly errors: IngestRow['errors']
  readonly unsupported: NonNullable<IngestRow['unsupported']>
  /** Id of the batch in the index; undefined if the batch contained nothing new. */
  readonly batchId: string | undefined
}

export type BatchOwner = Pick<IngestRow, 'workspace' | 'upload' | 'file'>

interface PreparedVersion {
  readonly version: Version
  readonly row: ImportRow
  readonly storedRow: ConversationRow | undefined
}

const GROUP_SIZE = 25

const inGroups = async <T>(items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < items.length; at += GROUP_SIZE) await Promise.all(items.slice(at, at + GROUP_SIZE).map(run))
}

const conversationEntries = (entries: readonly ReadEntry[]) =>
  entries.flatMap((entry) =>
    entry.outcome.kind === 'conversation' ? [{ entry, content: entry.outcome.conversation }] : [],
  )

const packBatch = (row: BatchOwner, batch: Omit<Batch, 'next'>) => {
  const contents = conversationEntries(batch.entries)
  const { bytes, ranges } = packOf(contents.map(({ content }) => content))
  const key = packKey(row.workspace, row.upload, row.file, batch)
  const versions = contents.map(({ entry, content }, i): Version => {
    const { start = 0, end = 0 } = ranges[i] ?? {}
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
 * Determines the outcome of each version. If an earlier run of the same batch has written an outcome, it is kept, so that
 * counts and index input do not change.
 */
const prepare = async (deps: IngestDeps, row: BatchOwner, versions: readonly Version[], mayBeRepeated: boolean) => {
  const stored = await deps.conversations.getAll(
    row.workspace,
    versions.map(({ conversation }) => conversation),
  )
  const current = new Map(stored)
  const prepared: PreparedVersion[] = []
  const earlierRows = new Map<string, ImportRow>()
  if (mayBeRepeated) {
    await inGroups(versions, async ({ conversation, origin }) => {
      const earlierRow = await deps.importRows.get(row, { conversation, origin_key: originKeyOf(origin) })
      if (earlierRow) earlierRows.set(earlierRow.origin_key, earlierRow)
    })
  }
  for (const version of versions) {
    const { conversation, content, pack, origin, hash } = version
    const originKey = originKeyOf(origin)
    const before = current.get(conversation)
    const outcome = earlierRows.get(originKey)?.outcome ?? outcomeOf(version, before)
    const listed_at = listedAt(content)
    prepared.push({
      version,
      storedRow: stored.get(conversation),
      row: { conversation, origin_key: originKey, content_hash: hash, listed_at, pack, origin, outcome },
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

const failureCountOf = (code: FaultCode): 'oversize' | 'unsupported' | 'failed' => {
  if (code === 'oversize') return 'oversize'
  return UNSUPPORTED_FAULTS.has(code) ? 'unsupported' : 'failed'
}

const countsOf = (entries: readonly ReadEntry[], prepared: readonly PreparedVersion[]): Counts => {
  const counts = { ...ZERO_COUNTS }
  for (const { row } of prepared) counts[row.outcome]++
  for (const { outcome } of entries) {
    if (outcome.kind === 'empty') counts.empty++
    else if (outcome.kind === 'fault') counts[failureCountOf(outcome.code)]++
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
    outcome.kind === 'fault' && UNSUPPORTED_FAULTS.has(outcome.code)
      ? [{ file, index, start, end, code: outcome.code, keys: [...(outcome.keys ?? [])], count: 1 }]
      : [],
  )

const changedConversations = (prepared: readonly PreparedVersion[]): readonly IndexedConversation[] => {
  const latest = new Map<string, PreparedVersion>()
  for (const candidate of prepared)
    if (candidate.row.outcome !== 'unchanged') latest.set(candidate.row.conversation, candidate)
  return [...latest.values()].map(({ version: { conversation, hash, content } }) =>
    indexedConversation({ conversationId: conversation, version: hash }, content),
  )
}

/**
 * Converts a batch to conversations and writes pack, index, import rows and conversations. Every key is derived from the
 * file, so an interrupted batch can be repeated; the caller writes the checkpoint afterwards. `mayBeRepeated`: an earlier
 * run may have started the batch.
 */
export const ingestBatch = async (
  deps: IngestDeps,
  row: BatchOwner,
  batch: Omit<Batch, 'next'>,
  mayBeRepeated: boolean,
): Promise<BatchResult> => {
  const { key, bytes, versions } = packBatch(row, batch)
  const prepared = await prepare(deps, row, versions, mayBeRepeated)
  if (versions.length > 0) await deps.bucket.put(key, bytes)
  const conversations = changedConversations(prepared)
  if (conversations.length > 0) await deps.index.add({ workspace: row.workspace, batchId: key, conversations })
  await inGroups(prepared, (preparedVersion) => deps.importRows.put(row, preparedVersion.row))
  const seenIds = new Set<string>()
  // Versions of one conversation must be written in order; versions of different conversations are written in parallel.
  const firstVersions = [] as PreparedVersion[]
  const laterVersions = [] as PreparedVersion[]
  for (const preparedVersion of prepared) {
    ;(seenIds.has(preparedVersion.row.conversation) ? laterVersions : firstVersions).push(preparedVersion)
    seenIds.add(preparedVersion.row.conversation)
  }
  await inGroups(firstVersions, ({ version, storedRow }) =>
    storeVersion(deps.conversations, row.workspace, version, storedRow),
  )
  for (const { version, storedRow } of laterVersions)
    await storeVersion(deps.conversations, row.workspace, version, storedRow)
  return {
    counts: countsOf(batch.entries, prepared),
    errors: errorsOf(row.file, batch.entries),
    unsupported: unsupportedOf(row.file, batch.entries),
    batchId: conversations.length > 0 ? key : undefined,
  }
}
