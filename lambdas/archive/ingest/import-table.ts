import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { partitionOf, type RowOf, rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { fillTemplate } from '@signet/kernel/row-kind'
import { importRow } from '@signet/search/conversations/rows'
import type { IngestMessage } from './ingest-queue.ts'

export type ImportRow = RowOf<typeof importRow>

export interface ImportTable {
  get(message: IngestMessage, row: Pick<ImportRow, 'conversation' | 'origin_key'>): Promise<ImportRow | undefined>
  /** Writes the row; an earlier run may have written the same row. */
  put(message: IngestMessage, row: ImportRow): Promise<void>
  firstRows(message: IngestMessage, limit: number): Promise<readonly ImportRow[]>
  ofConversation(message: IngestMessage, conversation: string): Promise<readonly ImportRow[]>
  remove(message: IngestMessage, row: ImportRow): Promise<void>
}

const partsOf = (
  { workspace, upload }: IngestMessage,
  { conversation, origin_key }: Pick<ImportRow, 'conversation' | 'origin_key'>,
) => ({
  workspace,
  upload,
  conversation,
  origin_key,
})

/** The conversations of imports: one row per conversation and position in the upload. */
export const importTable = (deps: TableDeps): ImportTable => {
  const { db, table } = deps
  const rows = rowTable(importRow, deps)
  return {
    get: (message, row) => rows.get(partsOf(message, row)),
    async put(message, row) {
      await db.send(new PutCommand({ TableName: table, Item: { ...row, ...rowKey(importRow, partsOf(message, row)) } }))
    },
    firstRows: async ({ workspace, upload }, limit) => (await rows.page({ workspace, upload }, { limit })).rows,
    async ofConversation({ workspace, upload }, conversation) {
      const start = fillTemplate('C#<conversation>#', { conversation })
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :start)',
          ExpressionAttributeValues: { ':pk': partitionOf(importRow, { workspace, upload }), ':start': start },
          ConsistentRead: true,
        }),
      )
      return Items.map(({ pk: _pk, sk: _sk, ...row }) => row as ImportRow)
    },
    async remove(message, row) {
      await rows.remove(partsOf(message, row))
    },
  }
}
