import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey, rowTable, type TableDeps } from '@signet/kernel'
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

/**
 * Tells whether a billing account is a person's own. The account of a shared organisation has the organisation's id, and
 * its row is there before anybody can act for it. A person's own account may be older than the row of their
 * organisation, which the first sign-in writes.
 */
export const ownAccounts =
  ({ db, table }: Pick<TableDeps, 'db' | 'table'>): ((account: string) => Promise<boolean>) =>
  async (account) => {
    const Key = rowKey(organisationRow, { org: account })
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item?.kind !== 'shared'
  }
