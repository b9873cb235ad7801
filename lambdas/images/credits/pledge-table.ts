import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { TableDeps, WriteStep } from '@signet/kernel'
import { rowKey } from '@signet/kernel'
import { backerRow } from '@signet/ledger/rows'
import { COMMITTED_CENTS_GOAL, MILESTONE_KEY } from '../models/milestone-table.ts'

/** The contribution of a purchase or refund to the community milestone. */
export interface Pledge {
  readonly accountId: string
  /** US cents; negative for a refund. */
  readonly cents: number
  /** Whether the purchase makes the account a backer, as packs and the Agency plan do. */
  readonly makesBacker: boolean
}

export interface PledgeTable {
  /** Returns the writes that count the pledge, for the transaction of the purchase. Built again for every attempt. */
  steps(pledge: Pledge): Promise<readonly WriteStep[]>
}

/**
 * Updates the counters of the milestone with purchases. An account counts as a backer once, and an unlocked milestone
 * never locks again.
 */
export const pledgeTable = ({ db, table, now }: Pick<TableDeps, 'db' | 'table' | 'now'>): PledgeTable => {
  const read = async (Key: Record<string, string>) =>
    (await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item
  return {
    async steps({ accountId, cents, makesBacker }) {
      const at = now().toISOString()
      const [milestone, backer] = await Promise.all([
        read(MILESTONE_KEY),
        read(rowKey(backerRow, { account: accountId })),
      ])
      const isNewBacker = makesBacker && !backer
      const isReached = Number(milestone?.cents ?? 0) + cents >= COMMITTED_CENTS_GOAL
      const unlocks = isReached && milestone?.unlocked_at === undefined
      const staysBelowGoal = 'attribute_exists(unlocked_at) OR attribute_not_exists(cents) OR cents < :needed'
      const counters: WriteStep = {
        Update: {
          TableName: table,
          Key: MILESTONE_KEY,
          UpdateExpression: `${unlocks ? 'SET unlocked_at = :at ' : ''}ADD backers :backers, cents :cents`,
          // The sum at the time of the write decides whether this purchase unlocks the milestone.
          ConditionExpression: unlocks ? 'attribute_not_exists(unlocked_at) AND cents >= :needed' : staysBelowGoal,
          ExpressionAttributeValues: {
            ':backers': isNewBacker ? 1 : 0,
            ':cents': cents,
            ':needed': COMMITTED_CENTS_GOAL - cents,
            ...(unlocks ? { ':at': at } : {}),
          },
        },
      }
      const backerPut: WriteStep = {
        Put: {
          TableName: table,
          Item: { ...rowKey(backerRow, { account: accountId }), at },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      }
      return isNewBacker ? [counters, backerPut] : [counters]
    },
  }
}
