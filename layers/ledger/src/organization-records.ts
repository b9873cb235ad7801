import type { TableDeps } from '@signet/kernel'
import { entitlementTable } from './entitlement-table.ts'
import type { OrganizationRecord } from './tier-status.ts'

export const organizationRecords = (
  deps: TableDeps,
  createdAtOf: (org: string) => Promise<string | undefined>,
): ((org: string) => Promise<OrganizationRecord>) => {
  const entitlements = entitlementTable(deps)
  return async (org) => {
    const [entitlement, createdAt] = await Promise.all([entitlements.read(org), createdAtOf(org)])
    return { entitlement, createdAt }
  }
}
