import type { FieldError } from '@signet/contracts'
import { webhookUrlErrors } from '@signet/notifications/webhooks'
import { senderFault } from '@signet/telemetry'
import { type Condition, EVERY_WORKER, type Notify, type RuleChange } from '../contract/rules.ts'
import type { SloRow } from './rule-table.ts'

export interface RuleContext {
  readonly slo: SloRow | undefined
  readonly members: ReadonlySet<string>
  readonly allowsLoopback: boolean
}

const burnFaults = (condition: Extract<Condition, { kind: 'burn' }>, slo: SloRow | undefined): FieldError[] => {
  if (slo === undefined) return [{ field: 'condition.slo_id', message: 'must be the ID of an existing SLO' }]
  const faults: FieldError[] = []
  if (condition.short_minutes >= condition.long_minutes)
    faults.push({ field: 'condition.short_minutes', message: 'must be shorter than long_minutes' })
  const maxFactor = 1 / (1 - slo.objective)
  if (condition.factor >= maxFactor)
    faults.push({
      field: 'condition.factor',
      message: `must be below ${Number(maxFactor.toFixed(2))}, the burn rate if every trace is bad`,
    })
  return faults
}

const conditionFaults = (condition: Condition, slo: SloRow | undefined): FieldError[] => {
  if (condition.kind === 'burn') return burnFaults(condition, slo)
  if (condition.worker === EVERY_WORKER) return []
  const fault = senderFault(condition.worker)
  return fault === undefined ? [] : [{ field: 'condition.worker', message: fault }]
}

/** Returns faults of a name beyond its schema. Names of rules and SLOs appear in emails and webhook messages. */
export const titleFaults = (name: string): FieldError[] =>
  /[\p{C}\p{Zl}\p{Zp}]/u.test(name) ? [{ field: 'name', message: 'must contain only printable characters' }] : []

const notifyFaults = ({ webhook_url, mail }: Notify, { members, allowsLoopback }: RuleContext): FieldError[] => {
  const urls = webhook_url === null ? [] : webhookUrlErrors(webhook_url, { allowsLoopback })
  const nonMembers = Array.isArray(mail) ? [...mail.entries()].filter(([, id]) => !members.has(id)) : []
  return [
    ...urls.map(({ message }) => ({ field: 'notify.webhook_url', message })),
    ...nonMembers.map(([index]) => ({
      field: `notify.mail.${index}`,
      message: 'must be the ID of a member of the organization',
    })),
  ]
}

export const ruleFaults = ({ condition, notify }: RuleChange, context: RuleContext): FieldError[] => [
  ...conditionFaults(condition, context.slo),
  ...notifyFaults(notify, context),
]
