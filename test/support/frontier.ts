import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { MILESTONE_KEY } from '../../lambdas/images/models/milestone-table.ts'
import { table } from './keys.ts'
import { testStack } from './test-stack.ts'

/** Returns the number of backers in the milestone's row; other tests buy plans at the same time. */
export const backersNow = async (): Promise<number> => {
  const { Item } = await table().send(new GetCommand({ TableName: testStack().table, Key: MILESTONE_KEY }))
  return Number(Item?.backers ?? 0)
}

/** Unlocks the frontier models as the community milestone does. Returns a function that reverts it. */
export const unlockFrontier = async (): Promise<() => Promise<void>> => {
  const { table: TableName } = testStack()
  const { Item: locked } = await table().send(new GetCommand({ TableName, Key: MILESTONE_KEY }))
  const Item = { backers: 0, cents: 0, ...locked, ...MILESTONE_KEY, unlocked_at: new Date().toISOString() }
  await table().send(new PutCommand({ TableName, Item }))
  return async () => {
    if (locked) await table().send(new PutCommand({ TableName, Item: locked }))
    else await table().send(new DeleteCommand({ TableName, Key: MILESTONE_KEY }))
  }
}
