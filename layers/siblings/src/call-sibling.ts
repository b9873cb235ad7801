import { setTimeout as wait } from 'node:timers/promises'
import { type Clock, type Log, mintPlatformCall, Refusal, type SecretSource } from '@signet/kernel'
import { answerOf, siblingFailed } from './answer.ts'
import type { CallOptions } from './asked.ts'
import type { Operation } from './operation.ts'
import { type AnyRequest, type PreparedRequest, preparedRequest } from './request.ts'

/** The means of calls. */
export interface CallDeps {
  /** The secret that signs calls of siblings. */
  readonly secret: SecretSource
  /** The key by which the edge shows itself to APIs; undefined in a stage without an edge. */
  readonly originKey?: SecretSource | undefined
  readonly now: Clock
  readonly log: Pick<Log, 'warn'>
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  readonly random?: () => number
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** A service at its address. */
export interface Sibling {
  readonly service: string
  readonly baseUrl: string
}

/** Less than the 29 seconds after which a gateway gives up the caller. */
const TIMEOUT_MS = 24_000
const ATTEMPTS = 2
const JITTER_MS = 500
/** A caller is told instead of held where a sibling asks for more time. */
const LONGEST_PAUSE_MS = 3_000
/** Statuses that may be better at the next attempt. */
const TRANSIENT = [429, 502, 503, 504]

const pauseFor = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal })

/** Rejects when the signal fires. Reading a secret knows no signal. */
const within = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })

const credentialFor = async (
  { secret, originKey, now }: CallDeps,
  { service }: Sibling,
  { as, signal }: Attempting,
): Promise<Record<string, string>> => {
  const past = originKey === undefined ? {} : { 'x-api-key': await within(originKey(), signal) }
  if (as === undefined) return past
  const key = await within(secret(), signal)
  return { ...past, authorization: `Bearer ${mintPlatformCall(key, { audience: service, ...as }, now())}` }
}

/** For whom an attempt is made, and when it must end. */
interface Attempting {
  readonly as: CallOptions['as']
  readonly signal: AbortSignal
}

/** One attempt: an answer, or why there is none. */
interface Attempt {
  readonly answer: unknown
  readonly mayRepeat: boolean
}

const attempt = async (
  deps: CallDeps,
  sibling: Sibling,
  operation: Operation,
  { url, init, headers }: PreparedRequest,
  attempting: Attempting,
): Promise<Attempt> => {
  const { fetch: send = fetch } = deps
  const { signal } = attempting
  try {
    const credential = await credentialFor(deps, sibling, attempting)
    const response = await send(url, { ...init, headers: { ...headers, ...credential }, redirect: 'error', signal })
    return { answer: await answerOf(operation, response), mayRepeat: TRANSIENT.includes(response.status) }
  } catch (error) {
    return { answer: siblingFailed(operation, error), mayRepeat: !signal.aborted }
  }
}

/** Milliseconds until the next attempt: no sooner than the sibling says. */
const pauseBefore = (answer: unknown, random: () => number): number => {
  const asked = answer instanceof Refusal ? Number(answer.headers['retry-after'] ?? 0) * 1000 : 0
  return Math.max(random() * JITTER_MS, asked)
}

/** The first attempt removed it, and its answer was lost. */
const wasRemoved = ({ method }: Operation, answer: unknown): boolean =>
  method === 'DELETE' && answer instanceof Refusal && answer.code === 'not_found'

/** Sends a request, and a second time when no answer came, or one that says that the sibling is busy. */
const attempts = async (
  deps: CallDeps,
  sibling: Sibling,
  operation: Operation,
  prepared: PreparedRequest,
  attempting: Attempting,
): Promise<unknown> => {
  const { random = Math.random, sleep = pauseFor } = deps
  const most = operation.repeatable ? ATTEMPTS : 1
  for (let n = 1; ; n += 1) {
    const { answer, mayRepeat } = await attempt(deps, sibling, operation, prepared, attempting)
    if (n > 1 && wasRemoved(operation, answer)) return undefined
    const pause = pauseBefore(answer, random)
    if (n === most || !mayRepeat || pause > LONGEST_PAUSE_MS || attempting.signal.aborted) return answer
    await sleep(pause, attempting.signal).catch(() => undefined)
  }
}

/**
 * Calls an operation of a sibling: the body of its success, or a Refusal.
 * @throws TypeError for a parameter that would lead to another path.
 */
export const callSibling = async (
  deps: CallDeps,
  sibling: Sibling,
  operation: Operation,
  request: AnyRequest,
): Promise<unknown> => {
  const { as, signal: callers, timeoutMs = TIMEOUT_MS } = request
  const prepared = preparedRequest(sibling.baseUrl, operation, request)
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = callers ? AbortSignal.any([callers, deadline]) : deadline
  const answer = await attempts(deps, sibling, operation, prepared, { as, signal })
  if (answer instanceof Refusal && answer.code === 'sibling_failed') {
    const { service } = sibling
    deps.log.warn('a sibling failed', { service, operation: operation.name, error: answer.cause })
  }
  return answer
}
