import { Refusal } from '@signet/kernel'
import { defineTool, type Tool } from '@signet/mcp'
import * as z from 'zod'
import { imageOptions } from '../images/image-calls.ts'
import type { ToolDeps } from './deps.ts'
import { failureOf } from './failures.ts'
import { jobsResult, ToolJob, toolJob } from './job-result.ts'

export const checkJob = (deps: ToolDeps): Tool =>
  defineTool({
    name: 'check_job',
    title: 'Check a job',
    description:
      'Returns the state of a job, and the image of a completed job. Waits up to 10 seconds for the job to end. Free of charge.',
    scope: 'read',
    input: z.strictObject({ job_id: ToolJob.shape.job_id.describe('Job ID from generate_image or create_variation') }),
    output: ToolJob,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    rate: { requests: 240, window: '1m', by: 'caller' },
    async run({ job_id }, context) {
      const { images } = deps
      const params = { id: job_id }
      const job = await images.job.get({ params, headers: { prefer: 'wait=10' }, ...imageOptions(context) })
      if (job instanceof Refusal) return failureOf(deps, job)
      const output = toolJob(job)
      return { output, ...(await jobsResult([output], images, context)) }
    },
  })
