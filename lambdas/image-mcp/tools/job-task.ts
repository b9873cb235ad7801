import type { Task, TaskState, ToolContext } from '@signet/mcp'
import type { ToolDeps } from './deps.ts'
import { failedJob } from './failures.ts'
import { isOpen, jobsResult, POLL_SECONDS, type ToolJob } from './job-result.ts'

const STATE_MESSAGES: Readonly<Record<ToolJob['state'], string>> = {
  queued: 'Queued. The job can still be canceled at no cost',
  processing: 'Generating the image. The job can no longer be canceled',
  encoding: 'Storing the image. The job can no longer be canceled',
  completed: 'The image is ready',
  failed: 'The image could not be generated. Nothing was charged',
  failed_encoding: 'The image could not be stored. Nothing was charged',
}

export const taskOf = ({ job_id, state, created_at, completed_at, expires_at }: ToolJob): Task => ({
  id: job_id,
  message: STATE_MESSAGES[state],
  createdAt: created_at,
  updatedAt: completed_at ?? created_at,
  ttlMs: Date.parse(expires_at) - Date.parse(created_at),
  pollMs: POLL_SECONDS * 1000,
})

/**
 * Returns the result that `generate_image` would have returned by waiting. A job that ended with an internal error is a
 * failed task.
 */
export const taskStateOf = async (job: ToolJob, deps: ToolDeps, context: ToolContext): Promise<TaskState> => {
  const task = taskOf(job)
  if (isOpen(job)) return { ...task, status: 'working' }
  if (job.state === 'completed') {
    return {
      ...task,
      status: 'completed',
      outcome: { output: job, ...(await jobsResult([job], deps.images, context)) },
    }
  }
  if (job.error_code === 'internal') return { ...task, status: 'failed' }
  return { ...task, status: 'completed', outcome: failedJob(deps, job) }
}
