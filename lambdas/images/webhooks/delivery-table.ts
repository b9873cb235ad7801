import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, type TableDeps } from '@signet/kernel'
import { dueEntry, jobItemKey, keyOf } from '../jobs/job-keys.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { webhookInRow } from '../jobs/job-texts.ts'
import { nextDue } from '../jobs/job-timing.ts'
import { type JobWebhook, withAttempt, withResponse } from '../jobs/job-webhook.ts'

export type Outcome = Pick<JobWebhook, 'state' | 'last_status' | 'next_attempt_at'>

/** Webhook state in the job's row. Every write also sets the time of the sweeper's next check. */
export interface DeliveryTable {
  /**
   * Begins the next attempt: counts it and schedules the one after it for `leaseUntil`, in case this one is
   * interrupted. Returns undefined if another worker has begun it, or if the job was deleted.
   */
  claim(row: JobRow, leaseUntil: Date): Promise<JobRow | undefined>
  /**
   * Stores the result of the attempt for which the row was claimed. A failure is stored only if no later attempt has
   * begun; a successful delivery is always stored.
   */
  settle(claimed: JobRow, outcome: Outcome): Promise<void>
}

const SAME_ATTEMPT = 'webhook.#state = :pending AND webhook.attempts = :attempts'

export const deliveryTable = ({ db, table, now }: TableDeps): DeliveryTable => {
  const write = async (row: JobRow, webhook: JobWebhook, condition: string): Promise<JobRow | undefined> => {
    // The event triggered this delivery, so it has been published.
    const { event_pending: _, ...publishedRow } = row
    const changed = { ...publishedRow, webhook }
    // DynamoDB rejects values that no expression uses.
    const attemptValues = condition.includes(':attempts') ? { ':attempts': row.webhook?.attempts } : {}
    const isWritten = await conditionHeld(
      db.send(
        new UpdateCommand({
          TableName: table,
          Key: jobItemKey(keyOf(row)),
          UpdateExpression: 'SET webhook = :webhook, gsi1sk = :nextDue REMOVE event_pending',
          // After a deletion has begun, the index entry belongs to the deletion.
          ConditionExpression: `${condition} AND attribute_not_exists(removal_began_at)`,
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: {
            ':webhook': webhookInRow(row, webhook),
            ':nextDue': dueEntry(keyOf(row), nextDue(changed)).gsi1sk,
            ':pending': 'pending',
            ...attemptValues,
          },
        }),
      ),
    )
    return isWritten ? changed : undefined
  }
  return {
    async claim(row, leaseUntil) {
      if (!row.webhook) return undefined
      const { attempts, ...rest } = row.webhook
      const attempt = {
        ...rest,
        attempts: attempts + 1,
        next_attempt_at: leaseUntil.toISOString(),
        tries: withAttempt(row.webhook, now()),
      }
      return write(row, attempt, SAME_ATTEMPT)
    },
    async settle(claimed, outcome) {
      if (!claimed.webhook) return
      const { next_attempt_at: _, ...current } = claimed.webhook
      const condition = outcome.state === 'delivered' ? 'webhook.#state = :pending' : SAME_ATTEMPT
      const tries = withResponse(current, outcome.last_status)
      await write(claimed, { ...current, ...outcome, tries }, condition)
    },
  }
}
