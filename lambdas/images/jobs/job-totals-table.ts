import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { JOB_STATES, type JobState, type QualityTier } from '@signet/imaging/schemas/vocabulary'
import { epochSeconds, type TableDeps } from '@signet/kernel'
import { QUALITY_TIERS } from '@signet/ledger/tiers'
import { JOB_PREFIX, tenantPartition } from './job-keys.ts'

export interface JobTotals {
  readonly total: number
  readonly by_state: Record<JobState, number>
  readonly by_tier: Record<QualityTier, number>
}

const zeros = <Word extends string>(names: readonly Word[]): Record<Word, number> =>
  Object.fromEntries(names.map((word) => [word, 0])) as Record<Word, number>

/**
 * Counts a tenant's jobs by reading them, so that no generation pays for a counter. A page of the table contains some
 * hundreds of jobs. Deleted and expired jobs do not count.
 */
export const jobTotals =
  ({ db, table, now }: TableDeps) =>
  async (tenantId: string): Promise<JobTotals> => {
    const by_state = zeros(JOB_STATES)
    const by_tier = zeros(QUALITY_TIERS)
    let total = 0
    const jobsQuery = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :job)',
      FilterExpression: 'attribute_not_exists(deleted_at) AND expires_at > :now',
      ProjectionExpression: '#state, quality_tier',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':pk': tenantPartition(tenantId),
        ':job': JOB_PREFIX,
        ':now': epochSeconds(now()),
      },
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, jobsQuery)) {
      for (const { state, quality_tier } of Items as { state: JobState; quality_tier: QualityTier }[]) {
        by_state[state]++
        by_tier[quality_tier]++
        total++
      }
    }
    return { total, by_state, by_tier }
  }
