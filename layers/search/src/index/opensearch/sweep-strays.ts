import type { Clock, NewId } from '@signet/kernel'
import * as z from 'zod'
import type { CollectionClient } from './collection-client.ts'
import type { Clause } from './search-bodies.ts'
import { deleteWindows } from './send-windows.ts'
import type { WindowTable } from './window-table.ts'

/** After this time, no earlier worker is still running, and the collection shows all its windows. */
const SETTLED_AFTER_MS = 20 * 60_000
const WINDOWS_PER_QUERY = 1_000
const HIDDEN_ROWS_PER_QUERY = 100

const SearchResponse = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _id: z.string(),
        _source: z.object({ conversationId: z.string() }),
        sort: z.array(z.union([z.string(), z.number()])),
      }),
    ),
  }),
})

export interface SweepDeps {
  readonly collection: CollectionClient
  readonly windows: WindowTable
  readonly now: Clock
  readonly newId: NewId
}

/** Deletes windows whose ids are in no row. Returns false if it deleted any, because the collection may show more. */
const deleteStrays = async (
  deps: SweepDeps,
  workspace: string,
  clause: Clause,
  addedBefore: string,
): Promise<boolean> => {
  const { collection, windows } = deps
  const idsByConversation = new Map<string, ReadonlySet<string>>()
  const isStray = async (id: string, conversation: string): Promise<boolean> => {
    const recordedIds =
      idsByConversation.get(conversation) ??
      new Set((await windows.rowsOf(workspace, conversation)).flatMap(({ ids }) => ids))
    idsByConversation.set(conversation, recordedIds)
    return !recordedIds.has(id)
  }
  let after: readonly unknown[] | undefined
  let isClean = true
  for (;;) {
    const filter = [{ term: { workspaceId: workspace } }, clause, { range: { addedAt: { lt: addedBefore } } }]
    const answer = await collection.search({
      size: WINDOWS_PER_QUERY,
      _source: ['conversationId'],
      query: { bool: { filter } },
      // Copies of a window share a key, so the request that sent them distinguishes them.
      sort: [{ chunkKey: 'asc' }, { send: 'asc' }],
      ...(after ? { search_after: after } : {}),
    })
    const { hits } = SearchResponse.parse(answer).hits
    const strays: string[] = []
    for (const { _id, _source } of hits) if (await isStray(_id, _source.conversationId)) strays.push(_id)
    await deleteWindows(deps, strays)
    if (strays.length > 0) isClean = false
    after = hits.at(-1)?.sort
    if (hits.length < WINDOWS_PER_QUERY) return isClean
  }
}

/**
 * Deletes orphaned windows: those that a worker sent before it died, and those of conversations that were removed in
 * the meantime. `waiting` counts the batches and removals to check again later.
 */
export const sweepStrays = async (deps: SweepDeps, workspace: string): Promise<{ readonly waiting: number }> => {
  const { windows, now } = deps
  const settledBefore = new Date(now().getTime() - SETTLED_AFTER_MS).toISOString()
  let waiting = 0
  for (const { batch, since } of await windows.unsure(workspace)) {
    const isDone = since < settledBefore && (await deleteStrays(deps, workspace, { term: { batch } }, settledBefore))
    if (isDone) await windows.clearUnsure(workspace, batch)
    else waiting++
  }
  const hidden = await windows.hidden(workspace)
  const dueRows = hidden.filter(({ since }) => since < settledBefore)
  waiting += hidden.length - dueRows.length
  for (let start = 0; start < dueRows.length; start += HIDDEN_ROWS_PER_QUERY) {
    const rows = dueRows.slice(start, start + HIDDEN_ROWS_PER_QUERY)
    const ids = rows.flatMap(({ conversations }) => conversations.map(({ conversation }) => conversation))
    const isDone = await deleteStrays(deps, workspace, { terms: { conversationId: [...new Set(ids)] } }, settledBefore)
    if (isDone) for (const { id } of rows) await windows.unhide(workspace, id)
    else waiting += rows.length
  }
  return { waiting }
}
