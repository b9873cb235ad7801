import { createHash } from 'node:crypto'
import type { StripeAnswer } from '../answer.ts'
import { API_VERSION, type Desk, type EventRequest } from '../desk.ts'
import { type ErrorBody, invalid, StripeFault } from '../fault.ts'
import { takeOutage } from '../outages.ts'
import { formOf } from '../parameters.ts'
import { expand } from './expand.ts'
import { type Operation, StripeRefusal } from './operation.ts'
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

const answer = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): StripeAnswer => ({
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

const masked = (key: string): string => `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`

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
  if (key !== apiKey) throw unauthenticated(`Invalid API Key provided: ${masked(key)}`)
}

const assertVersion = ({ headers }: ApiCall): void => {
  const version = headers['stripe-version']
  if (version !== undefined && version !== API_VERSION)
    throw invalid(`Invalid Stripe API version: ${version}. The local stand-in supports ${API_VERSION} only.`)
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:[a-z]+/g, '([^/]+)')}$`)

/** Paths without an id first, so that `/search` is not taken for an id. */
const SORTED = OPERATIONS.toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))

const operationAt = ({ method, url }: ApiCall): { operation: Operation; id: string } => {
  const operation = SORTED.find((each) => each.method === method && patternOf(each.path).test(url.pathname))
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

const IDEMPOTENT = 'idempotent'
const DAY_MS = 86_400_000
const KEY_MAX = 255

const idempotencyError = (message: string) => new StripeFault(400, { type: 'idempotency_error', message })

/** Returns the response to a key within the last day, or undefined. */
const replayed = ({ book }: Desk, key: string, path: string, parameters: string): StripeAnswer | undefined => {
  const stored = book.note(IDEMPOTENT, key) as StoredReply | undefined
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

const keyOf = ({ method, headers }: ApiCall): string | undefined => {
  const key = method === 'POST' ? headers['idempotency-key'] : undefined
  if (key !== undefined && key.length > KEY_MAX)
    throw invalid(`Idempotency keys can be at most ${KEY_MAX} characters long.`)
  return key
}

const digest = (body: string): string => createHash('sha256').update(body).digest('hex')

/** Runs an operation and stores its response under the idempotency key, in one transaction. */
const run = (deps: ApiDeps, call: ApiCall): StripeAnswer => {
  assertKey(call, deps.apiKey)
  assertVersion(call)
  const { operation, id } = operationAt(call)
  const key = keyOf(call)
  const path = call.url.pathname
  const desk = deps.open({ id: call.requestId, idempotency_key: key ?? null })
  const earlier = key === undefined ? undefined : replayed(desk, key, path, digest(call.body))
  if (earlier) return earlier
  const given = formOf(call.method === 'GET' ? call.url.search.slice(1) : call.body || call.url.search.slice(1))
  const parameters = operation.read(given)
  return deps.commit(() => {
    const body = operation.run(desk, parameters, id)
    const { expand: paths } = parameters as { expand?: string[] }
    const response =
      body instanceof StripeRefusal
        ? answer(body.status, errorBody(body.error))
        : answer(200, expand(desk, body, paths))
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
      desk.book.setNote(IDEMPOTENT, key, reply)
    }
    return response
  })
}

const failed = (message: string, status = 500): StripeAnswer =>
  answer(status, errorBody({ type: 'api_error', message }))

const answered = (deps: ApiDeps, call: ApiCall): StripeAnswer => {
  try {
    return run(deps, call)
  } catch (error) {
    if (error instanceof StripeFault) return answer(error.status, errorBody(error.body))
    return failed(`The local stand-in failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Returns the response, or that of a planned outage. Status 0 ends the connection without a response. */
const answeredOrNot = (deps: ApiDeps, call: ApiCall): StripeAnswer => {
  const outage = takeOutage(deps.open({ id: null, idempotency_key: null }).book)
  if (!outage) return answered(deps, call)
  if (outage.when === 'after') answered(deps, call)
  return failed('A planned outage', outage.status)
}

/** Answers a call as Stripe does, including errors (docs.stripe.com/api/errors). */
export const dispatch = (deps: ApiDeps, call: ApiCall): StripeAnswer => {
  const key = call.headers['idempotency-key']
  const common = {
    'request-id': call.requestId,
    'stripe-version': API_VERSION,
    'cache-control': 'no-cache, no-store',
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  const response = answeredOrNot(deps, call)
  return { ...response, headers: { ...response.headers, ...common } }
}
