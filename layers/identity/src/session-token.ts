import { createHmac, randomBytes } from 'node:crypto'

/** The lifetime of a session (spec platform-api 4.1). */
export const SESSION_DAYS = 7

const TOKEN = /^[\w-]{43}$/

export const mintToken = (): string => randomBytes(32).toString('base64url')

/** Whether the text has the form of a token. It need not have been issued. */
export const isWellFormedToken = (text: string): boolean => TOKEN.test(text)

/**
 * HMAC-SHA256 under the pepper, hex: the stored form of a token. The purpose keeps tokens of one kind from counting as
 * another: `session`, `relay`.
 */
export const tokenDigest = (pepper: string, purpose: string, token: string): string =>
  createHmac('sha256', pepper).update(`${purpose} token ${token}`).digest('hex')
