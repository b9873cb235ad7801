import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { partitionOf, rowTable, type TableDeps } from '@signet/kernel'
import { entryRow, statementRow } from './account-rows.ts'
import { ENTRY_PREFIX } from './entry-table.ts'
import type { LedgerEntry } from './ledger-entry.ts'

const FIRST_MONTH = '0000-00'

export const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

/**
 * Yields entries of an account from the start of one month to the start of another (exclusive), oldest first. Format of
 * months: 2026-11.
 */
export async function* entriesBetween(
  { db, table }: Pick<TableDeps, 'db' | 'table'>,
  account: string,
  [from, before]: readonly [from: string, before: string],
): AsyncGenerator<LedgerEntry> {
  const query = {
    TableName: table,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :before',
    ExpressionAttributeValues: {
      ':pk': partitionOf(entryRow, { account }),
      ':from': `${ENTRY_PREFIX}${from}`,
      // BETWEEN includes this value, but the time of an entry is never a month alone.
      ':before': `${ENTRY_PREFIX}${before}`,
    },
    ConsistentRead: true,
  }
  for await (const { Items = [] } of paginateQuery({ client: db }, query))
    for (const { type, ref, at, lines, cents } of Items)
      yield { type, ref, at, lines, ...(cents === undefined ? {} : { cents }) } as LedgerEntry
}

export const statementTable = (deps: TableDeps) => {
  const rows = rowTable(statementRow, deps)
  return {
    rows,
    entries: (account: string, months: readonly [string, string]) => entriesBetween(deps, account, months),
    /**
     * Returns the closing balance of the last statement before a month, and the month after it, from which entries
     * count; without a statement, 0 and a month before all entries.
     */
    async lastBefore(account: string, month: string): Promise<{ readonly from: string; readonly closing: number }> {
      // An account has at most twelve statements per year.
      const earlier = (await rows.all({ account })).filter((row) => row.month < month)
      const last = earlier.toSorted((a, b) => (a.month < b.month ? 1 : -1))[0]
      return last ? { from: monthAfter(last.month), closing: last.closing } : { from: FIRST_MONTH, closing: 0 }
    },
  }
}
export type StatementTable = ReturnType<typeof statementTable>
