import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { TableDeps } from '@signet/kernel'
import { decodeCursor, encodeCursor, literalStart, partitionOf } from '@signet/kernel'
import { entryRow } from './account-rows.ts'
import type { LedgerEntry } from './ledger-entry.ts'

export interface EntryPage {
  readonly entries: readonly LedgerEntry[]
  readonly nextCursor: string | null
}

export interface EntryTable {
  /**
   * Lists the account's entries, newest first.
   * @throws Refusal 400 for a cursor that no page returned.
   */
  list(accountId: string, limit: number, cursor: string | undefined): Promise<EntryPage>
}

export const ENTRY_PREFIX = literalStart(entryRow.keys.sk)

export const entryTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>): EntryTable => ({
  async list(accountId, limit, cursor) {
    const pk = partitionOf(entryRow, { account: accountId })
    const { Items = [], LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
        ExpressionAttributeValues: { ':pk': pk, ':entry': ENTRY_PREFIX },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
        ...(cursor ? { ExclusiveStartKey: { pk, ...decodeCursor(cursor, { sk: ENTRY_PREFIX }) } } : {}),
      }),
    )
    return {
      entries: Items.map(({ type, ref, at, lines }) => ({ type, ref, at, lines }) as LedgerEntry),
      nextCursor: LastEvaluatedKey ? encodeCursor({ sk: String(LastEvaluatedKey.sk) }) : null,
    }
  },
})
