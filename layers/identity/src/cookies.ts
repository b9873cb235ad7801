const SESSION_COOKIE = 'auth.session_token'

const isSecure = (origin: string): boolean => origin.startsWith('https:')

/**
 * Returns the name of the session cookie for a client with this origin (spec platform-api 5). Over https it has the
 * prefix `__Secure-`, so an attacker on a plain http connection cannot set it.
 */
export const sessionCookieName = (origin: string): string =>
  isSecure(origin) ? `__Secure-${SESSION_COOKIE}` : SESSION_COOKIE

/** Returns each value sent under the name, in the order of the header. */
export const cookieValues = (header: string | undefined, name: string): readonly string[] =>
  (header ?? '').split(';').flatMap((pair) => {
    const [cookieName = '', ...valueParts] = pair.split('=')
    const value = valueParts.join('=').trim()
    return cookieName.trim() === name && value !== '' ? [value] : []
  })

export interface CookieOptions {
  readonly name: string
  readonly value: string
  /** Seconds; 0 removes the cookie. */
  readonly maxAge: number
}

/**
 * Builds a `Set-Cookie` that scripts cannot read and that cross-site forms do not send. Browsers also accept `Secure`
 * from http://localhost and http://127.0.0.1.
 */
export const setCookie = ({ name, value, maxAge }: CookieOptions): string =>
  `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; Secure; SameSite=Lax`

const SIGN_IN_COOKIE = 'auth.sign_in'

/** Returns the name of the cookie that binds a sign-in to its browser. With `__Host-`, no other host can set it. */
export const signInCookieName = (origin: string): string =>
  isSecure(origin) ? `__Host-${SIGN_IN_COOKIE}` : SIGN_IN_COOKIE
