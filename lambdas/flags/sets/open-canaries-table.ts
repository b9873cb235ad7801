import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { FlagSet } from '@signet/flags/dynamodb'
import { fillTemplate } from '@signet/kernel/row-kind'
import { canaryIndex } from '../contract/rows.ts'

/** A canary that has not ended: running or paused. */
export interface OpenCanary extends FlagSet {
  readonly key: string
  readonly nextAt: string
}

/** Returns the index entry of a canary, sorted by its due time. No part of the key contains a `#` or a slash. */
export const openCanaryEntry = ({ org, environment, key, nextAt }: OpenCanary) => ({
  gsi1pk: canaryIndex.gsi1pk,
  gsi1sk: fillTemplate(canaryIndex.gsi1sk, { next_at: nextAt, org, environment, flag: key }),
})

const parseEntry = (entry: string): OpenCanary => {
  const [nextAt = '', set = '', key = ''] = entry.split('#')
  const [org = '', environment = ''] = set.split('/')
  return { org, environment, key, nextAt }
}

/**
 * Lists the open canaries, those due first. The index is eventually consistent: read the flag itself before acting.
 */
export const openCanaries = ({ db, table }: { db: DynamoDBDocumentClient; table: string }) =>
  async function* (): AsyncGenerator<OpenCanary> {
    const pages = paginateQuery(
      { client: db },
      {
        TableName: table,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :canaries',
        ExpressionAttributeValues: { ':canaries': canaryIndex.gsi1pk },
      },
    )
    for await (const { Items = [] } of pages) for (const { gsi1sk } of Items) yield parseEntry(String(gsi1sk))
  }
