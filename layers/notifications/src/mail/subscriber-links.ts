import { timingSafeEqual } from 'node:crypto'
import { tokenDigest } from '@signet/identity'

/** Normalizes an address: spellings that mail servers treat as equal become one text. */
export const addressKey = (email: string): string => email.trim().toLowerCase()

/**
 * Returns the id of a subscriber of a list: a keyed digest of the normalized address, so that addresses cannot be found
 * by trying.
 */
export const subscriberIdOf = (pepper: string, list: string, email: string): string =>
  tokenDigest(pepper, list, addressKey(email)).slice(0, 32)

export const linkDigest = (pepper: string, token: string): string => tokenDigest(pepper, 'confirm', token)

/** Returns the unsubscribe token, which every mail contains. It never expires. */
export const unsubscribeToken = (pepper: string, subscriber: string): string =>
  `${subscriber}.${tokenDigest(pepper, 'unsubscribe', subscriber)}`

export const unsubscriberOf = (pepper: string, token: string): string | undefined => {
  const [subscriber = ''] = token.split('.')
  const [givenBytes, expectedBytes] = [token, unsubscribeToken(pepper, subscriber)].map((text) => Buffer.from(text))
  return givenBytes &&
    expectedBytes &&
    givenBytes.length === expectedBytes.length &&
    timingSafeEqual(givenBytes, expectedBytes)
    ? subscriber
    : undefined
}

/** Returns the headers for one-click unsubscribe in mail clients (RFC 8058). */
export const unsubscribeHeaders = (link: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
