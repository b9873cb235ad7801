import { createHash } from 'node:crypto'

// #if scopes
/** The ID of the caller of `authorized`. */
export const CALLER_ID = 'key-of-tenant-a'
// #endif

/** Changes that a test makes to a request. */
export interface RequestOverrides {
  readonly key?: string
  readonly headers?: Record<string, string>
}

export const KEY = 'key-of-tenant-a-for-tests'
export const FOREIGN_KEY = 'key-of-tenant-b-for-tests'

const entry = (key: string, tenant: string, scopes: readonly string[]) => ({
  sha256: createHash('sha256').update(key).digest('hex'),
  id: `key-of-${tenant}`,
  tenant,
  scopes,
})

/** The secret API_KEYS of the tests. */
export const API_KEYS = JSON.stringify([
  entry(KEY, 'tenant-a', ['read', 'write']),
  entry(FOREIGN_KEY, 'tenant-b', ['read', 'write']),
])

/** A request with a key. */
export const authorized = (method: string, path: string, body?: string, overrides: RequestOverrides = {}): Request =>
  new Request(`https://service.test${path}`, {
    method,
    headers: {
      authorization: `Bearer ${overrides.key ?? KEY}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...overrides.headers,
    },
    ...(body === undefined ? {} : { body }),
  })

/** The same request of another tenant. */
export const foreign = (method: string, path: string, body?: string, headers: Record<string, string> = {}): Request =>
  authorized(method, path, body, { key: FOREIGN_KEY, headers })

// #if scopes
/** A caller of tenant A. */
interface TestCaller {
  readonly id: string
  readonly scopes: readonly string[]
}

/** Returns request changes for these callers, and the secrets of a service that accepts their keys. */
export const callersOf = (callers: readonly TestCaller[]) => {
  const keyOf = ({ id, scopes }: TestCaller): string => ['key-for-tests', id, ...scopes].join('-')
  const entries = callers.map((caller) => ({
    sha256: createHash('sha256').update(keyOf(caller)).digest('hex'),
    id: caller.id,
    tenant: 'tenant-a',
    scopes: caller.scopes,
  }))
  const secrets: Record<string, string> = {
    API_KEYS: JSON.stringify([...(JSON.parse(API_KEYS) as unknown[]), ...entries]),
  }
  return { secrets, overrideList: callers.map((caller): RequestOverrides => ({ key: keyOf(caller) })) }
}
// #endif
