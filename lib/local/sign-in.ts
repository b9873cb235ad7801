export type SignInPerson = { readonly sub: string } | { readonly email: string; readonly name: string }

const SESSION_COOKIE = 'auth.session_token'

const locationOf = (response: Response, step: string): string => {
  const location = response.headers.get('location')
  if (location !== null && response.status === 302) return location
  throw new Error(`Sign-in failed at ${step}, which returned ${response.status}`)
}

const cookiesOf = (response: Response): string[] =>
  response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')

const request = (url: string, init: RequestInit = {}): Promise<Response> => fetch(url, { ...init, redirect: 'manual' })

/**
 * Signs in at a platform with the local issuer, as a browser does.
 * @returns the session's token, and its cookie: `auth.session_token=…`
 */
export const signInAt = async (platform: string, person: SignInPerson) => {
  const login = await request(`${platform}/login`)
  const [binding = ''] = cookiesOf(login)
  const issuer = locationOf(login, '/login')
  const signedIn = await request(issuer, { method: 'POST', body: new URLSearchParams({ ...person }) })
  const headers = { cookie: binding }
  const callback = await request(locationOf(signedIn, "the issuer's page"), { headers })
  const relay = new URL(locationOf(callback, 'the callback'), platform).href
  const relayed = await request(relay, { headers })
  locationOf(relayed, 'the relay')
  const cookie = cookiesOf(relayed).find((each) => each.startsWith(`${SESSION_COOKIE}=`))
  if (cookie === undefined) throw new Error('Sign-in ended without a session')
  return { cookie, token: cookie.slice(SESSION_COOKIE.length + 1) }
}
