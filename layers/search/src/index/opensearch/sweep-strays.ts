import type { Clock, NewId } from '@signet/kernel'
import * as z from 'zod'
import type { CollectionClient } from './collection-client.ts'
import type { Clause } from './search-bodies.ts'
import { deleteWindows } from './send-windows.ts'
import type { WindowTable } from './window-table.ts'

/** Time after which no worker that began before is still running, and the collection shows everything. */
const LATER_MS = 20 * 60_000
const WINDOWS_A_LOOK = 1_000
const HIDDEN_A_LOOK = 100

const Answer = z.object({
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

/** Deletes windows whose ids are in no row. Returns false if more may exist, or they are still shown. */
const areGone = async (deps: SweepDeps, workspace: string, clause: Clause, before: string): Promise<boolean> => {
  const { collection, windows } = deps
  const idsByConversation = new Map<string, ReadonlySet<string>>()
  const isStray = async (id: string, conversation: string): Promise<boolean> => {
    const recorded =
      idsByConversation.get(conversation) ??
      new Set((await windows.of(workspace, conversation)).flatMap(({ ids }) => ids))
    idsByConversation.set(conversation, recorded)
    return !recorded.has(id)
  }
  let after: readonly unknown[] | undefined
  let isClean = true
  for (;;) {
    const filter = [{ term: { workspaceId: workspace } }, clause, { range: { addedAt: { lt: before } } }]
    const answer = await collection.search({
      size: WINDOWS_A_LOOK,
      _source: ['conversationId'],
      query: { bool: { filter } },
      // Copies of a window share a key, so the request that sent them distinguishes them.
      sort: [{ chunkKey: 'asc' }, { send: 'asc' }],
      ...(after ? { search_after: after } : {}),
    })
    const { hits } = Answer.parse(answer).hits
    const strays: string[] = []
    for (const { _id, _source } of hits) if (await isStray(_id, _source.conversationId)) strays.push(_id)
    await deleteWindows(deps, strays)
    if (strays.length > 0) isClean = false
    after = hits.at(-1)?.sort
    if (hits.length < WINDOWS_A_LOOK) return isClean
  }
}

/**
 * Deletes orphaned windows: those that a worker sent before it died, and those of conversations that were removed in
 * the meantime. `waiting` counts the windows to check again later.
 */
export const sweepStrays = async (deps: SweepDeps, workspace: string): Promise<{ readonly waiting: number }> => {
  const { windows, now } = deps
  const before = new Date(now().getTime() - LATER_MS).toISOString()
  let waiting = 0
  for (const { batch, since } of await windows.unsure(workspace)) {
    const isDone = since < before && (await areGone(deps, workspace, { term: { batch } }, before))
    if (isDone) await windows.settle(workspace, batch)
    else waiting++
  }
  const hidden = await windows.hidden(workspace)
  const due = hidden.filter(({ since }) => since < before)
  waiting += hidden.length - due.length
  for (let at = 0; at < due.length; at += HIDDEN_A_LOOK) {
    const rows = due.slice(at, at + HIDDEN_A_LOOK)
    const ids = rows.flatMap(({ conversations }) => conversations.map(({ conversation }) => conversation))
    const isDone = await areGone(deps, workspace, { terms: { conversationId: [...new Set(ids)] } }, before)
    if (isDone) for (const { id } of rows) await windows.unhide(workspace, id)
    else waiting += rows.length
  }
  return { waiting }
}
