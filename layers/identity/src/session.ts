import { forbidden, unauthenticated } from '@signet/contracts/http'
import { type Authenticator, type Credentials, derivedUuid } from '@signet/kernel'
import { bearerToken } from './authentication-chain.ts'

/** Whose tokens are sessions: the OIDC issuer's, made out to this client. */
export interface SessionIssuer {
  readonly issuer: string
  readonly clientId: string
}

/**
 * Tells whose session a token is: the user's id at the issuer.
 *
 * @throws Refusal 401 for a token that is not good, 503 while the issuer's keys cannot be had.
 */
export type VerifySession = (token: string) => Promise<string>

/** Every JWT begins so: it is `{"` in base64. */
const JWT_START = 'eyJ'

/** The first wins where both are sent: a browser takes it over https only. */
const COOKIES = ['__Secure-session', 'session']

const cookieOf = (header: string | undefined): string | undefined => {
  const sent = (header ?? '').split(';').map((pair) => {
    const [name = '', ...rest] = pair.split('=')
    return [name.trim(), rest.join('=').trim()] as const
  })
  return COOKIES.flatMap((wanted) => sent.filter(([name, value]) => name === wanted && value !== '')).at(0)?.[1]
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/**
 * A browser sends cookies along with requests that another site's page makes. What it says of where a request comes from
 * no page can forge (Fetch Metadata, RFC 6454).
 */
const refuseForeignPage = ({ method, headers, origin }: Credentials): void => {
  if (READS.includes(method)) return
  const site = headers['sec-fetch-site']
  const isOwn = site === undefined ? headers.origin === origin : site === 'same-origin'
  if (!isOwn) {
    throw forbidden('A session cookie changes things from our own pages only: send Origin, or the token as bearer')
  }
}

const NAMESPACE = '0b6d3c56-7c0f-5f0e-9a53-1c9de2f7a0d4'

/** The tenant that a user has without creating one; the user's billing account and own organisation have the same id. */
export const personalTenantOf = (userId: string): string => derivedUuid(NAMESPACE, userId)

/**
 * Sessions of signed-in people (spec image-service 5): a JWT as bearer token, or in the cookie `session` or
 * `__Secure-session`. `loadVerifier` is called by the first session; undefined where sessions are not configured, and then
 * every one is refused. A bad session is refused, never ignored.
 */
export const sessionAuthenticator = (loadVerifier: (() => Promise<VerifySession>) | undefined): Authenticator => {
  let loading: Promise<VerifySession> | undefined
  const verifier = (load: () => Promise<VerifySession>): Promise<VerifySession> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return async (credentials) => {
    const { authorization, 'x-api-key': apiKey, cookie } = credentials.headers
    const isExplicit = authorization !== undefined || apiKey !== undefined
    const token = isExplicit ? bearerToken(credentials) : cookieOf(cookie)
    if (token === undefined || (isExplicit && !token.startsWith(JWT_START))) return undefined
    if (!loadVerifier) throw unauthenticated('Sessions are not configured here')
    const verify = await verifier(loadVerifier)
    const userId = await verify(token)
    if (!isExplicit) refuseForeignPage(credentials)
    const tenantId = personalTenantOf(userId)
    const org = { orgId: tenantId, accountId: tenantId }
    return { kind: 'session', scopes: [], ...org, userId, tenantId, rateKey: `user-${tenantId}` }
  }
}
