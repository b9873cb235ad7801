import type { MailOf } from '@signet/notifications/mail'
import { type DecisionMailDeps, decidedRequest, documentOf } from '../trust-requests/decided-request.ts'

export const revokedMail =
  (deps: DecisionMailDeps): MailOf =>
  async ({ data }) => {
    const revoked = await decidedRequest(deps, 'revoked', data)
    if (revoked === undefined) return undefined
    const { row } = revoked
    return {
      to: row.mail,
      subject: `Your access has ended: ${documentOf(row)}`,
      text: `Hello ${row.name},

the organization has ended your access. Links in mails before are no longer good.

The document: ${documentOf(row)}
`,
    }
  }
