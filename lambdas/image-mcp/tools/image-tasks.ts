import { Refusal } from '@signet/kernel'
import type { Tasks, ToolContext } from '@signet/mcp'
import { type Images, imageOptions } from '../images/image-calls.ts'
import type { ToolDeps } from './deps.ts'
import { ToolJob, toolJob } from './job-result.ts'
import { taskStateOf } from './job-task.ts'

/**
 * Returns the job; undefined if the tenant does not have it.
 * @throws Error for any other refusal, with the refusal as the cause
 */
const jobOf = async (images: Images, id: string, context: ToolContext): Promise<ToolJob | undefined> => {
  if (!ToolJob.shape.job_id.safeParse(id).success) return undefined
  const job = await images.job.get({ params: { id }, ...imageOptions(context) })
  if (!(job instanceof Refusal)) return toolJob(job)
  if (job.code === 'not_found') return undefined
  throw new Error(`The image service did not return the job: ${job.code}`, { cause: job })
}

/**
 * Refusals of a cancellation that count as success: the generation has started, so the job continues, or the job no
 * longer exists.
 */
const TOLERATED_REFUSALS: readonly string[] = ['job_begun', 'not_found']

/**
 * Exposes jobs of the image service as tasks. A task has no record besides its job: it exists before the client gets
 * the handle, and every caller who may read the job may read the task.
 */
export const imageTasks = (deps: ToolDeps): Tasks => ({
  scope: 'generate',
  async get(id, context) {
    const job = await jobOf(deps.images, id, context)
    return job && taskStateOf(job, deps, context)
  },
  async cancel(id, context) {
    const job = await jobOf(deps.images, id, context)
    if (job === undefined) return false
    if (job.state !== 'queued') return true
    const query = { state: 'queued' } as const
    const removed = await deps.images.job.delete({ params: { id }, query, ...imageOptions(context) })
    if (removed instanceof Refusal && !TOLERATED_REFUSALS.includes(removed.code))
      throw new Error(`The image service did not cancel the job: ${removed.code}`, { cause: removed })
    return true
  },
})
