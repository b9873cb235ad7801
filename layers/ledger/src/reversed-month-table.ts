import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey, type TableDeps, type WriteStep } from '@signet/kernel'
import { reversedMonthCreditsRow } from './account-rows.ts'

export interface ReversedMonthTable {
  /** Returns 0 if no credits were taken. Strongly consistent. */
  read(account: string, invoice: string): Promise<number>
  recordStep(account: string, invoice: string, credits: number): WriteStep
}

export const reversedMonthTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>): ReversedMonthTable => ({
  async read(account, invoice) {
    const Key = rowKey(reversedMonthCreditsRow, { account, invoice })
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Number(Item?.credits ?? 0)
  },
  recordStep: (account, invoice, credits) => ({
    Put: { TableName: table, Item: { ...rowKey(reversedMonthCreditsRow, { account, invoice }), credits } },
  }),
})
