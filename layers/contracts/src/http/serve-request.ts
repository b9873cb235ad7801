import type { Endpoint } from '../endpoint.ts'
import { errorCodes, isPipelineCode } from '../error-codes.ts'
import { type FieldError, parseRequest } from '../parse-request.ts'
import { router } from '../router.ts'
import type { BoundRoute } from './bind.ts'
import { readBody } from './read-body.ts'
import { Refusal, refusal } from './refusal.ts'
import { jsonResponse, replyOf, responseOf } from './response.ts'
import { refuseUnguarded, type WebOptions } from './web-options.ts'

/** What is known of a request besides itself. */
export interface Arrival {
  readonly requestId: string
  readonly platform: unknown
}

/** The limit of a request to a Lambda is 6 MiB with the event around the body. */
const MAX_BODY_BYTES = 6_000_000

const NO_CREDENTIAL = 'This needs a credential: send Authorization: Bearer <key> or X-API-Key'

/** One request on its way: what is found out about it, and whether the implementation has the word already. */
interface Exchange<Caller> extends Arrival {
  readonly request: Request
  route?: BoundRoute<Caller>
  isRunning: boolean
}

const invalidInput = (errors: readonly FieldError[]): Refusal => {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  const sentence = first ? `${first.field ? `${first.field} ` : ''}${first.message}${more}` : 'The request is not valid'
  return refusal('invalid_input', sentence, { extras: { errors } })
}

/** The path below the base; `undefined` for one that is not below it. */
const pathBelow = (basePath: string, path: string): string | undefined => {
  const base = basePath.replace(/\/+$/, '')
  if (path === base) return '/'
  return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined
}

const routing = <Caller>(routes: readonly BoundRoute<Caller>[], basePath: string) => {
  const { match } = router(routes.map(({ endpoint }) => endpoint))
  const bound = new Map(routes.map((route) => [route.endpoint, route]))
  return ({ method }: Request, url: URL) => {
    const path = pathBelow(basePath, url.pathname)
    const found = path === undefined ? { status: 404 as const } : match(method, path)
    if ('endpoint' in found) {
      const route = bound.get(found.endpoint)
      if (route !== undefined) return { route, params: found.params }
    }
    if ('allow' in found) {
      const allow = found.allow.join(', ')
      throw refusal('method_not_allowed', `${method} is not allowed on ${url.pathname}; allowed: ${allow}`, {
        headers: { allow },
      })
    }
    throw refusal('not_found', `There is nothing at ${url.pathname}`)
  }
}

const hasCredential = ({ headers }: Request): boolean => headers.has('authorization') || headers.has('x-api-key')

const callerOf = async <Caller>(
  { operation, endpoint }: BoundRoute<Caller>,
  params: Readonly<Record<string, string>>,
  { request, platform }: Exchange<Caller>,
  { authorize }: WebOptions<Caller>,
): Promise<Caller | undefined> => {
  const { authority } = endpoint
  if (authority === 'open') return undefined
  if (authorize === undefined) {
    // A credential that nobody checks is not known; it never counts as none.
    if (hasCredential(request)) throw refusal('unauthenticated', 'The credential is not known')
    return undefined
  }
  const caller = await authorize({ authority, operation, endpoint, params, request, platform })
  if (caller instanceof Refusal) throw caller
  const mayBeNobody = authority === 'public' || authority.startsWith('policy:')
  if (caller === undefined && !mayBeNobody) throw refusal('unauthenticated', NO_CREDENTIAL)
  return caller
}

/** The status of a refusal where the operation declares its code, or the pipeline itself may answer it. */
const statusOf = ({ code }: Refusal, endpoint: Endpoint | undefined, isRunning: boolean): number | undefined => {
  const declared = endpoint?.errors.find((error) => error.code === code)
  if (declared !== undefined) return declared.status
  const known = !isRunning && isPipelineCode(code) ? code : undefined
  return known === undefined ? undefined : errorCodes[known].status
}

const report = <Caller>(error: unknown, exchange: Exchange<Caller>, { onFault }: WebOptions<Caller>): void => {
  const operation = exchange.route?.operation
  const fault = { error, requestId: exchange.requestId, ...(operation === undefined ? {} : { operation }) }
  try {
    if (onFault === undefined) console.error('fault', fault)
    else onFault(fault)
  } catch (failure) {
    console.error('onFault failed', failure)
  }
}

const failure = <Caller>(error: unknown, exchange: Exchange<Caller>, options: WebOptions<Caller>): Response => {
  const { requestId, route, isRunning, request } = exchange
  const isHead = request.method === 'HEAD'
  const status = error instanceof Refusal ? statusOf(error, route?.endpoint, isRunning) : undefined
  if (error instanceof Refusal && status !== undefined) {
    const { challenge = 'Bearer realm="signet"' } = options
    const headers = { ...(status === 401 ? { 'www-authenticate': challenge } : {}), ...error.headers }
    return jsonResponse(status, { error: error.message, code: error.code, ...error.extras }, headers, isHead)
  }
  // A refusal that the contract does not declare is a fault of ours: callers must be able to trust the contract.
  report(error, exchange, options)
  return jsonResponse(500, { error: 'Internal error', code: 'internal', request_id: requestId }, {}, isHead)
}

/**
 * The pipeline of a request: route, authority, body, validation, implementation, reply. It never rejects.
 * @throws ContractError at once where an operation's authority could not be resolved.
 * @throws TypeError at once where two operations answer the same request line.
 */
export const serveRequest = <Caller>(
  routes: readonly BoundRoute<Caller>[],
  options: WebOptions<Caller>,
): ((request: Request, arrival: Arrival) => Promise<Response>) => {
  refuseUnguarded(routes, options)
  const { basePath = '', checkReplies = true, maxBodyBytes = MAX_BODY_BYTES } = options
  const find = routing(routes, basePath)

  const answered = async (exchange: Exchange<Caller>): Promise<Response> => {
    const { request, requestId, platform } = exchange
    const url = new URL(request.url)
    const { route, params } = find(request, url)
    exchange.route = route
    const caller = await callerOf(route, params, exchange, options)
    const { endpoint, run } = route
    const body = await readBody(endpoint, request, maxBodyBytes)
    const headers = Object.fromEntries(request.headers)
    const parsed = parseRequest(endpoint, { params, query: url.searchParams, headers, body })
    if (!parsed.ok) throw invalidInput(parsed.errors)
    exchange.isRunning = true
    const answer = await run({ ...parsed.value, caller, requestId, request, signal: request.signal, platform })
    if (answer instanceof Refusal) throw answer
    return responseOf(endpoint, replyOf(endpoint, answer), checkReplies, request.method === 'HEAD')
  }

  return async (request, arrival) => {
    const exchange: Exchange<Caller> = { ...arrival, request, isRunning: false }
    const response = await answered(exchange).catch((error: unknown) => failure(error, exchange, options))
    response.headers.set('x-request-id', arrival.requestId)
    return response
  }
}
