import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { organizationRow } from './organization-rows.ts'

/**
 * Returns a function that reads when an organization was created, as an ISO time; undefined if it was not created on
 * this platform.
 */
export const organizationCreatedAt = (deps: TableDeps): ((org: string) => Promise<string | undefined>) => {
  const organizations = rowTable(organizationRow, deps)
  return async (org) => {
    // The time never changes, so a stale read is sufficient.
    const organization = await organizations.get({ org }, { allowsStaleRead: true })
    return organization?.created_at
  }
}

/**
 * Returns a function that checks whether a billing account belongs to a single user. The account of a shared
 * organization has the organization's id, and its row exists before any caller can act for it. A user's own account may
 * be older than the row of their personal organization, which the first sign-in writes.
 */
export const personalAccountCheck =
  ({ db, table }: Pick<TableDeps, 'db' | 'table'>): ((account: string) => Promise<boolean>) =>
  async (account) => {
    const Key = rowKey(organizationRow, { org: account })
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item?.kind !== 'shared'
  }
