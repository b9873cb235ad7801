import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import { sha256Hex } from '@signet/receipts/digest'
import type { StoredAlert } from '../alerts/alert-table.ts'
import { type AlertNotification, observeAlertContract } from '../contract/alert-events.ts'
import type { Condition, Notify } from '../contract/rules.ts'
import { noticeIdOf } from './notice-id.ts'

/** What of a rule its incidents tell. Kept when it fires, for its end. */
export interface TellingRule {
  readonly id: string
  readonly org: string
  readonly name: string
  readonly kind: Condition['kind']
  readonly severity: string
  readonly notify: Notify
  readonly base_url: string
  readonly threshold: number
  /** Whom the beginning was mailed to. */
  readonly members: readonly string[]
}

/** An incident, and what has just become of it. */
export interface Change {
  readonly tenant: string
  readonly rule: TellingRule
  readonly alert: StoredAlert
}

/** The same for the same incident: runs that overlap write one. */
export const alertIdOf = (rule: string, worker: string, since: number): string =>
  `rule-${rule}-${sha256Hex(worker).slice(0, 12)}-${since}`

const WORDS: Readonly<Record<Condition['kind'], (value: number) => string>> = {
  error_rate: (value) => `has an error rate of ${(value * 100).toFixed(2)} %`,
  p95: (value) => `has a p95 of ${value.toFixed(1)} ms`,
  silence: (value) => `has been silent for ${value.toFixed(1)} minutes`,
  burn: (value) => `has a burn rate of ${value.toFixed(2)}`,
}

const THRESHOLDS: Readonly<Record<Condition['kind'], (threshold: number) => string>> = {
  error_rate: (threshold) => `${Number((threshold * 100).toFixed(4))} %`,
  p95: (threshold) => `${threshold} ms`,
  silence: (threshold) => `${threshold} minutes`,
  burn: (threshold) => `${threshold}`,
}

/** A sentence: what was found, and what the rule allows. */
export const messageOf = (
  { kind, threshold }: Pick<TellingRule, 'kind' | 'threshold'>,
  worker: string,
  value: number | null,
): string =>
  value === null
    ? `${worker} has sent nothing to judge by; the rule allows ${THRESHOLDS[kind](threshold)}`
    : `${worker} ${WORDS[kind](value)}; the rule allows ${THRESHOLDS[kind](threshold)}`

const iso = (ms: number): string => new Date(ms).toISOString()

export const notificationOf = ({ rule, alert }: Change): AlertNotification => ({
  alert_id: alert.id,
  org_id: rule.org,
  rule_id: rule.id,
  rule_name: rule.name,
  kind: rule.kind,
  worker_name: alert.worker,
  severity: rule.severity,
  status: alert.status,
  value: alert.value,
  threshold: rule.threshold,
  message: alert.message,
  started_at: iso(alert.start),
  ended_at: alert.end === null ? null : iso(alert.end),
  link: `${rule.base_url}/observe`,
})

/** The beginning of an incident is its first version, the end its second. */
const versionOf = ({ status }: StoredAlert): number => (status === 'firing' ? 1 : 2)

/** One event of the change, and one for each member who is mailed: the same change makes the same events. */
export const eventsOf = (change: Change): readonly CloudEvent[] => {
  const { tenant, rule, alert } = change
  const incident = notificationOf(change)
  const occasion = { version: versionOf(alert), time: new Date(alert.end ?? alert.toldAt), tenant }
  const data = { ...incident, has_webhook: rule.notify.webhook_url !== null }
  const changed = cloudEvent(observeAlertContract, `observe-alert.${alert.status}`, {
    ...occasion,
    entity: alert.id,
    data,
  })
  const mails = rule.members.map((user_id) =>
    cloudEvent(observeAlertContract, 'observe-alert.mail-due', {
      ...occasion,
      entity: `${alert.id}:${user_id}`,
      data: { ...incident, user_id },
    }),
  )
  return [changed, ...mails]
}

/** What the address of the rule is sent; undefined: it names none. */
export const noticeOf = (change: Change, at: string) => {
  const { alert, rule } = change
  if (rule.notify.webhook_url === null) return undefined
  const id = noticeIdOf(alert)
  const body = JSON.stringify({ type: `observe.alert.${alert.status}`, timestamp: at, data: notificationOf(change) })
  const first = { state: 'pending' as const, attempts: 0, next_attempt_at: at, last_status: null }
  return { id, url: rule.notify.webhook_url, body, ...first }
}
