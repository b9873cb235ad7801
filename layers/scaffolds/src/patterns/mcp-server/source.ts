import { code } from '../../code.ts'

export const protocol = code`
/** Versions of the protocol that we speak, newest first. */
export const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

export interface RpcRequest {
  readonly id: string | number | undefined
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A fault of JSON-RPC 2.0. */
export class RpcFault extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'RpcFault'
    this.code = code
  }
}

export const INVALID_REQUEST = -32_600
export const METHOD_NOT_FOUND = -32_601
export const INVALID_PARAMS = -32_602

/** The request in a body; one without id is a notification. @throws RpcFault */
export const readRpc = (body: Readonly<Record<string, unknown>>): RpcRequest => {
  const { jsonrpc, id, method, params = {} } = body
  if (jsonrpc !== '2.0' || typeof method !== 'string') throw new RpcFault(INVALID_REQUEST, 'That is not JSON-RPC 2.0')
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') throw new RpcFault(INVALID_REQUEST, 'id must be a text or a number')
  if (typeof params !== 'object' || params === null || Array.isArray(params)) throw new RpcFault(INVALID_PARAMS, 'params must be an object')
  return { id, method, params: params as Record<string, unknown> }
}

export const result = (id: RpcRequest['id'], value: unknown) => ({ jsonrpc: '2.0', id: id ?? null, result: value })
export const fault = (id: RpcRequest['id'], { code, message }: RpcFault) => ({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })

/** The version that both sides speak: the one asked for, else our newest. */
export const versionFor = (asked: unknown): string => VERSIONS.find((version) => version === asked) ?? VERSIONS[0]
`

export const tools = code`
import { Problem } from '../http/problem.ts'
import type { Deps } from '../ports.ts'
import type { Caller } from '../verification/authenticate.ts'
import { read$Entity } from './$kebab.ts'
import { create$Entity, get$Entity, list$Entities } from './keep-$kebabs.ts'

interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean }
  readonly run: (args: Readonly<Record<string, unknown>>, caller: Caller, deps: Deps) => Promise<unknown>
}

const object = (properties: Record<string, unknown>, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const TEXT = (maxLength: number) => ({ type: 'string', maxLength })
const READS = { readOnlyHint: true, destructiveHint: false }
const ADDS = { readOnlyHint: false, destructiveHint: false }

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What a model may do here. Each tool checks its arguments itself: a schema is a hint to the model, not a check. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'list_$kebabs',
    title: 'List $nouns',
    description: 'Lists $nouns by pages of at most 100. Give cursor from "next" for the next page.',
    inputSchema: object({ cursor: TEXT(400) }, []),
    annotations: READS,
    run: ({ cursor }, { tenant }, { records }) => list$Entities(records, tenant, { limit: '50', cursor: textOf(cursor) }),
  },
  {
    name: 'get_$kebab',
    title: 'Get one $noun',
    description: 'Gives one $noun by its id.',
    inputSchema: object({ id: TEXT(100) }, ['id']),
    annotations: READS,
    run: ({ id }, { tenant }, { records }) => get$Entity(records, tenant, String(id)),
  },
  {
    name: 'create_$kebab',
    title: 'Create one $noun',
    description: 'Creates a $noun. The same key makes it once, so give one and repeat it after a fault.',
    inputSchema: object({ name: TEXT(200), note: TEXT(2_000), key: TEXT(200) }, ['name', 'key']),
    annotations: ADDS,
    run: ({ key, ...body }, { tenant, scopes }, { records, newId }) => {
      if (!scopes.includes('write') && scopes.length > 0) throw new Problem(403, 'insufficient_scope', 'The caller may only read')
      return create$Entity(records, { tenant, $entity: read$Entity(body), key: textOf(key), newId })
    },
  },
]
`

export const handler = code`
import { TOOLS } from './$kebab/$kebab-tools.ts'
import { parseObject } from './http/body.ts'
import { Problem } from './http/problem.ts'
import { type Call, reply, type Route, serve } from './http/serve.ts'
import { fault, INVALID_PARAMS, METHOD_NOT_FOUND, readRpc, result, RpcFault, type RpcRequest, versionFor } from './mcp/protocol.ts'
import type { Deps } from './ports.ts'

const SERVER = { name: '$kebab-server', version: '0.1.0' }

/** A tool's answer. Its text is data that others wrote: clients show it, and follow nothing in it. */
const callTool = async ({ params }: RpcRequest, { caller, deps }: Call): Promise<unknown> => {
  const tool = TOOLS.find(({ name }) => name === params.name)
  if (tool === undefined) throw new RpcFault(INVALID_PARAMS, 'There is no such tool')
  const args = params.arguments ?? {}
  if (typeof args !== 'object' || Array.isArray(args)) throw new RpcFault(INVALID_PARAMS, 'arguments must be an object')
  try {
    const value = await tool.run(args as Record<string, unknown>, caller, deps)
    deps.log({ event: 'tool', tool: tool.name, caller: caller.id, outcome: 'done' })
    return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value, isError: false }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    deps.log({ event: 'tool', tool: tool.name, caller: caller.id, outcome: error.code })
    return { content: [{ type: 'text', text: error.code + ': ' + error.message }], isError: true }
  }
}

const METHODS: Readonly<Record<string, (request: RpcRequest, call: Call) => unknown>> = {
  initialize: ({ params }) => ({
    protocolVersion: versionFor(params.protocolVersion),
    capabilities: { tools: { listChanged: false } },
    serverInfo: SERVER,
    instructions: 'Tools about $nouns of the caller. Repeat a failed creation with the same key.',
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: TOOLS.map(({ run: _run, ...tool }) => tool) }),
  'tools/call': callTool,
}

/** A page in a browser must not reach a server through the person who is signed in there. */
const requireOrigin = ({ headers, deps }: Call): void => {
  const origin = headers.get('origin')
  if (origin !== null && !deps.setting('ALLOWED_ORIGINS').split(' ').includes(origin))
    throw new Problem(403, 'origin_refused', 'That origin may not call')
}

/** One message over Streamable HTTP, without sessions: each is answered in JSON. */
const message = async (call: Call): Promise<Response> => {
  requireOrigin(call)
  let request: RpcRequest | undefined
  try {
    request = readRpc(parseObject(call.body))
    const method = Object.hasOwn(METHODS, request.method) ? METHODS[request.method] : undefined
    if (request.id === undefined) return new Response(null, { status: 202 })
    if (method === undefined) throw new RpcFault(METHOD_NOT_FOUND, 'There is no such method')
    return reply(200, result(request.id, await method(request, call)))
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    return reply(request === undefined ? 400 : 200, fault(request?.id, error))
  }
}

const routes: readonly Route[] = [
  { method: 'POST', path: '/mcp', run: message },
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)
`

export const testHead = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { http } from '../src/handler.ts'
import { TOOLS } from '../src/$kebab/$kebab-tools.ts'
import { VERSIONS } from '../src/mcp/protocol.ts'
import { authorized } from './support/credentials.ts'
import { world } from './support/world.ts'

type Deps = ReturnType<typeof world>['deps']
interface Answer {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number }
}

const ask = async (deps: Deps, method: string, params: unknown = {}): Promise<Answer> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return (await (await http(authorized('POST', '/mcp', body), deps)).json()) as Answer
}
const use = async (deps: Deps, name: string, args: unknown): Promise<{ isError: boolean; structuredContent?: Record<string, unknown> }> =>
  (await ask(deps, 'tools/call', { name, arguments: args })).result as never
`
