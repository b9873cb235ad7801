import type { Deps } from '../ports.ts'
import { authenticate, type Caller } from '../verification/authenticate.ts'
import { readBody } from './body.ts'
import { Problem } from './problem.ts'

/** A request of a verified caller, with its body. */
export interface Call {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Uint8Array
  readonly params: Readonly<Record<string, string>>
  readonly caller: Caller
  readonly deps: Deps
}

export interface Route {
  readonly method: string
  /** Segments. A segment that begins with a colon is a parameter, and a final * matches the rest. */
  readonly path: string
  /** Whether the route skips authentication: health checks and sign-in metadata. */
  readonly isOpen?: boolean
  readonly run: (call: Call) => Promise<Response> | Response
}

const ANONYMOUS: Caller = { id: 'anonymous', tenant: 'public', scopes: [] }

export const reply = (status: number, value: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

const matchPath = (path: string, pathname: string): Record<string, string> | undefined => {
  const pattern = path.split('/')
  const segments = pathname.split('/')
  const isPrefix = pattern.at(-1) === '*'
  if (isPrefix ? segments.length < pattern.length : segments.length !== pattern.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of pattern.entries()) {
    if (segment === '*') break
    const value = segments[index] ?? ''
    if (!segment.startsWith(':')) {
      if (segment !== value) return undefined
      continue
    }
    try {
      params[segment.slice(1)] = decodeURIComponent(value)
    } catch {
      return undefined
    }
    if (value === '') return undefined
  }
  return params
}

const findRoute = (routes: readonly Route[], method: string, pathname: string) => {
  const matches = routes.flatMap((route) => {
    const params = matchPath(route.path, pathname)
    return params === undefined ? [] : [{ route, params }]
  })
  if (matches.length === 0) throw new Problem(404, 'not_found', 'The path does not exist')
  const match = matches.find(({ route }) => route.method === method || route.method === '*')
  if (match === undefined) {
    const allow = [...new Set(matches.map(({ route }) => route.method))].sort().join(', ')
    throw new Problem(405, 'method_not_allowed', 'The path does not support this method', { headers: { allow } })
  }
  return match
}

const problemOf = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem(500, 'internal', 'The request failed because of an internal error')

/** Handles a request and logs one line with route, caller and result, but never the body. */
export const serve = async (routes: readonly Route[], request: Request, deps: Deps): Promise<Response> => {
  const startedAt = deps.now()
  const requestId = deps.newId()
  const url = new URL(request.url)
  const logged: { route?: string; caller?: string; code?: string; fault?: string } = {}
  const handle = async (): Promise<Response> => {
    const { route, params } = findRoute(routes, request.method, url.pathname)
    logged.route = route.path
    const body = await readBody(request)
    const { method, headers } = request
    const caller = route.isOpen ? ANONYMOUS : await authenticate({ method, url, headers, body }, deps)
    logged.caller = caller.id
    return route.run({ method, url, headers, body, params, caller, deps })
  }
  const response = await handle().catch((error: unknown) => {
    const { status, code, message, field, headers } = problemOf(error)
    logged.code = code
    if (status === 500) logged.fault = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
    return reply(
      status,
      { error: message, code, ...(field === undefined ? {} : { field }), request_id: requestId },
      headers,
    )
  })
  deps.log({
    event: 'request',
    requestId,
    method: request.method,
    ...logged,
    status: response.status,
    ms: deps.now() - startedAt,
  })
  response.headers.set('x-request-id', requestId)
  response.headers.set('x-content-type-options', 'nosniff')
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}
