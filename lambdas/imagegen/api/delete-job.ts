import { allKeys } from '../images/image-keys.ts'
import type { JobKey } from '../jobs/job-keys.ts'
import type { ApiDeps } from './deps.ts'

/**
 * Removes the record first, which nobody can then read or finish, and its objects after. A worker that is still at it
 * finds the tombstone and removes what it stored; whatever is cut off in between is finished by the sweeper, or by the
 * next DELETE: as long as objects may be left, it removes them (design decision 22).
 * Returns false when there is no such job of the tenant's, and nothing of one is left.
 */
export const deleteJob =
  ({ jobs, bucket, tell }: Pick<ApiDeps, 'jobs' | 'bucket' | 'tell'>) =>
  async (key: JobKey): Promise<boolean> => {
    const buried = await jobs.bury(key)
    if (!buried && !(await jobs.hasLeftovers(key))) return false
    const isTold = buried !== undefined && (await tell(buried.events))
    await bucket.remove(...allKeys(key.jobId))
    await jobs.noteRemoved(key, isTold)
    return true
  }
