import type { SiblingRefusal } from '@signet/http-client/siblings'
import type { Job } from '@signet/imaging/schemas/job'
import { VariationRequest } from '@signet/imaging/schemas/variation-request'
import { Refusal } from '@signet/kernel'
import { defineTool, type Tool, type ToolContext, ToolFailure } from '@signet/mcp'
import { repeatKey } from '@signet/mcp/agents'
import * as z from 'zod'
import { type Images, imageOptions } from '../images/image-calls.ts'
import type { ToolDeps } from './deps.ts'
import { failureOf } from './failures.ts'
import { jobsResult, ToolJob, toolJob } from './job-result.ts'

const Input = z.strictObject({
  job_id: ToolJob.shape.job_id.describe('ID of a completed job'),
  ...VariationRequest.shape,
})

const Output = z.object({ jobs: z.array(ToolJob).describe('One job per variation, in seed order') })

/** Seconds to wait for each of the variations, which are generated concurrently. */
const WAIT = 'wait=18'

/** Waits for the end of the job. If it does not end in time or cannot be read, returns it unfinished, for check_job. */
const waitForEnd = async ({ job: jobs }: Images, job: Job, context: ToolContext): Promise<Job> => {
  const current = await jobs.get({ params: { id: job.job_id }, headers: { prefer: WAIT }, ...imageOptions(context) })
  return current instanceof Refusal ? job : current
}

const SourceJobError = z.object({ errors: z.array(z.object({ field: z.literal('id') })).min(1) })

/** Returns the failure for a source job that has not completed yet; it refers the agent to check_job. */
const unfinishedSource = ({ code, extras, message }: SiblingRefusal, job_id: string): ToolFailure | undefined =>
  code === 'invalid_input' && SourceJobError.safeParse(extras).success
    ? new ToolFailure({
        code: 'INVALID_ARGUMENTS',
        message,
        hint: 'Wait for the job with check_job, or use another completed job',
        next: { tool: 'check_job', arguments: { job_id } },
      })
    : undefined

export const createVariation = (deps: ToolDeps): Tool =>
  defineTool({
    name: 'create_variation',
    title: 'Create variations',
    description:
      'Generates 1 to 4 seeded variations of a completed job. Returns their URLs with small previews. Costs 1 credit each, charged together or not at all, and refunded for each that fails. Waits up to 25 seconds, then returns job IDs for check_job. Repeating the call within a minute returns the same images.',
    scope: 'generate',
    input: Input,
    output: Output,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    rate: { requests: 30, window: '1m', by: 'caller' },
    async run(input, context) {
      const { images } = deps
      const { job_id: id, ...body } = input
      const key = repeatKey('create_variation', input, context.caller, deps.now())
      const headers = { 'idempotency-key': key }
      const created = await images.createVariations({ params: { id }, body, headers, ...imageOptions(context) })
      if (created instanceof Refusal) return unfinishedSource(created, id) ?? failureOf(deps, created)
      const jobs = await Promise.all(created.jobs.map((job) => waitForEnd(images, job, context)))
      const output = { jobs: jobs.map(toolJob) }
      return { output, ...(await jobsResult(output.jobs, images, context)) }
    },
  })
