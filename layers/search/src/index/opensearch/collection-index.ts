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
  readonly sweeps: { request(workspace: string): Promise<void> }
  readonly now: Clock
  readonly newId: NewId
  readonly wait?: (ms: number) => Promise<unknown>
}

const byConversation = (batch: string, { stored }: StoredWindowIds): StoredWindows[] =>
  [...Map.groupBy(stored, ({ document }) => document.conversationId)].map(([conversation, conversationWindows]) => ({
    conversation,
    batch,
    sends: [...new Set(conversationWindows.map(({ send }) => send))],
    ids: conversationWindows.map(({ id }) => id),
    space: conversationWindows[0]?.document.space ?? '',
    version: conversationWindows[0]?.document.sourceVersion ?? '',
  }))

/**
 * Adds a batch. An interrupted run may be repeated. Windows that it sent without recording their ids stay as duplicates
 * until the sweep deletes windows without a row.
 */
const addBatch = async (
  deps: CollectionIndexDeps,
  { workspace, batchId, conversations }: IndexBatch,
): Promise<void> => {
  const { windows, embedding, sweeps, now } = deps
  const batch = batchName(workspace, batchId)
  const ids = conversations.map(({ conversationId }) => conversationId)
  const alreadyStored = await windows.conversationsStored(workspace, batch, ids)
  const missing = conversations.filter(({ conversationId }) => !alreadyStored.has(conversationId))
  if (missing.length === 0) return
  const documents = await windowDocuments(embedding, workspace, missing)
  const isFirst = await windows.markUnsure(workspace, batch)
  const sent = await sendWindows(deps, documents, { batch, addedAt: now().toISOString() })
  const sends = [...new Set(sent.stored.map(({ send }) => send))]
  await windows.recordBatch(workspace, { batch, sends, windows: sent.stored.length })
  await windows.record(workspace, byConversation(batch, sent))
  if (isFirst && !sent.isUnsure) await windows.clearUnsure(workspace, batch)
  else await sweeps.request(workspace)
}

const removeConversations = async (
  deps: CollectionIndexDeps,
  workspace: string,
  conversationIds: readonly string[],
): Promise<void> => {
  const { windows, sweeps, newId } = deps
  for (const conversation of conversationIds) {
    const rows = await windows.rowsOf(workspace, conversation)
    const sends = [...new Set(rows.flatMap((row) => row.sends))]
    // Hides windows first, because the collection shows deleted ones for up to a minute. The sweep finds windows
    // without rows that an interrupted worker sent.
    await windows.hide(workspace, newId(), [{ conversation, sends }])
    await deleteWindows(
      deps,
      rows.flatMap((row) => row.ids),
    )
    await windows.deleteRows(workspace, conversation, rows)
  }
  await sweeps.request(workspace)
}

const missingConversations = async (
  { windows, embedding }: CollectionIndexDeps,
  workspace: string,
  conversations: Parameters<SearchIndex['missing']>[1],
): Promise<ReadonlySet<string>> => {
  const space = spaceName(embedding)
  const rows = await pMap(conversations, ({ conversationId }) => windows.rowsOf(workspace, conversationId), {
    concurrency: ROWS_AT_ONCE,
  })
  const unindexed = conversations.filter(
    ({ version }, i) => !rows[i]?.some((row) => row.part === '0' && row.space === space && row.version === version),
  )
  return new Set(unindexed.map(({ conversationId }) => conversationId))
}

/**
 * Deletes windows with vectors of another model. Call it after the conversations were added with the current model;
 * then every deleted window has a successor with the same `chunkKey`.
 */
const dropOutdatedWindows = async (
  deps: CollectionIndexDeps,
  workspace: string,
  conversationIds: readonly string[],
): Promise<void> => {
  const space = spaceName(deps.embedding)
  for (const conversation of conversationIds) {
    const rows = (await deps.windows.rowsOf(workspace, conversation)).filter((row) => row.space !== space)
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
  format: `collection ${spaceName(deps.embedding)}`,
  missing: (workspace, conversations) => missingConversations(deps, workspace, conversations),
  dropOutdated: (workspace, conversationIds) => dropOutdatedWindows(deps, workspace, conversationIds),
  windows: (workspace) => countWindows(deps, [{ term: { workspaceId: workspace } }]),
  add: (batch) => addBatch(deps, batch),
  remove: (workspace, conversationIds) => removeConversations(deps, workspace, conversationIds),
  search: (query) => findWindows(deps, query),
  passages: (workspace, hits) => readWindows(deps, workspace, hits),
  isSettled: (workspace, batchId) => isBatchSettled(deps, workspace, batchId),
})
