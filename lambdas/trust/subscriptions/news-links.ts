import { tokenDigest } from '@signet/identity'
import { linkDigest, subscriberIdOf } from '@signet/notifications/mail'
import type { PageName } from './subscription-table.ts'

/** Returns the id of a subscriber. It differs per page, so that ids cannot be correlated. */
export const subscriberOf = (pepper: string, { org, slug }: PageName, email: string): string =>
  subscriberIdOf(pepper, `trust news ${org} ${slug}`, email)

/** Returns the unsubscribe token. Every email contains it; it does not identify the subscriber. */
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
