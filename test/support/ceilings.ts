import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { SpendCategory } from '@signet/kernel/ceilings'
import { ceilingRow, spendRow } from '@signet/kernel/spend-rows'
import { rowKey } from '../../layers/kernel/src/table/row-kind.ts'
import { atLaterTime, stackNow } from './control.ts'
import { table } from './keys.ts'
import { testStack } from './test-stack.ts'

/** Environments cache a ceiling for five seconds. */
const CEILING_CACHE_MS = 5_001

/** Longer than a run of all tests, so that cached ceilings never apply at the time that other tests use. */
const TIME_SHIFT_MS = 30 * 60_000
let timeShifts = 0

const putCeiling = async (category: SpendCategory, ceiling: number): Promise<void> => {
  const set_at = new Date(await stackNow()).toISOString()
  const Item = { ...rowKey(ceilingRow, { category }), ceiling, set_by: 'a test', set_at }
  await table().send(new PutCommand({ TableName: testStack().table, Item }))
}

const remove = (category: SpendCategory) =>
  table().send(new DeleteCommand({ TableName: testStack().table, Key: rowKey(ceilingRow, { category }) }))

/** Runs work while an operator's ceiling of a category is set, in counted amounts, at a time that no other test uses. */
export const withCeiling = async <Result>(
  category: SpendCategory,
  ceiling: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const isLocal = testStack().kind === 'local'
  await putCeiling(category, ceiling)
  try {
    return await atLaterTime(isLocal ? TIME_SHIFT_MS + CEILING_CACHE_MS * timeShifts++ : CEILING_CACHE_MS, work)
  } finally {
    await remove(category)
    // An emulator uses the machine's time, so this waits until the cached ceiling has expired.
    if (!isLocal) await atLaterTime(CEILING_CACHE_MS, async () => {})
  }
}

/** Returns the stage's use of the category today, in counted amounts. */
export const usedToday = async (category: SpendCategory): Promise<number> => {
  const day = new Date(await stackNow()).toISOString().slice(0, 10)
  const Key = rowKey(spendRow, { category, day })
  const { Item } = await table().send(new GetCommand({ TableName: testStack().table, Key, ConsistentRead: true }))
  return Number(Item?.used ?? 0)
}
