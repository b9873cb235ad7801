import { mintToken } from '@signet/identity'
import type { SecretSource } from '@signet/kernel'
import { addressKey, linkDigest, type MailAllowance, type MailOf } from '@signet/notifications/mail'
import * as z from 'zod'
import type { NewsLinkTable } from './news-link-table.ts'

const NewsRequest = z.object({
  org_id: z.string(),
  slug: z.string(),
  subscriber_id: z.string(),
  request_id: z.string(),
})

export interface NewsMailDeps {
  readonly links: NewsLinkTable
  readonly pepper: SecretSource
  readonly mayReceive: MailAllowance
}

const textOf = (page: string, confirm: string): string => `Hello,

You asked to be emailed when this trust page changes:

${page}

To subscribe, open this link within 48 hours and confirm on the page:

${confirm}

If you did not request this, ignore this email. You will not receive any updates.
`

/** Creates the mail of `trust-page.news-requested`, which asks the owner of an address to confirm it. Each mail has a new link, of which only the digest is stored. */
export const newsMail =
  ({ links, pepper, mayReceive }: NewsMailDeps): MailOf =>
  async ({ data }) => {
    const { org_id: org, slug, subscriber_id: subscriber, request_id: request } = NewsRequest.parse(data)
    const pendingRequest = await links.dueRequest({ org, slug, subscriber, request })
    if (!pendingRequest) return undefined
    if (!(await mayReceive({ org, kind: 'news', mail: addressKey(pendingRequest.email), event: request })))
      return undefined
    const token = mintToken()
    await links.createLink(linkDigest(await pepper(), token), { org, slug, subscriber, request })
    const page = `${pendingRequest.base_url}/trust/${slug}`
    return {
      to: pendingRequest.email,
      subject: `Confirm your subscription to the trust page “${slug}”`,
      text: textOf(page, `${page}/subscribe/${token}`),
    }
  }
