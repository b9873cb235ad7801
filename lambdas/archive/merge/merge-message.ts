import { type MergeDeps, type MergeQueue, mergeSegments } from '@signet/search/index'
import * as z from 'zod'

export const MergeMessage = z.object({ workspace: z.string().min(1) })
type MergeMessage = z.output<typeof MergeMessage>

/** Delay after which no search reads the objects of merged segments (15 minutes: the maximum delay of SQS). */
const RECHECK_SECONDS = 900

interface Deps extends MergeDeps {
  readonly queue: MergeQueue
  /** Deletes orphaned windows of the collection, if one is configured. `waiting`: batches and removals to check again. */
  readonly sweep?: ((workspace: string) => Promise<{ readonly waiting: number }>) | undefined
  readonly workMs: number
}

/** Merges the segments of a workspace. Requests another merge later for objects that searches may still read. */
export const mergeMessage =
  ({ queue, sweep, workMs, ...deps }: Deps) =>
  async ({ workspace }: MergeMessage): Promise<void> => {
    const signal = AbortSignal.timeout(workMs)
    const { waiting } = await mergeSegments(deps, workspace, signal)
    if (signal.aborted) await queue.request(workspace)
    const swept = await sweep?.(workspace)
    if (waiting + (swept?.waiting ?? 0) > 0) await queue.request(workspace, RECHECK_SECONDS)
  }
