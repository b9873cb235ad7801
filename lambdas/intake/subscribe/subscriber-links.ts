import { timingSafeEqual } from 'node:crypto'
import { tokenDigest } from '@signet/identity'

/** The same for every spelling of an address that mail servers take for one: the id of who reads there. Keyed, so that nobody finds an address by trying. */
export const subscriberIdOf = (pepper: string, email: string): string =>
  tokenDigest(pepper, 'subscriber', email.trim().toLowerCase()).slice(0, 32)

/** What of a link that confirms is kept. */
export const linkDigest = (pepper: string, token: string): string => tokenDigest(pepper, 'confirm', token)

/** The token by which somebody unsubscribes. It stands in every mail to them and is good for ever. */
export const unsubscribeToken = (pepper: string, subscriber: string): string =>
  `${subscriber}.${tokenDigest(pepper, 'unsubscribe', subscriber)}`

/** Whose token it is; undefined for one that is not ours. */
export const unsubscriberOf = (pepper: string, token: string): string | undefined => {
  const [subscriber = ''] = token.split('.')
  const [given, wanted] = [token, unsubscribeToken(pepper, subscriber)].map((text) => Buffer.from(text))
  return given && wanted && given.length === wanted.length && timingSafeEqual(given, wanted) ? subscriber : undefined
}

/** Addresses that mails to a subscriber carry. */
export const linksOf = (baseUrl: string) => ({
  confirm: (token: string) => `${baseUrl}/api/subscribe/confirm?token=${token}`,
  unsubscribe: (token: string) => `${baseUrl}/api/subscribe/unsubscribe?token=${token}`,
})
