import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { TableDeps } from './transact.ts'

/** Rows that are deleted at the same time. */
const AT_ONCE = 16

/** Rows of one partition, by the beginning of their sort keys. */
export interface ErasedRows {
  /** The whole partition key, with its prefix. */
  readonly pk: string
  readonly startsWith?: string
}

/**
 * Deletes every row of a partition. It may be interrupted and repeated. The function needs the rights `query` and
 * `delete` of the rows. Returns how many there were.
 */
export const eraseRows = async (
  { db, table }: Pick<TableDeps, 'db' | 'table'>,
  { pk, startsWith = '' }: ErasedRows,
): Promise<number> => {
  let erased = 0
  const query = {
    TableName: table,
    KeyConditionExpression: startsWith === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :start)',
    ExpressionAttributeValues: { ':pk': pk, ...(startsWith === '' ? {} : { ':start': startsWith }) },
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
  }
  for await (const { Items = [] } of paginateQuery({ client: db }, query)) {
    for (let at = 0; at < Items.length; at += AT_ONCE) {
      const keys = Items.slice(at, at + AT_ONCE)
      await Promise.all(
        keys.map(({ pk: key, sk }) => db.send(new DeleteCommand({ TableName: table, Key: { pk: key, sk } }))),
      )
    }
    erased += Items.length
  }
  return erased
}
