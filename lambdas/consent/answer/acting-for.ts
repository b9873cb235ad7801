import { organisationRow, personalTenantOf } from '@signet/identity'
import { rowTable, type TableDeps } from '@signet/kernel'
import type { Granter } from '@signet/oauth'

/** Tells people for whom an agent acts: their own account, or an organisation that others share. */
export type ActingFor = (granter: Pick<Granter, 'userId' | 'orgId'>) => Promise<string>

export const actingFor = (deps: TableDeps): ActingFor => {
  const organisations = rowTable(organisationRow, deps)
  return async ({ userId, orgId: org }) => {
    if (org === personalTenantOf(userId)) return 'you, and nobody else'
    const name = (await organisations.get({ org }))?.name
    return `the organisation ${name ?? org}, whose credits it spends`
  }
}
