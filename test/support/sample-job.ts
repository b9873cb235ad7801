import { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { newUuid } from '@signet/kernel'
import type { JobRow } from '../../lambdas/images/jobs/job-row.ts'
import { jobExpiry } from '../../lambdas/images/jobs/job-timing.ts'
import type { Openings } from '../../lambdas/images/jobs/opening-table.ts'

/** Jobs without receipts. */
export const NO_OPENINGS: Openings = { remove: async () => {} }

export const START = new Date('2026-11-20T12:00:00.000Z')

/** Returns a queued draft of a tenant, small enough to be painted and encoded quickly. */
export const jobRow = (changes: Partial<JobRow> = {}): JobRow => ({
  tenant_id: 'tenant-1',
  job_id: newUuid(),
  state: 'queued',
  original_prompt: 'a lighthouse',
  painter: 'offline',
  quality_tier: 'draft',
  output_format: 'webp',
  aspect_ratio: '1:1',
  settings: { model_id: 'sdxl-lightning', width: 16, height: 16, seed: 1, output_quality: 85 },
  created_at: START.toISOString(),
  expires_at: jobExpiry(START),
  ...changes,
})

/** Returns a body of POST /v2/generate with its defaults. */
export const request = (body: Partial<Record<keyof GenerateRequest, unknown>> = {}): GenerateRequest =>
  GenerateRequest.parse({ prompt: 'a lighthouse', ...body })

/** A clock that moves only on command. */
export const manualClock = (start: Date = START) => {
  let at = start.getTime()
  return {
    now: () => new Date(at),
    advance(ms: number) {
      at += ms
    },
  }
}
