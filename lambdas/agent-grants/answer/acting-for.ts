import { organizationRow, personalTenantOf } from '@signet/identity'
import type { Granter } from '@signet/identity/oauth'
import { rowTable, type TableDeps } from '@signet/kernel'

export type ActingFor = (granter: Pick<Granter, 'userId' | 'orgId'>) => Promise<string>

export const actingFor = (deps: TableDeps): ActingFor => {
  const organizations = rowTable(organizationRow, deps)
  return async ({ userId, orgId: org }) => {
    if (org === personalTenantOf(userId)) return 'your personal account'
    const name = (await organizations.get({ org }))?.name
    return `the organization ${name ?? org}`
  }
}
