import { defineContract } from '@signet/contracts'
import * as z from 'zod'

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
    value: z.number().nullable().describe('A share, milliseconds, minutes or a burn rate, by kind'),
    threshold: z.number(),
    message: z.string(),
    started_at: time,
    ended_at: time.nullable(),
    link: z.string().describe('Page of the console'),
  })
  .meta({ id: 'ObserveAlertNotification' })
export type AlertNotification = z.output<typeof AlertNotification>

const Changed = AlertNotification.extend({
  has_webhook: z.boolean().describe('Whether the rule names an address that is notified'),
}).meta({ id: 'ObserveAlertEvent' })

const MailDue = AlertNotification.extend({ user_id: z.string().describe('The member who is mailed') }).meta({
  id: 'ObserveAlertMailDue',
})

export const observeAlertContract = defineContract({
  name: 'observe-alert',
  version: '1.0.0',
  description: 'An incident of a rule on telemetry, in events.',
  schema: AlertNotification,
  operations: {
    fire: {
      kind: 'command',
      description: 'The condition of the rule has held for as long as it says.',
      emits: ['observe-alert.firing', 'observe-alert.mail-due'],
    },
    resolve: {
      kind: 'command',
      description: 'The condition no longer holds, or the rule was changed or removed.',
      emits: ['observe-alert.resolved', 'observe-alert.mail-due'],
    },
  },
  events: {
    'observe-alert.firing': Changed,
    'observe-alert.resolved': Changed,
    'observe-alert.mail-due': MailDue,
  },
  surfaces: {},
  authority: { fire: 'internal', resolve: 'internal' },
})

const Projected = z
  .object({
    org_id: z.string(),
    worker_name: z.string(),
    day: z.string().describe('Of UTC'),
    used: z.int(),
    projected: z.int().describe('Events by midnight of UTC, if it goes on as it has since the last one'),
    daily_limit: z.int(),
  })
  .meta({ id: 'ObserveCapProjection' })

export const observeCapContract = defineContract({
  name: 'observe-cap',
  version: '1.0.0',
  description: 'The events of a worker in a day of UTC, in events.',
  schema: Projected,
  operations: {
    warn: {
      kind: 'command',
      description: 'The worker has sent more than 80 % of its day, or will send more than its day by midnight.',
      emits: ['observe-cap.projected'],
    },
  },
  events: { 'observe-cap.projected': Projected },
  surfaces: {},
  authority: { warn: 'internal' },
})
