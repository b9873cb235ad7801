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

const UNLIMITED_ADMISSION: Admission = { headers: {}, release: async () => undefined }

const pathWithinBase = (basePath: string, path: string): string | undefined => {
  const base = basePath.replace(/\/+$/, '')
  if (path === base) return '/'
  return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined
}

const routeFinder = (routes: readonly BoundRoute[], basePath: string) => {
  const { match } = router(routes.map(({ endpoint }) => endpoint))
  const routeByEndpoint = new Map(routes.map((route) => [route.endpoint, route]))
  return ({ method, path }: Incoming) => {
    const relativePath = pathWithinBase(basePath, path)
    const matched = relativePath === undefined ? { status: 404 as const } : match(method, relativePath)
    if ('endpoint' in matched) {
      const route = routeByEndpoint.get(matched.endpoint)
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
  const allowsAnonymous = authority === 'public' || authority.startsWith('policy:')
  if (caller === undefined && !allowsAnonymous) throw unauthenticated()
  return caller
}

/** Codes that a running operation may return without declaring them. */
const ALWAYS_ALLOWED_CODES: readonly string[] = ['unavailable']

/** Returns the status of a refusal if the operation declares its code, or if the pipeline may return the code. */
const statusOf = ({ code }: Refusal, endpoint: Endpoint | undefined, isRunning: boolean): number | undefined => {
  const declared = endpoint?.errors.find((error) => error.code === code)
  if (declared !== undefined) return declared.status
  if (!isPipelineCode(code) || (isRunning && !ALWAYS_ALLOWED_CODES.includes(code))) return undefined
  return errorCodes[code].status
}

/** Merges headers. RateLimit headers that occur in both are joined as lists (RFC 9110 5.6.1), for a quota and a rate. */
const mergeHeaders = (
  exchangeHeaders: Readonly<Record<string, string>>,
  responseHeaders: Outgoing['headers'],
): Outgoing['headers'] => {
  const sharedHeaders = Object.entries(exchangeHeaders).filter(
    ([name]) => name.startsWith('ratelimit') && responseHeaders[name] !== undefined,
  )
  const lists = sharedHeaders.map(([name, value]) => [name, [value, responseHeaders[name]].flat().join(', ')])
  return { ...exchangeHeaders, ...responseHeaders, ...Object.fromEntries(lists) }
}

/** HEAD is served as GET, but only GET supports ranges (RFC 9110 14.2). */
const withoutRange = (incoming: Incoming): Incoming => {
  if (incoming.method !== 'HEAD') return incoming
  const { range: _, ...headers } = incoming.headers
  return { ...incoming, headers }
}

const admit = async <Caller, Arrival>(
  exchange: Exchange<Caller, Arrival>,
  counts: 'requests' | 'accepted',
  limit: EngineOptions<Caller, Arrival>['limit'],
): Promise<Admission> => {
  if (!exchange.route?.endpoint.rates.some((rate) => rate.counts === counts)) return UNLIMITED_ADMISSION
  if (limit === undefined) throw new Error(`${exchange.route.operation} has a rate, but no limiter is configured`)
  const admission = await limit(exchange, counts)
  Object.assign(exchange.headers, admission.headers)
  return admission
}

/** Runs all steps up to a valid reply. @throws the refusal or fault that prevents a reply */
const runRequest = async <Caller, Arrival extends { readonly requestId: string }>(
  exchange: Exchange<Caller, Arrival>,
  find: ReturnType<typeof routeFinder>,
  options: EngineOptions<Caller, Arrival>,
): Promise<Outgoing> => {
  const { checkReplies = true, maxBodyBytes = MAX_BODY_BYTES, limit } = options
  const { incoming, arrival } = exchange
  const { route, params } = find(incoming)
  exchange.route = route
  const { endpoint, operation, run } = route
  const { authority } = endpoint
  exchange.caller = await callerOf({ authority, operation, endpoint, params, incoming, arrival }, options.authorize)
  await admit(exchange, 'requests', limit)
  const body = await readBody(endpoint, incoming, maxBodyBytes)
  const parsed = parseRequest(endpoint, { params, query: incoming.query, headers: incoming.headers, body })
  if (!parsed.ok) throw invalidInput(parsed.errors)
  const admission = await admit(exchange, 'accepted', limit)
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

const failureOutgoing = <Caller, Arrival extends { readonly requestId: string }>(
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
    if (page) return pageOutgoing(status, page, headers, { isHead })
    return jsonOutgoing(status, { error: error.message, code: error.code, ...error.extras }, headers, { isHead })
  }
  // A refusal that the contract does not declare is a fault of the service, because callers rely on the contract.
  options.onFault(error, exchange)
  const internal = { error: 'Internal error', code: 'internal', request_id: arrival.requestId }
  const page = options.failurePage?.(
    { status: 500, code: 'internal', sentence: internal.error, extras: { request_id: arrival.requestId } },
    exchange,
  )
  if (page) return pageOutgoing(500, page, {}, { isHead })
  return jsonOutgoing(500, internal, {}, { isHead })
}

/**
 * The pipeline of a request: route, caller, limits, body, validation, use case, reply. Never rejects.
 * @throws TypeError immediately if two operations match the same request line
 */
export const engine = <Caller, Arrival extends { readonly requestId: string }>(
  routes: readonly BoundRoute[],
  options: EngineOptions<Caller, Arrival>,
): ((incoming: Incoming, arrival: Arrival) => Promise<Outgoing>) => {
  const find = routeFinder(routes, options.basePath ?? '')
  return async (received, arrival) => {
    const exchange: Exchange<Caller, Arrival> = {
      incoming: withoutRange(received),
      arrival,
      headers: {},
      isRunning: false,
    }
    const outgoing = await runRequest(exchange, find, options).catch((error: unknown) =>
      failureOutgoing(error, exchange, options),
    )
    options.onEnd?.(exchange, outgoing)
    return {
      ...outgoing,
      headers: { 'x-request-id': arrival.requestId, ...mergeHeaders(exchange.headers, outgoing.headers) },
    }
  }
}
