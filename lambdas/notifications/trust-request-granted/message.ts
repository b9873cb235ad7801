import type { MailOf } from '@signet/notifications/mail'
import { timeText } from '@signet/ui/dates'
import { type DecisionMailDeps, decidedRequest, documentOf, organizationOf } from '../trust-requests/decided-request.ts'

/** Creates the mail of `trust-request.granted` to the visitor. The token of its link is in the mail only; a retry creates another token. */
export const grantMail =
  (deps: DecisionMailDeps): MailOf =>
  async ({ data }) => {
    const granted = await decidedRequest(deps, 'granted', data)
    if (granted === undefined) return undefined
    const { org, row } = granted
    const { id, slug, version, valid_until } = row
    const until = valid_until ?? row.proven_at
    const token = await deps.links.create({ org, slug, kind: 'grant', of: id, request: id, version, until })
    return {
      to: row.mail,
      subject: `Your request for ${documentOf(row)} was granted`,
      text: `Hello ${row.name},

${organizationOf(row)} granted your request for the document “${row.artifact_name}”. Download it on this page, which
also shows the terms you accepted (“${row.terms_title}”):

${row.base_url}/trust/${slug}/grant/${token}

The link expires on ${timeText(until)} and is for you only: do not share it. If the document is a PDF, each
of its pages carries your name, company and email address. If it does not, the download page gives the reason.
`,
    }
  }
