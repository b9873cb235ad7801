import type { memberRow } from '@signet/identity'
import type { RowTable } from '@signet/kernel'
import type { MailOf } from '@signet/notifications/mail'
import * as z from 'zod'
import type { personRow } from '../contract/person-row.ts'

const MailDue = z.object({
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
type Due = z.output<typeof MailDue>

export interface AlertMailDeps {
  readonly members: Pick<RowTable<typeof memberRow>, 'get'>
  readonly people: Pick<RowTable<typeof personRow>, 'get'>
}

const WORDS = { firing: 'Firing', resolved: 'Resolved' } as const

const textOf = (due: Due, name: string | undefined): string =>
  `Hello${name === undefined ? '' : ` ${name}`},

the rule "${due.rule_name}" of severity ${due.severity} ${due.status === 'firing' ? 'fires' : 'is over'}:

${due.message}

Since: ${due.started_at}
${due.ended_at === null ? '' : `Until: ${due.ended_at}\n`}Incident: ${due.alert_id}

${due.link}
`

/** Mails a member of an incident that a rule on telemetry has found: nobody who is no longer a member. */
export const alertMail =
  ({ members, people }: AlertMailDeps): MailOf =>
  async ({ data }) => {
    const due = MailDue.parse(data)
    const member = await members.get({ org: due.org_id, user: due.user_id })
    if (member === undefined || member.state === 'leaving') return undefined
    const person = await people.get({ user: due.user_id })
    if (person?.email === undefined) return undefined
    const headers = { 'X-Entity-Ref-ID': `${due.alert_id} ${due.status}` }
    const subject = `${WORDS[due.status]}: ${due.rule_name} (${due.severity})`
    return { to: person.email, subject, text: textOf(due, person.name), headers }
  }
