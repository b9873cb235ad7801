import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { fillTemplate } from './row-kind.ts'
import type { TableDeps } from './transact.ts'

interface WorkRow {
  readonly prefix: string
  readonly index: { readonly gsi1pk: `${string}#<standing>`; readonly gsi1sk: `<due>#${string}` }
}

/**
 * Returns the keys, without prefixes, of rows whose worker has crashed, oldest first. The index is eventually
 * consistent.
 */
export async function* overdueRows(
  { db, table, now }: TableDeps,
  { prefix, index }: WorkRow,
): AsyncGenerator<{ readonly partition: string; readonly sort: string }> {
  const query = {
    TableName: table,
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :open AND gsi1sk < :now',
    ExpressionAttributeValues: {
      ':open': fillTemplate(index.gsi1pk, { standing: 'open' }),
      ':now': now().toISOString(),
    },
  }
  for await (const { Items = [] } of paginateQuery({ client: db }, query)) {
    for (const { pk, sk } of Items) {
      yield { partition: String(pk).slice(prefix.length), sort: String(sk).slice(String(sk).indexOf('#') + 1) }
    }
  }
}
