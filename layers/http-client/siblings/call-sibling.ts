import { type Clock, type Log, mintPlatformCall, Refusal, type SecretSource } from '@signet/kernel'
import {
  type Attempt,
  isTransient,
  type Operation,
  PathError,
  type PreparedRequest,
  preparedRequest,
  type RetryPolicy,
  rejectOnAbort,
  retryAfterOf,
  startDeadline,
  withRetries,
} from '../src/index.ts'
import { answerOf, siblingFailed } from './answer.ts'
import { type AnyRequest, traceHeader } from './request.ts'
import { SiblingRefusal } from './sibling-refusal.ts'
import type { CallOptions } from './sibling-types.ts'

export interface CallDeps {
  readonly secret: SecretSource
  /** Key that authenticates the edge to APIs; undefined in a stage without an edge. */
  readonly originKey?: SecretSource | undefined
  readonly now: Clock
  readonly log: Pick<Log, 'warn'>
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  readonly random?: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

export interface Sibling {
  readonly service: string
  readonly baseUrl: string
}

/** Below the 29 seconds after which the API gateway times out. */
const TIMEOUT_MS = 24_000
const RETRIES = 1
const FIRST_PAUSE_MS = 500
/** Longest wait before a second attempt; if a sibling requests a longer one, the refusal is returned to the caller. */
const LONGEST_PAUSE_MS = 3_000

const credentialFor = async (
  { secret, originKey, now }: CallDeps,
  { service }: Sibling,
  { as, signal }: AttemptOptions,
): Promise<Record<string, string>> => {
  const edgeHeader = originKey === undefined ? {} : { 'x-api-key': await rejectOnAbort(originKey(), signal) }
  if (as === undefined) return edgeHeader
  const key = await rejectOnAbort(secret(), signal)
  return { ...edgeHeader, authorization: `Bearer ${mintPlatformCall(key, { audience: service, ...as }, now())}` }
}

interface AttemptOptions {
  readonly as: CallOptions['as']
  readonly signal: AbortSignal
}

const attempt = async (
  deps: CallDeps,
  sibling: Sibling,
  operation: Operation,
  { url, init, headers }: PreparedRequest,
  options: AttemptOptions,
): Promise<Attempt<unknown>> => {
  const { fetch: send = fetch } = deps
  const { signal } = options
  try {
    const credential = await credentialFor(deps, sibling, options)
    const response = await send(url, { ...init, headers: { ...headers, ...credential }, redirect: 'error', signal })
    const value = await answerOf(operation, response)
    return { value, isTransient: isTransient(response.status), retryAfter: retryAfterOf(response.headers) }
  } catch (error) {
    return { value: siblingFailed(operation, error), isTransient: !signal.aborted }
  }
}

/** Returns whether the first attempt removed the resource and its response was lost. */
const wasRemoved = ({ method }: Operation, answer: unknown): boolean =>
  method === 'DELETE' && answer instanceof Refusal && answer.code === 'not_found'

/** Sends a request, and repeats it once if no response arrived or the sibling is busy. */
const sendWithRetries = (
  deps: CallDeps,
  sibling: Sibling,
  operation: Operation,
  request: PreparedRequest,
  options: AttemptOptions,
): Promise<unknown> => {
  const { random, sleep } = deps
  const policy: RetryPolicy = {
    retries: operation.repeatable && !request.isOnce ? RETRIES : 0,
    firstPauseMs: FIRST_PAUSE_MS,
    canWait: (ms) => ms <= LONGEST_PAUSE_MS,
    ...(random ? { random } : {}),
    ...(sleep ? { sleep } : {}),
  }
  const oneAttempt = async (earlierAttempts: number): Promise<Attempt<unknown>> => {
    const result = await attempt(deps, sibling, operation, request, options)
    return earlierAttempts > 0 && wasRemoved(operation, result.value)
      ? { value: undefined, isTransient: false }
      : result
  }
  return withRetries(oneAttempt, policy, options.signal).catch((error: unknown) => siblingFailed(operation, error))
}

/**
 * Prepares the request, or returns a refusal if a parameter, such as an id from the caller, would lead to another path.
 */
const requestTo = (sibling: Sibling, operation: Operation, request: AnyRequest): PreparedRequest | SiblingRefusal => {
  try {
    return preparedRequest(sibling.baseUrl, operation, request, traceHeader(request))
  } catch (error) {
    if (!(error instanceof PathError)) throw error
    return new SiblingRefusal(404, 'not_found', 'The ID does not exist', { cause: error })
  }
}

export const callSibling = async (
  deps: CallDeps,
  sibling: Sibling,
  operation: Operation,
  request: AnyRequest,
): Promise<unknown> => {
  const { as, signal: callerSignal, timeoutMs = TIMEOUT_MS } = request
  const prepared = requestTo(sibling, operation, request)
  if (prepared instanceof Refusal) return prepared
  const deadline = startDeadline(operation.name, timeoutMs, callerSignal)
  try {
    const answer = await sendWithRetries(deps, sibling, operation, prepared, { as, signal: deadline.signal })
    if (answer instanceof Refusal && answer.code === 'sibling_failed') {
      const { service } = sibling
      deps.log.warn('sibling call failed', { service, operation: operation.name, error: answer.cause })
    }
    return answer
  } finally {
    deadline.lift()
  }
}
