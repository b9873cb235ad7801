import { randomUUID } from 'node:crypto'
import { newUuid } from '@signet/kernel'
import { accountTable } from '../../lambdas/accounts/people/account-table.ts'
import { sessionTable } from '../../lambdas/accounts/people/session-table.ts'
import { signInAt } from '../../lib/local/sign-in.ts'
import { type Answer, type Call, call } from './api.ts'
import { stackNow } from './control.ts'
import { pepper, table } from './keys.ts'
import { testStack } from './test-stack.ts'

/** A person with a browser. */
export interface Person {
  readonly userId: string
  readonly email: string
  readonly name: string
  /** `auth.session_token=…` */
  readonly cookie: string
  readonly token: string
}

const platform = (): string => String(testStack().urls.platform)

/** Returns the origin of the platform's pages. */
export const platformOrigin = (): string => new URL(platform()).origin

/** Signs in through the issuer, like a browser. */
export const signIn = ({ email, name }: Pick<Person, 'email' | 'name'>): ReturnType<typeof signInAt> =>
  signInAt(platform(), { email, name })

const BROWSER = { digest: 'a browser', userAgent: 'node' }

/** Returns the people table at the stack's time, as the sign-in writes it. */
const peopleRows = async () => {
  const now = new Date(await stackNow())
  const deps = { db: table(), table: testStack().table, now: () => now }
  return { accounts: accountTable(deps), sessions: sessionTable({ ...deps, pepper, newId: newUuid }) }
}

/** Creates another session of an existing person, as if they had signed in on another device. */
export const newSession = async <Known extends Pick<Person, 'userId'>>(
  person: Known,
): Promise<Known & Pick<Person, 'cookie' | 'token'>> => {
  const { sessions } = await peopleRows()
  const relay = await sessions.mintRelay(person.userId, BROWSER.digest)
  const begun = await sessions.begin(relay, BROWSER.digest, BROWSER.userAgent)
  if (!begun) throw new Error('The session could not be created')
  return { ...person, token: begun.token, cookie: `auth.session_token=${begun.token}` }
}

/**
 * Creates a person with a session. The rows are written as a sign-in writes them, because a sign-in through the issuer
 * takes four requests and only its own tests need it.
 */
export const newPerson = async (name = 'Ada'): Promise<Person> => {
  const userId = randomUUID()
  const email = `${userId}@people.example`
  const { accounts } = await peopleRows()
  await accounts.ensure({ userId, email, name })
  return newSession({ userId, email, name })
}

/** Sends a request like a page of the platform in the person's browser. */
export const asPerson = <Body = Record<string, unknown>>(
  { cookie }: Pick<Person, 'cookie'>,
  method: string,
  path: string,
  request: Call,
): Promise<Answer<Body>> =>
  call<Body>(method, path, { ...request, headers: { cookie, origin: platformOrigin(), ...request.headers } })

/** Returns the cookies that a browser stores from a response, by name. */
export const cookiesOf = ({ headers }: Pick<Answer<unknown>, 'headers'>): ReadonlyMap<string, string> =>
  new Map(
    headers.getSetCookie().map((cookie) => {
      const [pair = ''] = cookie.split(';')
      const separator = pair.indexOf('=')
      return [pair.slice(0, separator), pair.slice(separator + 1)]
    }),
  )

/** A sign-in that has reached the relay. */
export interface SignInAtRelay {
  /** Binds it to the browser that started it. */
  readonly binding: string
  /** Path of the relay, with its one-time token. */
  readonly path: string
  readonly token: string
}

/** A sign-in that has reached the callback. */
export interface SignInAtCallback {
  readonly binding: string
  /** Path of the callback, with code and state. */
  readonly path: string
}

/** Starts a sign-in in a separate browser, and chooses the person on the page of the issuer. */
export const signInUntilCallback = async (
  identity: Record<string, string> = { email: `${randomUUID()}@people.example`, name: 'Ada' },
  query = '',
): Promise<SignInAtCallback> => {
  const loginResponse = await call('GET', `/login${query}`, { as: 'signIn' })
  const [name, value] = Array.from(cookiesOf(loginResponse))[0] ?? ['', '']
  const signInResponse = await fetch(String(loginResponse.headers.get('location')), {
    method: 'POST',
    body: new URLSearchParams(identity),
    redirect: 'manual',
  })
  const callbackUrl = new URL(String(signInResponse.headers.get('location')))
  return { binding: `${name}=${value}`, path: `${callbackUrl.pathname}${callbackUrl.search}` }
}

export const signInUntilRelay = async (identity?: Record<string, string>, query = ''): Promise<SignInAtRelay> => {
  const { binding, path } = await signInUntilCallback(identity, query)
  const callbackResponse = await call('GET', path, { headers: { cookie: binding }, as: 'finishSignIn' })
  const relay = new URL(String(callbackResponse.headers.get('location')), platform())
  return { binding, path: `${relay.pathname}${relay.search}`, token: String(relay.searchParams.get('token')) }
}
