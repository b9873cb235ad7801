import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { TableDeps, WriteStep } from '@signet/kernel'
import { conditionHeld, indexEntryOf, rowKey } from '@signet/kernel'
import { graceRow } from './account-rows.ts'

export interface GraceTable {
  recordStep(accountId: string, until: string): WriteStep
  /** Yields accounts whose grace period had ended by then, earliest first. */
  endedBy(at: Date): AsyncIterable<string>
  /** Removes the row, unless a later end was recorded in the meantime. */
  remove(accountId: string, endedBefore: Date): Promise<void>
}

/** The sparse index of running grace periods. A late update is harmless, because reads compare the time themselves. */
export const graceTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>): GraceTable => ({
  recordStep: (accountId, until) => ({
    Put: {
      TableName: table,
      Item: { ...rowKey(graceRow, { account: accountId }), ...indexEntryOf(graceRow, { end: until }) },
    },
  }),

  async *endedBy(at) {
    const ended = {
      TableName: table,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :grace AND gsi1sk <= :at',
      ExpressionAttributeValues: { ':grace': graceRow.index.gsi1pk, ':at': at.toISOString() },
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, ended)) {
      yield* Items.map(({ pk }) => String(pk).slice(graceRow.prefix.length))
    }
  },

  async remove(accountId, endedBefore) {
    const command = new DeleteCommand({
      TableName: table,
      Key: rowKey(graceRow, { account: accountId }),
      ConditionExpression: 'gsi1sk <= :by',
      ExpressionAttributeValues: { ':by': endedBefore.toISOString() },
    })
    await conditionHeld(db.send(command))
  },
})
