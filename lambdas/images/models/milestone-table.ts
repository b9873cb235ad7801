import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '@signet/kernel/row-kind'
import { milestoneRow } from '../contract/milestone-row.ts'

/** The community milestone that unlocks the frontier models (spec image-service 3, 5). */
export interface Milestone {
  /** Accounts that bought a credit pack or an Agency subscription. */
  readonly backers: number
  /** ISO time at which the milestone was reached. The models are never locked again. */
  readonly unlockedAt: string | undefined
}

/** Committed revenue in US cents that unlocks the frontier models: the revenue of 250 backers with the larger pack. */
export const COMMITTED_CENTS_GOAL = 500_000

export const MILESTONE_KEY = rowKey(milestoneRow, {})

export interface MilestoneTable {
  read(): Promise<Milestone>
}

/** The counters' row. It does not exist before the first purchase. */
export const milestoneTable = ({ db, table }: { db: DynamoDBDocumentClient; table: string }): MilestoneTable => ({
  async read() {
    const { Item: row = {} } = await db.send(new GetCommand({ TableName: table, Key: MILESTONE_KEY }))
    return {
      backers: row.backers ?? 0,
      unlockedAt: row.unlocked_at,
    }
  },
})
