import type { TableDeps } from '@signet/kernel'
import { entitlementTable } from './entitlement-table.ts'
import type { OrganisationRecord } from './organisation-standing.ts'

export const organisationRecords = (
  deps: TableDeps,
  createdAtOf: (org: string) => Promise<string | undefined>,
): ((org: string) => Promise<OrganisationRecord>) => {
  const entitlements = entitlementTable(deps)
  return async (org) => {
    const [entitlement, createdAt] = await Promise.all([entitlements.read(org), createdAtOf(org)])
    return { entitlement, createdAt }
  }
}
