import { type ExportFile, type RecordsOf, rowsOf } from '@signet/erasure'
import type { TableDeps } from '@signet/kernel'
import { creditsOf } from '@signet/ledger'
import { openJobRow } from '../contract/job-rows.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import { cutOutAssetId, imageKey } from '../images/image-keys.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { readTexts } from '../jobs/job-texts.ts'
import { webhookView } from '../jobs/job-webhook.ts'
import { isLive, jobRowOf } from '../jobs/job-worker-table.ts'

export interface ExportDeps extends TableDeps {
  readonly bucket: ImageBucket
}

/** The members of a job that its caller sees: no keys of objects, no cost at the vendor, no division of its charge. */
const recordOf = (job: JobRow): object => {
  const { tenant_id, job_id, state, original_prompt, quality_tier, output_format, aspect_ratio, order, charge } = job
  const { source_key: _source, mask_key: _mask, ...ordered } = order
  return {
    tenant_id,
    job_id,
    state,
    original_prompt,
    quality_tier,
    output_format,
    aspect_ratio,
    order: ordered,
    created_at: job.created_at,
    completed_at: job.completed_at ?? null,
    error: job.error ?? null,
    bg_removal_method: job.bg_removal_method ?? null,
    webhook: job.webhook ? webhookView(job.webhook) : null,
    credits: charge && 'parts' in charge ? creditsOf(charge.parts) : 0,
  }
}

async function* imagesOf({ bucket }: ExportDeps, job: JobRow): AsyncGenerator<ExportFile> {
  const { job_id, output_format, state, order } = job
  if (state !== 'completed') return
  const cutOuts = order.cut_out ? ([[cutOutAssetId(job_id), 'png']] as const) : []
  for (const [asset, ending] of [[job_id, output_format] as const, ...cutOuts]) {
    const bytes = await bucket.read(imageKey(asset))
    if (bytes) yield { path: `images/${asset}.${ending}`, bytes }
  }
}

export const jobRecords =
  (deps: ExportDeps): RecordsOf =>
  async ({ row }) => {
    if (!isLive(row, deps.now())) return []
    const job = jobRowOf(row)
    // Long texts are in their own object, which does not exist if the job was deleted in the meantime.
    const whole = job.texts === 'apart' ? await readTexts(deps.bucket, job) : job
    return whole ? [recordOf(whole)] : []
  }

export async function* imageFiles(deps: ExportDeps, tenant: string): AsyncGenerator<ExportFile> {
  for await (const page of rowsOf(deps, openJobRow, tenant))
    for (const { row } of page) if (isLive(row, deps.now())) yield* imagesOf(deps, jobRowOf(row))
}
