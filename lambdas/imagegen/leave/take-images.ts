import { pagesOf, type TableDeps } from '@signet/kernel'
import { linesOf, type Take, type TakenFile } from '@signet/leaving'
import type { ImageBucket } from '../images/image-bucket.ts'
import { cutOutAssetId, imageKey } from '../images/image-keys.ts'
import { JOB_PREFIX, tenantPartition } from '../jobs/job-keys.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { readTexts } from '../jobs/job-texts.ts'
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

/** Jobs of a tenant that its callers see, with their long texts. */
async function* jobsOf(deps: TakeDeps, tenant: string): AsyncGenerator<JobRow> {
  for await (const rows of pagesOf(deps, { pk: tenantPartition(tenant), startsWith: JOB_PREFIX }))
    for (const item of rows) {
      if (!isLive(item, deps.now())) continue
      const row = jobRowOf(item)
      const whole = row.texts === 'apart' ? await readTexts(deps.bucket, row) : row
      if (whole) yield whole
    }
}

const recordOf = (job: JobRow): object => {
  const { tenant_id, job_id, state, original_prompt, quality_tier, output_format, aspect_ratio, order } = job
  const { source_key: _source, mask_key: _mask, ...ordered } = order
  return {
    ...{ tenant_id, job_id, state, original_prompt, quality_tier, output_format, aspect_ratio, order: ordered },
    ...{ created_at: job.created_at, completed_at: job.completed_at ?? null, error: job.error ?? null },
    credits: job.charge ?? null,
  }
}

/** The pictures of a job that the bucket still has. */
async function* imagesOf({ bucket }: TakeDeps, { job_id, output_format, state }: JobRow): AsyncGenerator<TakenFile> {
  if (state !== 'completed') return
  const cutOut = cutOutAssetId(job_id)
  for (const [asset, ending] of [
    [job_id, output_format],
    [cutOut, 'png'],
  ] as const) {
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
      for (const tenant of tenants) for await (const job of jobsOf(deps, tenant)) yield recordOf(job)
    }
    yield* linesOf('jobs', records())
    for (const tenant of tenants) for await (const job of jobsOf(deps, tenant)) yield* imagesOf(deps, job)
  }
