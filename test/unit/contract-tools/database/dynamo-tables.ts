import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import {
  type DynamoPlan,
  type DynamoStep,
  type DynamoTableProps,
  dynamoFill,
  dynamoKeys,
} from '@signet/contract-tools/database'

type Item = Record<string, unknown>

export const keySchema = ({ partitionKey, sortKey }: Pick<DynamoTableProps, 'partitionKey' | 'sortKey'>) => [
  { AttributeName: partitionKey.name, KeyType: 'HASH' as const },
  ...(sortKey ? [{ AttributeName: sortKey.name, KeyType: 'RANGE' as const }] : []),
]

export const createTable = async (
  db: DynamoDBDocumentClient,
  { globalSecondaryIndexes, ...table }: DynamoTableProps,
): Promise<void> => {
  const keys = [table, ...globalSecondaryIndexes].flatMap(({ partitionKey, sortKey }) => [
    partitionKey,
    ...(sortKey ? [sortKey] : []),
  ])
  const attributes = new Map(keys.map(({ name, type }) => [name, type]))
  await db.send(
    new CreateTableCommand({
      TableName: table.tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...attributes].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
      KeySchema: keySchema(table),
      ...(globalSecondaryIndexes.length > 0 && {
        GlobalSecondaryIndexes: globalSecondaryIndexes.map((index) => ({
          IndexName: index.indexName,
          KeySchema: keySchema(index),
          Projection: { ProjectionType: 'ALL' as const },
        })),
      }),
    }),
  )
}

export const scan = async (db: DynamoDBDocumentClient, TableName: string): Promise<Item[]> =>
  (await db.send(new ScanCommand({ TableName }))).Items ?? []

/** Runs the item updates of a phase over every item; returns the number of needed writes. */
export const fill = async (
  db: DynamoDBDocumentClient,
  plan: DynamoPlan,
  steps: readonly DynamoStep[],
  phase: DynamoStep['phase'],
): Promise<number> => {
  let writes = 0
  for (const step of steps) {
    if (step.phase !== phase || step.action !== 'update_items') continue
    for (const item of await scan(db, plan.tableName)) {
      const update = dynamoFill(plan, step.fill, item)
      if (update === undefined) continue
      await db.send(new UpdateCommand(update))
      writes += 1
    }
  }
  return writes
}

export const put = (db: DynamoDBDocumentClient, plan: DynamoPlan, item: Item) =>
  db.send(new PutCommand({ TableName: plan.tableName, Item: { ...item, ...dynamoKeys(plan, item) } }))
