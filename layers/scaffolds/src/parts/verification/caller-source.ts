import { code } from '../../code.ts'

const CALLER = code`
export interface Caller {
  readonly id: string
  /** Whose data it may reach: the first part of every key of a record. */
  readonly tenant: string
  readonly scopes: readonly string[]
}

export interface Unverified {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Uint8Array
}
`

export const openSource = code`
import type { Deps } from '../ports.ts'

${CALLER}

/** Whoever calls: the service is open, and holds nothing that belongs to anybody. */
export const authenticate = async (_request: Unverified, _deps: Deps): Promise<Caller> => ({
  id: 'anonymous',
  tenant: 'public',
  scopes: [],
})
`

export const apiKeySource = code`
import { createHash, timingSafeEqual } from 'node:crypto'
import { Problem } from '../http/problem.ts'
import type { Deps } from '../ports.ts'

${CALLER}

interface KnownKey {
  /** SHA-256 of the key in hexadecimal. Keys themselves are nowhere. */
  readonly sha256: string
  readonly id: string
  readonly tenant: string
  readonly scopes: readonly string[]
}

const unknown = (): Problem => new Problem(401, 'unauthorized', 'Send Authorization: Bearer with a key that is known')

const isSame = (a: Buffer, hex: string): boolean => {
  const b = Buffer.from(hex, 'hex')
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Whose key it is. The secret API_KEYS is a JSON list of {sha256, id, tenant, scopes}. */
export const authenticate = async ({ headers }: Unverified, deps: Deps): Promise<Caller> => {
  const key = /^Bearer ([A-Za-z0-9._~+/=-]{16,256})$/.exec(headers.get('authorization') ?? '')?.[1]
  if (key === undefined) throw unknown()
  const digest = createHash('sha256').update(key).digest()
  const known = JSON.parse(await deps.secret('API_KEYS')) as readonly KnownKey[]
  const found = known.find(({ sha256 }) => isSame(digest, sha256))
  if (found === undefined) throw unknown()
  return { id: found.id, tenant: found.tenant, scopes: found.scopes }
}
`

export const jwtSource = code`
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import { Problem } from '../http/problem.ts'
import type { Deps } from '../ports.ts'

${CALLER}

/** Algorithms that we accept, with what node:crypto calls them. Never "none", never an HMAC with a public key. */
const ALGORITHMS: Readonly<Record<string, { readonly kty: string; readonly hash: string | null }>> = {
  RS256: { kty: 'RSA', hash: 'sha256' },
  ES256: { kty: 'EC', hash: 'sha256' },
  EdDSA: { kty: 'OKP', hash: null },
}

/** Seconds by which clocks may differ. */
const LEEWAY_SECONDS = 30
const KEYS_KEPT_MS = 300_000

type Key = JsonWebKey & { readonly kid?: string }

let kept: { readonly url: string; readonly at: number; readonly keys: readonly Key[] } | undefined

const keysOf = async (deps: Deps, isAgain: boolean): Promise<readonly Key[]> => {
  const url = deps.setting('JWKS_URL')
  const age = kept?.url === url ? deps.now() - kept.at : Number.POSITIVE_INFINITY
  // An unknown key id asks again, but not more often than twice a minute.
  if (kept !== undefined && age < (isAgain ? 30_000 : KEYS_KEPT_MS)) return kept.keys
  const response = await deps.fetch(url, { signal: AbortSignal.timeout(3_000) })
  if (!response.ok) throw new Error('The keys of the issuer answered ' + response.status)
  const { keys } = (await response.json()) as { readonly keys: readonly Key[] }
  kept = { url, at: deps.now(), keys }
  return keys
}

const keyFor = async (kid: unknown, deps: Deps): Promise<Key | undefined> => {
  const known = (await keysOf(deps, false)).find((key) => key.kid === kid)
  return known ?? (await keysOf(deps, true)).find((key) => key.kid === kid)
}

const refused = (why: string): Problem => new Problem(401, 'token_invalid', 'The token ' + why)

const partOf = (part: string | undefined): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Answered below, as all that is no token.
  }
  throw refused('is not a JWT')
}

const requireSignature = async (token: string, deps: Deps): Promise<Record<string, unknown>> => {
  const [head, claims, signature, ...more] = token.split('.')
  if (signature === undefined || more.length > 0) throw refused('is not a JWT')
  const { alg, kid } = partOf(head)
  const algorithm = typeof alg === 'string' && Object.hasOwn(ALGORITHMS, alg) ? ALGORITHMS[alg] : undefined
  if (algorithm === undefined) throw refused('has an algorithm that is not accepted')
  const jwk = await keyFor(kid, deps)
  if (jwk === undefined || jwk.kty !== algorithm.kty) throw refused('is signed with a key that the issuer does not list')
  const key: KeyObject = createPublicKey({ key: jwk, format: 'jwk' })
  const content = Buffer.from(head + '.' + claims)
  const isGood = verify(algorithm.hash, content, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  if (!isGood) throw refused('has a wrong signature')
  return partOf(claims)
}

const requireClaims = (claims: Record<string, unknown>, deps: Deps): void => {
  const seconds = deps.now() / 1_000
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
  if (claims.iss !== deps.setting('JWT_ISSUER')) throw refused('is of another issuer')
  if (!audiences.includes(deps.setting('JWT_AUDIENCE'))) throw refused('is for another audience')
  if (typeof claims.exp !== 'number' || claims.exp + LEEWAY_SECONDS <= seconds) throw refused('has ended')
  if (typeof claims.nbf === 'number' && claims.nbf - LEEWAY_SECONDS > seconds) throw refused('is not valid yet')
  if (typeof claims.sub !== 'string' || claims.sub === '') throw refused('names nobody')
}

/** Who is named by a bearer token of the issuer. The tenant is the claim "tenant", else the subject. */
export const authenticate = async ({ headers }: Unverified, deps: Deps): Promise<Caller> => {
  const token = /^Bearer ([A-Za-z0-9._-]{1,8192})$/.exec(headers.get('authorization') ?? '')?.[1]
  if (token === undefined) throw refused('is missing: send Authorization: Bearer')
  const claims = await requireSignature(token, deps)
  requireClaims(claims, deps)
  const id = String(claims.sub)
  const scopes = typeof claims.scope === 'string' ? claims.scope.split(' ').filter((scope) => scope !== '') : []
  return { id, tenant: typeof claims.tenant === 'string' && claims.tenant !== '' ? claims.tenant : id, scopes }
}

/** @throws Problem 403 unless the caller has the scope. */
export const requireScope = ({ scopes }: Caller, scope: string): void => {
  if (!scopes.includes(scope)) throw new Problem(403, 'insufficient_scope', 'The token lacks the scope ' + scope)
}
`

export const openCredentials = code`
interface Over {
  readonly headers?: Record<string, string>
}

/** A request as anybody sends it. */
export const authorized = (method: string, path: string, body?: string, over: Over = {}): Request =>
  new Request('https://service.test' + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...over.headers },
    ...(body === undefined ? {} : { body }),
  })
`

export const apiKeyCredentials = code`
import { createHash } from 'node:crypto'

interface Over {
  readonly key?: string
  readonly headers?: Record<string, string>
}

export const KEY = 'key-of-tenant-a-for-tests'
export const FOREIGN_KEY = 'key-of-tenant-b-for-tests'

const entry = (key: string, tenant: string, scopes: readonly string[]) => ({
  sha256: createHash('sha256').update(key).digest('hex'),
  id: 'key-of-' + tenant,
  tenant,
  scopes,
})

/** What the secret API_KEYS holds in tests. */
export const API_KEYS = JSON.stringify([entry(KEY, 'tenant-a', ['read', 'write']), entry(FOREIGN_KEY, 'tenant-b', ['read', 'write'])])

/** A request with a key. */
export const authorized = (method: string, path: string, body?: string, over: Over = {}): Request =>
  new Request('https://service.test' + path, {
    method,
    headers: {
      authorization: 'Bearer ' + (over.key ?? KEY),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...over.headers,
    },
    ...(body === undefined ? {} : { body }),
  })

/** The same as another tenant. */
export const foreign = (method: string, path: string, body?: string, headers: Record<string, string> = {}): Request =>
  authorized(method, path, body, { key: FOREIGN_KEY, headers })
`

export const jwtCredentials = code`
import { generateKeyPairSync, sign } from 'node:crypto'
import { START } from './world.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** What the issuer publishes in tests. */
export const JWKS = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1', use: 'sig', alg: 'ES256' }] }

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of the issuer, with what a test changes. */
export const tokenOf = (claims: Record<string, unknown> = {}, head: Record<string, unknown> = {}): string => {
  const content =
    encoded({ alg: 'ES256', typ: 'JWT', kid: 'key-1', ...head }) +
    '.' +
    encoded({
      iss: 'https://issuer.test',
      aud: 'service',
      sub: 'person-1',
      tenant: 'tenant-a',
      scope: 'read write',
      exp: START / 1_000 + 600,
      ...claims,
    })
  return content + '.' + sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
}

interface Over {
  readonly token?: string
  readonly headers?: Record<string, string>
}

/** A request of a person who is signed in. */
export const authorized = (method: string, path: string, body?: string, over: Over = {}): Request =>
  new Request('https://service.test' + path, {
    method,
    headers: {
      authorization: 'Bearer ' + (over.token ?? tokenOf()),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...over.headers,
    },
    ...(body === undefined ? {} : { body }),
  })

/** The same as somebody of another tenant. */
export const foreign = (method: string, path: string, body?: string, headers: Record<string, string> = {}): Request =>
  authorized(method, path, body, { token: tokenOf({ tenant: 'tenant-b', sub: 'person-2' }), headers })
`
