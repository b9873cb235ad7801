import * as z from 'zod'
import { JobState, QualityTier } from './vocabulary.ts'

const ENDS = ['completed', 'failed', 'failed_encoding'] as const

/** Event about the end of a job. It carries no texts of the job: GET returns those to callers who may read it. */
export const JobEnded = z
  .object({
    job_id: z.uuid(),
    tenant_id: z.string().describe('Whose job it is'),
    state: z.enum(ENDS),
    quality_tier: QualityTier,
    model_id: z.string().describe('Model that drew it, or was to'),
    error_code: z.string().nullable().describe('Stable word for why it failed'),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime(),
    has_webhook: z.boolean().describe('Whether the caller is to be told of the end'),
  })
  .meta({ id: 'JobEnded' })
export type JobEnded = z.infer<typeof JobEnded>

/** Event about the deletion of a job. */
export const JobDeleted = z
  .object({
    job_id: z.uuid(),
    tenant_id: z.string().describe('Whose job it was'),
    state: JobState.describe('Where it stood'),
    created_at: z.iso.datetime(),
    deleted_at: z.iso.datetime(),
  })
  .meta({ id: 'JobDeleted' })
