import { eachMessage, type Log } from '@signet/kernel'
import type { MergeQueue } from '@signet/search-index'
import { type MergeDeps, mergeSegments } from '@signet/search-index'
import * as z from 'zod'

const Message = z.object({ workspace: z.string().min(1) })

/** After this time no search reads objects of merged segments. */
const LATER_SECONDS = 900

interface Deps extends MergeDeps {
  readonly queue: MergeQueue
  /** Cleans up the collection, if there is one. `waiting`: number of windows to check again. */
  readonly sweep?: ((workspace: string) => Promise<{ readonly waiting: number }>) | undefined
  /** Time limit for a message. */
  readonly workMs: number
  readonly log: Pick<Log, 'error'>
}

/** Merges the segments of the workspaces in the messages, and checks again later for objects still in use. */
export const mergeBatch = ({ queue, sweep, workMs, log, ...deps }: Deps) =>
  eachMessage({ log, failed: 'Segments of an archive could not be merged' }, async (body) => {
    const { workspace } = Message.parse(body)
    const signal = AbortSignal.timeout(workMs)
    const { waiting } = await mergeSegments(deps, workspace, signal)
    if (signal.aborted) await queue.ask(workspace)
    const swept = await sweep?.(workspace)
    if (waiting + (swept?.waiting ?? 0) > 0) await queue.ask(workspace, LATER_SECONDS)
  })
