import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { TableDeps, WriteStep } from '@signet/kernel'

type Key = Readonly<Record<'pk' | 'sk', string>>

interface StateAttributes {
  /** State as JSON. */
  readonly state: string
  readonly ttl: number
  readonly at?: number
}

export interface VersionedState {
  readonly state: string | undefined
  readonly replaceStep: (members: StateAttributes) => WriteStep
}

/** Returns the stored state of a row, and a function that replaces it. The write fails if the row has changed since. */
export const readState = async ({ db, table }: Pick<TableDeps, 'db' | 'table'>, key: Key): Promise<VersionedState> => {
  const { Item } = await db.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))
  const version = Number(Item?.version ?? 0)
  return {
    state: Item && String(Item.state),
    replaceStep: (members) => ({
      Put: {
        TableName: table,
        Item: { ...key, ...members, version: version + 1 },
        ConditionExpression: Item ? '#version = :version' : 'attribute_not_exists(#version)',
        ExpressionAttributeNames: { '#version': 'version' },
        ...(Item && { ExpressionAttributeValues: { ':version': version } }),
      },
    }),
  }
}
