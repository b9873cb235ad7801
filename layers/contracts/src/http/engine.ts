import type { Endpoint } from '../endpoint.ts'
import { errorCodes, isPipelineCode } from '../error-codes.ts'
import { parseRequest } from '../parse-request.ts'
import { router } from '../router.ts'
import type { BoundRoute } from './bind.ts'
import type { Admission, AuthorityQuestion, EngineOptions, Exchange } from './engine-options.ts'
import type { Incoming, Outgoing } from './incoming.ts'
import { jsonOutgoing, outgoingOf, pageOutgoing, replyOf } from './outgoing.ts'
import { readBody } from './read-body.ts'
import { Refusal } from './refusal.ts'
import { invalidInput, methodNotAllowed, notFound, unauthenticated } from './refusals.ts'

/** A Lambda request is limited to 6 MiB, including the event around the body. */
const MAX_BODY_BYTES = 6_000_000

const ADMITTED: Admission = { headers: {}, release: async () => undefined }

const pathBelow = (basePath: string, path: string): string | undefined => {
  const base = basePath.replace(/\/+$/, '')
  if (path === base) return '/'
  return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined
}

const routing = (routes: readonly BoundRoute[], basePath: string) => {
  const { match } = router(routes.map(({ endpoint }) => endpoint))
  const bound = new Map(routes.map((route) => [route.endpoint, route]))
  return ({ method, path }: Incoming) => {
    const below = pathBelow(basePath, path)
    const matched = below === undefined ? { status: 404 as const } : match(method, below)
    if ('endpoint' in matched) {
      const route = bound.get(matched.endpoint)
      if (route !== undefined) return { route, params: matched.params }
    }
    if ('allow' in matched) throw methodNotAllowed(method, path, matched.allow)
    throw notFound(`The path ${path} does not exist`)
  }
}

const hasCredential = ({ headers }: Incoming): boolean =>
  headers.authorization !== undefined || headers['x-api-key'] !== undefined

const callerOf = async <Caller, Arrival>(
  question: AuthorityQuestion<Arrival>,
  authorize: EngineOptions<Caller, Arrival>['authorize'],
): Promise<Caller | undefined> => {
  const { authority, incoming } = question
  if (authority === 'open') return undefined
  if (authorize === undefined) {
    // A credential that cannot be checked is refused, never ignored.
    if (hasCredential(incoming)) throw unauthenticated('The credential is unknown')
    return undefined
  }
  const caller = await authorize(question)
  if (caller instanceof Refusal) throw caller
  const mayBeNobody = authority === 'public' || authority.startsWith('policy:')
  if (caller === undefined && !mayBeNobody) throw unauthenticated()
  return caller
}

/** Overload may be returned at any time, even by operations that do not declare it. */
const ALWAYS: readonly string[] = ['unavailable']

/** Returns the status of a refusal if the operation declares its code, or the pipeline may return it. */
const statusOf = ({ code }: Refusal, endpoint: Endpoint | undefined, isRunning: boolean): number | undefined => {
  const declared = endpoint?.errors.find((error) => error.code === code)
  if (declared !== undefined) return declared.status
  if (!isPipelineCode(code) || (isRunning && !ALWAYS.includes(code))) return undefined
  return errorCodes[code].status
}

/** Joins headers that occur in both as lists (RFC 9110 5.6.1), such as RateLimit with a quota and a rate. */
const joined = (ours: Readonly<Record<string, string>>, sent: Outgoing['headers']): Outgoing['headers'] => {
  const both = Object.entries(ours).filter(([name]) => name.startsWith('ratelimit') && sent[name] !== undefined)
  const lists = both.map(([name, value]) => [name, [value, sent[name]].flat().join(', ')])
  return { ...ours, ...sent, ...Object.fromEntries(lists) }
}

/** HEAD is served as GET, but only GET supports ranges (RFC 9110 14.2). */
const withoutRange = (incoming: Incoming): Incoming => {
  if (incoming.method !== 'HEAD') return incoming
  const { range: _, ...headers } = incoming.headers
  return { ...incoming, headers }
}

const admitted = async <Caller, Arrival>(
  exchange: Exchange<Caller, Arrival>,
  counts: 'requests' | 'accepted',
  limit: EngineOptions<Caller, Arrival>['limit'],
): Promise<Admission> => {
  if (!exchange.route?.endpoint.rates.some((rate) => rate.counts === counts)) return ADMITTED
  if (limit === undefined) throw new Error(`${exchange.route.operation} has a rate, but no limiter is configured`)
  const admission = await limit(exchange, counts)
  Object.assign(exchange.headers, admission.headers)
  return admission
}

/** Runs all steps up to a valid reply. Throws the refusal or fault that prevents one. */
const answered = async <Caller, Arrival extends { readonly requestId: string }>(
  exchange: Exchange<Caller, Arrival>,
  find: ReturnType<typeof routing>,
  options: EngineOptions<Caller, Arrival>,
): Promise<Outgoing> => {
  const { checkReplies = true, maxBodyBytes = MAX_BODY_BYTES, limit } = options
  const { incoming, arrival } = exchange
  const { route, params } = find(incoming)
  exchange.route = route
  const { endpoint, operation, run } = route
  const { authority } = endpoint
  exchange.caller = await callerOf({ authority, operation, endpoint, params, incoming, arrival }, options.authorize)
  await admitted(exchange, 'requests', limit)
  const body = await readBody(endpoint, incoming, maxBodyBytes)
  const parsed = parseRequest(endpoint, { params, query: incoming.query, headers: incoming.headers, body })
  if (!parsed.ok) throw invalidInput(parsed.errors)
  const admission = await admitted(exchange, 'accepted', limit)
  exchange.isRunning = true
  try {
    // The input was validated against this endpoint, as `run` requires.
    const answer = await run({ ...parsed.value, ...options.context(exchange) } as never)
    if (answer instanceof Refusal) throw answer
    return await outgoingOf(endpoint, replyOf(endpoint, answer), checkReplies, incoming.method === 'HEAD')
  } catch (error) {
    await admission.release()
    throw error
  }
}

const failed = <Caller, Arrival extends { readonly requestId: string }>(
  thrown: unknown,
  exchange: Exchange<Caller, Arrival>,
  options: EngineOptions<Caller, Arrival>,
): Outgoing => {
  const { challenge = 'Bearer realm="signet"' } = options
  const { route, isRunning, incoming, arrival } = exchange
  const error = options.refusalOf?.(thrown, exchange) ?? thrown
  const isHead = incoming.method === 'HEAD'
  const status = error instanceof Refusal ? statusOf(error, route?.endpoint, isRunning) : undefined
  if (error instanceof Refusal && status !== undefined) {
    options.onRefusal?.(error, exchange)
    const headers = { ...(status === 401 ? { 'www-authenticate': challenge } : {}), ...error.headers }
    const page = options.failurePage?.(
      { status, code: error.code, sentence: error.message, extras: error.extras },
      exchange,
    )
    if (page) return pageOutgoing(status, page, headers, isHead)
    return jsonOutgoing(status, { error: error.message, code: error.code, ...error.extras }, headers, isHead)
  }
  // A refusal that the contract does not declare is a fault of the service: callers must be able to rely on the
  // contract.
  options.onFault(error, exchange)
  const internal = { error: 'Internal error', code: 'internal', request_id: arrival.requestId }
  const page = options.failurePage?.(
    { status: 500, code: 'internal', sentence: internal.error, extras: { request_id: arrival.requestId } },
    exchange,
  )
  if (page) return pageOutgoing(500, page, {}, isHead)
  return jsonOutgoing(500, internal, {}, isHead)
}

/**
 * The pipeline of a request: route, caller, limits, body, validation, use case, reply. Never rejects.
 * @throws TypeError immediately if two operations match the same request line
 */
export const engine = <Caller, Arrival extends { readonly requestId: string }>(
  routes: readonly BoundRoute[],
  options: EngineOptions<Caller, Arrival>,
): ((incoming: Incoming, arrival: Arrival) => Promise<Outgoing>) => {
  const find = routing(routes, options.basePath ?? '')
  return async (sent, arrival) => {
    const exchange: Exchange<Caller, Arrival> = { incoming: withoutRange(sent), arrival, headers: {}, isRunning: false }
    const outgoing = await answered(exchange, find, options).catch((error: unknown) => failed(error, exchange, options))
    options.onEnd?.(exchange, outgoing)
    return {
      ...outgoing,
      headers: { 'x-request-id': arrival.requestId, ...joined(exchange.headers, outgoing.headers) },
    }
  }
}
