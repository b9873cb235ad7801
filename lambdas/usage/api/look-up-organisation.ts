import { organisationRow } from '@signet/identity'
import { rowTable, type TableDeps } from '@signet/kernel'
import { entitlementTable, type OrganisationRecord } from '@signet/ledger'

/** The recorded tier of an organisation, and when it was created. */
export const lookUpOrganisation = (deps: TableDeps): ((org: string) => Promise<OrganisationRecord>) => {
  const entitlements = entitlementTable(deps)
  const organisations = rowTable(organisationRow, deps)
  return async (org) => {
    const [entitlement, organisation] = await Promise.all([
      entitlements.read(org),
      // It never changes.
      organisations.get({ org }, { isStaleGood: true }),
    ])
    return { entitlement, createdAt: organisation?.created_at }
  }
}
