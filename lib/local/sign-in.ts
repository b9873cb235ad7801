export type SignInPerson = { readonly sub: string } | { readonly email: string; readonly name: string }

const SESSION = 'auth.session_token'

const locationOf = (response: Response, step: string): string => {
  const location = response.headers.get('location')
  if (location !== null && response.status === 302) return location
  throw new Error(`Sign-in failed at ${step}, which answered ${response.status}`)
}

const cookiesOf = (response: Response): string[] =>
  response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')

const ask = (url: string, init: RequestInit = {}): Promise<Response> => fetch(url, { ...init, redirect: 'manual' })

/**
 * Signs in at a platform with the local issuer, as a browser does.
 * @returns the session's token, and its cookie: `auth.session_token=…`
 */
export const signInAt = async (platform: string, who: SignInPerson) => {
  const login = await ask(`${platform}/login`)
  const [binding = ''] = cookiesOf(login)
  const issuer = locationOf(login, '/login')
  const signedIn = await ask(issuer, { method: 'POST', body: new URLSearchParams({ ...who }) })
  const headers = { cookie: binding }
  const callback = await ask(locationOf(signedIn, "the issuer's page"), { headers })
  const relay = new URL(locationOf(callback, 'the callback'), platform).href
  const relayed = await ask(relay, { headers })
  locationOf(relayed, 'the relay')
  const cookie = cookiesOf(relayed).find((each) => each.startsWith(`${SESSION}=`))
  if (cookie === undefined) throw new Error('Sign-in ended without a session')
  return { cookie, token: cookie.slice(SESSION.length + 1) }
}
