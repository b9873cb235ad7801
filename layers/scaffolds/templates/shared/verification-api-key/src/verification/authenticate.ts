import { createHash, timingSafeEqual } from 'node:crypto'
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

interface ApiKey {
  /** SHA-256 of the key in hexadecimal. The key itself is not stored. */
  readonly sha256: string
  readonly id: string
  readonly tenant: string
  readonly scopes?: readonly string[]
}

const unauthorized = (): Problem =>
  new Problem(401, 'unauthorized', 'Send Authorization: Bearer with a valid API key', {
    headers: { 'www-authenticate': 'Bearer' },
  })

const isSame = (a: Buffer, hex: string): boolean => {
  const b = Buffer.from(hex, 'hex')
  return a.length === b.length && timingSafeEqual(a, b)
}

const readApiKeys = async (deps: Deps): Promise<readonly ApiKey[]> => {
  const secret = await deps.secret('API_KEYS')
  let keys: unknown
  try {
    keys = JSON.parse(secret)
  } catch {
    // The message of the parser would quote the secret, and errors are logged.
  }
  if (!Array.isArray(keys)) throw new Error('The secret API_KEYS is not a JSON list')
  return keys as readonly ApiKey[]
}

/** Returns the owner of an API key. The secret API_KEYS is a JSON list of {sha256, id, tenant, scopes?}. */
export const authenticate = async ({ headers }: Unverified, deps: Deps): Promise<Caller> => {
  const key = /^Bearer ([A-Za-z0-9._~+/=-]{16,256})$/.exec(headers.get('authorization') ?? '')?.[1]
  if (key === undefined) throw unauthorized()
  const digest = createHash('sha256').update(key).digest()
  const owner = (await readApiKeys(deps)).find(({ sha256 }) => isSame(digest, sha256))
  if (owner === undefined) throw unauthorized()
  return { id: owner.id, tenant: owner.tenant, scopes: owner.scopes ?? [] }
}
