import type { MailOf } from '@signet/notifications/mail'
import {
  type DecisionMailDeps,
  decidedRequest,
  documentOf,
  organizationOf,
  pageLinkOf,
} from '../trust-requests/decided-request.ts'

export const revokedMail =
  (deps: DecisionMailDeps): MailOf =>
  async ({ data }) => {
    const revoked = await decidedRequest(deps, 'revoked', data)
    if (revoked === undefined) return undefined
    const { row } = revoked
    return {
      to: row.mail,
      subject: `Your access was revoked: ${documentOf(row)}`,
      text: `Hello ${row.name},

${organizationOf(row)} revoked your access to the document “${row.artifact_name}”. The download links in earlier emails
no longer work.

Trust page: ${pageLinkOf(row)}
`,
    }
  }
