import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { indexEntryOf, rowKey, type TableDeps, type WriteStep } from '@signet/kernel'
import { ruledRow } from '../contract/rule-rows.ts'
import { shardOf } from './shard.ts'

/** What a plan limits. */
export type PlanMeter = 'rules' | 'slos'

/** How many there are of each, and how often any was written. */
export interface RuleCounts {
  readonly rules: number
  readonly slos: number
  readonly changes: number
}

/** A change of the count: whatever is written of rules and objectives is counted along, in one transaction. */
export interface Counting {
  readonly of: PlanMeter
  readonly by: -1 | 0 | 1
  /** The write fails where there are so many. */
  readonly limit?: number
  /** The write fails where anything else was written since. */
  readonly changes?: number
}

const NAMES = { '#changes': 'changes' }

const conditionOf = ({ limit, changes }: Counting): string =>
  [
    ...(limit === undefined ? [] : ['(attribute_not_exists(#of) OR #of < :limit)']),
    ...(changes === undefined ? [] : ['#changes = :seen']),
  ].join(' AND ')

/** The row that counts rules and objectives of a tenant, and by which the tenant is found every minute. */
export const ruleCountTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>) => ({
  async read(tenant: string): Promise<RuleCounts> {
    const Key = rowKey(ruledRow, { tenant })
    const { Item = {} } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return { rules: Number(Item.rules ?? 0), slos: Number(Item.slos ?? 0), changes: Number(Item.changes ?? 0) }
  },

  step(tenant: string, counting: Counting): WriteStep {
    const { of, by, limit, changes } = counting
    const { gsi1pk, gsi1sk } = indexEntryOf(ruledRow, { tenant, shard: shardOf(tenant) })
    const condition = conditionOf(counting)
    return {
      Update: {
        TableName: table,
        Key: rowKey(ruledRow, { tenant }),
        UpdateExpression: 'SET gsi1pk = :pk, gsi1sk = :sk ADD #of :by, #changes :one',
        ...(condition !== '' && { ConditionExpression: condition }),
        ExpressionAttributeNames: { ...NAMES, '#of': of },
        ExpressionAttributeValues: {
          ':pk': gsi1pk,
          ':sk': gsi1sk,
          ':by': by,
          ':one': 1,
          ...(limit !== undefined && { ':limit': limit }),
          ...(changes !== undefined && { ':seen': changes }),
        },
      },
    }
  },

  /** Tenants of a shard that have, or had, rules or objectives. The index is eventually consistent. */
  async *tenants(shard: string): AsyncGenerator<string> {
    const { gsi1pk } = indexEntryOf(ruledRow, { tenant: 'any', shard })
    const asked = {
      TableName: table,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :shard',
      ExpressionAttributeValues: { ':shard': gsi1pk },
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, asked))
      yield* Items.map(({ gsi1sk }) => String(gsi1sk))
  },
})
