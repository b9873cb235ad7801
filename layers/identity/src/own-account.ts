import { rowTable, type TableDeps } from '@signet/kernel'
import { organisationRow } from './organisation-rows.ts'

/**
 * Tells whether a billing account is a person's own. The account of a shared organisation has the organisation's id, and
 * its row is there before anybody can act for it. A person's own account may be older than the row of their
 * organisation, which the first sign-in writes.
 */
export const ownAccounts = (deps: TableDeps): ((account: string) => Promise<boolean>) => {
  const organisations = rowTable(organisationRow, deps)
  return async (account) => (await organisations.get({ org: account }))?.kind !== 'shared'
}
