import type { Tasks, ToolContext } from '@signet/tools'
import { JobApiError } from '../generated/job-client.ts'
import type { ImageService } from '../images/image-service.ts'
import type { ToolDeps } from './deps.ts'
import { ToolJob, toolJob } from './job-result.ts'
import { taskStateOf } from './job-task.ts'

const refusedAs =
  (code: string) =>
  (error: unknown): undefined => {
    if (error instanceof JobApiError && error.code === code) return undefined
    throw error
  }

/** The job; undefined where the image service has none of the tenant's. */
const jobOf = async ({ jobs }: ImageService, id: string, { signal }: ToolContext): Promise<ToolJob | undefined> => {
  if (!ToolJob.shape.job_id.safeParse(id).success) return undefined
  const job = await jobs.get({ id }, { signal }).catch(refusedAs('not_found'))
  return job && toolJob(job)
}

/**
 * The jobs of the image service as tasks. A task has no record but its job: it is there before anybody is told of it, for as
 * long as the job is, and for those who may read the job.
 */
export const imageTasks = (deps: ToolDeps): Tasks => ({
  scope: 'generate',
  async get(id, context) {
    const images = deps.imagesFor(context.caller)
    const job = await jobOf(images, id, context)
    return job && taskStateOf(job, deps, images, context)
  },
  async cancel(id, context) {
    const images = deps.imagesFor(context.caller)
    const job = await jobOf(images, id, context)
    if (job === undefined) return false
    if (job.state !== 'queued') return true
    // Who begins to draw it meanwhile is not disturbed; who has removed it meanwhile has done what was asked for.
    const begun = refusedAs('job_begun')
    await images.jobs
      .delete({ id, state: 'queued' }, { signal: context.signal })
      .catch(begun)
      .catch(refusedAs('not_found'))
    return true
  },
})
