import type { ImageBucket } from '../images/image-bucket.ts'
import { allKeys, imageKeys } from '../images/image-keys.ts'
import type { Tell } from '../jobs/announce-end.ts'
import type { JobKey } from '../jobs/job-keys.ts'
import type { JobTable } from '../jobs/job-table.ts'

export interface DeleteDeps {
  readonly jobs: Pick<JobTable, 'getWithoutTexts' | 'beginRemoval' | 'softDelete' | 'hasLeftovers' | 'noteRemoved'>
  readonly bucket: Pick<ImageBucket, 'remove'>
  readonly tell: Tell
}

/**
 * Removes a job and all it stored. The images of a completed job go first: they are public, and none may outlive its
 * record. Then the record, which nobody can read or finish from then on, and the other objects after. A worker that is
 * still at it finds the tombstone and removes what it stored. Whatever is cut off in between is finished by the sweeper,
 * or by the next DELETE: as long as objects may be left, it removes them.
 * Returns false when there is no such job of the tenant's, and nothing of one is left.
 *
 * `network` is where somebody without an account asks from: a job that was made elsewhere is none of theirs. Whoever is
 * shown the image knows the id: that is enough to read the job, and not to take it away.
 */
export const deleteJob =
  ({ jobs, bucket, tell }: DeleteDeps) =>
  async (key: JobKey, network?: string): Promise<boolean> => {
    const row = await jobs.getWithoutTexts(key)
    if (row && network !== undefined && row.network !== network) return false
    if (row?.state === 'completed') {
      await jobs.beginRemoval(row)
      await bucket.remove(...imageKeys(key.jobId))
    }
    const deleted = await jobs.softDelete(key)
    if (!deleted && !(await jobs.hasLeftovers(key))) return false
    const isTold = deleted !== undefined && (await tell(deleted.events))
    await bucket.remove(...allKeys(key.jobId))
    await jobs.noteRemoved(key, isTold)
    return true
  }
