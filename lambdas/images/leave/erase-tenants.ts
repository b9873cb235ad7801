import { keyItemKey } from '@signet/identity'
import { eraseRows, pagesOf, type TableDeps } from '@signet/kernel'
import type { Erase } from '@signet/erasure'
import { closeAccount } from '@signet/ledger'
import { JOB_PREFIX, readJobKey, tenantPartition } from '../jobs/job-keys.ts'
import type { deleteJob } from '../settle/delete-job.ts'
import { TENANT_PREFIX, userPartition } from '../tenants/tenant-keys.ts'
import type { TenantRow } from '../tenants/tenant-row.ts'

export interface EraseDeps extends TableDeps {
  readonly deleteJob: ReturnType<typeof deleteJob>
}

/** Tenants of a person in the image service, whose keys are refused from now on. */
const tenantsOf = async (deps: EraseDeps, user: string): Promise<readonly string[]> => {
  const tenants: string[] = []
  for await (const rows of pagesOf(deps, { pk: userPartition(user), startsWith: TENANT_PREFIX })) {
    for (const item of rows) {
      const { tenant_id, key_digest, old_key_digest } = item as unknown as TenantRow
      const digests = [key_digest, ...(old_key_digest === undefined ? [] : [old_key_digest])]
      for (const digest of digests) await eraseRows(deps, { pk: keyItemKey(digest).pk })
      tenants.push(tenant_id)
    }
  }
  return tenants
}

/** Deletes the jobs of a tenant. True: tombstones are left, which the sweeper removes with the last objects. */
const deleteJobs = async (deps: EraseDeps, tenant: string): Promise<boolean> => {
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
 * Erases the tenants of the organisation and of the person: keys first, then jobs with their objects, then everything
 * else of a tenant. The list of a person's tenants goes last, so that a repetition finds what is left.
 */
export const eraseTenants =
  (deps: EraseDeps): Erase =>
  async ({ org_id: org, user_id: user }) => {
    if (org !== null) await closeAccount(deps, org)
    const ofPerson = user === null ? [] : await tenantsOf(deps, user)
    const tenants = [...(org === null ? [] : [org]), ...ofPerson]
    let isLeft = false
    for (const tenant of tenants) {
      if (await deleteJobs(deps, tenant)) isLeft = true
      else await eraseRows(deps, { pk: tenantPartition(tenant) })
    }
    if (isLeft) return 'working'
    if (user !== null) await eraseRows(deps, { pk: userPartition(user) })
    return 'done'
  }
