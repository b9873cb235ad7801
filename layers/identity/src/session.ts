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
 * Verifies a token and returns the user's id at the issuer.
 *
 * @throws Refusal 401 for an invalid token, 503 while the issuer's keys are unavailable.
 */
export type VerifySession = (token: string) => Promise<string>

export interface SessionSources {
  /** Called for the first bearer token. Undefined if no issuer is configured; then every such token is refused. */
  readonly loadVerifier: (() => Promise<VerifySession>) | undefined
  readonly read: ReadSession
}

/** The prefix of every JWT: it is `{"` in base64. */
const JWT_START = 'eyJ'

const READS = ['GET', 'HEAD', 'OPTIONS']

/**
 * A browser sends cookies with requests that another site's page makes. The browser sets Origin and Sec-Fetch-Site
 * itself; a page cannot forge them (Fetch Metadata, RFC 6454).
 */
const refuseForeignPage = ({ method, headers, origin }: Credentials): void => {
  if (READS.includes(method)) return
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined ? headers.origin === origin : site === 'same-origin'
  if (!isOwn) {
    throw forbidden('A session cookie changes things from our own pages only: send Origin, or the token as bearer')
  }
}

const ORGANIZATION_HEADER = 'signet-organization'

/**
 * A session can be switched in another tab. A page that still shows the organization from before must neither read the
 * other one as its own nor change anything there.
 */
const refuseOtherOrganization = ({ headers }: Credentials, { orgId }: Caller): void => {
  const named = headers[ORGANIZATION_HEADER]
  if (named !== undefined && named !== orgId) {
    throw unauthenticated('This session acts for another organization now; load the page again')
  }
}

const NAMESPACE = '0b6d3c56-7c0f-5f0e-9a53-1c9de2f7a0d4'

/**
 * The tenant that a user has without creating one. The user's billing account and personal organization have the same
 * id.
 */
export const personalTenantOf = (userId: string): string => derivedUuid(NAMESPACE, userId)

const personOf = (userId: string): Caller => {
  const tenantId = personalTenantOf(userId)
  const org = { orgId: tenantId, accountId: tenantId }
  return { kind: 'session', scopes: [], ...org, userId, tenantId, rateKey: `user-${tenantId}` }
}

/**
 * The session of the request's cookie; undefined without a cookie.
 *
 * @throws Refusal 401 if the session is unknown, revoked or expired, and for two cookies of one name: a page of a
 * neighboring host may have set one of them, and nothing shows which.
 */
export const cookieSession = async (
  read: ReadSession,
  cookie: string | undefined,
  origin: string,
): Promise<Caller | undefined> => {
  const [token, ...others] = new Set(cookieValues(cookie, sessionCookieName(origin)))
  if (token === undefined) return undefined
  if (others.length > 0) throw unauthenticated('Two different sessions were sent: remove the cookies and sign in again')
  const session = await read(token)
  if (!session) throw unauthenticated('The session is not valid or has ended; sign in again')
  const { user_id, org_id, tenant_id, id } = session
  // In a shared organization, the organization pays and owns what its members make.
  return { ...personOf(user_id), orgId: org_id, accountId: org_id, tenantId: tenant_id, sessionId: id }
}

/**
 * Authenticates sessions of signed-in people (spec platform-api 5, image-service 5): the token of our session in its
 * cookie, or a JWT of the issuer as bearer token. A bad session is refused, never ignored, and so is one that acts for
 * another organization than the request names in `Signet-Organization`.
 */
export const sessionAuthenticator = ({ loadVerifier, read }: SessionSources): Authenticator => {
  const verifier = loadVerifier && loadedOnce(loadVerifier)
  const authenticate: Authenticator = async (credentials) => {
    const { authorization, 'x-api-key': apiKey, cookie } = credentials.headers
    if (authorization === undefined && apiKey === undefined) {
      const caller = await cookieSession(read, cookie, credentials.origin)
      if (caller) refuseForeignPage(credentials)
      return caller
    }
    const token = bearerToken(credentials)
    if (token === undefined || !token.startsWith(JWT_START)) return undefined
    if (!verifier) throw unauthenticated('Sessions are not configured here')
    const verify = await verifier()
    return personOf(await verify(token))
  }
  return async (credentials) => {
    const caller = await authenticate(credentials)
    if (caller) refuseOtherOrganization(credentials, caller)
    return caller
  }
}
