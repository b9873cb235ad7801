import type { Clock, NewId } from '@signet/kernel'
import pMap from 'p-map'
import * as z from 'zod'
import { batchName } from '../batch-name.ts'
import type { IndexBatch, SearchIndex } from '../search-index.ts'
import { type Embedder, spaceName } from '../vector-space.ts'
import type { CollectionClient } from './collection-client.ts'
import { findWindows } from './find-windows.ts'
import { readWindows } from './read-windows.ts'
import type { Clause } from './search-bodies.ts'
import { deleteWindows, type StoredWindowIds, sendWindows } from './send-windows.ts'
import { windowDocuments } from './window-document.ts'
import type { StoredWindows, WindowTable } from './window-table.ts'

const ROWS_AT_ONCE = 16

export interface CollectionIndexDeps {
  readonly collection: CollectionClient
  readonly windows: WindowTable
  readonly embedding: Embedder
  readonly sweeps: { ask(workspace: string): Promise<void> }
  readonly now: Clock
  readonly newId: NewId
  readonly wait?: (ms: number) => Promise<unknown>
}

const byConversation = (batch: string, { stored }: StoredWindowIds): StoredWindows[] =>
  [...Map.groupBy(stored, ({ document }) => document.conversationId)].map(([conversation, ofConversation]) => ({
    conversation,
    batch,
    sends: [...new Set(ofConversation.map(({ send }) => send))],
    ids: ofConversation.map(({ id }) => id),
    space: ofConversation[0]?.document.space ?? '',
    version: ofConversation[0]?.document.sourceVersion ?? '',
  }))

/**
 * Adds a batch, and may be repeated from any line. The ids of windows that an interrupted run sent are unknown: those
 * windows are found twice until the sweep has deleted windows without a row.
 */
const addBatch = async (
  deps: CollectionIndexDeps,
  { workspace, batchId, conversations }: IndexBatch,
): Promise<void> => {
  const { windows, embedding, sweeps, now } = deps
  const batch = batchName(workspace, batchId)
  const ids = conversations.map(({ conversationId }) => conversationId)
  const stored = await windows.stored(workspace, batch, ids)
  const missing = conversations.filter(({ conversationId }) => !stored.has(conversationId))
  if (missing.length === 0) return
  const documents = await windowDocuments(embedding, workspace, missing)
  const isFirst = await windows.begin(workspace, batch)
  const sent = await sendWindows(deps, documents, { batch, addedAt: now().toISOString() })
  const sends = [...new Set(sent.stored.map(({ send }) => send))]
  await windows.keepBatch(workspace, { batch, sends, windows: sent.stored.length })
  await windows.keep(workspace, byConversation(batch, sent))
  if (isFirst && !sent.isUnsure) await windows.settle(workspace, batch)
  else await sweeps.ask(workspace)
}

const removeConversations = async (
  deps: CollectionIndexDeps,
  workspace: string,
  conversationIds: readonly string[],
): Promise<void> => {
  const { windows, sweeps, newId } = deps
  for (const conversation of conversationIds) {
    const rows = await windows.of(workspace, conversation)
    const sends = [...new Set(rows.flatMap((row) => row.sends))]
    // Hides windows first, because deleted ones are still shown for a while. The sweep finds windows without rows that
    // an interrupted worker sent.
    await windows.hide(workspace, newId(), [{ conversation, sends }])
    await deleteWindows(
      deps,
      rows.flatMap((row) => row.ids),
    )
    await windows.deleteRows(workspace, conversation, rows)
  }
  await sweeps.ask(workspace)
}

const lackedOf = async (
  { windows, embedding }: CollectionIndexDeps,
  workspace: string,
  conversations: Parameters<SearchIndex['lacking']>[1],
): Promise<ReadonlySet<string>> => {
  const space = spaceName(embedding)
  const rows = await pMap(conversations, ({ conversationId }) => windows.of(workspace, conversationId), {
    concurrency: ROWS_AT_ONCE,
  })
  const lost = conversations.filter(
    ({ version }, i) => !rows[i]?.some((row) => row.part === '0' && row.space === space && row.version === version),
  )
  return new Set(lost.map(({ conversationId }) => conversationId))
}

/** Deletes windows with vectors of another model. No content is lost: each window exists again under the same key. */
const droppedOutdated = async (
  deps: CollectionIndexDeps,
  workspace: string,
  conversationIds: readonly string[],
): Promise<void> => {
  const space = spaceName(deps.embedding)
  for (const conversation of conversationIds) {
    const rows = (await deps.windows.of(workspace, conversation)).filter((row) => row.space !== space)
    await deleteWindows(
      deps,
      rows.flatMap((row) => row.ids),
    )
    await deps.windows.deleteRows(workspace, conversation, rows)
  }
}

const countWindows = async ({ collection }: CollectionIndexDeps, filter: readonly Clause[]): Promise<number> => {
  const answer = await collection.search({ size: 0, track_total_hits: true, query: { bool: { filter } } })
  return Total.parse(answer).hits.total.value
}

const Total = z.object({ hits: z.object({ total: z.object({ value: z.int() }) }) })

const isBatchSettled = async (deps: CollectionIndexDeps, workspace: string, batchId: string): Promise<boolean> => {
  const row = await deps.windows.batch(workspace, batchName(workspace, batchId))
  if (row === undefined) return false
  if (row.windows === 0) return true
  return (
    (await countWindows(deps, [{ term: { workspaceId: workspace } }, { terms: { send: row.sends } }])) >= row.windows
  )
}

/**
 * An index in a collection of OpenSearch Serverless. Added windows are searchable once the collection shows them, up to
 * a minute later; `isSettled` checks that. Removed windows disappear immediately, because rows hide them until the
 * collection has deleted them.
 */
export const collectionIndex = (deps: CollectionIndexDeps): SearchIndex => ({
  form: `collection ${spaceName(deps.embedding)}`,
  lacking: (workspace, conversations) => lackedOf(deps, workspace, conversations),
  dropOutdated: (workspace, conversationIds) => droppedOutdated(deps, workspace, conversationIds),
  windows: (workspace) => countWindows(deps, [{ term: { workspaceId: workspace } }]),
  add: (batch) => addBatch(deps, batch),
  remove: (workspace, conversationIds) => removeConversations(deps, workspace, conversationIds),
  search: (query) => findWindows(deps, query),
  passages: (workspace, hits) => readWindows(deps, workspace, hits),
  isSettled: (workspace, batchId) => isBatchSettled(deps, workspace, batchId),
})
