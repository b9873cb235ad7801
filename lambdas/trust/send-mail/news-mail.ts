import { mintToken } from '@signet/identity'
import type { SecretSource } from '@signet/kernel'
import { addressKey, linkDigest, type MailOf } from '@signet/notifications/mail'
import * as z from 'zod'
import { pageLinks } from '../subscriptions/news-links.ts'
import type { MailAllowance } from './mail-allowance.ts'
import type { NewsLinkTable } from './news-link-table.ts'

const Requested = z.object({
  org_id: z.string(),
  slug: z.string(),
  subscriber_id: z.string(),
  request_id: z.string(),
})

export interface NewsMailDeps {
  readonly links: NewsLinkTable
  readonly pepper: SecretSource
  readonly mayHave: MailAllowance
}

const textOf = (page: string, confirm: string): string => `Hello,

somebody, most likely you, wants to be told at this address when a trust page changes:

${page}

For that, open this page within 48 hours and press its button:

${confirm}

If it was not you, do nothing: no more mail will come.
`

/** The mail that asks whether an address is its owner's. Its link is new each time; only its digest is kept. */
export const newsMail =
  ({ links, pepper, mayHave }: NewsMailDeps): MailOf =>
  async ({ data }) => {
    const { org_id: org, slug, subscriber_id: subscriber, request_id: request } = Requested.parse(data)
    const wanted = await links.due({ org, slug, subscriber, request })
    if (!wanted) return undefined
    if (!(await mayHave({ org, kind: 'news', mail: addressKey(wanted.email), event: request }))) return undefined
    const token = mintToken()
    await links.open(linkDigest(await pepper(), token), { org, slug, subscriber, request })
    const { page, confirm } = pageLinks(wanted.base_url, slug)
    return {
      to: wanted.email,
      subject: `Please confirm: updates of the trust page ${slug}`,
      text: textOf(page, confirm(token)),
    }
  }
