import type { Task, TaskState, ToolContext } from '@signet/mcp'
import type { ToolDeps } from './deps.ts'
import { failedJob } from './failures.ts'
import { isOpen, jobsResult, POLL_SECONDS, type ToolJob } from './job-result.ts'

const STANDS: Readonly<Record<ToolJob['state'], string>> = {
  queued: 'Queued. It can still be cancelled at no cost',
  processing: 'Is being drawn, and can no longer be cancelled',
  encoding: 'Is drawn and being stored, and can no longer be cancelled',
  completed: 'The image is ready',
  failed: 'The image could not be made. Nothing was charged',
  failed_encoding: 'The image could not be stored. Nothing was charged',
}

export const taskOf = ({ job_id, state, created_at, completed_at, expires_at }: ToolJob): Task => ({
  id: job_id,
  message: STANDS[state],
  createdAt: created_at,
  updatedAt: completed_at ?? created_at,
  ttlMs: Date.parse(expires_at) - Date.parse(created_at),
  pollMs: POLL_SECONDS * 1000,
})

/** The answer of `generate_image` if it had waited. A job that ended by a fault of ours is a failed task. */
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
