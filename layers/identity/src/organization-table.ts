import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { organizationRow } from './organization-rows.ts'

/** Reads when an organization was created, as an ISO time; undefined if it was not created here. */
export const organizationCreatedAt = (deps: TableDeps): ((org: string) => Promise<string | undefined>) => {
  const organizations = rowTable(organizationRow, deps)
  return async (org) => {
    // It never changes.
    const organization = await organizations.get({ org }, { isStaleGood: true })
    return organization?.created_at
  }
}

/**
 * Tells whether a billing account is a person's own. The account of a shared organization has the organization's id, and
 * its row is there before anybody can act for it. A person's own account may be older than the row of their
 * organization, which the first sign-in writes.
 */
export const ownAccounts =
  ({ db, table }: Pick<TableDeps, 'db' | 'table'>): ((account: string) => Promise<boolean>) =>
  async (account) => {
    const Key = rowKey(organizationRow, { org: account })
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item?.kind !== 'shared'
  }
