import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { MILESTONE_KEY } from '../../lambdas/images/models/milestone-table.ts'
import { table } from './keys.ts'
import { testStack } from './test-stack.ts'

/** The backers of the milestone by its row: other tests buy plans meanwhile. */
export const backersNow = async (): Promise<number> => {
  const { Item } = await table().send(new GetCommand({ TableName: testStack().table, Key: MILESTONE_KEY }))
  return Number(Item?.backers ?? 0)
}

/** Lets the frontier models go as the community's milestone does; answers how to take that back. */
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
