import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '../table/row-kind.ts'
import type { TableDeps, WriteStep } from '../table/transact.ts'
import { tallyRow } from './tally-row.ts'

export interface LimitedList {
  readonly owner: string
  readonly list: string
  /** The most that the list may hold: things, or the sum of what they measure. */
  readonly max: number
  /** What is added; one thing unless it says otherwise. */
  readonly amount?: number
  /** How many it holds now, or their sum. The read must be strongly consistent. */
  readonly count: () => Promise<number>
}

/** The write that adds to the tally, if no more than the room was added since `seen` was read. */
const addition = (
  table: string,
  Key: Readonly<Record<string, string>>,
  { seen, room, amount }: { readonly seen: number; readonly room: number; readonly amount: number },
): WriteStep => ({
  Update: {
    TableName: table,
    Key,
    UpdateExpression: 'ADD added :amount',
    // A list without a tally has had no addition.
    ConditionExpression: seen === 0 ? 'attribute_not_exists(added) OR added <= :last' : 'added <= :last',
    ExpressionAttributeValues: { ':amount': amount, ':last': seen + room - amount },
  },
})

/**
 * The step to add to a limited list, or undefined if there is no room. Call it within each attempt of `transact`,
 * and write the step together with the addition. If others have filled the room since the list was counted, the attempt
 * fails and counts again. So the limit holds exactly for any number of concurrent requests, and requests that all have
 * room do not refuse one another.
 *
 * The list itself is counted, and no counter of its length is kept. So nothing that removes from the list has to know
 * the limit, nothing can drift after a crash, and lists that are older than their limit need no migration.
 *
 * The function needs the rights `get` and `update` of rows `TALLY`.
 */
export const roomIn = async (
  { db, table }: Pick<TableDeps, 'db' | 'table'>,
  { owner, list, max, amount = 1, count }: LimitedList,
): Promise<WriteStep | undefined> => {
  const Key = rowKey(tallyRow, { owner, list })
  // The tally is read first. What is added from then on counts against the room, even if it was counted already.
  const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
  const room = max - (await count())
  return room >= amount ? addition(table, Key, { seen: Number(Item?.added ?? 0), room, amount }) : undefined
}
