import { type Answer, readAnswer } from './answer.ts'
import { rejectOnAbort, startDeadline } from './deadline.ts'
import { ApiError, NetworkError } from './errors.ts'
import type { Operation } from './operation.ts'
import { type PreparedRequest, preparedRequest, type RequestParts } from './request.ts'
import { type Attempt, isTransient, withRetries } from './retry.ts'

export interface ClientOptions {
  /** Scheme, host and path prefix of the contract's routes. */
  readonly baseUrl: string
  /** An API key or access token, sent as `Authorization: Bearer`. A function is called before each attempt. */
  readonly credential?: string | (() => string | Promise<string>) | undefined
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Number of retries of a repeatable call. Default: 2. */
  readonly retries?: number | undefined
  /** Milliseconds for the whole call, including retries. Default: 60,000. */
  readonly timeoutMs?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

const RETRIES = 2
const TIMEOUT_MS = 60_000

const credentialOf = async ({ credential }: ClientOptions): Promise<Record<string, string>> => {
  const token = typeof credential === 'function' ? await credential() : credential
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** Returns whether an earlier attempt deleted the resource and its response was lost. */
const wasDeleted = ({ method }: Operation, failure: Answer | ApiError, earlierAttempts: number): boolean =>
  earlierAttempts > 0 && method === 'DELETE' && failure instanceof ApiError && failure.code === 'not_found'

const attempt = async (
  options: ClientOptions,
  operation: Operation,
  { url, init, headers }: PreparedRequest,
  signal: AbortSignal,
  earlierAttempts: number,
): Promise<Attempt<Answer | ApiError | NetworkError>> => {
  const { fetch: send = fetch } = options
  const credential = await credentialOf(options)
  try {
    const response = await send(url, { ...init, headers: { ...headers, ...credential }, signal })
    const value = await readAnswer(operation, response)
    if (wasDeleted(operation, value, earlierAttempts)) {
      return { value: { status: 204, headers: response.headers, body: undefined }, isTransient: false }
    }
    const isError = value instanceof ApiError
    return { value, isTransient: isError && isTransient(value.status), retryAfter: isError ? value.retryAfter : 0 }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    return { value: new NetworkError(operation.name, cause), isTransient: true }
  }
}

/**
 * Calls an operation and returns its success.
 * @throws ApiError for a refusal; NetworkError without a response; TimeoutError after the time limit; PathError for a
 * parameter that would lead to another path; the reason of an aborted signal.
 */
export const callOperation = async (
  options: ClientOptions,
  operation: Operation,
  parts: RequestParts,
  call: CallOptions = {},
): Promise<Answer> => {
  const request = preparedRequest(options.baseUrl, operation, parts, { ...options.headers, ...call.headers })
  const deadline = startDeadline(operation.name, call.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS, call.signal)
  const { signal } = deadline
  const policy = {
    retries: operation.repeatable && !request.isOnce ? (options.retries ?? RETRIES) : 0,
    canWait: (ms: number) => Date.now() + ms < deadline.endsAt,
  }
  try {
    signal.throwIfAborted()
    const work = withRetries(
      (earlierAttempts) => attempt(options, operation, request, signal, earlierAttempts),
      policy,
      signal,
    )
    const value = await rejectOnAbort(work, signal)
    if (value instanceof Error) throw value
    return value
  } finally {
    deadline.lift()
  }
}
