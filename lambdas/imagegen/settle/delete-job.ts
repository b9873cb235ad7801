import type { ImageBucket } from '../images/image-bucket.ts'
import { allKeys, imageKeys } from '../images/image-keys.ts'
import type { JobKey } from '../jobs/job-keys.ts'
import type { JobTable } from '../jobs/job-table.ts'
import type { PublishEvents } from '../jobs/publish-end.ts'

export interface DeleteDeps {
  readonly jobs: Pick<JobTable, 'getWithoutTexts' | 'beginRemoval' | 'softDelete' | 'hasLeftovers' | 'noteRemoved'>
  readonly bucket: Pick<ImageBucket, 'remove'>
  readonly publishEvents: PublishEvents
}

/** What became of it: `begun` is a job that was left alone, because it is no longer where it was to be. */
export type Deletion = 'removed' | 'absent' | 'begun'

export interface DeleteOptions {
  /** Where somebody without an account asks from. */
  readonly network?: string | undefined
  /** Remove it in this state alone. */
  readonly only?: 'queued' | undefined
}

/**
 * Removes a job and all it stored. The images of a completed job go first: they are public, and none may outlive its
 * record. Then the record, which nobody can read or finish from then on, and the other objects after. A worker that is
 * still at it finds the tombstone and removes what it stored. Whatever is cut off in between is finished by the sweeper,
 * or by the next DELETE: as long as objects may be left, it removes them.
 * It is absent when there is no such job of the tenant's, and nothing of one is left.
 *
 * A job that was made on another network is none of theirs who ask without an account. Whoever is shown the image knows
 * the id: that is enough to read the job, and not to take it away.
 */
export const deleteJob =
  ({ jobs, bucket, publishEvents }: DeleteDeps) =>
  async (key: JobKey, { network, only }: DeleteOptions = {}): Promise<Deletion> => {
    const row = await jobs.getWithoutTexts(key)
    if (row && network !== undefined && row.network !== network) return 'absent'
    if (row && row.state !== (only ?? row.state)) return 'begun'
    if (row?.state === 'completed') {
      await jobs.beginRemoval(row)
      await bucket.remove(...imageKeys(key.jobId))
    }
    const deleted = await jobs.softDelete(key, only)
    if (!deleted && !(await jobs.hasLeftovers(key))) {
      // It was begun between the two looks at it, or it has gone.
      return only && (await jobs.getWithoutTexts(key)) ? 'begun' : 'absent'
    }
    const isPublished = deleted !== undefined && (await publishEvents(deleted.events))
    await bucket.remove(...allKeys(key.jobId))
    await jobs.noteRemoved(key, isPublished)
    return 'removed'
  }
