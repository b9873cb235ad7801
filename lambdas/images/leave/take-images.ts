import { type ExportFile, linesOf, type Take } from '@signet/erasure'
import { pagesOf, type TableDeps } from '@signet/kernel'
import { creditsOf } from '@signet/ledger'
import type { ImageBucket } from '../images/image-bucket.ts'
import { cutOutAssetId, imageKey } from '../images/image-keys.ts'
import { JOB_PREFIX, tenantPartition } from '../jobs/job-keys.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { readTexts } from '../jobs/job-texts.ts'
import { webhookView } from '../jobs/job-webhook.ts'
import { isLive, jobRowOf } from '../jobs/job-worker-table.ts'
import { TENANT_PREFIX, userPartition } from '../tenants/tenant-keys.ts'
import { type TenantRow, tenantView } from '../tenants/tenant-row.ts'

export interface TakeDeps extends TableDeps {
  readonly bucket: ImageBucket
}

const tenantsOf = async (deps: TakeDeps, user: string): Promise<readonly TenantRow[]> => {
  const tenants: TenantRow[] = []
  for await (const rows of pagesOf(deps, { pk: userPartition(user), startsWith: TENANT_PREFIX }))
    tenants.push(...(rows as unknown as readonly TenantRow[]))
  return tenants
}

/** Jobs of a tenant that its callers see. */
async function* jobsOf(deps: TakeDeps, tenant: string): AsyncGenerator<JobRow> {
  for await (const rows of pagesOf(deps, { pk: tenantPartition(tenant), startsWith: JOB_PREFIX }))
    for (const item of rows) if (isLive(item, deps.now())) yield jobRowOf(item)
}

/** What its caller sees of it; neither keys of objects, nor what it cost the vendor, nor how its charge was divided. */
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

/** The pictures of a job that the bucket still has. */
async function* imagesOf({ bucket }: TakeDeps, job: JobRow): AsyncGenerator<ExportFile> {
  const { job_id, output_format, state, order } = job
  if (state !== 'completed') return
  const cutOuts = order.cut_out ? ([[cutOutAssetId(job_id), 'png']] as const) : []
  for (const [asset, ending] of [[job_id, output_format] as const, ...cutOuts]) {
    const bytes = await bucket.read(imageKey(asset))
    if (bytes) yield { path: `images/${asset}.${ending}`, bytes }
  }
}

/** Tenants, jobs with their prompts, and the pictures that are still there, of the organisation and of the person. */
export const takeImages = (deps: TakeDeps): Take =>
  async function* ({ org_id: org, user_id: user }) {
    const personal = await tenantsOf(deps, user)
    yield* linesOf('tenants', personal.map(tenantView))
    const tenants = [org, ...personal.map(({ tenant_id }) => tenant_id)]
    const records = async function* () {
      for (const tenant of tenants)
        for await (const job of jobsOf(deps, tenant)) {
          // Long texts are an object of their own, which is gone if the job was deleted in the meantime.
          const whole = job.texts === 'apart' ? await readTexts(deps.bucket, job) : job
          if (whole) yield recordOf(whole)
        }
    }
    yield* linesOf('jobs', records())
    for (const tenant of tenants) for await (const job of jobsOf(deps, tenant)) yield* imagesOf(deps, job)
  }
