import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { AwsSigning } from './aws-signing.ts'

export interface SignedRequest extends RequestInit {
  /** True if the request may be sent twice, because a repetition changes nothing more. Default: its method decides. */
  readonly isRepeatable?: boolean
  /** True if the answer's body is read as it arrives: the time limit ends with the headers. */
  readonly isStreamed?: boolean
  readonly retries?: number
  readonly timeoutMs?: number
}

/**
 * Signs and sends a request. A repeatable request is sent again once if the connection broke or the answer timed out:
 * the other end often closes a connection of a frozen function. Any request is retried up to `retries` times after a
 * response with 429 or 5xx.
 */
export type SignedFetch = (url: string, request: SignedRequest) => Promise<Response>

export interface SignedFetchOptions {
  readonly timeoutMs: number
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
}

const FIRST_DELAY_MS = 50

/** Methods whose repetition changes nothing more (RFC 9110 9.2.2). */
const REPEATABLE = ['GET', 'HEAD', 'PUT', 'DELETE']

const isTransient = ({ status }: Response): boolean => status === 429 || status >= 500

/** Checks for a failed connection or a timeout. Connection errors have a code, other errors of fetch have none. */
const isBroken = (error: unknown): boolean =>
  error instanceof TypeError
    ? error.cause instanceof Error && 'code' in error.cause
    : error instanceof DOMException && error.name === 'TimeoutError'

const timeLimit = (timeoutMs: number) => {
  const controller = new AbortController()
  const expire = () => controller.abort(new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError'))
  const timer = setTimeout(expire, timeoutMs).unref()
  return { signal: controller.signal, lift: () => clearTimeout(timer) }
}

interface Attempt {
  readonly init: RequestInit
  readonly timeoutMs: number
  readonly isStreamed: boolean
}

const send = async (client: AwsClient, url: string, { init, timeoutMs, isStreamed }: Attempt): Promise<Response> => {
  const { signal, lift: clearLimit } = timeLimit(timeoutMs)
  const signals = init.signal ? [init.signal, signal] : [signal]
  try {
    const response = await fetch(await client.sign(url, { ...init, signal: AbortSignal.any(signals) }))
    if (isStreamed) clearLimit()
    return response
  } catch (error) {
    clearLimit()
    throw error
  }
}

const jitteredWait: SignedFetchOptions['wait'] = (ms, signal) =>
  pause(ms * Math.random(), undefined, signal ? { signal } : {})

/** Sends requests of a function to an AWS service, signed with the function's role (docs/adr/0003). */
export const signedFetch = (
  signing: AwsSigning,
  { timeoutMs: defaultTimeoutMs, wait = jitteredWait }: SignedFetchOptions,
): SignedFetch => {
  const client = new AwsClient(signing)
  return async (url, request) => {
    const { isStreamed = false, retries = signing.retries, timeoutMs = defaultTimeoutMs, ...rest } = request
    const { isRepeatable = REPEATABLE.includes(rest.method ?? 'GET'), ...init } = rest
    const signal = init.signal ?? undefined
    let mayRepeat = isRepeatable
    for (let attempt = 0; ; attempt++) {
      const response = await send(client, url, { init, timeoutMs, isStreamed }).catch((error: unknown) => {
        if (!mayRepeat || signal?.aborted || !isBroken(error)) throw error
        mayRepeat = false
        return undefined
      })
      if (response && (attempt >= retries || !isTransient(response))) return response
      // The next attempt can reuse the connection.
      await response?.body?.cancel()
      await wait(FIRST_DELAY_MS * 2 ** attempt, signal)
    }
  }
}

/**
 * Signs a URL with which every holder can send a request with this method and these exact headers. Its query may set
 * the expiry.
 */
export const signedUrl = (signing: AwsSigning) => {
  const client = new AwsClient(signing)
  // No checksum is signed, because it would be that of an empty body.
  return async (method: string, url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
    (await client.sign(url, { method, headers, aws: { signQuery: true, allHeaders: true } })).url
}
