import { type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import { addedBatch, liveSegment, mergedSegment, removedConversations } from '../index-rows.ts'

export type LiveSegment = RowOf<typeof liveSegment>
export type Removal = RowOf<typeof removedConversations>

/** A row of ids stays far below DynamoDB's 400 KB. */
const IDS_PER_ROW = 2_000

export interface SegmentList {
  live(workspace: string): Promise<readonly LiveSegment[]>
  removals(workspace: string): Promise<readonly Removal[]>
  gone(workspace: string): Promise<readonly RowOf<typeof mergedSegment>[]>
  hasBatch(workspace: string, batch: string): Promise<boolean>
  /** Adds a batch with its segment. Repeating it changes nothing. */
  add(workspace: string, batch: string, segment: LiveSegment | undefined): Promise<void>
  /** Replaces segments by one. Returns false without changes if one of them does not exist any more. */
  swap(workspace: string, before: readonly LiveSegment[], after: LiveSegment | undefined): Promise<boolean>
  remove(workspace: string, id: string, conversations: readonly string[]): Promise<void>
  forgetGone(workspace: string, id: string): Promise<void>
  forgetRemoval(workspace: string, id: string): Promise<void>
}

export const segmentList = (deps: TableDeps): SegmentList => {
  const { now } = deps
  const lives = rowTable(liveSegment, deps)
  const batches = rowTable(addedBatch, deps)
  const gones = rowTable(mergedSegment, deps)
  const removals = rowTable(removedConversations, deps)
  return {
    live: (workspace) => lives.all({ workspace }),
    removals: (workspace) => removals.all({ workspace }),
    gone: (workspace) => gones.all({ workspace }),
    hasBatch: async (workspace, id) => (await batches.get({ workspace, id })) !== undefined,
    async add(workspace, id, segment) {
      const taken = batches.steps.putNew({ workspace, id }, { id, added_at: now().toISOString() })
      const step = segment && lives.steps.putNew({ workspace, id: segment.id }, segment)
      await transact(deps, async (refused) =>
        refused ? { result: undefined } : { steps: step ? [taken, step] : [taken], result: undefined },
      )
    },
    swap(workspace, before, after) {
      const gone_at = now().toISOString()
      const steps = [
        ...before.flatMap(({ id }) => [
          lives.steps.remove({ workspace, id }, { id }),
          gones.steps.putNew({ workspace, id }, { id, gone_at }),
        ]),
        ...(after ? [lives.steps.putNew({ workspace, id: after.id }, after)] : []),
      ]
      return transact(deps, async (refused) =>
        refused && steps.some(refused.conditionFailed) ? { result: false } : { steps, result: true },
      )
    },
    async remove(workspace, id, conversations) {
      const removed_at = now().toISOString()
      for (let from = 0; from < conversations.length; from += IDS_PER_ROW) {
        const row = { id: `${id}-${from}`, removed_at, conversations: conversations.slice(from, from + IDS_PER_ROW) }
        await removals.putNew({ workspace, id: row.id }, row)
      }
    },
    async forgetGone(workspace, id) {
      await gones.remove({ workspace, id })
    },
    async forgetRemoval(workspace, id) {
      await removals.remove({ workspace, id })
    },
  }
}
