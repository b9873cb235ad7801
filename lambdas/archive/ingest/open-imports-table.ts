import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { Clock } from '@signet/kernel'
import { filledIn } from '@signet/kernel/row-kind'
import { ingestRow } from '../contract/upload-rows.ts'
import type { IngestMessage } from './ingest-queue.ts'

/** Imports that nobody works on any more, though something is to be done: the oldest first. The index lags a moment. */
export const abandonedImports = ({
  db,
  table,
  now,
}: {
  readonly db: DynamoDBDocumentClient
  readonly table: string
  readonly now: Clock
}) =>
  async function* (): AsyncGenerator<IngestMessage> {
    const open = {
      TableName: table,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :open AND gsi1sk < :now',
      ExpressionAttributeValues: {
        ':open': filledIn(ingestRow.index.gsi1pk, { standing: 'open' }),
        ':now': now().toISOString(),
      },
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, open)) {
      for (const { pk, sk } of Items) {
        yield { workspace: String(pk).slice(ingestRow.prefix.length), upload: String(sk).slice('I#'.length) }
      }
    }
  }
