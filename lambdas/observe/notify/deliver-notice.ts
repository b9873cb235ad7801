import { addMs, type Log, rowTable, secondsUntil, type TableDeps } from '@signet/kernel'
import { ATTEMPTS_MAX, type AttemptDeps, attemptDelivery, LEASE_MS, type WebhookSecrets } from '@signet/notifications/webhooks'
import { noticeRow } from '../contract/notice-rows.ts'
import { alertSigner, signingTable } from '../webhooks/signing-table.ts'
import type { NoticeKey, NoticeQueue } from './notice-queue.ts'

export interface DeliverDeps extends TableDeps, Omit<AttemptDeps, 'onUnreached' | 'now'> {
  readonly secrets: Pick<WebhookSecrets, 'signing'>
  readonly queue: NoticeQueue
  readonly log: Pick<Log, 'info'>
}

/**
 * One attempt to notify the address of a rule. It is counted before the receiver is called; a run that is killed then is
 * followed by the next attempt when its lease is over. Receivers get each beginning and end at least once, by one id.
 */
export const deliverNotice = (deps: DeliverDeps) => {
  const { queue, now, log } = deps
  const notices = rowTable(noticeRow, deps)
  const signing = signingTable(deps)
  return async (key: NoticeKey): Promise<'delivered' | 'failed' | 'pending' | 'nothing due'> => {
    const row = await notices.get(key)
    if (row?.state !== 'pending') return 'nothing due'
    const seen = { attempts: row.attempts, state: row.state }
    const due = new Date(row.next_attempt_at)
    if (due > now()) {
      // Longer than a message can wait, or of a run that was killed: it comes again.
      await queue.send(key, secondsUntil(due, now()))
      return 'nothing due'
    }
    if (row.attempts >= ATTEMPTS_MAX) {
      await notices.replace(key, { ...row, state: 'failed' }, seen)
      return 'failed'
    }
    const secrets = await deps.secrets.signing(alertSigner(key.tenant), await signing.read(key.tenant))
    const claimed = { ...row, attempts: row.attempts + 1, next_attempt_at: addMs(now(), LEASE_MS).toISOString() }
    if (!(await notices.replace(key, claimed, seen))) return 'nothing due'
    const onUnreached = (reason: string) => log.info('a receiver of alerts was not reached', { reason })
    const sent = { url: row.url, notification: { id: row.id, body: row.body }, secrets, attempt: claimed.attempts }
    const { outcome, delay } = await attemptDelivery({ ...deps, onUnreached }, sent)
    const { state, last_status = null, next_attempt_at = claimed.next_attempt_at } = outcome
    await notices.replace(key, { ...claimed, state, last_status, next_attempt_at }, { attempts: claimed.attempts })
    if (delay !== undefined) await queue.send(key, delay)
    return state
  }
}
