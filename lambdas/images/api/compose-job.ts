import type { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import type { QualityTier } from '@signet/imaging/schemas/vocabulary'
import { addMs, type Caller, currentCause } from '@signet/kernel'
import type { Enhancement } from '../enhance/enhance-prompt.ts'
import { jobKeyFor } from '../jobs/job-keys.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { jobExpiry } from '../jobs/job-timing.ts'
import type { JobWebhook } from '../jobs/job-webhook.ts'
import type { Model } from '../models/catalog.ts'
import { namesOnlyTier } from '../models/resolve-model.ts'
import { sizeFor } from '../models/sizes.ts'
import type { ComposeDeps } from './deps.ts'

interface JobInput {
  readonly request: GenerateRequest
  readonly model: Model
  readonly billedTier: QualityTier
  readonly painter: string
  readonly caller: Pick<Caller, 'kind' | 'tenantId'>
  readonly hasPriority: boolean
  readonly webhook?: JobWebhook | undefined
  readonly enhanced: Enhancement | undefined
}

/** Smaller differences do not change the image, and DynamoDB rejects positive numbers below 1E-130. */
const roundToThousandths = (strength: number): number => Math.round(strength * 1_000) / 1_000

/** Builds the row of a new job. Seed and size are fixed here, so a retried step generates the same image. */
export const composeJob = (
  { newId, now, drawSeed }: ComposeDeps,
  { request, model, billedTier, painter, caller, hasPriority, webhook, enhanced }: JobInput,
): JobRow => {
  const createdAt = now()
  const { tenantId, jobId } = jobKeyFor(caller, newId())
  const { deadline_seconds: deadlineSeconds } = request
  const { width, height } = sizeFor(model.sizes, request.aspect_ratio, request.image_size)
  const cause = currentCause()
  const supportsSeeds = model.capabilities.includes('seed_control')
  const usesNegativePrompt = billedTier === 'draft' && model.capabilities.includes('negative_prompt')
  return {
    tenant_id: tenantId,
    job_id: jobId,
    // The tenant of an anonymous caller is the keyed hash of its network.
    ...(caller.kind === 'anonymous' ? { network: caller.tenantId } : {}),
    state: 'queued',
    original_prompt: request.prompt,
    painter,
    quality_tier: billedTier,
    output_format: request.output_format,
    aspect_ratio: request.aspect_ratio,
    settings: {
      model_id: model.id,
      ...(namesOnlyTier(request) ? { by_tier: true as const } : {}),
      ...(request.image_size ? { image_size: request.image_size } : {}),
      width,
      height,
      ...(supportsSeeds ? { seed: request.seed ?? drawSeed() } : {}),
      ...(usesNegativePrompt && request.negative_prompt ? { negative_prompt: request.negative_prompt } : {}),
      ...(request.input_strength === undefined ? {} : { strength: roundToThousandths(request.input_strength) }),
      ...(enhanced ? { enhanced } : {}),
      output_quality: request.output_quality,
      ...(request.output_preset ? { output_preset: request.output_preset } : {}),
      ...(request.background_removal ? { cut_out: true as const } : {}),
    },
    created_at: createdAt.toISOString(),
    ...(hasPriority ? { has_priority: true as const } : {}),
    ...(deadlineSeconds === undefined ? {} : { deadline_at: addMs(createdAt, deadlineSeconds * 1000).toISOString() }),
    ...(webhook ? { webhook } : {}),
    ...(cause ? { cause } : {}),
    expires_at: jobExpiry(createdAt),
  }
}
