import { addMs, type Log, rowTable, secondsUntil, type TableDeps } from '@signet/kernel'
import {
  ATTEMPTS_MAX,
  type AttemptDeps,
  alertSigner,
  alertSigningTable,
  attemptDelivery,
  type DeliveryQueue,
  LEASE_MS,
  noticeIdOf,
  noticeRow,
  type WebhookSecrets,
} from '@signet/notifications/webhooks'
import * as z from 'zod'

const NoticeKey = z.object({ tenant: z.string(), id: z.string() })
export type NoticeKey = z.output<typeof NoticeKey>

const AlertChange = z
  .object({
    source: z.literal('/contracts/observe-alert'),
    subject: z.string(),
    tenantid: z.string(),
    data: z.object({ status: z.enum(['firing', 'resolved']) }),
  })
  .transform(
    ({ subject, tenantid, data: { status } }): NoticeKey => ({
      tenant: tenantid,
      id: noticeIdOf({ id: subject, status }),
    }),
  )

/** A message of the queue: the event for the first attempt, or the key of the notification for later attempts. */
export const NoticeMessage = z.union([NoticeKey, AlertChange])

export interface DeliverDeps extends TableDeps, Omit<AttemptDeps, 'onFailure' | 'now'> {
  readonly secrets: Pick<WebhookSecrets, 'signing'>
  readonly queue: DeliveryQueue
  readonly log: Pick<Log, 'info'>
}

/**
 * Makes one attempt to notify the webhook URL of a rule. The attempt is counted before the receiver is called. After a
 * crash, the next attempt follows when the lease ends. A receiver gets each start and end at least once, always with
 * the same id.
 */
export const deliverNotice = (deps: DeliverDeps) => {
  const { queue, now, log } = deps
  const notices = rowTable(noticeRow, deps)
  const signing = alertSigningTable(deps)
  const requeue = (key: NoticeKey, delaySeconds: number) => queue.send({ body: key, tenant: key.tenant, delaySeconds })
  return async (key: NoticeKey): Promise<'delivered' | 'failed' | 'pending' | 'nothing due'> => {
    const row = await notices.get(key)
    if (row?.state !== 'pending') return 'nothing due'
    const expectedState = { attempts: row.attempts, state: row.state }
    const due = new Date(row.next_attempt_at)
    if (due > now()) {
      // The delaySeconds exceeds the maximum of a message, or an earlier run crashed: the attempt is queued again.
      await requeue(key, secondsUntil(due, now()))
      return 'nothing due'
    }
    if (row.attempts >= ATTEMPTS_MAX) {
      await notices.replace(key, { ...row, state: 'failed' }, expectedState)
      return 'failed'
    }
    const secrets = await deps.secrets.signing(alertSigner(key.tenant), await signing.read(key.tenant))
    const claimed = { ...row, attempts: row.attempts + 1, next_attempt_at: addMs(now(), LEASE_MS).toISOString() }
    if (!(await notices.replace(key, claimed, expectedState))) return 'nothing due'
    const onFailure = (reason: string) => log.info('alert webhook not reached', { reason })
    const delivery = { url: row.url, notification: { id: row.id, body: row.body }, secrets, attempt: claimed.attempts }
    const { outcome, delaySeconds } = await attemptDelivery({ ...deps, onFailure }, delivery)
    const { state, last_status = null, next_attempt_at = claimed.next_attempt_at } = outcome
    await notices.replace(key, { ...claimed, state, last_status, next_attempt_at }, { attempts: claimed.attempts })
    if (delaySeconds !== undefined) await requeue(key, delaySeconds)
    return state
  }
}
