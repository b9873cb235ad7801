import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { TableDeps } from './transact.ts'

const CONCURRENT_DELETES = 16

type Item = Readonly<Record<string, unknown>>

export interface PartitionRows {
  readonly pk: string
  readonly startsWith?: string
  /** Filter for the rows. All rows are read: a filter of DynamoDB would read them, too. */
  readonly where?: (row: Item) => boolean
}

/** Returns every row of a partition with its keys, including expired ones, page by page. Strongly consistent. */
export async function* pagesOf(
  { db, table }: Pick<TableDeps, 'db' | 'table'>,
  { pk, startsWith = '', where = () => true }: PartitionRows,
): AsyncGenerator<readonly Item[]> {
  const query = {
    TableName: table,
    KeyConditionExpression: startsWith === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :start)',
    ExpressionAttributeValues: {
      ':pk': pk,
      ...(startsWith === '' ? {} : { ':start': startsWith }),
    },
    ConsistentRead: true,
  }
  for await (const { Items = [] } of paginateQuery({ client: db }, query)) yield Items.filter(where)
}

/**
 * Deletes rows of a partition, including expired ones. Can be interrupted and repeated. The function needs the rights
 * `query` and `delete` of the rows.
 */
export const eraseRows = async (deps: Pick<TableDeps, 'db' | 'table'>, rows: PartitionRows): Promise<void> => {
  const erase = ({ pk, sk }: Item) => deps.db.send(new DeleteCommand({ TableName: deps.table, Key: { pk, sk } }))
  for await (const items of pagesOf(deps, rows))
    for (let index = 0; index < items.length; index += CONCURRENT_DELETES)
      await Promise.all(items.slice(index, index + CONCURRENT_DELETES).map(erase))
}
