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

/** The job; undefined if the tenant has no such job. */
const jobOf = async ({ jobs }: ImageService, id: string, { signal }: ToolContext): Promise<ToolJob | undefined> => {
  if (!ToolJob.shape.job_id.safeParse(id).success) return undefined
  const job = await jobs.get({ id }, { signal }).catch(refusedAs('not_found'))
  return job && toolJob(job)
}

/**
 * Jobs of the image service as tasks. The job is the task's only record: it exists before the client knows the task, as
 * long as the job does, and for everybody who may read the job.
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
    // If drawing began meanwhile, the job continues. If it was removed meanwhile, the goal is reached.
    const begun = refusedAs('job_begun')
    await images.jobs
      .delete({ id, state: 'queued' }, { signal: context.signal })
      .catch(begun)
      .catch(refusedAs('not_found'))
    return true
  },
})
