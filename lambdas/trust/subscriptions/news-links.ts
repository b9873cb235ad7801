import { tokenDigest } from '@signet/identity'
import { linkDigest, subscriberIdOf } from '@signet/notifications/mail'
import type { PageName } from './subscription-table.ts'

/** The id of who gets news of a page: of each page another, so that nobody compares. */
export const subscriberOf = (pepper: string, { org, slug }: PageName, email: string): string =>
  subscriberIdOf(pepper, `trust news ${org} ${slug}`, email)

/** The token that unsubscribes. Every mail contains it, and it names nobody. */
export const endToken = (
  pepper: string,
  { org, slug, subscriber }: PageName & { readonly subscriber: string },
): string => tokenDigest(pepper, 'trust unsubscribe', `${org} ${slug} ${subscriber}`)

export const endDigest = (pepper: string, of: PageName & { readonly subscriber: string }): string =>
  linkDigest(pepper, endToken(pepper, of))

export const pageLinks = (baseUrl: string, slug: string) => ({
  page: `${baseUrl}/trust/${slug}`,
  end: (token: string) => `${baseUrl}/trust/${slug}/unsubscribe/${token}`,
})
