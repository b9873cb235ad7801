import type { MailOf } from '@signet/notifications/mail'
import { type DecisionMailDeps, decidedRequest, documentOf } from '../trust-requests/decided-request.ts'

const minuteOf = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

/** The mail of `trust-request.granted` to the visitor. The token of its link is in the mail only; a retry creates another one. */
export const grantMail =
  (deps: DecisionMailDeps): MailOf =>
  async ({ data }) => {
    const granted = await decidedRequest(deps, 'granted', data)
    if (granted === undefined) return undefined
    const { org, row } = granted
    const { id, slug, version, valid_until } = row
    const until = valid_until ?? row.proven_at
    const token = await deps.links.make({ org, slug, kind: 'grant', of: id, request: id, version, until })
    return {
      to: row.mail,
      subject: `Your request for ${documentOf(row)} is granted`,
      text: `Hello ${row.name},

you may download ${documentOf(row)}, under the terms “${row.terms_title}” that you accepted:

${row.base_url}/trust/${slug}/grant/${token}

The link ends on ${minuteOf(until)} UTC. It is for you alone: your copy says your name, where the document allows that.
`,
    }
  }
