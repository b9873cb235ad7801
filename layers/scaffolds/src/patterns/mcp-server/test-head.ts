import { type Code, code } from '../../code.ts'

const SCOPED_KEY = code`
/** The same caller with other scopes. */
const withScopes = (scopes: readonly string[]) => {
  const [key] = JSON.parse(API_KEYS) as [Record<string, unknown>]
  return { request: (body: string) => authorized('POST', '/mcp', body), secrets: { API_KEYS: JSON.stringify([{ ...key, scopes }]) } }
}
`

const SCOPED_TOKEN = code`
/** The same caller with other scopes. */
const withScopes = (scopes: readonly string[]) => {
  const token = tokenOf({ scope: scopes.join(' ') })
  return { request: (body: string) => authorized('POST', '/mcp', body, { token }), secrets: {} }
}
`

/** @param credential how callers prove who they are. */
export const testHead = (credential: 'token' | 'key'): Code => code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { http } from '../src/handler.ts'
import { partitionOf } from '../src/$kebab/find-$kebabs.ts'
import { TOOLS } from '../src/$kebab/$kebab-tools.ts'
import { VERSIONS } from '../src/mcp/protocol.ts'
import { ${credential === 'key' ? code`API_KEYS, authorized, foreign` : code`authorized, foreign, tokenOf`} } from './support/credentials.ts'
import { world } from './support/world.ts'

type Deps = ReturnType<typeof world>['deps']
interface Answer {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number }
}
interface Used {
  readonly isError: boolean
  readonly structuredContent?: Record<string, unknown>
}

const rpc = (method: string, params: unknown = {}): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const ask = async (deps: Deps, method: string, params: unknown = {}): Promise<Answer> =>
  (await (await http(authorized('POST', '/mcp', rpc(method, params)), deps)).json()) as Answer
const use = async (deps: Deps, name: string, args: unknown): Promise<Used> =>
  (await ask(deps, 'tools/call', { name, arguments: args })).result as never
/** Puts one there, as what owns the $nouns does. */
const put = async ({ records, newId }: Deps, name: string, tenant = 'tenant-a') => {
  const id = newId()
  assert.equal(await records.insert(partitionOf(tenant), id, { name, note: '' }), true)
  return { id }
}

${credential === 'key' ? SCOPED_KEY : SCOPED_TOKEN}
`
