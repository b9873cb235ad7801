import { addMs, BlockedUrl, type Clock, epochSeconds, type GuardedFetch, type Log, type Metrics } from '@signet/kernel'
import type { JobKey } from '../jobs/job-keys.ts'
import { isTerminal, type JobRow } from '../jobs/job-row.ts'
import type { OpenJobTable } from '../jobs/open-job-table.ts'
import type { DeliveryTable, Outcome } from '../webhooks/delivery-table.ts'
import { ATTEMPTS_MAX, nextDelaySeconds, retryAfterSeconds } from '../webhooks/retry-schedule.ts'
import type { SecretTable } from '../webhooks/secret-table.ts'
import { signedHeaders, webhookEvent } from '../webhooks/webhook-event.ts'
import { DELAY_SECONDS_MAX, type WebhookQueue } from '../webhooks/webhook-queue.ts'
import type { WebhookSecrets } from '../webhooks/webhook-secrets.ts'

export interface DeliverDeps {
  readonly jobs: Pick<OpenJobTable, 'get'>
  readonly deliveries: DeliveryTable
  readonly secretStates: Pick<SecretTable, 'read'>
  readonly secrets: WebhookSecrets
  readonly queue: WebhookQueue
  readonly fetch: GuardedFetch
  /** Private addresses that may be reached all the same. */
  readonly allowAddresses: readonly string[]
  readonly random: () => number
  readonly now: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** Standard Webhooks recommends 15 to 30 seconds. */
const ANSWER_TIMEOUT_MS = 20_000
/** Longer than an attempt can take: the next one never begins beside it. */
const LEASE_MS = 45_000
/** The receiver wants no more (RFC 9110 15.5.11). */
const GONE = 410

/** What a receiver said; no status: it said nothing, or its name leads into a private network. */
interface Answer {
  readonly status?: number
  readonly retryAfter?: string | undefined
  readonly isBlocked?: true
}

const ask = async (deps: DeliverDeps, row: JobRow, url: string, secrets: readonly string[]): Promise<Answer> => {
  const event = webhookEvent(row)
  const headers = signedHeaders(event, secrets, epochSeconds(deps.now()))
  try {
    const { status, headers: answered } = await deps.fetch(url, {
      method: 'POST',
      headers,
      body: event.body,
      timeoutMs: ANSWER_TIMEOUT_MS,
      // The status says it all: nothing of the body is read.
      maxBytes: 'headers only',
      allowAddresses: deps.allowAddresses,
    })
    return { status, retryAfter: answered['retry-after'] }
  } catch (error) {
    const isBlocked = error instanceof BlockedUrl
    deps.log.info('a receiver was not reached', { job_id: row.job_id, reason: isBlocked ? 'blocked' : 'no answer' })
    return isBlocked ? { isBlocked } : {}
  }
}

const isDelivered = (status = 0): boolean => status >= 200 && status < 300

/** Redirects are failures like any other answer that is not 2xx. */
const outcomeOf = (
  { status, retryAfter, isBlocked }: Answer,
  attempt: number,
  { random, now }: DeliverDeps,
): { readonly outcome: Outcome; readonly delay?: number } => {
  const said = status === undefined ? {} : { last_status: status }
  if (isDelivered(status)) return { outcome: { state: 'delivered', ...said } }
  const wanted = retryAfterSeconds(retryAfter, now())
  const delay = nextDelaySeconds(attempt, { retryAfter: wanted, random })
  if (isBlocked || status === GONE || delay === undefined) return { outcome: { state: 'failed', ...said } }
  const next = addMs(now(), delay * 1000).toISOString()
  return { outcome: { state: 'pending', ...said, next_attempt_at: next }, delay }
}

/** What became of a message. */
export type Delivery = Outcome['state'] | 'nothing due'

/**
 * One attempt to tell a job's owner that it has ended. The attempt is counted in the job's row before the receiver is
 * asked, so a message that comes twice asks once, and one that is cut off is taken up by the next attempt: receivers hear
 * of every end at least once.
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
    // Before the attempt is counted: that a secret cannot be had is not the receiver's failure.
    const secrets = await deps.secrets.signing(key.tenantId, await deps.secretStates.read(key.tenantId))
    const claimed = await deliveries.claim(row, addMs(now(), LEASE_MS))
    if (!claimed) return 'nothing due'
    const { outcome, delay } = outcomeOf(await ask(deps, claimed, webhook.url, secrets), attempt, deps)
    await deliveries.settle(claimed, outcome)
    if (delay !== undefined && delay <= DELAY_SECONDS_MAX) {
      await queue.send(row, delay).catch((error: unknown) => {
        log.error('a notification was not queued again; the sweeper will', { job_id: key.jobId, error })
      })
    }
    log.info('a notification was attempted', { job_id: key.jobId, attempt, ...outcome })
    metrics.record('WebhookAttempts', 1, 'Count', { state: outcome.state })
    return outcome.state
  }
