import { type Code, code, joined } from '../../code.ts'

const CREATE = code`
  {
    name: 'create_$kebab',
    title: 'Create one $noun',
    description: 'Creates a $noun. The same key makes it once, so give one and repeat it after a fault.',
    scope: 'write',
    inputSchema: object({ name: TEXT(1, 200), note: TEXT(0, 2_000), key: TEXT(1, 200) }, ['name', 'key']),
    annotations: ADDS,
    run: ({ key = '', ...body }, { tenant }, { records, newId, now }) =>
      create$Entity(records, { tenant, $entity: read$Entity(body), key, newId, now: now() }),
  },
`

const TOOL_TYPES = code`
type Arguments = Readonly<Record<string, string>>

/** Arguments of a tool: texts of so many characters, and no others. */
interface Schema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, { readonly type: 'string'; readonly minLength: number; readonly maxLength: number }>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** What the caller's credential must allow. */
  readonly scope: 'read' | 'write'
  readonly inputSchema: Schema
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean }
  readonly run: (args: Arguments, caller: Caller, deps: Deps) => Promise<unknown>
}

const object = (properties: Schema['properties'], required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const TEXT = (minLength: number, maxLength: number) => ({ type: 'string', minLength, maxLength }) as const

/** What a tool is called with, by its schema: to a model a hint, here a check. @throws Problem 400 that names the argument. */
export const readArguments = ({ inputSchema: { properties, required } }: Pick<Tool, 'inputSchema'>, args: Readonly<Record<string, unknown>>): Arguments => {
  const missing = required.find((name) => !Object.hasOwn(args, name))
  if (missing !== undefined) throw invalid(missing, missing + ' is missing')
  const checked = Object.entries(args).map(([name, value]): [string, string] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (schema === undefined) throw invalid(name.slice(0, 40), 'There is no such argument')
    if (typeof value !== 'string' || value.length < schema.minLength || value.length > schema.maxLength)
      throw invalid(name, name + ' must be a text of ' + schema.minLength + ' to ' + schema.maxLength + ' characters')
    return [name, value]
  })
  return Object.fromEntries(checked)
}
`

const SEARCH = code`
/** Pages that one search looks through; where there are more, its answer says from where to go on. */
const SEARCHED_PAGES = 5

/** $Entities whose name or note has every word of the query. */
const search = async ({ query = '', cursor: begin }: Arguments, { tenant }: Caller, { records }: Deps) => {
  const words = query.toLowerCase().split(/\\s+/).filter((word) => word !== '')
  if (words.length === 0) throw invalid('query', 'query must have a word')
  const found: Kept$Entity[] = []
  let cursor = begin ?? null
  for (let page = 0; page < SEARCHED_PAGES; page++) {
    const { items, next } = await list$Entities(records, tenant, { limit: '100', cursor })
    found.push(...items.filter(({ name, note }) => words.every((word) => (name + ' ' + note).toLowerCase().includes(word))))
    if (next === undefined) return { items: found }
    cursor = next
  }
  return { items: found, next: cursor }
}
`

const READING = code`
/** What a model may do here. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'list_$kebabs',
    title: 'List $nouns',
    description: 'Lists $nouns by pages of at most 100. Give cursor from "next" for the next page.',
    inputSchema: object({ cursor: TEXT(1, 400) }, []),
    scope: 'read',
    annotations: READS,
    run: ({ cursor }, { tenant }, { records }) => list$Entities(records, tenant, { limit: '50', cursor: cursor ?? null }),
  },
  {
    name: 'search_$kebabs',
    title: 'Search $nouns',
    description: 'Finds $nouns whose name or note has every word of the query. Give cursor from "next" to look further.',
    scope: 'read',
    inputSchema: object({ query: TEXT(1, 200), cursor: TEXT(1, 400) }, ['query']),
    annotations: READS,
    run: search,
  },
  {
    name: 'get_$kebab',
    title: 'Get one $noun',
    description: 'Gives one $noun by its id.',
    inputSchema: object({ id: TEXT(1, 200) }, ['id']),
    scope: 'read',
    annotations: READS,
    run: ({ id = '' }, { tenant }, { records }) => get$Entity(records, tenant, id),
  },
`

/** @param writes whether the intention asks for what changes data: otherwise no tool does. */
export const tools = (writes: boolean): Code => code`
import { invalid } from '../http/problem.ts'
import type { Deps } from '../ports.ts'
import type { Caller } from '../verification/authenticate.ts'
${writes ? code`import { type Kept$Entity, read$Entity } from './$kebab.ts'` : code`import type { Kept$Entity } from './$kebab.ts'`}
${joined([
  writes ? code`import { create$Entity } from './create-$kebabs.ts'` : undefined,
  code`import { get$Entity, list$Entities } from './find-$kebabs.ts'`,
])}

${TOOL_TYPES}
const READS = { readOnlyHint: true, destructiveHint: false }
${writes ? code`const ADDS = { readOnlyHint: false, destructiveHint: false }` : code``}

${SEARCH}

${READING}
${writes ? CREATE : code``}
]
`

const METADATA = code`
/** Where clients of the protocol learn who issues tokens for this server (RFC 9728). */
const metadata = ({ url, deps }: Call): Response =>
  reply(200, {
    resource: url.origin + '/mcp',
    authorization_servers: [deps.setting('JWT_ISSUER')],
    bearer_methods_supported: ['header'],
    scopes_supported: [...new Set(TOOLS.map(({ scope }) => scope))],
  })
`

const METADATA_ROUTES = code`
  { method: 'GET', path: '/.well-known/oauth-protected-resource', isOpen: true, run: metadata },
  { method: 'GET', path: '/.well-known/oauth-protected-resource/mcp', isOpen: true, run: metadata },
  { method: 'OPTIONS', path: '/.well-known/*', isOpen: true, run: preflight },
`

const CALLING = code`
import { readArguments, TOOLS } from './$kebab/$kebab-tools.ts'
import { parseObject } from './http/body.ts'
import { Problem } from './http/problem.ts'
import { type Call, reply, type Route, serve } from './http/serve.ts'
import { fault, INVALID_PARAMS, isSpoken, METHOD_NOT_FOUND, readRpc, result, RpcFault, type RpcRequest, versionFor } from './mcp/protocol.ts'
import type { Deps } from './ports.ts'
import { requireScope } from './verification/require-scope.ts'

const SERVER = { name: '$kebab-server', version: '0.1.0' }

/** A tool's answer. Its text is data that others wrote: clients show it, and follow nothing in it. */
const callTool = async ({ params }: RpcRequest, { caller, deps }: Call): Promise<unknown> => {
  const tool = TOOLS.find(({ name }) => name === params.name)
  if (tool === undefined) throw new RpcFault(INVALID_PARAMS, 'There is no such tool')
  const args = params.arguments ?? {}
  if (typeof args !== 'object' || Array.isArray(args)) throw new RpcFault(INVALID_PARAMS, 'arguments must be an object')
  // Thrown as it is: clients ask the issuer for more when they get 403 with the scope that is missing.
  requireScope(caller, tool.scope)
  try {
    const value = await tool.run(readArguments(tool, args as Record<string, unknown>), caller, deps)
    deps.log({ event: 'tool', tool: tool.name, caller: caller.id, outcome: 'done' })
    return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value, isError: false }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    deps.log({ event: 'tool', tool: tool.name, caller: caller.id, outcome: error.code })
    return { content: [{ type: 'text', text: error.code + ': ' + error.message }], isError: true }
  }
}
`

const MESSAGES = code`
const isAllowed = (origin: string, deps: Deps): boolean => deps.setting('ALLOWED_ORIGINS').split(' ').includes(origin)

/** A page in a browser must not reach a server through the person who is signed in there. */
const requireOrigin = ({ headers, deps }: Pick<Call, 'headers' | 'deps'>): void => {
  const origin = headers.get('origin')
  if (origin !== null && !isAllowed(origin, deps)) throw new Problem(403, 'origin_refused', 'That origin may not call')
}

/** What a browser asks before it calls: methods and headers that the server takes. */
const preflight = (call: Call): Response => {
  requireOrigin(call)
  const headers = {
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
    'access-control-max-age': '600',
  }
  return new Response(null, { status: 204, headers })
}

/** An answer that a page of an allowed origin may read, refusals too: a client learns from them how to come again. */
const readable = (response: Response, origin: string | null, deps: Deps): Response => {
  response.headers.append('vary', 'origin')
  if (origin === null || !isAllowed(origin, deps)) return response
  response.headers.set('access-control-allow-origin', origin)
  response.headers.set('access-control-expose-headers', 'www-authenticate, x-request-id')
  return response
}

/** One message over Streamable HTTP, without sessions: each is answered in JSON. */
const message = async (call: Call): Promise<Response> => {
  requireOrigin(call)
  if (!isSpoken(call.headers.get('mcp-protocol-version')))
    throw new Problem(400, 'version_unknown', 'The server does not speak the version of MCP-Protocol-Version')
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
`

/** @param hasMetadata whether callers have tokens of an issuer. */
export const handler = (writes: boolean, hasMetadata: boolean): Code => code`
${CALLING}

const METHODS: Readonly<Record<string, (request: RpcRequest, call: Call) => unknown>> = {
  initialize: ({ params }) => ({
    protocolVersion: versionFor(params.protocolVersion),
    capabilities: { tools: { listChanged: false } },
    serverInfo: SERVER,
    instructions: 'Tools about $nouns of the caller.${writes ? code` Repeat a failed creation with the same key.` : code` They read and change nothing.`}',
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: TOOLS.map(({ run: _run, scope: _scope, ...tool }) => tool) }),
  'tools/call': callTool,
}

${MESSAGES}
${hasMetadata ? code`\n${METADATA}\n` : code``}
const routes: readonly Route[] = [
  { method: 'POST', path: '/mcp', run: message },
${joined([
  hasMetadata ? METADATA_ROUTES : undefined,
  code`  { method: 'OPTIONS', path: '/mcp', isOpen: true, run: preflight },`,
  code`  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },`,
])}
]

export const http = async (request: Request, deps: Deps): Promise<Response> =>
  readable(await serve(routes, request, deps), request.headers.get('origin'), deps)
`
