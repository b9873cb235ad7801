import { type MergeDeps, type MergeQueue, mergeSegments } from '@signet/search/index'
import * as z from 'zod'

export const MergeMessage = z.object({ workspace: z.string().min(1) })
type MergeMessage = z.output<typeof MergeMessage>

/** Seconds after which no search reads objects of merged segments. */
const LATER_SECONDS = 900

interface Deps extends MergeDeps {
  readonly queue: MergeQueue
  /** Cleans up the collection, if one is configured. `waiting`: number of windows to check again. */
  readonly sweep?: ((workspace: string) => Promise<{ readonly waiting: number }>) | undefined
  readonly workMs: number
}

/** Merges the segments of a workspace, and checks again later for objects still in use. */
export const mergeMessage =
  ({ queue, sweep, workMs, ...deps }: Deps) =>
  async ({ workspace }: MergeMessage): Promise<void> => {
    const signal = AbortSignal.timeout(workMs)
    const { waiting } = await mergeSegments(deps, workspace, signal)
    if (signal.aborted) await queue.ask(workspace)
    const swept = await sweep?.(workspace)
    if (waiting + (swept?.waiting ?? 0) > 0) await queue.ask(workspace, LATER_SECONDS)
  }
