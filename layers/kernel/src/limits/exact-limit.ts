import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '../table/row-kind.ts'
import type { TableDeps, WriteStep } from '../table/transact.ts'
import { tallyRow } from './tally-row.ts'

export interface LimitedList {
  readonly owner: string
  readonly list: string
  /** Maximum of the list: the number of items, or the sum of their sizes. */
  readonly max: number
  /** Amount to add; default one item. */
  readonly amount?: number
  /** Returns the current number of items, or their sum. The read must be strongly consistent. */
  readonly count: () => Promise<number>
}

/** Returns the write that adds to the tally. Its condition fails if the capacity was used since `tally` was read. */
const additionStep = (
  table: string,
  Key: Readonly<Record<string, string>>,
  { tally, capacity, amount }: { readonly tally: number; readonly capacity: number; readonly amount: number },
): WriteStep => ({
  Update: {
    TableName: table,
    Key,
    UpdateExpression: 'ADD added :amount',
    // A list without a tally has no additions yet.
    ConditionExpression: tally === 0 ? 'attribute_not_exists(added) OR added <= :last' : 'added <= :last',
    ExpressionAttributeValues: { ':amount': amount, ':last': tally + capacity - amount },
  },
})

/**
 * Returns the step to add to a limited list, or undefined if the list is full. Call it within each attempt of
 * `transact`, and write the step together with the addition. If concurrent requests have filled the list since it was
 * counted, the attempt fails and counts again. So the limit is exact for any number of concurrent requests, and
 * requests that all fit do not refuse one another.
 * The list itself is counted; there is no counter of its length. So code that removes from the list needs no knowledge
 * of the limit, a crash causes no drift, and lists that existed before the limit need no migration.
 * The function needs the rights `get` and `update` of rows `TALLY`.
 */
export const limitStep = async (
  { db, table }: Pick<TableDeps, 'db' | 'table'>,
  { owner, list, max, amount = 1, count }: LimitedList,
): Promise<WriteStep | undefined> => {
  const Key = rowKey(tallyRow, { owner, list })
  // Reads the tally first. Later additions reduce the capacity, even if they were counted already.
  const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
  const capacity = max - (await count())
  return capacity >= amount
    ? additionStep(table, Key, { tally: Number(Item?.added ?? 0), capacity, amount })
    : undefined
}
