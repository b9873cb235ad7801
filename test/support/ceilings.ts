import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Spent } from '@signet/kernel/ceilings'
import { ceilingRow, spendRow } from '@signet/kernel/spend-rows'
import { rowKey } from '../../layers/kernel/src/table/row-kind.ts'
import { later, stackNow } from './control.ts'
import { table } from './keys.ts'
import { testStack } from './test-stack.ts'

/** Environments believe what they have read of a ceiling for five seconds. */
const BELIEVED_MS = 5_001

/** Longer than a run of all tests: what functions read under a ceiling is never of the present time of other tests. */
const APART_MS = 30 * 60_000
let count = 0

const put = async (thing: Spent, ceiling: number): Promise<void> => {
  const set_at = new Date(await stackNow()).toISOString()
  const Item = { ...rowKey(ceilingRow, { thing }), ceiling, set_by: 'a test', set_at }
  await table().send(new PutCommand({ TableName: testStack().table, Item }))
}

const remove = (thing: Spent) =>
  table().send(new DeleteCommand({ TableName: testStack().table, Key: rowKey(ceilingRow, { thing }) }))

/** Runs work, at a time of its own, while an operator has set the ceiling of a thing in counted amounts. */
export const withCeiling = async <Result>(
  thing: Spent,
  ceiling: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const isLocal = testStack().kind === 'local'
  await put(thing, ceiling)
  try {
    return await later(isLocal ? APART_MS + BELIEVED_MS * count++ : BELIEVED_MS, work)
  } finally {
    await remove(thing)
    // An emulator keeps the machine's time: the ceiling is believed until it has passed.
    if (!isLocal) await later(BELIEVED_MS, async () => {})
  }
}

/** What the stage has used of the thing today, in counted amounts. */
export const usedToday = async (thing: Spent): Promise<number> => {
  const day = new Date(await stackNow()).toISOString().slice(0, 10)
  const Key = rowKey(spendRow, { thing, day })
  const { Item } = await table().send(new GetCommand({ TableName: testStack().table, Key, ConsistentRead: true }))
  return Number(Item?.used ?? 0)
}
