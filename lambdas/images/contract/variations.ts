import { endpoint } from '@signet/contracts'
import { Job } from '@signet/imaging/schemas/job'
import { VariationRequest } from '@signet/imaging/schemas/variation-request'
import * as z from 'zod'
import { SPENDING_LIMITS } from './spending-limits.ts'

export const Variations = z.object({
  jobs: z.array(Job).describe('One job per variation, in seed order'),
})

const quotaHeaders = {
  'idempotent-replayed': {
    description: '`true` if an earlier request with this key created the jobs',
    schema: z.string().optional(),
  },
  'ratelimit-policy': {
    description: 'Quota that the jobs count against',
    schema: z.string().optional(),
  },
  ratelimit: { description: 'Quota that remains after these jobs', schema: z.string().optional() },
  'x-quota-warning': {
    description: 'Sent when at least 80% of a quota is used: name, usage and limit of the quota',
    schema: z.string().optional(),
  },
  'retry-after': { description: 'Seconds until the next poll', schema: z.string() },
}

export const createVariations = endpoint({
  name: 'createVariations',
  summary: 'Create variations',
  description:
    'Generates 1 to 4 seeded variations of a completed job with the Stable Diffusion 1.5 img2img model (`sd-1.5-img2img`). Each variation is a separate job at the price of a draft. Either all jobs are accepted and charged, or none.',
  tags: ['job'],
  route: 'POST /v2/jobs/:id/variations',
  authority: 'policy:may_generate',
  rate: { requests: 120, window: '1m', by: 'caller' },
  request: {
    params: z.strictObject({ id: z.string().min(1).max(200).describe('ID of one of your completed jobs') }),
    headers: z.object({
      'idempotency-key': z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe(
          'Idempotency key. Repeating the request with the same idempotency key within 24 hours returns the same jobs.',
        ),
    }),
    body: VariationRequest,
    maxBodyBytes: 4_096,
  },
  responses: {
    202: {
      description: 'The jobs were accepted. Poll each job until it ends.',
      schema: Variations,
      headers: quotaHeaders,
    },
  },
  errors: [
    'plan_required',
    'model_locked',
    'insufficient_credits',
    'quota_exceeded',
    'not_found',
    'idempotency_in_progress',
    'idempotency_mismatch',
    'spend_ceiling',
    'unavailable',
    ...SPENDING_LIMITS,
    {
      code: 'model_retired',
      status: 400,
      description: 'The provider has retired the model that generates variations.',
    },
  ],
  idempotent: true,
})
