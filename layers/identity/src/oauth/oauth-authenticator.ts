import { unauthenticated } from '@signet/contracts/http'
import { type Authenticator, type CachedRead, type Caller, type Clock, cached, type Refusal } from '@signet/kernel'
import { bearerToken } from '../index.ts'
import type { IssuerKeys, IssuerKeysTable } from './issuer-keys-table.ts'
import { canonicalResource } from './resource.ts'
import { TOKEN_TYPE, TokenClaims } from './token-claims.ts'

/** Keys are read again after this time, or if a token has an unknown key ID. */
const KEYS_CACHE_MS = 5 * 60_000
/** Minimum interval between reads that unknown key IDs can trigger. */
const RECHECK_MS = 5_000

const invalidToken = (): Refusal => unauthenticated('The access token is invalid or expired. Authorize again')

interface UnverifiedToken {
  readonly typ?: unknown
  readonly alg?: unknown
  readonly kid?: unknown
  readonly iss?: unknown
}

const parsePart = (text: string): UnverifiedToken => {
  const part: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  return typeof part === 'object' && part !== null ? part : {}
}

const parseUnverified = (token: string): UnverifiedToken | undefined => {
  const [header = '', payload = '', ...extraParts] = token.split('.')
  if (extraParts.length !== 1) return undefined
  try {
    return { ...parsePart(header), iss: parsePart(payload).iss }
  } catch {
    return undefined
  }
}

/**
 * Returns whether a token has the type of the platform's access tokens. Sessions and id tokens have another type (RFC
 * 9068 4).
 */
const isAccessToken = ({ typ }: UnverifiedToken): boolean =>
  typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === TOKEN_TYPE

const callerOf = ({ sub, org, tenant, client_id, grant_id, scope }: TokenClaims): Caller => ({
  kind: 'oauth',
  tenantId: tenant,
  orgId: org,
  accountId: org,
  userId: sub,
  clientId: client_id,
  grantId: grant_id,
  scopes: scope.split(' ').filter((word) => word !== ''),
  rateKey: `grant-${grant_id}`,
})

export interface OAuthAuthenticatorDeps {
  readonly keys: Pick<IssuerKeysTable, 'read'>
  readonly now: Clock
}

interface TokenVerifier {
  readonly issuers: readonly string[]
  readonly kids: readonly string[]
  readonly verify: (token: string) => Promise<unknown>
}

const tokenVerifierFrom = async ({ issuers, jwks }: IssuerKeys): Promise<TokenVerifier> => {
  const { JwtVerifier } = await import('aws-jwt-verify')
  // The keys are passed in and nothing is fetched. The URL is only the library's cache key.
  const issuerSettings = issuers.map((issuer) => ({
    issuer,
    audience: null,
    jwksUri: `${issuer}/.well-known/jwks.json`,
  }))
  const verifier = JwtVerifier.create(issuerSettings)
  for (const issuer of issuers) verifier.cacheJwks({ keys: [...jwks.keys] }, issuer)
  return { issuers, kids: jwks.keys.map(({ kid }) => kid), verify: (token) => verifier.verify(token) }
}

type FindVerifier = (kid: string, issuer: string) => Promise<TokenVerifier | undefined>

const verifierFinder = ({ keys, now }: OAuthAuthenticatorDeps): FindVerifier => {
  const load = async (): Promise<TokenVerifier | undefined> => {
    const storedKeys = await keys.read()
    return storedKeys && storedKeys.issuers.length > 0 ? tokenVerifierFrom(storedKeys) : undefined
  }
  const cachedVerifier: CachedRead<TokenVerifier | undefined> = cached(load, KEYS_CACHE_MS, now)
  let checkedAt = 0
  return async (kid, issuer) => {
    const hasKey = (tokenVerifier: TokenVerifier | undefined) =>
      tokenVerifier?.kids.includes(kid) && tokenVerifier.issuers.includes(issuer)
    const cachedResult = await cachedVerifier()
    if (hasKey(cachedResult)) return cachedResult
    if (now().getTime() - checkedAt < RECHECK_MS) return undefined
    checkedAt = now().getTime()
    // `true` ignores the cached value.
    const reloaded = await cachedVerifier(true)
    return hasKey(reloaded) ? reloaded : undefined
  }
}

/**
 * Authenticates access tokens of the platform's authorization server as bearer tokens (spec image-service 5, RFC 9068
 * 4): ES256 with a published key, from a known issuer, not expired, and issued for this service. An invalid token is
 * refused, never ignored. Other credentials are passed to the next authenticator. The keys are read from one row and
 * cached.
 */
export const oauthAuthenticator = (deps: OAuthAuthenticatorDeps): Authenticator => {
  const findVerifier = verifierFinder(deps)
  return async (credentials) => {
    if (credentials.headers.authorization === undefined) return undefined
    const token = bearerToken(credentials)
    const unverifiedToken = token === undefined ? undefined : parseUnverified(token)
    if (token === undefined || unverifiedToken === undefined || !isAccessToken(unverifiedToken)) return undefined
    const { alg, kid, iss } = unverifiedToken
    if (alg !== 'ES256' || typeof kid !== 'string' || typeof iss !== 'string') throw invalidToken()
    const tokenVerifier = await findVerifier(kid, iss)
    const payload = await tokenVerifier?.verify(token).catch(() => undefined)
    const claims = TokenClaims.safeParse(payload)
    if (!claims.success || claims.data.aud !== canonicalResource(credentials.baseUrl)) throw invalidToken()
    return callerOf(claims.data)
  }
}
