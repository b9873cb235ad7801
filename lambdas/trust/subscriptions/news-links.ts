import { tokenDigest } from '@signet/identity'
import { linkDigest, subscriberIdOf } from '@signet/notifications/mail'
import type { PageName } from './subscription-table.ts'

/** Returns the ID of a subscriber. The ID of an address differs per page, so that IDs cannot be correlated. */
export const subscriberId = (pepper: string, { org, slug }: PageName, email: string): string =>
  subscriberIdOf(pepper, `trust news ${org} ${slug}`, email)

/** Returns the unsubscribe token, which every email contains. The token does not reveal the subscriber. */
export const unsubscribeToken = (
  pepper: string,
  { org, slug, subscriber }: PageName & { readonly subscriber: string },
): string => tokenDigest(pepper, 'trust unsubscribe', `${org} ${slug} ${subscriber}`)

export const unsubscribeDigest = (pepper: string, subscription: PageName & { readonly subscriber: string }): string =>
  linkDigest(pepper, unsubscribeToken(pepper, subscription))

export const pageLinks = (baseUrl: string, slug: string) => ({
  page: `${baseUrl}/trust/${slug}`,
  unsubscribe: (token: string) => `${baseUrl}/trust/${slug}/unsubscribe/${token}`,
})
