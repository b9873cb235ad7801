import { JobState, QualityTier } from '@signet/imaging/schemas/vocabulary'
import * as z from 'zod'

const END_STATES = ['completed', 'failed', 'failed_encoding'] as const

/** Event of the end of a job. Contains no prompts: callers who may read the job get them from GET /v2/jobs/:id. */
export const JobEnded = z
  .object({
    job_id: z.uuid(),
    tenant_id: z.string().describe('Tenant that owns the job'),
    state: z.enum(END_STATES),
    quality_tier: QualityTier,
    model_id: z.string().describe('Model that generated the image or would have generated it'),
    error_code: z.string().nullable().describe('Stable code of the failure; null if the job did not fail'),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime(),
    has_webhook: z.boolean().describe('Whether the request specified a webhook'),
    account_id: z.string().nullable().describe('Account that pays; null for a caller without an account'),
    has_account: z.boolean().describe('Whether an account pays for the job'),
  })
  .meta({ id: 'JobEnd' })
export type JobEnded = z.infer<typeof JobEnded>

export const JobDeleted = z
  .object({
    job_id: z.uuid(),
    tenant_id: z.string().describe('Tenant that owned the job'),
    state: JobState.describe('Last state of the job'),
    created_at: z.iso.datetime(),
    deleted_at: z.iso.datetime(),
  })
  .meta({ id: 'JobDeletion' })
