import type { MailOf } from '@signet/notifications/mail'
import {
  type DecisionMailDeps,
  decidedRequest,
  documentOf,
  organizationOf,
  pageLinkOf,
} from '../trust-requests/decided-request.ts'

export const declinedMail =
  (deps: DecisionMailDeps): MailOf =>
  async ({ data }) => {
    const declined = await decidedRequest(deps, 'declined', data)
    if (declined === undefined) return undefined
    const { row } = declined
    return {
      to: row.mail,
      subject: `Your request was declined: ${documentOf(row)}`,
      text: `Hello ${row.name},

${organizationOf(row)} declined your request for the document “${row.artifact_name}”.

Trust page: ${pageLinkOf(row)}
`,
    }
  }
