import { timingSafeEqual } from 'node:crypto'
import { tokenDigest } from '@signet/identity'

/** One text for every spelling of an address that mail servers treat as one. */
export const addressKey = (email: string): string => email.trim().toLowerCase()

/**
 * The id of a subscriber of a list: the same for every spelling that mail servers treat as one address. It is keyed, so that
 * addresses cannot be found by trying.
 */
export const subscriberIdOf = (pepper: string, list: string, email: string): string =>
  tokenDigest(pepper, list, addressKey(email)).slice(0, 32)

export const linkDigest = (pepper: string, token: string): string => tokenDigest(pepper, 'confirm', token)

/** The unsubscribe token. Every mail contains it, and it never expires. */
export const unsubscribeToken = (pepper: string, subscriber: string): string =>
  `${subscriber}.${tokenDigest(pepper, 'unsubscribe', subscriber)}`

export const unsubscriberOf = (pepper: string, token: string): string | undefined => {
  const [subscriber = ''] = token.split('.')
  const [given, wanted] = [token, unsubscribeToken(pepper, subscriber)].map((text) => Buffer.from(text))
  return given && wanted && given.length === wanted.length && timingSafeEqual(given, wanted) ? subscriber : undefined
}

/** Headers by which mail programs unsubscribe with one click (RFC 8058). */
export const unsubscribeHeaders = (link: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
