import { defineContract } from '@signet/contracts'
import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import { rowKeys } from '@signet/kernel/row-kind'
import { noticeIdOf } from '@signet/notifications/webhooks'
import { sha256Hex } from '@signet/receipts/digest'
import * as z from 'zod'
import { RETENTION } from './rows.ts'
import type { Condition, Notify } from './rules.ts'

export const alertRow = rowKeys({
  name: 'Incident reported by a worker or opened by a rule',
  prefix: 'OBSALERT#',
  keys: { pk: '<tenant>', sk: 'AT#<order>#<id>' },
  owner: 'organization',
  exported: { file: 'observe-alerts', json: 'state' },
  retention: RETENTION,
})

export const alertIdRow = rowKeys({
  name: 'Index of incidents by id',
  prefix: 'OBSALERT#',
  keys: { pk: '<tenant>', sk: 'ID#<id>' },
  owner: 'organization',
  exported: { none: 'an index of the alerts' },
  retention: RETENTION,
})

/** An incident as it is stored. Times are milliseconds since 1970. */
export const StoredAlert = z.object({
  id: z.string(),
  worker: z.string(),
  rule: z.string(),
  severity: z.string(),
  status: z.enum(['firing', 'resolved']),
  message: z.string(),
  value: z.number().nullable(),
  start: z.number(),
  end: z.number().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  /** Time of the last report by the worker or the rule evaluation. */
  reportedAt: z.number(),
  /** True for an incident of a rule. Workers cannot change it. */
  isFromRule: z.boolean().optional(),
})
export type StoredAlert = z.output<typeof StoredAlert>

const time = z.iso.datetime()

const AlertNotification = z
  .object({
    alert_id: z.string(),
    org_id: z.string(),
    rule_id: z.string(),
    rule_name: z.string(),
    kind: z.enum(['error_rate', 'p95', 'silence', 'burn']),
    worker_name: z.string(),
    severity: z.string(),
    status: z.enum(['firing', 'resolved']),
    value: z
      .number()
      .nullable()
      .describe('Error rate, milliseconds, minutes or burn rate, depending on the kind of the rule'),
    threshold: z.number(),
    message: z.string(),
    started_at: time,
    ended_at: time.nullable(),
    link: z.string().describe('URL of the console page'),
  })
  .meta({ id: 'ObserveAlertNotification' })
type AlertNotification = z.output<typeof AlertNotification>

const AlertEvent = AlertNotification.extend({
  has_webhook: z.boolean().describe('Whether the rule has a webhook URL'),
}).meta({ id: 'ObserveAlertEvent' })

const AlertMailDue = AlertNotification.extend({
  user_id: z.string().describe('ID of the member who receives the email'),
}).meta({
  id: 'ObserveAlertMailDue',
})

export const observeAlertContract = defineContract({
  name: 'observe-alert',
  version: '1.0.0',
  description: 'Incident events of telemetry rules.',
  schema: AlertNotification,
  operations: {
    fire: {
      kind: 'command',
      description: 'The condition of the alert rule has been met for the configured duration.',
      emits: ['observe-alert.firing', 'observe-alert.mail-due'],
    },
    resolve: {
      kind: 'command',
      description: 'The condition is no longer met, or the alert rule was changed or removed.',
      emits: ['observe-alert.resolved', 'observe-alert.mail-due'],
    },
  },
  events: {
    'observe-alert.firing': AlertEvent,
    'observe-alert.resolved': AlertEvent,
    'observe-alert.mail-due': AlertMailDue,
  },
  surfaces: {},
  authority: { fire: 'internal', resolve: 'internal' },
})

/** A rule at the start of an incident, with the members to notify. Stored until the incident ends. */
export interface RuleSnapshot {
  readonly id: string
  readonly org: string
  readonly name: string
  readonly kind: Condition['kind']
  readonly severity: string
  readonly notify: Notify
  readonly base_url: string
  readonly threshold: number
  readonly members: readonly string[]
}

export interface AlertChange {
  readonly tenant: string
  readonly rule: RuleSnapshot
  readonly alert: StoredAlert
}

/** Returns the same id in overlapping runs, so that they report one incident. */
export const alertIdOf = (rule: string, worker: string, since: number): string =>
  `rule-${rule}-${sha256Hex(worker).slice(0, 12)}-${since}`

const VALUE_TEXTS: Readonly<Record<Condition['kind'], (value: number) => string>> = {
  error_rate: (value) => `has an error rate of ${(value * 100).toFixed(2)}%`,
  p95: (value) => `has a p95 of ${value.toFixed(1)} ms`,
  silence: (value) => `has been silent for ${value.toFixed(1)} minutes`,
  burn: (value) => `has a burn rate of ${value.toFixed(2)}`,
}

const THRESHOLD_TEXTS: Readonly<Record<Condition['kind'], (threshold: number) => string>> = {
  error_rate: (threshold) => `${Number((threshold * 100).toFixed(4))}%`,
  p95: (threshold) => `${threshold} ms`,
  silence: (threshold) => `${threshold} minutes`,
  burn: (threshold) => `${threshold}`,
}

export const messageOf = (
  { kind, threshold }: Pick<RuleSnapshot, 'kind' | 'threshold'>,
  worker: string,
  value: number | null,
): string =>
  value === null
    ? `${worker} has sent no data to evaluate (threshold: ${THRESHOLD_TEXTS[kind](threshold)})`
    : `${worker} ${VALUE_TEXTS[kind](value)} (threshold: ${THRESHOLD_TEXTS[kind](threshold)})`

const iso = (ms: number): string => new Date(ms).toISOString()

const notificationOf = ({ rule, alert }: AlertChange): AlertNotification => ({
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

const eventVersionOf = ({ status }: StoredAlert): number => (status === 'firing' ? 1 : 2)

/**
 * Returns one event for the change and one for each member who is mailed. The same change always returns the same
 * events.
 */
export const alertEvents = (change: AlertChange): readonly CloudEvent[] => {
  const { tenant, rule, alert } = change
  const notification = notificationOf(change)
  const eventAttributes = { version: eventVersionOf(alert), time: new Date(alert.end ?? alert.reportedAt), tenant }
  const data = { ...notification, has_webhook: rule.notify.webhook_url !== null }
  const changed = cloudEvent(observeAlertContract, `observe-alert.${alert.status}`, {
    ...eventAttributes,
    entity: alert.id,
    data,
  })
  const mails = rule.members.map((user_id) =>
    cloudEvent(observeAlertContract, 'observe-alert.mail-due', {
      ...eventAttributes,
      entity: `${alert.id}:${user_id}`,
      data: { ...notification, user_id },
    }),
  )
  return [changed, ...mails]
}

export const alertNotice = (change: AlertChange, at: string) => {
  const { alert, rule } = change
  if (rule.notify.webhook_url === null) return undefined
  const id = noticeIdOf(alert)
  const body = JSON.stringify({ type: `observe.alert.${alert.status}`, timestamp: at, data: notificationOf(change) })
  const delivery = { state: 'pending' as const, attempts: 0, next_attempt_at: at, last_status: null }
  return { id, url: rule.notify.webhook_url, body, ...delivery }
}
