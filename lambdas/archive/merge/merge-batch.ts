import { eachMessage, type Log } from '@signet/kernel'
import * as z from 'zod'
import type { MergeQueue } from '../index/merge-queue.ts'
import { type MergeDeps, mergeSegments } from '../index/segments/merge-segments.ts'

const Message = z.object({ workspace: z.string().min(1) })

/** Then no search reads objects of segments that were merged away. */
const LATER_SECONDS = 900

interface Deps extends MergeDeps {
  readonly queue: MergeQueue
  /** Looks after the collection, where there is one. `waiting`: there is something to be looked at again. */
  readonly sweep?: ((workspace: string) => Promise<{ readonly waiting: number }>) | undefined
  /** How long a message may be worked on. */
  readonly workMs: number
  readonly log: Pick<Log, 'error'>
}

/** Merges the segments of the workspaces that messages name, and comes back for objects that are still being read. */
export const mergeBatch = ({ queue, sweep, workMs, log, ...deps }: Deps) =>
  eachMessage({ log, failed: 'Segments of an archive could not be merged' }, async (body) => {
    const { workspace } = Message.parse(body)
    const signal = AbortSignal.timeout(workMs)
    const { waiting } = await mergeSegments(deps, workspace, signal)
    if (signal.aborted) await queue.ask(workspace)
    const swept = await sweep?.(workspace)
    if (waiting + (swept?.waiting ?? 0) > 0) await queue.ask(workspace, LATER_SECONDS)
  })
