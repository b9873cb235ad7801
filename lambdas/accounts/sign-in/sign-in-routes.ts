import { reply } from '@signet/contracts'
import {
  isWellFormedToken,
  type ReadSession,
  SESSION_DAYS,
  sessionCookieName,
  setCookie,
  userOfPage,
} from '@signet/identity'
import { type Log, Refusal, type Route, route, type SecretSource } from '@signet/kernel'
import { loginPath, originOf, pathAt } from '@signet/ui/pages'
import { finishSignIn, relaySignIn, signInPage, signOut } from '../contract/sign-in.ts'
import { type ErasureTable, personErasure } from '../erasure/erasure-table.ts'
import { type IssuerClient, IssuerRefusedError } from '../issuer/issuer-client.ts'
import { loginPage } from '../page/login-page.ts'
import type { AccountTable } from '../people/account-table.ts'
import type { SessionTable } from '../people/session-table.ts'
import {
  bindingCookie,
  bindingOf,
  browserDigest,
  challengeOf,
  clearBindingCookie,
  isSameText,
  newBinding,
} from './browser-binding.ts'
import { safePath } from './safe-path.ts'

export interface SignInDeps {
  readonly issuer: IssuerClient | undefined
  readonly readSession: ReadSession
  readonly sessions: SessionTable
  readonly accounts: AccountTable
  readonly erasures: Pick<ErasureTable, 'get'>
  readonly pepper: SecretSource
}

const CALLBACK = '/api/auth/callback'
const HOME = '/'
const SESSION_SECONDS = SESSION_DAYS * 86_400

/** Pages during a sign-in must not be cached, and their URL must not be sent as referrer. */
const SIGN_IN_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const goTo = (location: string, cookies: readonly string[] = []) =>
  reply(302, undefined, { ...SIGN_IN_HEADERS, location, ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }) })

const noticeOf = (error: unknown, log: Log): string => {
  log.warn('sign-in not finished', { error })
  return error instanceof IssuerRefusedError || (error instanceof Refusal && error.code === 'unauthenticated')
    ? 'refused'
    : 'unavailable'
}

const beginRoute = ({ issuer, pepper, readSession }: SignInDeps) =>
  route(signInPage, async ({ query, headers, baseUrl, log }) => {
    const redirect = safePath(query.redirect) ?? HOME
    if (query.notice !== undefined) return loginPage({ baseUrl, notice: query.notice, redirect })
    if (await userOfPage(readSession, headers.cookie, baseUrl)) return goTo(pathAt(baseUrl, redirect))
    if (!issuer) return goTo(pathAt(baseUrl, loginPath({ notice: 'unavailable' })))
    const binding = newBinding(redirect)
    const { state, nonce, challenge } = challengeOf(await pepper(), binding)
    try {
      const authorizeUrl = await issuer.authorizeUrl({ redirectUri: `${baseUrl}${CALLBACK}`, state, nonce, challenge })
      return goTo(authorizeUrl, [bindingCookie(binding, originOf(baseUrl))])
    } catch (error) {
      return goTo(pathAt(baseUrl, loginPath({ notice: noticeOf(error, log) })))
    }
  })

/**
 * Returns whether the user's account is being erased. A sign-in during the erasure would create data in services that
 * have already erased theirs, and that data would belong to no account.
 */
const isBeingErased = async ({ erasures }: Pick<SignInDeps, 'erasures'>, user: string): Promise<boolean> =>
  (await erasures.get(personErasure(user)))?.state === 'erasing'

const finishRoute = ({ issuer, pepper, accounts, sessions, erasures }: SignInDeps) =>
  route(finishSignIn, async ({ query, headers, baseUrl, log }) => {
    const redirectToLogin = (notice: string) => goTo(pathAt(baseUrl, loginPath({ notice })))
    const binding = bindingOf(headers.cookie, originOf(baseUrl))
    const { code, state = '' } = query
    if (!issuer || !binding) return redirectToLogin('expired')
    const pepperValue = await pepper()
    const expected = challengeOf(pepperValue, binding)
    if (!isSameText(state, expected.state)) return redirectToLogin('expired')
    if (code === undefined) return redirectToLogin('refused')
    try {
      const { verifier, nonce } = expected
      const profile = await issuer.exchange({ code, redirectUri: `${baseUrl}${CALLBACK}`, verifier, nonce })
      if (await isBeingErased({ erasures }, profile.userId)) return redirectToLogin('deleting')
      await accounts.ensure(profile)
      const token = await sessions.mintRelay(profile.userId, browserDigest(pepperValue, binding))
      const search = new URLSearchParams({ token, redirect: binding.redirect })
      return goTo(pathAt(baseUrl, `/api/auth/relay?${search}`))
    } catch (error) {
      return redirectToLogin(noticeOf(error, log))
    }
  })

const relayRoute = ({ pepper, sessions, readSession }: SignInDeps) =>
  route(relaySignIn, async ({ query, headers, baseUrl }) => {
    const origin = originOf(baseUrl)
    const { token } = query
    if (!token) return goTo(pathAt(baseUrl, '/login'))
    const binding = bindingOf(headers.cookie, origin)
    const session =
      binding && isWellFormedToken(token)
        ? await sessions.begin(token, browserDigest(await pepper(), binding), headers['user-agent'])
        : undefined
    if (!session) return goTo(pathAt(baseUrl, loginPath({ notice: 'expired' })))
    const previousUser = await userOfPage(readSession, headers.cookie, baseUrl)
    if (previousUser?.userId && previousUser.sessionId)
      await sessions.revoke(previousUser.userId, previousUser.sessionId)
    const redirect = query.redirect === undefined ? HOME : (safePath(query.redirect) ?? HOME)
    const cookie = setCookie({ name: sessionCookieName(origin), value: session.token, maxAge: SESSION_SECONDS })
    return goTo(pathAt(baseUrl, redirect), [cookie, clearBindingCookie(origin)])
  })

const signOutRoute = ({ issuer, sessions }: SignInDeps) =>
  route(signOut, async ({ caller, baseUrl, log }) => {
    const { userId, sessionId } = caller
    if (userId && sessionId) await sessions.revoke(userId, sessionId)
    const signedOutPage = pathAt(baseUrl, loginPath({ notice: 'signed_out' }))
    const next = await issuer?.logoutUrl(`${baseUrl}/`).catch((error: unknown) => {
      log.warn('authentication service has no sign-out page', { error })
      return undefined
    })
    const cookie = setCookie({ name: sessionCookieName(originOf(baseUrl)), value: '', maxAge: 0 })
    return reply(
      200,
      { ok: true as const, next: next ?? signedOutPage },
      { 'set-cookie': cookie, 'cache-control': 'no-store' },
    )
  })

/** Sign-in through the authentication service, and sign-out (spec platform-api 4.1 and 5). */
export const signInRoutes = (deps: SignInDeps): Route[] => [
  beginRoute(deps),
  finishRoute(deps),
  relayRoute(deps),
  signOutRoute(deps),
]
