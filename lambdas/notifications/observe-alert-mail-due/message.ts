import type { memberRow } from '@signet/identity'
import type { personRow } from '@signet/identity/person-row'
import type { RowTable } from '@signet/kernel'
import type { MailOf } from '@signet/notifications/mail'
import { timeText } from '@signet/ui/dates'
import * as z from 'zod'

const AlertMail = z.object({
  alert_id: z.string(),
  org_id: z.string(),
  user_id: z.string(),
  rule_name: z.string(),
  severity: z.string(),
  status: z.enum(['firing', 'resolved']),
  message: z.string(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  link: z.string(),
})
type AlertMail = z.output<typeof AlertMail>

export interface AlertMailDeps {
  readonly members: Pick<RowTable<typeof memberRow>, 'get'>
  readonly people: Pick<RowTable<typeof personRow>, 'get'>
}

const STATUS_LABELS = { firing: 'Firing', resolved: 'Resolved' } as const

const textOf = (alert: AlertMail, name: string | undefined): string =>
  `Hello${name === undefined ? '' : ` ${name}`},

The alert rule “${alert.rule_name}” (severity: ${alert.severity}) ${alert.status === 'firing' ? 'is firing' : 'is resolved'}.

${alert.message}

Started: ${timeText(alert.started_at)}
${alert.ended_at === null ? '' : `Ended: ${timeText(alert.ended_at)}\n`}Incident ID: ${alert.alert_id}

View the incident: ${alert.link}
`

/** Creates the mail of `observe-alert.mail-due` to one member, about the start or end of an incident. Former members receive none. */
export const alertMail =
  ({ members, people }: AlertMailDeps): MailOf =>
  async ({ data }) => {
    const alert = AlertMail.parse(data)
    const member = await members.get({ org: alert.org_id, user: alert.user_id })
    if (member === undefined || member.state === 'leaving') return undefined
    const person = await people.get({ user: alert.user_id })
    if (person?.email === undefined) return undefined
    const headers = { 'X-Entity-Ref-ID': `${alert.alert_id} ${alert.status}` }
    const subject = `${STATUS_LABELS[alert.status]}: ${alert.rule_name} (${alert.severity})`
    return { to: person.email, subject, text: textOf(alert, person.name), headers }
  }
