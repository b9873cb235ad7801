import { addMs, type Clock, type SecretSource } from '@signet/kernel'
import type { MailAllowance, MailOf } from '@signet/notifications/mail'
import { hasExistingRequest, type RequestLinks, type RequestTables } from '@signet/notifications/trust-requests'
import * as z from 'zod'

const SubmittedForm = z.object({ org_id: z.string(), request_id: z.string(), form: z.string() })

export interface ProofMailDeps {
  readonly tables: Pick<RequestTables, 'forms' | 'requests' | 'same'>
  readonly links: Pick<RequestLinks, 'create'>
  readonly mayReceive: MailAllowance
  readonly pepper: SecretSource
  readonly now: Clock
}

const PROOF_MS = 48 * 3_600_000

const textOf = (slug: string, link: string): string => `Hello,

You, or someone who entered your email address, requested a document on the trust page “${slug}”. To submit the
request, open this link within 48 hours, read the terms for the document, and accept them for your company:

${link}

For your protection, this email names neither the document nor its organization. You see both after you open the link.
Signet, the service that publishes the trust page, sends this email.

If you did not request this, ignore this email. The request will not be submitted.
`

/**
 * Creates the mail of `trust-request.asked`, which asks the owner of an address to verify it. It contains no text of the
 * visitor or the organization, because anyone can enter a third party's address. Beyond the daily limit of the address no
 * mail is sent: the links of earlier mails remain valid.
 */
export const proofMail =
  (deps: ProofMailDeps): MailOf =>
  async ({ subject, time, data }) => {
    const { tables, links, mayReceive, now } = deps
    const { org_id: org, request_id: request, form: digest } = SubmittedForm.parse(data)
    const form = await tables.forms.get({ org, digest })
    if (form?.id !== request || (await hasExistingRequest(deps, org, form))) return undefined
    if (!(await mayReceive({ org, kind: 'proof', mail: form.mail, event: `asked ${subject} ${time}` })))
      return undefined
    const { slug, base_url } = form
    const until = addMs(now(), PROOF_MS).toISOString()
    const token = await links.create({ org, slug, kind: 'proof', of: digest, request, version: 0, until })
    return {
      to: form.mail,
      subject: `Confirm your request on the trust page “${slug}”`,
      text: textOf(slug, `${base_url}/trust/${slug}/proof/${token}`),
    }
  }
