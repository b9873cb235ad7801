import { parseRequest, router } from '@signet/contracts'
import { authorize } from './authorize.ts'
import { decodeBody, refuseOversize } from './body.ts'
import { baseUrlOf, type Exchange, type ServeDeps } from './exchange.ts'
import { invalidInput, methodNotAllowed, notFound } from './refusal.ts'
import type { AnyReply, Route } from './route.ts'

/** One stage of a request: fills in its part of the exchange or refuses by throwing. */
export type Stage = (exchange: Exchange) => void | Promise<void>

const routeOf = ({ route }: Exchange): Route => {
  if (!route) throw new Error('A stage ran before the request was routed')
  return route
}

/** Finds the route; 404 for an unknown path, 405 with Allow for a method that a known path does not have. */
export const routing = (routes: readonly Route[]): Stage => {
  const { match } = router(routes.map(({ endpoint }) => endpoint))
  const bound = new Map(routes.map((entry) => [entry.endpoint.name, entry]))
  return (exchange) => {
    const { httpMethod, path } = exchange.event
    const found = match(httpMethod, path)
    if ('endpoint' in found) {
      const entry = bound.get(found.endpoint.name)
      if (entry) exchange.route = entry
      exchange.params = found.params
      return
    }
    if (found.status === 405) throw methodNotAllowed(httpMethod, path, found.allow)
    throw notFound(`There is nothing at ${path}`)
  }
}

/** Finds the caller and holds it against the route's authority; 401 or 403. Open routes ask nobody. */
export const authentication =
  ({ authenticate, policies = {} }: ServeDeps): Stage =>
  async (exchange) => {
    const { endpoint } = routeOf(exchange)
    if (endpoint.authority === 'open') return
    const { sourceIp } = exchange.event.requestContext.identity
    const { headers, event } = exchange
    // The host is whatever the client sent; what is no address has no pages.
    const origin = URL.parse(baseUrlOf(exchange))?.origin ?? 'none'
    exchange.caller = await authenticate({ headers, sourceIp, method: event.httpMethod, origin })
    authorize(endpoint, exchange.caller, policies)
  }

/** Refuses a body that is too large before it is parsed (413), then asks the rate limiter, if there is one. */
export const limits =
  ({ limit }: ServeDeps): Stage =>
  async (exchange) => {
    const { endpoint } = routeOf(exchange)
    refuseOversize(endpoint, exchange.event)
    Object.assign(exchange.replyHeaders, await limit?.(exchange.caller, endpoint))
  }

/** Decodes the body as the contract wants it; 400 for broken JSON, 415 for another media type. */
export const parsing: Stage = (exchange) => {
  exchange.body = decodeBody(routeOf(exchange).endpoint, exchange.headers, exchange.event)
}

/** Holds parameters, query, headers and body against the contract; 400 naming every field that is wrong. */
export const validation: Stage = (exchange) => {
  const { event, params, headers, body } = exchange
  const query = event.multiValueQueryStringParameters ?? {}
  const parsed = parseRequest(routeOf(exchange).endpoint, { params, query, headers, body })
  if (!parsed.ok) throw invalidInput(parsed.errors)
  exchange.input = parsed.value
}

/** A little before the Lambda is ended, so that the caller gets an answer of ours rather than the gateway's. */
const DEADLINE_MARGIN_MS = 1_000

/** What an open endpoint sees when the service has no anonymous authentication, such as a health check. */
const NOBODY = { kind: 'anonymous', tenantId: 'nobody', plan: 'free', scopes: [], rateKey: 'nobody' } as const

/** Runs the use case with its parsed input. */
export const running = (exchange: Exchange): Promise<AnyReply> => {
  const { input, caller = NOBODY, requestId, log, context, startedAt } = exchange
  const remainingMs = Math.max(0, context.getRemainingTimeInMillis() - DEADLINE_MARGIN_MS)
  const signal = AbortSignal.timeout(remainingMs)
  // A gateway whose clock is ahead of ours cannot have received the request later than we did.
  const receivedAt = new Date(Math.min(exchange.event.requestContext.requestTimeEpoch ?? startedAt, startedAt))
  const shared = { caller, requestId, log, receivedAt, signal, baseUrl: baseUrlOf(exchange) }
  return routeOf(exchange).run(input, shared)
}
