import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { START } from './world.ts'

interface SigningKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly alg: string
  readonly hash: string | null
}

const FIRST: SigningKey = { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), alg: 'ES256', hash: 'sha256' }

/** A key for each accepted algorithm, by its ID. */
const KEYS: Readonly<Record<string, SigningKey>> = {
  'key-1': FIRST,
  'key-rsa': { ...generateKeyPairSync('rsa', { modulusLength: 2_048 }), alg: 'RS256', hash: 'sha256' },
  'key-ed': { ...generateKeyPairSync('ed25519'), alg: 'EdDSA', hash: null },
}

/** The JWKS of the test issuer. */
export const JWKS = {
  keys: Object.entries(KEYS).map(([kid, { publicKey, alg }]) => ({
    ...publicKey.export({ format: 'jwk' }),
    kid,
    use: 'sig',
    alg,
  })),
}

const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates a token of the issuer with the changes of a test. It is signed with the key of "kid", or with the first key. */
export const tokenOf = (claims: Record<string, unknown> = {}, head: Record<string, unknown> = {}): string => {
  const { privateKey, alg, hash } = KEYS[String(head.kid)] ?? FIRST
  const content =
    encodePart({ alg, typ: 'JWT', kid: 'key-1', ...head }) +
    '.' +
    encodePart({
      iss: 'https://issuer.test',
      aud: 'service',
      sub: 'person-1',
      tenant: 'tenant-a',
      scope: 'read write',
      exp: START / 1_000 + 600,
      ...claims,
    })
  return (
    content +
    '.' +
    sign(hash, Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  )
}

// #if scopes
/** The ID of the caller of `authorized`. */
export const CALLER_ID = 'person-1'
// #endif

/** Changes that a test makes to a request. */
export interface RequestOverrides {
  readonly token?: string
  readonly headers?: Record<string, string>
}

/** A request of a signed-in user. */
export const authorized = (method: string, path: string, body?: string, overrides: RequestOverrides = {}): Request =>
  new Request(`https://service.test${path}`, {
    method,
    headers: {
      authorization: `Bearer ${overrides.token ?? tokenOf()}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...overrides.headers,
    },
    ...(body === undefined ? {} : { body }),
  })

/** The same request of another tenant. */
export const foreign = (method: string, path: string, body?: string, headers: Record<string, string> = {}): Request =>
  authorized(method, path, body, { token: tokenOf({ tenant: 'tenant-b', sub: 'person-2' }), headers })

// #if scopes
/** A caller of tenant A. */
interface TestCaller {
  readonly id: string
  readonly scopes: readonly string[]
}

/** Returns request changes for these callers. Tokens need no secret of the service. */
export const callersOf = (callers: readonly TestCaller[]) => {
  const secrets: Record<string, string> = {}
  const overrideList = callers.map(
    ({ id, scopes }): RequestOverrides => ({ token: tokenOf({ sub: id, scope: scopes.join(' ') }) }),
  )
  return { secrets, overrideList }
}
// #endif
