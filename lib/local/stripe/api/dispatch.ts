import { createHash } from 'node:crypto'
import type { StripeResponse } from '../answer.ts'
import { API_VERSION, type Desk, type EventRequest } from '../desk.ts'
import { type ErrorBody, invalidRequest, StripeFault } from '../fault.ts'
import { takeOutage } from '../outages.ts'
import { formOf } from '../parameters.ts'
import { expand } from './expand.ts'
import { CommittedError, type Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'

export interface ApiCall {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  readonly requestId: string
}

export interface ApiDeps {
  readonly apiKey: string
  readonly open: (eventRequest: EventRequest) => Desk
  /** Runs `work` as one transaction and then schedules the tasks that it planned. */
  readonly commit: <T>(work: () => T) => T
}

const jsonResponse = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): StripeResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: `${JSON.stringify(body, null, 2)}\n`,
})

const errorBody = (error: ErrorBody) => ({
  error: {
    ...error,
    ...(error.code && { doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}` }),
  },
})

const mask = (key: string): string => `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`

const unauthenticated = (message: string) => new StripeFault(401, { type: 'invalid_request_error', message })

/**
 * @throws StripeFault (401) unless the call has the account's key, as a bearer token or as the user name of Basic
 * authentication (RFC 7617).
 */
const assertKey = ({ headers }: ApiCall, apiKey: string): void => {
  const [scheme = '', credential = ''] = (headers.authorization ?? '').split(' ')
  const isBasic = scheme.toLowerCase() === 'basic'
  const key = isBasic ? (Buffer.from(credential, 'base64').toString().split(':')[0] ?? '') : credential
  if (key === '')
    throw unauthenticated(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (key !== apiKey) throw unauthenticated(`Invalid API Key provided: ${mask(key)}`)
}

const assertVersion = ({ headers }: ApiCall): void => {
  const version = headers['stripe-version']
  if (version !== undefined && version !== API_VERSION)
    throw invalidRequest(`Invalid Stripe API version: ${version}. The local stand-in supports ${API_VERSION} only.`)
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:[a-z]+/g, '([^/]+)')}$`)

/** Paths without an ID come first, so that `/search` is not treated as an ID. */
const OPERATIONS_BY_PRECEDENCE = OPERATIONS.toSorted(
  (a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')),
)

const operationAt = ({ method, url }: ApiCall): { operation: Operation; id: string } => {
  const operation = OPERATIONS_BY_PRECEDENCE.find(
    (each) => each.method === method && patternOf(each.path).test(url.pathname),
  )
  if (!operation)
    throw new StripeFault(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${url.pathname}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    })
  return { operation, id: decodeURIComponent(patternOf(operation.path).exec(url.pathname)?.[1] ?? '') }
}

interface StoredReply {
  readonly at: number
  readonly path: string
  readonly parameters: string
  readonly status: number
  readonly body: string
  readonly requestId: string
}

const REPLY_SPACE = 'idempotent'
const DAY_MS = 86_400_000
const MAX_KEY_LENGTH = 255

const idempotencyError = (message: string) => new StripeFault(400, { type: 'idempotency_error', message })

/** Returns the response that was stored for the key within the last day, or undefined. */
const findReply = ({ book }: Desk, key: string, path: string, parameters: string): StripeResponse | undefined => {
  const stored = book.getNote(REPLY_SPACE, key) as StoredReply | undefined
  if (stored === undefined || book.clock.now() - stored.at >= DAY_MS) return undefined
  if (stored.path !== path)
    throw idempotencyError(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${stored.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  if (stored.parameters !== parameters)
    throw idempotencyError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  const headers = { 'idempotent-replayed': 'true', 'original-request': stored.requestId }
  return { status: stored.status, headers: { 'content-type': 'application/json', ...headers }, body: stored.body }
}

const idempotencyKeyOf = ({ method, headers }: ApiCall): string | undefined => {
  const key = method === 'POST' ? headers['idempotency-key'] : undefined
  if (key !== undefined && key.length > MAX_KEY_LENGTH)
    throw invalidRequest(`Idempotency keys can be at most ${MAX_KEY_LENGTH} characters long.`)
  return key
}

const digest = (body: string): string => createHash('sha256').update(body).digest('hex')

/** Runs an operation and stores its response under the idempotency key, in one transaction. */
const run = (deps: ApiDeps, call: ApiCall): StripeResponse => {
  assertKey(call, deps.apiKey)
  assertVersion(call)
  const { operation, id } = operationAt(call)
  const key = idempotencyKeyOf(call)
  const path = call.url.pathname
  const desk = deps.open({ id: call.requestId, idempotency_key: key ?? null })
  const replay = key === undefined ? undefined : findReply(desk, key, path, digest(call.body))
  if (replay) return replay
  const input = formOf(call.method === 'GET' ? call.url.search.slice(1) : call.body || call.url.search.slice(1))
  const parameters = operation.parse(input)
  return deps.commit(() => {
    const body = operation.run(desk, parameters, id)
    const { expand: paths } = parameters as { expand?: string[] }
    const response =
      body instanceof CommittedError
        ? jsonResponse(body.status, errorBody(body.error))
        : jsonResponse(200, expand(desk, body, paths))
    if (key !== undefined) {
      const { status, body: text } = response
      const reply: StoredReply = {
        at: desk.book.clock.now(),
        path,
        parameters: digest(call.body),
        status,
        body: text,
        requestId: call.requestId,
      }
      desk.book.setNote(REPLY_SPACE, key, reply)
    }
    return response
  })
}

const apiError = (message: string, status = 500): StripeResponse =>
  jsonResponse(status, errorBody({ type: 'api_error', message }))

const respond = (deps: ApiDeps, call: ApiCall): StripeResponse => {
  try {
    return run(deps, call)
  } catch (error) {
    if (error instanceof StripeFault) return jsonResponse(error.status, errorBody(error.body))
    return apiError(`The local stand-in failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Returns the response, or that of a planned outage. Status 0 ends the connection without a response. */
const respondUnlessOutage = (deps: ApiDeps, call: ApiCall): StripeResponse => {
  const outage = takeOutage(deps.open({ id: null, idempotency_key: null }).book)
  if (!outage) return respond(deps, call)
  if (outage.when === 'after') respond(deps, call)
  return apiError('A planned outage', outage.status)
}

/** Answers a call as Stripe does, including errors (docs.stripe.com/api/errors). */
export const dispatch = (deps: ApiDeps, call: ApiCall): StripeResponse => {
  const key = call.headers['idempotency-key']
  const commonHeaders = {
    'request-id': call.requestId,
    'stripe-version': API_VERSION,
    'cache-control': 'no-cache, no-store',
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  const response = respondUnlessOutage(deps, call)
  return { ...response, headers: { ...response.headers, ...commonHeaders } }
}
