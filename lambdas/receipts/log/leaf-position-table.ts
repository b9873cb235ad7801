import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { isConditionFailed, type TableDeps } from '@signet/kernel'
import { rowKey } from '@signet/kernel/row-kind'
import { leafRow, receiptRow } from '@signet/receipts/rows'

export interface LeafPositionTable {
  /** Stores the log position of a receipt and removes the receipt from the pending ones. Idempotent. */
  storePosition(hash: string, position: { readonly year: string; readonly index: number }): Promise<void>
}

export const leafPositionTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>): LeafPositionTable => {
  /**
   * Returns the issue time of the receipt; undefined if the receipt does not exist, as after the table was restored
   * from an earlier backup.
   */
  const writePosition = async (hash: string, year: string, index: number): Promise<string | undefined> => {
    try {
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName: table,
          Key: rowKey(receiptRow, { hash }),
          UpdateExpression: 'SET log_year = :year, leaf_index = :index',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':year': year, ':index': index },
          ReturnValues: 'ALL_NEW',
        }),
      )
      return String(Attributes?.issued_at)
    } catch (error) {
      if (isConditionFailed(error)) return undefined
      throw error
    }
  }
  return {
    async storePosition(hash, { year, index }) {
      const issuedAt = await writePosition(hash, year, index)
      if (issuedAt === undefined) return
      await db.send(new DeleteCommand({ TableName: table, Key: rowKey(leafRow, { year, at: issuedAt, hash }) }))
    },
  }
}
