import { type Account, type ExportFile, type RecordsOf, rowsOf, type ServiceErasure } from '@signet/erasure'
import { keyItemKey } from '@signet/identity'
import { eraseRows, pagesOf, type TableDeps } from '@signet/kernel'
import type { RowKeys } from '@signet/kernel/row-kind'
import { closeAccount, creditsOf } from '@signet/ledger'
import { openJobRow } from '../contract/job-rows.ts'
import { tenantRow } from '../contract/tenant-rows.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import { cutOutAssetId, imageKey } from '../images/image-keys.ts'
import { JOB_PREFIX, readJobKey, tenantPartition } from '../jobs/job-keys.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { readTexts } from '../jobs/job-texts.ts'
import { webhookView } from '../jobs/job-webhook.ts'
import { isLive, jobRowOf } from '../jobs/job-worker-table.ts'
import type { deleteJob } from '../settle/delete-job.ts'
import { type TenantRow, tenantView } from '../tenants/tenant-row.ts'

interface ExportDeps extends TableDeps {
  readonly bucket: ImageBucket
}

/**
 * Returns the fields of a job that its owner may export, without object keys, vendor cost and the split of the charge.
 */
const recordOf = (job: JobRow): object => {
  const { tenant_id, job_id, state, original_prompt, quality_tier, output_format, aspect_ratio, settings, charge } = job
  const { source_key: _source, mask_key: _mask, ...customerSettings } = settings
  return {
    tenant_id,
    job_id,
    state,
    original_prompt,
    quality_tier,
    output_format,
    aspect_ratio,
    settings: customerSettings,
    created_at: job.created_at,
    completed_at: job.completed_at ?? null,
    error: job.error ?? null,
    bg_removal_method: job.bg_removal_method ?? null,
    webhook: job.webhook ? webhookView(job.webhook) : null,
    credits: charge && 'parts' in charge ? creditsOf(charge.parts) : 0,
  }
}

async function* imagesOf({ bucket }: ExportDeps, job: JobRow): AsyncGenerator<ExportFile> {
  const { job_id, output_format, state, settings } = job
  if (state !== 'completed') return
  const cutOuts = settings.cut_out ? ([[cutOutAssetId(job_id), 'png']] as const) : []
  for (const [asset, extension] of [[job_id, output_format] as const, ...cutOuts]) {
    const bytes = await bucket.read(imageKey(asset))
    if (bytes) yield { path: `images/${asset}.${extension}`, bytes }
  }
}

const jobRecords =
  (deps: ExportDeps): RecordsOf =>
  async ({ row }) => {
    if (!isLive(row, deps.now())) return []
    const job = jobRowOf(row)
    // Long texts are in their own object, which does not exist if the job was deleted in the meantime.
    const jobWithTexts = job.texts === 'separate' ? await readTexts(deps.bucket, job) : job
    return jobWithTexts ? [recordOf(jobWithTexts)] : []
  }

export async function* imageFiles(deps: ExportDeps, tenant: string): AsyncGenerator<ExportFile> {
  for await (const page of rowsOf(deps, openJobRow, tenant))
    for (const { row } of page) if (isLive(row, deps.now())) yield* imagesOf(deps, jobRowOf(row))
}

export interface ErasureDeps extends TableDeps {
  readonly deleteJob: ReturnType<typeof deleteJob>
  readonly bucket: ImageBucket
}

const tenantsOf = async (deps: TableDeps, { user_id: user }: Account): Promise<readonly TenantRow[]> => {
  const tenants: TenantRow[] = []
  if (user !== null)
    for await (const rows of rowsOf(deps, tenantRow, user))
      tenants.push(...rows.map(({ row }) => row as unknown as TenantRow))
  return tenants
}

const revokeKeys = async (deps: TableDeps, { key_digest, old_key_digest }: TenantRow): Promise<void> => {
  const digests = [key_digest, ...(old_key_digest === undefined ? [] : [old_key_digest])]
  for (const digest of digests) await eraseRows(deps, { pk: keyItemKey(digest).pk })
}

/** Deletes the jobs of a tenant. Returns true if tombstones remain; the sweeper deletes them with the last objects. */
const deleteJobs = async (deps: ErasureDeps, tenant: string): Promise<boolean> => {
  let hasTombstones = false
  for await (const rows of pagesOf(deps, { pk: tenantPartition(tenant), startsWith: JOB_PREFIX })) {
    for (const item of rows) {
      hasTombstones = true
      if (item.deleted_at === undefined) await deps.deleteJob(readJobKey(item))
    }
  }
  return hasTombstones
}

/**
 * Erases the tenants of the organization and of the user: keys first, then jobs with their objects, then the tenants'
 * rows.
 */
export const jobErasure = (deps: ErasureDeps): ServiceErasure => {
  const tenantIdsOf = async (account: Account): Promise<readonly string[]> => {
    const userTenants = (await tenantsOf(deps, account)).map(({ tenant_id }) => tenant_id)
    return account.org_id === null ? userTenants : [account.org_id, ...userTenants]
  }
  return {
    owners: { tenant: tenantIdsOf },
    records: new Map<RowKeys, RecordsOf>([
      [tenantRow, ({ row }) => [tenantView(row as unknown as TenantRow)]],
      [openJobRow, jobRecords(deps)],
    ]),
    async *files(account) {
      for (const tenant of await tenantIdsOf(account)) yield* imageFiles(deps, tenant)
    },
    async before(account) {
      if (account.org_id !== null) await closeAccount(deps, account.org_id)
      for (const tenant of await tenantsOf(deps, account)) await revokeKeys(deps, tenant)
      let hasTombstones = false
      for (const tenant of await tenantIdsOf(account)) if (await deleteJobs(deps, tenant)) hasTombstones = true
      return hasTombstones ? 'working' : 'done'
    },
  }
}
