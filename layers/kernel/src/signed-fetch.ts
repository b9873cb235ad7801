import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { AwsSigning } from './aws-signing.ts'

export interface SignedRequest extends RequestInit {
  /** Whether it may be sent a second time, because that changes nothing more. Without a word, its method decides. */
  readonly isRepeatable?: boolean
  /** The answer's body is read as it comes: the time limit ends with the headers. */
  readonly isStreamed?: boolean
  readonly retries?: number
  readonly timeoutMs?: number
}

/**
 * Signs and sends a request. It is sent once more where the connection broke, or nothing was answered in time: a
 * connection that a frozen function kept is often closed at the other end. No request is repeated once its answer has
 * begun.
 */
export type SignedFetch = (url: string, request: SignedRequest) => Promise<Response>

export interface SignedFetchOptions {
  readonly timeoutMs: number
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
}

const FIRST_PAUSE_MS = 50

/** Methods whose second request changes nothing more (RFC 9110 9.2.2). */
const REPEATABLE = ['GET', 'HEAD', 'PUT', 'DELETE']

const isTransient = ({ status }: Response): boolean => status === 429 || status >= 500

/** Whether the connection failed, or nobody answered in time. Errors of connections have a code, others of fetch have none. */
const isBroken = (error: unknown): boolean =>
  error instanceof TypeError
    ? error.cause instanceof Error && 'code' in error.cause
    : error instanceof DOMException && error.name === 'TimeoutError'

const limited = (timeoutMs: number) => {
  const limit = new AbortController()
  const expire = () => limit.abort(new DOMException(`No answer within ${timeoutMs} ms`, 'TimeoutError'))
  const timer = setTimeout(expire, timeoutMs).unref()
  return { signal: limit.signal, lift: () => clearTimeout(timer) }
}

interface Attempt {
  readonly init: RequestInit
  readonly timeoutMs: number
  readonly isStreamed: boolean
}

const send = async (client: AwsClient, url: string, { init, timeoutMs, isStreamed }: Attempt): Promise<Response> => {
  const { signal, lift } = limited(timeoutMs)
  const signals = init.signal ? [init.signal, signal] : [signal]
  try {
    const response = await fetch(await client.sign(url, { ...init, signal: AbortSignal.any(signals) }))
    if (isStreamed) lift()
    return response
  } catch (error) {
    lift()
    throw error
  }
}

const realWait: SignedFetchOptions['wait'] = (ms, signal) =>
  pause(ms * Math.random(), undefined, signal ? { signal } : {})

/** Requests of a function to a service of AWS, signed with its own role (docs/adr/0003). */
export const signedFetch = (
  signing: AwsSigning,
  { timeoutMs: limitMs, wait = realWait }: SignedFetchOptions,
): SignedFetch => {
  const client = new AwsClient(signing)
  return async (url, request) => {
    const { isStreamed = false, retries = signing.retries, timeoutMs = limitMs, ...rest } = request
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
      // Its connection can be used for the next attempt.
      await response?.body?.cancel()
      await wait(FIRST_PAUSE_MS * 2 ** attempt, signal)
    }
  }
}

/**
 * An address at which whoever has it may send a request with this method, and with these headers as they are. Its query may
 * say for how long.
 */
export const signedUrl = (signing: AwsSigning) => {
  const client = new AwsClient(signing)
  // No checksum is signed, because it would be that of an empty body.
  return async (method: string, url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
    (await client.sign(url, { method, headers, aws: { signQuery: true, allHeaders: true } })).url
}
