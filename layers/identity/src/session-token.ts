import { createHmac, randomBytes } from 'node:crypto'

/** Lifetime of a session in days (spec platform-api 4.1). */
export const SESSION_DAYS = 7

const TOKEN = /^[\w-]{43}$/

export const mintToken = (): string => randomBytes(32).toString('base64url')

/** Returns whether the text has the format of a token. The token need not exist. */
export const isWellFormedToken = (text: string): boolean => TOKEN.test(text)

/**
 * HMAC-SHA256 with the pepper, in hex: the stored form of a token. The purpose (`session`, `relay`) prevents tokens of
 * one kind from being accepted as another.
 */
export const tokenDigest = (pepper: string, purpose: string, token: string): string =>
  createHmac('sha256', pepper).update(`${purpose} token ${token}`).digest('hex')
