import type { ImageBucket } from '../images/image-bucket.ts'
import { allKeys, imageKeys } from '../images/image-keys.ts'
import type { JobKey } from '../jobs/job-keys.ts'
import type { JobTable } from '../jobs/job-table.ts'
import type { Openings } from '../jobs/opening-table.ts'
import type { PublishEvents } from '../jobs/publish-end.ts'

export interface DeleteDeps {
  readonly jobs: Pick<JobTable, 'getWithoutTexts' | 'beginRemoval' | 'softDelete' | 'hasLeftovers' | 'noteRemoved'>
  readonly bucket: Pick<ImageBucket, 'remove'>
  readonly openings: Openings
  readonly publishEvents: PublishEvents
}

/** Result of a deletion. `begun`: the job was not deleted, because it is no longer in the required state. */
export type Deletion = 'removed' | 'absent' | 'begun'

export interface DeleteOptions {
  /** Network of an anonymous caller: a job of another network counts as absent. */
  readonly network?: string | undefined
  readonly requiredState?: 'queued' | undefined
}

/**
 * Removes the opening of a completed job's receipt, so that its claims can no longer be disclosed. Once the removal has
 * begun, no new receipt is issued.
 */
const closeReceipt = async ({ jobs, openings }: DeleteDeps, key: JobKey): Promise<void> => {
  const receipt = (await jobs.getWithoutTexts(key))?.receipt
  if (receipt !== undefined) await openings.remove(receipt)
}

/**
 * Removes a job and all its objects. The images of a completed job are removed first: they are public, and none may
 * outlive its row. Then the row is removed, so no caller can read or finish the job, and after it the other objects. A
 * busy worker finds the tombstone and removes the objects that it stored. The sweeper or the next DELETE finishes an
 * interrupted deletion. `absent`: the tenant has no such job, and no objects of it remain.
 * An anonymous caller cannot remove a job that was created on another network. Every client that sees the image knows
 * the id, which is enough to read the job, but not to remove it.
 */
export const deleteJob =
  (deps: DeleteDeps) =>
  async (key: JobKey, { network, requiredState }: DeleteOptions = {}): Promise<Deletion> => {
    const { jobs, bucket, publishEvents } = deps
    const row = await jobs.getWithoutTexts(key)
    if (row && network !== undefined && row.network !== network) return 'absent'
    if (row && row.state !== (requiredState ?? row.state)) return 'begun'
    if (row?.state === 'completed') {
      await jobs.beginRemoval(row)
      await closeReceipt(deps, key)
      await bucket.remove(...imageKeys(key.jobId))
    }
    const deleted = await jobs.softDelete(key, requiredState)
    if (!deleted && !(await jobs.hasLeftovers(key))) {
      // The job was begun between the two reads, or it was deleted.
      return requiredState && (await jobs.getWithoutTexts(key)) ? 'begun' : 'absent'
    }
    const isPublished = deleted !== undefined && (await publishEvents(deleted.events))
    await bucket.remove(...allKeys(key.jobId))
    await jobs.noteRemoved(key, isPublished)
    return 'removed'
  }
