import { addMs, type Log, type Metrics } from '@signet/kernel'
import {
  ATTEMPTS_MAX,
  type AttemptDeps,
  attemptDelivery,
  DELAY_SECONDS_MAX,
  LEASE_MS,
  type Notification,
  type SecretTable,
  type WebhookSecrets,
} from '@signet/notifications/webhooks'
import type { JobKey } from '../jobs/job-keys.ts'
import { isTerminal, type JobRow } from '../jobs/job-row.ts'
import { jobView } from '../jobs/job-view.ts'
import { dueWebhook } from '../jobs/job-webhook.ts'
import type { JobWorkerTable } from '../jobs/job-worker-table.ts'
import type { DeliveryTable, Outcome } from '../webhooks/delivery-table.ts'
import type { WebhookQueue } from '../webhooks/webhook-queue.ts'

/** Builds the webhook event of a job's end, with the job as the list operation returned it at that time. */
const webhookEvent = (row: JobRow): Notification => {
  const { webhook, job_id, state, completed_at = row.created_at } = row
  if (!webhook) throw new Error(`Job ${job_id} has no webhook`)
  const {
    last_status: _status,
    tries: _tries,
    ...untriedWebhook
  } = { ...webhook, state: 'pending' as const, attempts: 0 }
  // Excludes the receipt, which did not exist at that moment, so that every attempt sends the same event.
  const { receipt: _receipt, ...ended } = row
  const data = jobView({ ...ended, webhook: dueWebhook(untriedWebhook, new Date(completed_at)) }, webhook.base_url)
  return {
    id: `msg_${job_id.replaceAll('-', '')}`,
    body: JSON.stringify({ type: `job.${state}`, timestamp: completed_at, data }),
  }
}

export interface DeliverDeps extends Omit<AttemptDeps, 'onFailure'> {
  readonly jobs: Pick<JobWorkerTable, 'get'>
  readonly deliveries: DeliveryTable
  readonly secretStates: Pick<SecretTable, 'read'>
  readonly secrets: WebhookSecrets
  readonly queue: WebhookQueue
  readonly log: Log
  readonly metrics: Metrics
}

export type Delivery = Outcome['state'] | 'nothing due'

/**
 * Attempts once to notify a job's owner of its end. The attempt is counted in the job's row before the receiver is
 * called, so a duplicate message causes no second call, and the next attempt makes up for an interrupted one. Receivers
 * get every event at least once.
 */
export const deliverWebhook =
  (deps: DeliverDeps) =>
  async (key: JobKey): Promise<Delivery> => {
    const { jobs, deliveries, queue, now, log, metrics } = deps
    const row = await jobs.get(key)
    const webhook = row?.webhook
    if (!row || !webhook || !isTerminal(row) || webhook.state !== 'pending') return 'nothing due'
    if (webhook.next_attempt_at === undefined || new Date(webhook.next_attempt_at) > now()) return 'nothing due'
    const attempt = webhook.attempts + 1
    if (attempt > ATTEMPTS_MAX) {
      await deliveries.settle(row, { state: 'failed' })
      return 'failed'
    }
    // Read before the attempt is counted: a missing secret is not the receiver's failure.
    const secrets = await deps.secrets.signing(key.tenantId, await deps.secretStates.read(key.tenantId))
    const claimed = await deliveries.claim(row, addMs(now(), LEASE_MS))
    if (!claimed) return 'nothing due'
    const onFailure = (reason: string) => log.info('webhook receiver not reached', { reason })
    const delivery = { url: webhook.url, notification: webhookEvent(claimed), secrets, attempt }
    const { outcome, delaySeconds } = await attemptDelivery({ ...deps, onFailure }, delivery)
    await deliveries.settle(claimed, outcome)
    if (delaySeconds !== undefined && delaySeconds <= DELAY_SECONDS_MAX) {
      await queue.send(row, delaySeconds).catch((error: unknown) => {
        log.error('webhook not queued again; left to the sweeper', { error })
      })
    }
    log.info('webhook attempted', { attempt, ...outcome })
    metrics.record('WebhookAttempts', 1, 'Count', { state: outcome.state })
    return outcome.state
  }
