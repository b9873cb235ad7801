import { forbidden, unauthenticated } from '@signet/contracts/http'
import { type Authenticator, type Caller, type Credentials, derivedUuid, loadedOnce } from '@signet/kernel'
import { bearerToken } from './authentication-chain.ts'
import { cookieValues, sessionCookieName } from './cookies.ts'
import type { ReadSession } from './session-reader.ts'

export interface SessionIssuer {
  readonly issuer: string
  readonly clientId: string
}

/**
 * Verifies a token and returns the user's ID at the issuer.
 *
 * @throws Refusal 401 for an invalid token, 503 while the issuer's keys are unavailable.
 */
export type VerifySession = (token: string) => Promise<string>

export interface SessionSources {
  /** Called for the first bearer token. Undefined if no issuer is configured; then every such token is refused. */
  readonly loadVerifier: (() => Promise<VerifySession>) | undefined
  readonly read: ReadSession
}

/** Prefix of every JWT: `{"` in base64. */
const JWT_START = 'eyJ'

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Browsers send cookies also with requests from pages of other sites. Origin and Sec-Fetch-Site are set by the browser;
 * a page cannot forge them (Fetch Metadata, RFC 6454).
 */
const refuseForeignPage = ({ method, headers, origin }: Credentials): void => {
  if (SAFE_METHODS.includes(method)) return
  const site = headers['sec-fetch-site']
  const isSameOrigin = site === undefined ? headers.origin === origin : site === 'same-origin'
  if (!isSameOrigin) {
    throw forbidden(
      'A session cookie can only change data from pages of this platform. Send the Origin header, or the token as bearer token',
    )
  }
}

const ORGANIZATION_HEADER = 'signet-organization'

/**
 * A session can be switched in another browser tab. A page that still shows the previous organization must neither show
 * nor change data of the new one.
 */
const refuseOtherOrganization = ({ headers }: Credentials, { orgId }: Caller): void => {
  const requestedOrganization = headers[ORGANIZATION_HEADER]
  if (requestedOrganization !== undefined && requestedOrganization !== orgId) {
    throw unauthenticated('This session now acts for another organization. Reload the page')
  }
}

/** Must never change, because stored tenant IDs are derived from it. */
const NAMESPACE = '0b6d3c56-7c0f-5f0e-9a53-1c9de2f7a0d4'

/**
 * Returns the id of a user's personal tenant, which is derived. The user's billing account and personal organization
 * have the same id.
 */
export const personalTenantOf = (userId: string): string => derivedUuid(NAMESPACE, userId)

const sessionCallerOf = (userId: string): Caller => {
  const tenantId = personalTenantOf(userId)
  const org = { orgId: tenantId, accountId: tenantId }
  return { kind: 'session', scopes: [], ...org, userId, tenantId, rateKey: `user-${tenantId}` }
}

/**
 * Returns the session of the request's cookie; undefined without a cookie.
 * @throws Refusal 401 if the session is unknown, revoked or expired, and for two cookies of the same name: a page of a
 * neighboring host may have set one of them, and they cannot be distinguished.
 */
export const cookieSession = async (
  readSession: ReadSession,
  cookie: string | undefined,
  origin: string,
): Promise<Caller | undefined> => {
  const [token, ...otherTokens] = new Set(cookieValues(cookie, sessionCookieName(origin)))
  if (token === undefined) return undefined
  if (otherTokens.length > 0)
    throw unauthenticated('Two different session cookies were sent. Delete the cookies and sign in again')
  const session = await readSession(token)
  if (!session) throw unauthenticated('The session is invalid or expired. Sign in again')
  const { user_id, org_id, tenant_id, id } = session
  // In a shared organization, the organization pays for and owns everything that its members create.
  return { ...sessionCallerOf(user_id), orgId: org_id, accountId: org_id, tenantId: tenant_id, sessionId: id }
}

/**
 * Authenticates sessions of signed-in users (spec platform-api 5, image-service 5): a session token in the cookie, or a
 * JWT of the issuer as bearer token. An invalid session is refused, never ignored, and so is one that acts for another
 * organization than the header `Signet-Organization` names.
 */
export const sessionAuthenticator = ({ loadVerifier, read: readSession }: SessionSources): Authenticator => {
  const verifier = loadVerifier && loadedOnce(loadVerifier)
  const authenticate: Authenticator = async (credentials) => {
    const { authorization, 'x-api-key': apiKey, cookie } = credentials.headers
    if (authorization === undefined && apiKey === undefined) {
      const caller = await cookieSession(readSession, cookie, credentials.origin)
      if (caller) refuseForeignPage(credentials)
      return caller
    }
    const token = bearerToken(credentials)
    if (token === undefined || !token.startsWith(JWT_START)) return undefined
    if (!verifier) throw unauthenticated('Sessions are not configured on this deployment')
    const verify = await verifier()
    return sessionCallerOf(await verify(token))
  }
  return async (credentials) => {
    const caller = await authenticate(credentials)
    if (caller) refuseOtherOrganization(credentials, caller)
    return caller
  }
}
