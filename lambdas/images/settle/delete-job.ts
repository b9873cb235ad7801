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

/** The result. `begun`: the job stays, because it is no longer in the wanted state. */
export type Deletion = 'removed' | 'absent' | 'begun'

export interface DeleteOptions {
  readonly network?: string | undefined
  readonly only?: 'queued' | undefined
}

/** What opens the receipt of a completed job goes once its removal has begun: from then on none is issued. */
const closeReceipt = async ({ jobs, openings }: DeleteDeps, key: JobKey): Promise<void> => {
  const receipt = (await jobs.getWithoutTexts(key))?.receipt
  if (receipt !== undefined) await openings.remove(receipt)
}

/**
 * Removes a job and all its objects. The images of a completed job go first: they are public, and none may outlive its
 * record. Then the record goes, so nobody can read or finish the job, and after it the other objects. A worker that is
 * still busy finds the tombstone and removes the objects that it stored. An interrupted deletion is finished by the
 * sweeper or by the next DELETE. `absent`: the tenant has no such job, and no objects of one remain.
 *
 * An anonymous caller cannot remove a job that was made on another network. Everybody who sees the image knows the id:
 * that is enough to read the job, but not to remove it.
 */
export const deleteJob =
  (deps: DeleteDeps) =>
  async (key: JobKey, { network, only }: DeleteOptions = {}): Promise<Deletion> => {
    const { jobs, bucket, publishEvents } = deps
    const row = await jobs.getWithoutTexts(key)
    if (row && network !== undefined && row.network !== network) return 'absent'
    if (row && row.state !== (only ?? row.state)) return 'begun'
    if (row?.state === 'completed') {
      await jobs.beginRemoval(row)
      await closeReceipt(deps, key)
      await bucket.remove(...imageKeys(key.jobId))
    }
    const deleted = await jobs.softDelete(key, only)
    if (!deleted && !(await jobs.hasLeftovers(key))) {
      // The job was begun between the two reads, or it is gone.
      return only && (await jobs.getWithoutTexts(key)) ? 'begun' : 'absent'
    }
    const isPublished = deleted !== undefined && (await publishEvents(deleted.events))
    await bucket.remove(...allKeys(key.jobId))
    await jobs.noteRemoved(key, isPublished)
    return 'removed'
  }
