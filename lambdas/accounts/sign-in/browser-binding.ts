import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { cookieValues, isWellFormedToken, mintToken, setCookie, signInCookieName } from '@signet/identity'
import { safePath } from './safe-path.ts'

const SIGN_IN_SECONDS = 3_600

/**
 * Binds a sign-in to the browser that started it: a secret that only the browser's cookie contains, and the path to
 * redirect to afterwards.
 */
export interface BrowserBinding {
  readonly secret: string
  readonly redirect: string
}

/** Values for the authentication service, each as hard to guess as the cookie's secret (RFC 6749 10.12, RFC 7636). */
export interface Challenge {
  readonly state: string
  readonly nonce: string
  /** PKCE verifier: proves at the exchange that the same party started the sign-in. */
  readonly verifier: string
  readonly challenge: string
}

export const newBinding = (redirect: string): BrowserBinding => ({ secret: mintToken(), redirect })

/** Derives all values from the secret and the pepper, so unfinished sign-ins store nothing. */
export const challengeOf = (pepper: string, { secret }: BrowserBinding): Challenge => {
  const derived = (purpose: string) =>
    createHmac('sha256', pepper).update(`sign-in ${purpose} ${secret}`).digest('base64url')
  const verifier = derived('verifier')
  return {
    state: derived('state'),
    nonce: derived('nonce'),
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  }
}

export const browserDigest = (pepper: string, { secret }: BrowserBinding): string =>
  createHmac('sha256', pepper).update(`sign-in browser ${secret}`).digest('hex')

const encodedRedirect = (text: string): string => Buffer.from(text).toString('base64url')

export const bindingCookie = ({ secret, redirect }: BrowserBinding, origin: string): string =>
  setCookie({
    name: signInCookieName(origin),
    value: `${secret}.${encodedRedirect(redirect)}`,
    maxAge: SIGN_IN_SECONDS,
  })

export const clearBindingCookie = (origin: string): string =>
  setCookie({ name: signInCookieName(origin), value: '', maxAge: 0 })

/**
 * Returns the binding of this browser; undefined if it started no sign-in. Also undefined for two cookies: one may be
 * planted.
 */
export const bindingOf = (cookie: string | undefined, origin: string): BrowserBinding | undefined => {
  const [value, ...others] = new Set(cookieValues(cookie, signInCookieName(origin)))
  const [secret = '', path = ''] = (value ?? '').split('.')
  if (others.length > 0 || !isWellFormedToken(secret)) return undefined
  return { secret, redirect: safePath(Buffer.from(path, 'base64url').toString()) ?? '/' }
}

/** Compares in constant time. */
export const isSameText = (first: string, second: string): boolean => {
  const [a, b] = [first, second].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
