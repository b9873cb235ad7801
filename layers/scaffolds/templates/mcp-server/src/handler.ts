import { readArguments, TOOLS } from './$kebab/$kebab-tools.ts'
import { parseObject } from './http/body.ts'
import { Problem } from './http/problem.ts'
import { type Call, type Route, reply, serve } from './http/serve.ts'
import {
  fault,
  INVALID_PARAMS,
  isSupportedVersion,
  METHOD_NOT_FOUND,
  RpcFault,
  type RpcRequest,
  readRpc,
  result,
  versionFor,
} from './mcp/protocol.ts'
import type { Deps } from './ports.ts'
import { requireScope } from './verification/require-scope.ts'

const SERVER = { name: '$kebab-server', version: '0.1.0' }

/** Calls a tool. The text of the result is data: clients must not follow instructions in it. */
const callTool = async ({ params }: RpcRequest, { caller, deps }: Call): Promise<unknown> => {
  const tool = TOOLS.find(({ name }) => name === params.name)
  if (tool === undefined) throw new RpcFault(INVALID_PARAMS, 'Unknown tool')
  const args = params.arguments ?? {}
  if (typeof args !== 'object' || Array.isArray(args)) throw new RpcFault(INVALID_PARAMS, 'arguments must be an object')
  // Not converted to a tool error: clients request more scopes from the issuer when they get 403 with the missing
  // scope.
  requireScope(caller, tool.scope)
  try {
    const value = await tool.run(readArguments(tool, args as Record<string, unknown>), caller, deps)
    deps.log({ event: 'tool', tool: tool.name, caller: caller.id, outcome: 'done' })
    return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value, isError: false }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    deps.log({ event: 'tool', tool: tool.name, caller: caller.id, outcome: error.code })
    return { content: [{ type: 'text', text: `${error.code}: ${error.message}` }], isError: true }
  }
}

const METHODS: Readonly<Record<string, (request: RpcRequest, call: Call) => unknown>> = {
  initialize: ({ params }) => ({
    protocolVersion: versionFor(params.protocolVersion),
    capabilities: { tools: { listChanged: false } },
    serverInfo: SERVER,
    instructions: "Tools for the caller's $nouns. $changes",
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: TOOLS.map(({ run: _run, scope: _scope, ...tool }) => tool) }),
  'tools/call': callTool,
}

const isAllowed = (origin: string, deps: Deps): boolean => deps.setting('ALLOWED_ORIGINS').split(' ').includes(origin)

/** Refuses pages of other origins, which must not use the credentials of a signed-in user. */
const requireOrigin = ({ headers, deps }: Pick<Call, 'headers' | 'deps'>): void => {
  const origin = headers.get('origin')
  if (origin !== null && !isAllowed(origin, deps))
    throw new Problem(403, 'origin_refused', 'This origin is not allowed')
}

/** Answers a CORS preflight with the methods and headers that the server accepts. */
const preflight = (call: Call): Response => {
  requireOrigin(call)
  const headers = {
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
    'access-control-max-age': '600',
  }
  return new Response(null, { status: 204, headers })
}

/** Adds CORS headers for pages of allowed origins, also to errors, from which clients learn how to authenticate. */
const withCors = (response: Response, origin: string | null, deps: Deps): Response => {
  response.headers.append('vary', 'origin')
  if (origin === null || !isAllowed(origin, deps)) return response
  response.headers.set('access-control-allow-origin', origin)
  response.headers.set('access-control-expose-headers', 'www-authenticate, x-request-id')
  return response
}

/** Handles one message over Streamable HTTP without sessions. The response is JSON. */
const handleMessage = async (call: Call): Promise<Response> => {
  requireOrigin(call)
  if (!isSupportedVersion(call.headers.get('mcp-protocol-version')))
    throw new Problem(400, 'version_unknown', 'The version in MCP-Protocol-Version is not supported')
  let request: RpcRequest | undefined
  try {
    request = readRpc(parseObject(call.body))
    const method = Object.hasOwn(METHODS, request.method) ? METHODS[request.method] : undefined
    if (request.id === undefined) return new Response(null, { status: 202 })
    if (method === undefined) throw new RpcFault(METHOD_NOT_FOUND, 'Unknown method')
    return reply(200, result(request.id, await method(request, call)))
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    return reply(request === undefined ? 400 : 200, fault(request?.id, error))
  }
}
// #if tokens
/** Metadata that names the issuer which creates tokens for this server (RFC 9728). */
const metadata = ({ url, deps }: Call): Response =>
  reply(200, {
    resource: `${url.origin}/mcp`,
    authorization_servers: [deps.setting('JWT_ISSUER')],
    bearer_methods_supported: ['header'],
    scopes_supported: [...new Set(TOOLS.map(({ scope }) => scope))],
  })
// #endif

const routes: readonly Route[] = [
  { method: 'POST', path: '/mcp', run: handleMessage },
  // #if tokens
  { method: 'GET', path: '/.well-known/oauth-protected-resource', isOpen: true, run: metadata },
  { method: 'GET', path: '/.well-known/oauth-protected-resource/mcp', isOpen: true, run: metadata },
  { method: 'OPTIONS', path: '/.well-known/*', isOpen: true, run: preflight },
  // #endif
  { method: 'OPTIONS', path: '/mcp', isOpen: true, run: preflight },
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
]

export const http = async (request: Request, deps: Deps): Promise<Response> =>
  withCors(await serve(routes, request, deps), request.headers.get('origin'), deps)
