import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { partitionOf, type RowOf, rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { filledIn } from '@signet/kernel/row-kind'
import { importRow } from '@signet/search/conversations/rows'
import type { IngestMessage } from './ingest-queue.ts'

export type ImportRow = RowOf<typeof importRow>

export interface ImportTable {
  get(message: IngestMessage, row: Pick<ImportRow, 'conversation' | 'place'>): Promise<ImportRow | undefined>
  /** Writes the row; an earlier run has written the same. */
  put(message: IngestMessage, row: ImportRow): Promise<void>
  some(message: IngestMessage, limit: number): Promise<readonly ImportRow[]>
  ofConversation(message: IngestMessage, conversation: string): Promise<readonly ImportRow[]>
  remove(message: IngestMessage, row: ImportRow): Promise<void>
}

const partsOf = (
  { workspace, upload }: IngestMessage,
  { conversation, place }: Pick<ImportRow, 'conversation' | 'place'>,
) => ({
  workspace,
  upload,
  conversation,
  place,
})

export const importTable = (deps: TableDeps): ImportTable => {
  const { db, table } = deps
  const rows = rowTable(importRow, deps)
  return {
    get: (message, row) => rows.get(partsOf(message, row)),
    async put(message, row) {
      await db.send(new PutCommand({ TableName: table, Item: { ...row, ...rowKey(importRow, partsOf(message, row)) } }))
    },
    some: async ({ workspace, upload }, limit) => (await rows.page({ workspace, upload }, { limit })).rows,
    async ofConversation({ workspace, upload }, conversation) {
      const start = filledIn('C#<conversation>#', { conversation })
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
