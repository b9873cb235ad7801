import { code } from '../../code.ts'

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
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { START } from './world.ts'

interface Pair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly alg: string
  readonly hash: string | null
}

const FIRST: Pair = { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), alg: 'ES256', hash: 'sha256' }

/** A key for each algorithm that is accepted, by its id. */
const KEYS: Readonly<Record<string, Pair>> = {
  'key-1': FIRST,
  'key-rsa': { ...generateKeyPairSync('rsa', { modulusLength: 2_048 }), alg: 'RS256', hash: 'sha256' },
  'key-ed': { ...generateKeyPairSync('ed25519'), alg: 'EdDSA', hash: null },
}

/** What the issuer publishes in tests. */
export const JWKS = {
  keys: Object.entries(KEYS).map(([kid, { publicKey, alg }]) => ({ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg })),
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of the issuer, with what a test changes. It is signed with the key of "kid", else with the first. */
export const tokenOf = (claims: Record<string, unknown> = {}, head: Record<string, unknown> = {}): string => {
  const { privateKey, alg, hash } = KEYS[String(head.kid)] ?? FIRST
  const content =
    encoded({ alg, typ: 'JWT', kid: 'key-1', ...head }) +
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
  return content + '.' + sign(hash, Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
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
