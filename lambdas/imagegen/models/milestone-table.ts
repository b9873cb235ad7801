import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey } from '@signet/kernel/row-kind'
import { milestoneRow } from '../contract/milestone-row.ts'

/** The community milestone that unlocks the frontier models (spec 3, 5). */
export interface Milestone {
  /** Accounts that bought a credit pack or an Agency subscription. */
  readonly backers: number
  /** ISO time at which it was reached; it never locks again. */
  readonly unlockedAt: string | undefined
}

/** Committed revenue, in US cents, at which the frontier models unlock: what 250 backers with the larger pack bring. */
export const COMMITTED_CENTS_GOAL = 500_000

/** Primary key of the counters. */
export const MILESTONE_KEY = rowKey(milestoneRow, {})

export interface MilestoneTable {
  read(): Promise<Milestone>
}

/** The counters' row; before the first purchase there is none, and nobody has backed anything. */
export const milestoneTable = ({ db, table }: { db: DynamoDBDocumentClient; table: string }): MilestoneTable => ({
  async read() {
    const { Item: row = {} } = await db.send(new GetCommand({ TableName: table, Key: MILESTONE_KEY }))
    return {
      backers: row.backers ?? 0,
      unlockedAt: row.unlocked_at,
    }
  },
})
