import { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { Refusal } from '@signet/kernel'
import { defineTool, type Tool, type ToolContext, ToolFailure } from '@signet/mcp'
import { repeatKey } from '@signet/mcp/agents'
import * as z from 'zod'
import { imageOptions } from '../images/image-calls.ts'
import type { ToolDeps } from './deps.ts'
import { failureOf, MORE_CREDITS } from './failures.ts'
import { isOpen, jobsResult, ToolJob, toolJob } from './job-result.ts'
import { taskOf } from './job-task.ts'

/** The parameters of spec image-service 4.9, with the rules of POST /v2/generate. */
const Input = z.strictObject(
  GenerateRequest.pick({
    prompt: true,
    quality_tier: true,
    provider_a_model: true,
    edge_model: true,
    model: true,
    aspect_ratio: true,
    image_size: true,
    negative_prompt: true,
    seed: true,
    mode: true,
    input_job_id: true,
    input_asset_url: true,
    output_preset: true,
    background_removal: true,
    output_format: true,
    output_quality: true,
  }).shape,
)

/** Seconds that leave time for the preview and the network, within 25 seconds total. */
const WAIT = 'wait=21'

/** Most images are ready in this time. After it, a client that accepts tasks gets a task handle. */
const TASK_WAIT = 'wait=5'

/**
 * Checks the balance before the job is created for models of provider-a, which are billed as the ultra tier (spec
 * image-service 4.9).
 */
const preflight = async (
  deps: ToolDeps,
  input: z.infer<typeof Input>,
  context: ToolContext,
): Promise<ToolFailure | undefined> => {
  if (input.provider_a_model === undefined) return undefined
  const quote = await deps.images.job.generate({ body: { ...input, dry_run: true }, ...imageOptions(context) })
  if (quote instanceof Refusal) return failureOf(deps, quote)
  if (!('dry_run' in quote) || quote.gates.balance === 'passed') return undefined
  const message = `${input.provider_a_model} costs ${quote.price} credits, but only ${quote.balance} are available`
  return new ToolFailure({ code: 'QUOTA_EXHAUSTED', message, ...MORE_CREDITS })
}

export const generateImage = (deps: ToolDeps): Tool =>
  defineTool({
    name: 'generate_image',
    title: 'Generate an image',
    description:
      'Generates one image from a prompt. Returns its URL with a small preview. Costs credits: draft 1, standard 2, premium 5, ultra and provider-a models 10, ultra_plus 20; nothing if it fails. ultra, ultra_plus and provider-a models require the Pro plan and the community milestone: see list_models. Waits up to 25 seconds, then returns a job ID for check_job. Repeating the call within a minute returns the same image: for another image, set another seed, or use create_variation. Images are stored for 30 days.',
    scope: 'generate',
    input: Input,
    output: ToolJob,
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    rate: { requests: 60, window: '1m', by: 'caller' },
    async run(input, context) {
      const quotaFailure = await preflight(deps, input, context)
      if (quotaFailure) return quotaFailure
      const idempotency_key = repeatKey('generate_image', input, context.caller, deps.now())
      const body = { ...input, idempotency_key }
      const headers = { prefer: context.acceptsTask ? TASK_WAIT : WAIT }
      const job = await deps.images.job.generate({ body, headers, ...imageOptions(context) })
      if (job instanceof Refusal) return failureOf(deps, job)
      if ('dry_run' in job) throw new Error('The image service returned a quote for a request without dry_run')
      const output = toolJob(job)
      const result = await jobsResult([output], deps.images, context)
      return isOpen(output) ? { output, ...result, task: taskOf(output) } : { output, ...result }
    },
  })
