import middy, { type Request as MiddyRequest } from '@middy/core'
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse'
import type { Endpoint, Rate } from '@signet/contracts'
import {
  authorityRefusal,
  type EngineOptions,
  type Exchange,
  engine,
  type Incoming,
  incomingOfEvent,
  type LambdaEvent,
  type Outgoing,
  Refusal,
} from '@signet/contracts/http'
import type { Context } from 'aws-lambda'
import type { Authenticator } from '../authentication.ts'
import type { Caller } from '../caller.ts'
import type { Limiter } from '../limits/limiter.ts'
import { uncountedHeaders, visibleRate } from '../limits/rate-reading.ts'
import { errorText, spanField } from '../span.ts'
import { noteIds, onTrail } from '../trail.ts'
import { type Arrival, type ArrivalOptions, arrivalOf } from './arrival.ts'
import { callingSpan } from './calling-span.ts'
import { EDGE_ONLY_ANSWER, type Edge, hasOriginKey, withCallerKey, withoutEdgeKey } from './edge.ts'
import { EXPOSED_HEADERS } from './exposed-headers.ts'
import { bufferedResult, streamedResult } from './lambda-result.ts'
import { pathIds } from './path-ids.ts'
import { type Protocol, type ProtocolReply, preflightAnswer } from './protocol.ts'
import type { RequestContext, Route } from './route.ts'
import { streamingRuntime } from './streaming.ts'
import { busyRefusal } from './throttled.ts'

/** Named authorities of contracts (`policy:name`). A policy allows by undefined, and denies by a Refusal. */
export type Policies = Readonly<Record<string, (caller: Caller | undefined) => undefined | Refusal>>

export interface ServeDeps extends Omit<ArrivalOptions, 'isBehindEdge'> {
  readonly authenticate: Authenticator
  /** Checks that a credential has a scope. Required if an endpoint requires a scope. */
  readonly hasScope?: ((caller: Caller, scope: string) => boolean) | undefined
  readonly policies?: Policies | undefined
  /** Origins whose pages may read answers; `*` for all. */
  readonly corsOrigins?: readonly string[] | undefined
  readonly limit?: Limiter | undefined
  readonly protocol?: Protocol | undefined
  readonly failurePage?: EngineOptions<Caller, Arrival>['failurePage']
  readonly refusalOf?: EngineOptions<Caller, Arrival>['refusalOf']
  readonly edge?: Edge | undefined
}

/**
 * Milliseconds by which a request ends before the Lambda, so that the caller gets the function's answer, not the
 * gateway's.
 */
const DEADLINE_MARGIN_MS = 1_000

const ANONYMOUS_CALLER: Caller = { kind: 'anonymous', tenantId: 'nobody', scopes: [], rateKey: 'nobody' }

const contextOf = ({ caller = ANONYMOUS_CALLER, arrival }: Exchange<Caller, Arrival>): RequestContext => {
  const { requestId, traceId, log, baseUrl, receivedAt, sourceIp, context } = arrival
  const remainingMs = Math.max(0, context.getRemainingTimeInMillis() - DEADLINE_MARGIN_MS)
  return { caller, requestId, traceId, log, baseUrl, receivedAt, sourceIp, signal: AbortSignal.timeout(remainingMs) }
}

const isIdentified = (caller: Caller | undefined): caller is Caller =>
  caller !== undefined && caller.kind !== 'anonymous'

/**
 * Adds rate headers to a refusal of an API that shows its rate in every response. Requests of identified callers are
 * counted. @throws Refusal 429 beyond the rate
 */
const withRate = async (
  { limit, now }: ServeDeps,
  refused: Refusal,
  { endpoint, caller, arrival }: { endpoint: Endpoint; caller: Caller | undefined; arrival: Arrival },
): Promise<Refusal> => {
  const rate = visibleRate(endpoint)
  if (rate === undefined || limit === undefined) return refused
  const isCounted = caller !== undefined && rate.counts === 'requests'
  const rateHeaders = isCounted
    ? (await limit({ route: { endpoint }, caller, arrival }, 'requests')).headers
    : uncountedHeaders(rate, now())
  const { code, message, extras, headers, cause } = refused
  return new Refusal(code, message, { extras, cause, headers: { ...rateHeaders, ...headers } })
}

/**
 * Finds the caller and checks it against the route's authority. An anonymous caller counts as unauthenticated on a
 * route that needs a credential.
 */
const authorizeCaller =
  (deps: ServeDeps): NonNullable<EngineOptions<Caller, Arrival>['authorize']> =>
  async ({ incoming, arrival, authority, operation, endpoint, params }) => {
    const { authenticate, hasScope, policies } = deps
    noteIds(pathIds(endpoint.path, params))
    const { headers, method } = incoming
    // The client chooses the Host header. A host that is not a valid URL has no origin, so no page matches it.
    const origin = URL.parse(arrival.baseUrl)?.origin ?? 'none'
    const authenticated = await authenticate({
      headers,
      method,
      origin,
      baseUrl: arrival.baseUrl,
      sourceIp: arrival.sourceIp,
    })
    const acceptsAnyCaller = authority === 'public' || authority.startsWith('policy:')
    const caller = acceptsAnyCaller || isIdentified(authenticated) ? authenticated : undefined
    const rules = { isSession: ({ kind }: Caller) => kind === 'session', hasScope, policies }
    noteIds({ tenant_id: authenticated?.tenantId })
    const refused = await authorityRefusal({ authority, operation }, caller, rules)
    return refused ? withRate(deps, refused, { endpoint, caller, arrival }) : caller
  }

interface RefusalReason {
  readonly code: string
  readonly fields?: readonly string[]
}

const LOGGED_FIELDS_MAX = 5

const reasonOf = ({ code, extras }: Refusal): RefusalReason => {
  const { errors } = (extras ?? {}) as { readonly errors?: readonly { readonly field: string }[] }
  const fields = errors?.slice(0, LOGGED_FIELDS_MAX).map(({ field }) => field)
  return { code, ...(fields === undefined ? {} : { fields }) }
}

interface RecordedRequest extends Pick<Exchange<Caller, Arrival>, 'incoming' | 'arrival' | 'caller'> {
  readonly operation: string
  readonly reason?: RefusalReason | undefined
  readonly fault?: string | undefined
}

/**
 * Writes the request's only log line, which is also its span. Its duration is a field, not a metric: one metric per
 * operation would cost more than an idle stage, and Logs Insights finds slow requests (docs/operations/why.md).
 */
const recordRequest =
  ({ now }: ServeDeps) =>
  ({ incoming, arrival, operation, caller, reason, fault }: RecordedRequest, { status }: Outgoing): void => {
    const ms = now().getTime() - arrival.startedAt
    noteIds({ tenant_id: caller?.tenantId })
    const { method, path } = incoming
    const { span, ...callingFields } = callingSpan(arrival.span, caller)
    // An error of the caller is not a failure of the server (OpenTelemetry, semantic conventions of HTTP servers).
    const failure = { status: 'error', reason: fault ?? reason?.code ?? `HTTP ${status}` } as const
    const spanEnd = spanField(span, status < 500 ? { status: 'ok' } : failure)
    const request = { method, path, status, ms, operation, caller: caller?.kind, ...callingFields, ...reason }
    arrival.log.info('request', { ...request, span: spanEnd })
  }

const EXPOSED = EXPOSED_HEADERS.join(',')

/** Returns the headers that let the requesting page read the answer (Fetch, CORS protocol). */
const corsHeaders = (origins: readonly string[], origin: string | undefined): Record<string, string> => {
  if (origin === undefined) return {}
  if (origins.includes('*')) return { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED }
  if (!origins.includes(origin)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED,
  }
}

/**
 * Returns the answer to a preflight request of a permitted page; undefined for other pages, which get the usual answer.
 */
const preflightFor = (origins: readonly string[], incoming: Incoming): Outgoing | undefined => {
  const { origin } = incoming.headers
  const mayCall = origins.includes('*') || (origin !== undefined && origins.includes(origin))
  return mayCall ? preflightAnswer(incoming) : undefined
}

const INTERNAL_ERROR: Outgoing = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 'Internal error', code: 'internal' }),
}

const answerProtocol = async (
  protocol: Protocol,
  incoming: Incoming,
  arrival: Arrival,
  deps: ServeDeps,
): Promise<Outgoing> => {
  const { name } = protocol
  let fault: string | undefined
  const { outgoing, caller } = await protocol.answer(incoming, arrival).catch((error: unknown): ProtocolReply => {
    arrival.log.error('fault', { error, operation: name })
    fault = errorText(error)
    return { outgoing: INTERNAL_ERROR }
  })
  recordRequest(deps)({ incoming, arrival, operation: name, caller, fault }, outgoing)
  return { ...outgoing, headers: { ...outgoing.headers, 'x-request-id': arrival.requestId } }
}

/**
 * Adds the state of a rate to every answer of an API that shows rates (spec supporting-services 8), including routes
 * without a rate and unknown paths.
 */
const withRateHeaders = (outgoing: Outgoing, rate: Rate | undefined, { now }: ServeDeps): Outgoing =>
  rate === undefined || outgoing.headers['x-ratelimit-limit'] !== undefined
    ? outgoing
    : { ...outgoing, headers: { ...outgoing.headers, ...uncountedHeaders(rate, now()) } }

type Admission = { readonly incoming: Incoming; readonly isBehindEdge: boolean } | { readonly refused: Outgoing }

const admissionOf = async (event: LambdaEvent, { edge, log }: ServeDeps): Promise<Admission> => {
  const incoming = incomingOfEvent(event)
  if (edge === undefined) return { incoming, isBehindEdge: false }
  try {
    if (await hasOriginKey(event, incoming, edge)) return { incoming: withCallerKey(incoming), isBehindEdge: true }
    if (edge.isClosed && edge.key !== undefined) return { refused: EDGE_ONLY_ANSWER }
    return { incoming: withoutEdgeKey(incoming), isBehindEdge: false }
  } catch (error) {
    log.error('fault', { error, operation: 'edge' })
    return { refused: INTERNAL_ERROR }
  }
}

type AnswerEvent = (event: LambdaEvent, context: Context) => Promise<Outgoing>

const answererOf = (routes: readonly Route[], deps: ServeDeps): AnswerEvent => {
  const record = recordRequest(deps)
  const reasons = new WeakMap<Arrival, RefusalReason>()
  const faults = new WeakMap<Arrival, string>()
  const run = engine<Caller, Arrival>(routes, {
    authorize: authorizeCaller(deps),
    limit: deps.limit,
    context: contextOf,
    // The API tests check every answer against its contract. A Lambda saves the time.
    checkReplies: false,
    refusalOf: (error, exchange) => busyRefusal(error) ?? deps.refusalOf?.(error, exchange),
    failurePage: deps.failurePage,
    onRefusal: (refused, { arrival }) => {
      const { code, cause } = refused
      reasons.set(arrival, reasonOf(refused))
      if (cause !== undefined) arrival.log.warn('refused', { code, cause })
    },
    onFault: (error, { arrival, route }) => {
      faults.set(arrival, errorText(error))
      arrival.log.error('fault', { error, operation: route?.operation })
    },
    onEnd: (exchange, outgoing) => {
      const operation = exchange.route?.operation ?? 'unrouted'
      const { arrival } = exchange
      record({ ...exchange, operation, reason: reasons.get(arrival), fault: faults.get(arrival) }, outgoing)
    },
  })
  const { corsOrigins = [] } = deps
  const rate = routes.flatMap(({ endpoint }) => visibleRate(endpoint) ?? [])[0]
  const answer = async (incoming: Incoming, arrival: Arrival): Promise<Outgoing> => {
    if (deps.protocol?.path === incoming.path) return answerProtocol(deps.protocol, incoming, arrival, deps)
    const outgoing = preflightFor(corsOrigins, incoming) ?? withRateHeaders(await run(incoming, arrival), rate, deps)
    if (corsOrigins.length === 0) return outgoing
    const { vary, ...headers } = outgoing.headers
    const varyHeader = [vary ?? [], 'Origin'].flat().join(', ')
    return {
      ...outgoing,
      headers: { ...headers, ...corsHeaders(corsOrigins, incoming.headers.origin), vary: varyHeader },
    }
  }
  return async (event, context) => {
    const admission = await admissionOf(event, deps)
    if ('refused' in admission) return admission.refused
    const { incoming, isBehindEdge } = admission
    const arrival = arrivalOf(event, context, incoming.headers, { ...deps, isBehindEdge })
    const { requestId: request_id, traceId: trace_id, span } = arrival
    const ids = { request_id, trace_id, span_id: span.id, requestId: context.awsRequestId }
    return onTrail(ids, () => answer(incoming, arrival))
  }
}

/**
 * Converts an answer to the form of the integration. Never throws to Lambda: a refusal has the shared error shape, a
 * fault is a bare 500.
 */
const lambdaHandler = (
  answer: AnswerEvent,
  send: (event: LambdaEvent, outgoing: Outgoing) => unknown,
  { isStreaming }: { readonly isStreaming: boolean },
) => {
  const app = middy(isStreaming ? { executionMode: executionModeStreamifyResponse } : {})
  app.after(async (request: MiddyRequest) => {
    request.response = await send(request.event as LambdaEvent, request.response as Outgoing)
  })
  return app.handler(((event: LambdaEvent, context: Context) => answer(event, context)) as never)
}

export const serve = (routes: readonly Route[], deps: ServeDeps) =>
  lambdaHandler(answererOf(routes, deps), bufferedResult, { isStreaming: false })

/**
 * Creates the Lambda handler of a function behind a streaming integration (ResponseTransferMode STREAM, or
 * RESPONSE_STREAM of a function URL). Emulators without response streaming get the whole answer, base64 encoded.
 */
export const serveStream = (routes: readonly Route[], deps: ServeDeps) =>
  streamingRuntime()
    ? lambdaHandler(answererOf(routes, deps), streamedResult, { isStreaming: true })
    : serve(routes, deps)
