import { rowTable, type TableDeps } from '@signet/kernel'
import { organisationRow } from './organisation-rows.ts'

/** Reads when an organisation was created, as an ISO time; undefined if it was not created here. */
export const organisationCreatedAt = (deps: TableDeps): ((org: string) => Promise<string | undefined>) => {
  const organisations = rowTable(organisationRow, deps)
  return async (org) => {
    // It never changes.
    const organisation = await organisations.get({ org }, { isStaleGood: true })
    return organisation?.created_at
  }
}
