import type { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import type { QualityTier } from '@signet/imaging/schemas/vocabulary'
import { addMs, type Caller, currentCause } from '@signet/kernel'
import type { Enhancement } from '../enhance/enhance-prompt.ts'
import { jobKeyFor } from '../jobs/job-keys.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { jobExpiry } from '../jobs/job-timing.ts'
import type { JobWebhook } from '../jobs/job-webhook.ts'
import type { Model } from '../models/catalog.ts'
import { isByTier } from '../models/resolve-model.ts'
import { sizeFor } from '../models/sizes.ts'
import type { ComposeDeps } from './deps.ts'

interface Parts {
  readonly request: GenerateRequest
  readonly model: Model
  readonly billedTier: QualityTier
  readonly painter: string
  readonly caller: Pick<Caller, 'kind' | 'tenantId'>
  readonly hasPriority: boolean
  readonly webhook?: JobWebhook | undefined
  readonly enhanced: Enhancement | undefined
}

/** Finer differences do not change the picture, and DynamoDB stores no number below 1E-130. */
const thousandths = (strength: number): number => Math.round(strength * 1_000) / 1_000

/** Builds the row of a new job. Seed and size are fixed here, so a retried step draws the same picture. */
export const composeJob = (
  { newId, now, drawSeed }: ComposeDeps,
  { request, model, billedTier, painter, caller, hasPriority, webhook, enhanced }: Parts,
): JobRow => {
  const createdAt = now()
  const { tenantId, jobId } = jobKeyFor(caller, newId())
  const { deadline_seconds: deadline } = request
  const { width, height } = sizeFor(model.sizes, request.aspect_ratio, request.image_size)
  const cause = currentCause()
  const knowsSeeds = model.can.includes('seed_control')
  const obeysNegative = billedTier === 'draft' && model.can.includes('negative_prompt')
  return {
    tenant_id: tenantId,
    job_id: jobId,
    ...(caller.kind === 'anonymous' ? { network: caller.tenantId } : {}),
    state: 'queued',
    original_prompt: request.prompt,
    painter,
    quality_tier: billedTier,
    output_format: request.output_format,
    aspect_ratio: request.aspect_ratio,
    order: {
      model_id: model.id,
      ...(isByTier(request) ? { by_tier: true as const } : {}),
      ...(request.image_size ? { image_size: request.image_size } : {}),
      width,
      height,
      ...(knowsSeeds ? { seed: request.seed ?? drawSeed() } : {}),
      ...(obeysNegative && request.negative_prompt ? { negative_prompt: request.negative_prompt } : {}),
      ...(request.input_strength === undefined ? {} : { strength: thousandths(request.input_strength) }),
      ...(enhanced ? { enhanced } : {}),
      output_quality: request.output_quality,
      ...(request.output_preset ? { output_preset: request.output_preset } : {}),
      ...(request.background_removal ? { cut_out: true as const } : {}),
    },
    created_at: createdAt.toISOString(),
    ...(hasPriority ? { has_priority: true as const } : {}),
    ...(deadline === undefined ? {} : { deadline_at: addMs(createdAt, deadline * 1000).toISOString() }),
    ...(webhook ? { webhook } : {}),
    ...(cause ? { cause } : {}),
    expires_at: jobExpiry(createdAt),
  }
}
