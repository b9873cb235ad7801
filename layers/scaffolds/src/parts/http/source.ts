import { code } from '../../code.ts'

export const problem = code`
interface About {
  /** The field of the body, the query or the headers that is wrong. */
  readonly field?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A refusal that the caller may read: it names the rule, and nothing of the inside. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  /** Headers that the answer must have, as RFC 9110 wants of 401 and 405. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, about: About = {}) {
    super(message)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.field = about.field
    this.headers = about.headers ?? {}
  }
}

export const invalid = (field: string, message: string): Problem => new Problem(400, 'invalid_input', message, { field })
export const absent = (): Problem => new Problem(404, 'not_found', 'There is no such resource')
`

export const body = code`
import { Problem } from './problem.ts'

/** Largest body that is read, in bytes. */
export const MAX_BODY_BYTES = 65_536

const tooLarge = (): Problem => new Problem(413, 'body_too_large', 'The body has more than 65536 bytes')

/** The bytes exactly as they arrived. Reading stops at the limit, whatever Content-Length said. */
export const readBody = async (request: Request): Promise<Uint8Array> => {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The object of a JSON body. */
export const parseObject = (bytes: Uint8Array): Record<string, unknown> => {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Problem(400, 'invalid_json', 'The body is not JSON in UTF-8')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem(400, 'invalid_json', 'The body is not a JSON object')
  return value as Record<string, unknown>
}
`

export const serve = code`
import type { Deps } from '../ports.ts'
import { authenticate, type Caller } from '../verification/authenticate.ts'
import { readBody } from './body.ts'
import { Problem } from './problem.ts'

/** A request that has been read and whose sender is known. */
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
  /** Segments; one that begins with a colon is a parameter, and * at the end takes the rest. */
  readonly path: string
  /** Whoever may call it without proof of who they are: health, sign-in metadata. */
  readonly isOpen?: boolean
  readonly run: (call: Call) => Promise<Response> | Response
}

const NOBODY: Caller = { id: 'anonymous', tenant: 'public', scopes: [] }

export const reply = (status: number, value: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

const matched = (path: string, pathname: string): Record<string, string> | undefined => {
  const wanted = path.split('/')
  const given = pathname.split('/')
  const isPrefix = wanted.at(-1) === '*'
  if (isPrefix ? given.length < wanted.length : given.length !== wanted.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, segment] of wanted.entries()) {
    if (segment === '*') break
    const value = given[at] ?? ''
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

const find = (routes: readonly Route[], method: string, pathname: string) => {
  const there = routes.flatMap((route) => {
    const params = matched(route.path, pathname)
    return params === undefined ? [] : [{ route, params }]
  })
  if (there.length === 0) throw new Problem(404, 'not_found', 'There is no such path')
  const found = there.find(({ route }) => route.method === method || route.method === '*')
  if (found === undefined) {
    const allow = [...new Set(there.map(({ route }) => route.method))].sort().join(', ')
    throw new Problem(405, 'method_not_allowed', 'The path has other methods', { headers: { allow } })
  }
  return found
}

const refusal = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem(500, 'internal', 'The request failed on our side')

/** Answers one request, and writes one line about it: what was called, by whom, how it ended. Never the body. */
export const serve = async (routes: readonly Route[], request: Request, deps: Deps): Promise<Response> => {
  const started = deps.now()
  const requestId = deps.newId()
  const url = new URL(request.url)
  const seen: { route?: string; caller?: string; code?: string; fault?: string } = {}
  const answer = async (): Promise<Response> => {
    const { route, params } = find(routes, request.method, url.pathname)
    seen.route = route.path
    const body = await readBody(request)
    const { method, headers } = request
    const caller = route.isOpen ? NOBODY : await authenticate({ method, url, headers, body }, deps)
    seen.caller = caller.id
    return route.run({ method, url, headers, body, params, caller, deps })
  }
  const response = await answer().catch((error: unknown) => {
    const { status, code, message, field, headers } = refusal(error)
    seen.code = code
    if (status === 500) seen.fault = error instanceof Error ? error.name + ': ' + error.message : 'unknown'
    return reply(status, { error: message, code, ...(field === undefined ? {} : { field }), request_id: requestId }, headers)
  })
  deps.log({ event: 'request', requestId, method: request.method, ...seen, status: response.status, ms: deps.now() - started })
  response.headers.set('x-request-id', requestId)
  response.headers.set('x-content-type-options', 'nosniff')
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}
`
