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
const LONGEST_PAUSE_MS = 500
/** Statuses that may be better at the next attempt. */
const TRANSIENT = [429, 502, 503, 504]

const pauseFor = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal })

const credentialFor = async (
  { secret, now }: CallDeps,
  { service }: Sibling,
  as: CallOptions['as'],
): Promise<Record<string, string>> => {
  if (as === undefined) return {}
  return { authorization: `Bearer ${mintPlatformCall(await secret(), { audience: service, ...as }, now())}` }
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
  { as, signal }: { readonly as: CallOptions['as']; readonly signal: AbortSignal },
): Promise<Attempt> => {
  const { fetch: send = fetch } = deps
  try {
    const credential = await credentialFor(deps, sibling, as)
    const response = await send(url, { ...init, headers: { ...headers, ...credential }, redirect: 'error', signal })
    return { answer: await answerOf(operation, response), mayRepeat: TRANSIENT.includes(response.status) }
  } catch (error) {
    return { answer: siblingFailed(operation, error), mayRepeat: !signal.aborted }
  }
}

/** Seconds that the sibling asks to wait. If they exceed our pause, the caller gets them instead of waiting. */
const asksForLonger = (answer: unknown): boolean =>
  answer instanceof Refusal && Number(answer.headers['retry-after'] ?? 0) * 1000 > LONGEST_PAUSE_MS

/**
 * Calls an operation of a sibling: the body of its success, or a Refusal. A request that may be repeated is sent a second
 * time when none came, or one that says that the sibling is busy.
 * @throws TypeError for a parameter that would lead to another path.
 */
export const callSibling = async (
  deps: CallDeps,
  sibling: Sibling,
  operation: Operation,
  request: AnyRequest,
): Promise<unknown> => {
  const { log, random = Math.random, sleep = pauseFor } = deps
  const { as, signal: callers, timeoutMs = TIMEOUT_MS } = request
  const prepared = preparedRequest(sibling.baseUrl, operation, request)
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = callers ? AbortSignal.any([callers, deadline]) : deadline
  const attempts = operation.repeatable ? ATTEMPTS : 1
  for (let n = 1; ; n += 1) {
    const { answer, mayRepeat } = await attempt(deps, sibling, operation, prepared, { as, signal })
    if (n < attempts && mayRepeat && !asksForLonger(answer) && !signal.aborted) {
      await sleep(random() * LONGEST_PAUSE_MS, signal).catch(() => undefined)
      continue
    }
    if (answer instanceof Refusal && answer.code === 'sibling_failed') {
      log.warn('a sibling failed', { service: sibling.service, operation: operation.name, error: answer.cause })
    }
    return answer
  }
}
