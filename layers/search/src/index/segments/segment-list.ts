import { type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import { addedBatch, liveSegment, mergedSegment, removedConversations } from '../index-rows.ts'

export type LiveSegment = RowOf<typeof liveSegment>
export type Removal = RowOf<typeof removedConversations>

/** A row of ids stays far below DynamoDB's 400 KB. */
const IDS_PER_ROW = 2_000

export interface SegmentList {
  live(workspace: string): Promise<readonly LiveSegment[]>
  removals(workspace: string): Promise<readonly Removal[]>
  merged(workspace: string): Promise<readonly RowOf<typeof mergedSegment>[]>
  hasBatch(workspace: string, batch: string): Promise<boolean>
  /** Adds a batch with its segment, or without one if the batch has no windows. Repeating it changes nothing. */
  add(workspace: string, batch: string, segment: LiveSegment | undefined): Promise<void>
  /** Replaces segments by one. Returns false without changes if one of them does not exist any more. */
  replace(workspace: string, before: readonly LiveSegment[], after: LiveSegment | undefined): Promise<boolean>
  remove(workspace: string, id: string, conversations: readonly string[]): Promise<void>
  forgetMerged(workspace: string, id: string): Promise<void>
  forgetRemoval(workspace: string, id: string): Promise<void>
}

export const segmentList = (deps: TableDeps): SegmentList => {
  const { now } = deps
  const liveRows = rowTable(liveSegment, deps)
  const batches = rowTable(addedBatch, deps)
  const mergedRows = rowTable(mergedSegment, deps)
  const removals = rowTable(removedConversations, deps)
  return {
    live: (workspace) => liveRows.all({ workspace }),
    removals: (workspace) => removals.all({ workspace }),
    merged: (workspace) => mergedRows.all({ workspace }),
    hasBatch: async (workspace, id) => (await batches.get({ workspace, id })) !== undefined,
    async add(workspace, id, segment) {
      const batchStep = batches.steps.putNew({ workspace, id }, { id, added_at: now().toISOString() })
      const segmentStep = segment && liveRows.steps.putNew({ workspace, id: segment.id }, segment)
      await transact(deps, async (refused) =>
        refused
          ? { result: undefined }
          : { steps: segmentStep ? [batchStep, segmentStep] : [batchStep], result: undefined },
      )
    },
    replace(workspace, before, after) {
      const gone_at = now().toISOString()
      const steps = [
        ...before.flatMap(({ id }) => [
          liveRows.steps.remove({ workspace, id }, { id }),
          mergedRows.steps.putNew({ workspace, id }, { id, gone_at }),
        ]),
        ...(after ? [liveRows.steps.putNew({ workspace, id: after.id }, after)] : []),
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
    async forgetMerged(workspace, id) {
      await mergedRows.remove({ workspace, id })
    },
    async forgetRemoval(workspace, id) {
      await removals.remove({ workspace, id })
    },
  }
}
