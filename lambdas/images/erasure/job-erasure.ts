import { type Account, type RecordsOf, rowsOf, type ServiceErasure } from '@signet/erasure'
import { keyItemKey } from '@signet/identity'
import { eraseRows, pagesOf, type TableDeps } from '@signet/kernel'
import type { RowKeys } from '@signet/kernel/row-kind'
import { closeAccount } from '@signet/ledger'
import { openJobRow } from '../contract/job-rows.ts'
import { tenantRow } from '../contract/tenant-rows.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import { JOB_PREFIX, readJobKey, tenantPartition } from '../jobs/job-keys.ts'
import type { deleteJob } from '../settle/delete-job.ts'
import { type TenantRow, tenantView } from '../tenants/tenant-row.ts'
import { imageFiles, jobRecords } from './job-records.ts'

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

/** Deletes the jobs of a tenant. True: tombstones are left, which the sweeper removes with the last objects. */
const deleteJobs = async (deps: ErasureDeps, tenant: string): Promise<boolean> => {
  let isLeft = false
  for await (const rows of pagesOf(deps, { pk: tenantPartition(tenant), startsWith: JOB_PREFIX })) {
    for (const item of rows) {
      isLeft = true
      if (item.deleted_at === undefined) await deps.deleteJob(readJobKey(item))
    }
  }
  return isLeft
}

/**
 * The erasure of the tenants of the organization and of the person: keys first, then jobs with their objects, then the
 * rows of the tenants.
 */
export const jobErasure = (deps: ErasureDeps): ServiceErasure => {
  const idsOf = async (account: Account): Promise<readonly string[]> => {
    const ofPerson = (await tenantsOf(deps, account)).map(({ tenant_id }) => tenant_id)
    return account.org_id === null ? ofPerson : [account.org_id, ...ofPerson]
  }
  return {
    owners: { tenant: idsOf },
    records: new Map<RowKeys, RecordsOf>([
      [tenantRow, ({ row }) => [tenantView(row as unknown as TenantRow)]],
      [openJobRow, jobRecords(deps)],
    ]),
    async *files(account) {
      for (const tenant of await idsOf(account)) yield* imageFiles(deps, tenant)
    },
    async before(account) {
      if (account.org_id !== null) await closeAccount(deps, account.org_id)
      for (const tenant of await tenantsOf(deps, account)) await revokeKeys(deps, tenant)
      let isLeft = false
      for (const tenant of await idsOf(account)) if (await deleteJobs(deps, tenant)) isLeft = true
      return isLeft ? 'working' : 'done'
    },
  }
}
