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

somebody, most likely you, wants to be told at this address when a trust page changes:

${page}

For that, open this page within 48 hours and press its button:

${confirm}

If it was not you, do nothing: no more mail will come.
`

/** The mail of `trust-page.news-requested`, by which the owner of an address confirms it. Its link is new each time; only the digest is stored. */
export const newsMail =
  ({ links, pepper, mayReceive }: NewsMailDeps): MailOf =>
  async ({ data }) => {
    const { org_id: org, slug, subscriber_id: subscriber, request_id: request } = NewsRequest.parse(data)
    const wanted = await links.due({ org, slug, subscriber, request })
    if (!wanted) return undefined
    if (!(await mayReceive({ org, kind: 'news', mail: addressKey(wanted.email), event: request }))) return undefined
    const token = mintToken()
    await links.open(linkDigest(await pepper(), token), { org, slug, subscriber, request })
    const page = `${wanted.base_url}/trust/${slug}`
    return {
      to: wanted.email,
      subject: `Please confirm: updates of the trust page ${slug}`,
      text: textOf(page, `${page}/subscribe/${token}`),
    }
  }
