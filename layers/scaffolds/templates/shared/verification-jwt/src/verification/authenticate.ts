import { type JsonWebKey, verify } from 'node:crypto'
import { Problem } from '../http/problem.ts'
import type { Deps } from '../ports.ts'

export interface Caller {
  readonly id: string
  /** The tenant whose data the caller may access: the first part of every record key. */
  readonly tenant: string
  readonly scopes: readonly string[]
}

export interface Unverified {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Uint8Array
}

/** Accepted algorithms with their names in node:crypto. "none" and HMAC are never accepted. */
const ALGORITHMS: Readonly<Record<string, { readonly kty: string; readonly hash: string | null }>> = {
  RS256: { kty: 'RSA', hash: 'sha256' },
  ES256: { kty: 'EC', hash: 'sha256' },
  EdDSA: { kty: 'OKP', hash: null },
}

/** Maximum clock difference in seconds. */
const LEEWAY_SECONDS = 30
const KEYS_TTL_MS = 300_000

type Key = JsonWebKey & { readonly kid?: string }

let cachedKeys: { readonly url: string; readonly fetchedAt: number; readonly keys: readonly Key[] } | undefined

const keysOf = async (deps: Deps, isRefresh: boolean): Promise<readonly Key[]> => {
  const url = deps.setting('JWKS_URL')
  const age = cachedKeys?.url === url ? deps.now() - cachedKeys.fetchedAt : Number.POSITIVE_INFINITY
  // An unknown key ID fetches the keys again, at most twice per minute.
  if (cachedKeys !== undefined && age < (isRefresh ? 30_000 : KEYS_TTL_MS)) return cachedKeys.keys
  const response = await deps.fetch(url, { signal: AbortSignal.timeout(3_000) })
  if (!response.ok) throw new Error(`The JWKS of the issuer returned status ${response.status}`)
  const { keys } = (await response.json()) as { readonly keys: readonly Key[] }
  cachedKeys = { url, fetchedAt: deps.now(), keys }
  return keys
}

const keyFor = async (kid: unknown, deps: Deps): Promise<Key | undefined> => {
  const cachedKey = (await keysOf(deps, false)).find((key) => key.kid === kid)
  return cachedKey ?? (await keysOf(deps, true)).find((key) => key.kid === kid)
}

const invalidToken = (reason: string): Problem =>
  new Problem(401, 'token_invalid', `The token ${reason}`, {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

const partOf = (part: string | undefined): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Refused below, like any other malformed token.
  }
  throw invalidToken('is not a JWT')
}

const requireSignature = async (token: string, deps: Deps): Promise<Record<string, unknown>> => {
  const [head, claims, signature, ...extraParts] = token.split('.')
  if (signature === undefined || extraParts.length > 0) throw invalidToken('is not a JWT')
  const { alg, kid, crit } = partOf(head)
  // RFC 7515, 4.1.11: critical extensions must be supported, and this service supports none.
  if (crit !== undefined) throw invalidToken('has critical extensions that are not supported')
  const algorithm = typeof alg === 'string' && Object.hasOwn(ALGORITHMS, alg) ? ALGORITHMS[alg] : undefined
  if (algorithm === undefined) throw invalidToken('has an algorithm that is not accepted')
  const jwk = await keyFor(kid, deps)
  if (jwk === undefined || jwk.kty !== algorithm.kty)
    throw invalidToken('is signed with a key that the issuer does not list')
  const content = Buffer.from(`${head}.${claims}`)
  // The JWK instead of a KeyObject, because Workers do not accept a KeyObject with an encoding.
  const key = { key: jwk, format: 'jwk' as const, dsaEncoding: 'ieee-p1363' as const }
  const isValid = verify(algorithm.hash, content, key, Buffer.from(signature, 'base64url'))
  if (!isValid) throw invalidToken('has an invalid signature')
  return partOf(claims)
}

const requireClaims = (claims: Record<string, unknown>, deps: Deps): void => {
  const seconds = deps.now() / 1_000
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
  if (claims.iss !== deps.setting('JWT_ISSUER')) throw invalidToken('was issued by another issuer')
  if (!audiences.includes(deps.setting('JWT_AUDIENCE'))) throw invalidToken('is for another audience')
  if (typeof claims.exp !== 'number' || claims.exp + LEEWAY_SECONDS <= seconds) throw invalidToken('has expired')
  if (typeof claims.nbf === 'number' && claims.nbf - LEEWAY_SECONDS > seconds) throw invalidToken('is not valid yet')
  if (typeof claims.sub !== 'string' || claims.sub === '') throw invalidToken('has no subject')
}

/** Reads scopes: a string with spaces (RFC 9068) or a list, in "scope" or "scp". */
const scopesOf = ({ scope, scp }: Record<string, unknown>): readonly string[] => {
  const claim = scope ?? scp
  const scopes: readonly unknown[] = Array.isArray(claim) ? claim : typeof claim === 'string' ? claim.split(' ') : []
  return scopes.filter((each): each is string => typeof each === 'string' && each !== '')
}

/** The tenant of all callers when the setting TENANT_CLAIM is "none". */
const SHARED_TENANT = 'all'

/** Returns the claim that the setting TENANT_CLAIM names. A token without it is refused. */
const tenantOf = (claims: Record<string, unknown>, deps: Deps): string => {
  const name = deps.setting('TENANT_CLAIM')
  if (name === 'none') return SHARED_TENANT
  const tenant = Object.hasOwn(claims, name) ? claims[name] : undefined
  if (typeof tenant === 'string' && tenant !== '') return tenant
  throw new Problem(
    403,
    'tenant_missing',
    `The token has no claim ${name}, which must name the tenant (setting TENANT_CLAIM)`,
  )
}

/** Verifies a bearer token of the issuer. */
export const authenticate = async (
  {
    headers,
    // #if metadata
    url,
    // #endif
  }: Unverified,
  deps: Deps,
): Promise<Caller> => {
  const token = /^Bearer ([A-Za-z0-9._-]{1,8192})$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (token === undefined) {
    const challenge = [
      'Bearer',
      // #if metadata
      // RFC 9728: the address at which a client reads who issues tokens for this resource.
      `resource_metadata="${url.origin}/.well-known/oauth-protected-resource${url.pathname}"`,
      // #endif
    ].join(' ')
    const headers = { 'www-authenticate': challenge }
    throw new Problem(401, 'token_missing', 'Send Authorization: Bearer with a token of the issuer', { headers })
  }
  const claims = await requireSignature(token, deps)
  requireClaims(claims, deps)
  return { id: String(claims.sub), tenant: tenantOf(claims, deps), scopes: scopesOf(claims) }
}
