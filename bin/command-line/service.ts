import { EXIT, Failure, type Terminal } from '@signet/command-line'
import {
  ApiError,
  isTransient,
  type JsonRequest,
  NetworkError,
  requestJson,
  requestResponse,
  withRetries,
} from '@signet/http-client'
import { type AddressFlags, addressOf, nextStep, type ServiceSource } from './address.ts'

type Body = object | Uint8Array<ArrayBuffer>

/** A service at its address, called with the caller's key. */
export interface Service {
  readonly base: string
  /** Calls an operation and returns the JSON of the reply. @throws Refusal for a status of 400 or more */
  call<T>(method: string, path: string, body?: Body, headers?: Readonly<Record<string, string>>): Promise<T>
  /** Fetches a file by its full URL, without the key. */
  download(url: string): Promise<Uint8Array>
}

export interface ErrorBody {
  readonly error?: string
  readonly code?: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
  readonly upgrade?: string
}

export class Refusal extends Failure {
  /** Undefined if the reply is not JSON. */
  readonly body: ErrorBody | undefined

  constructor(message: string, body: ErrorBody | undefined) {
    super(EXIT.refused, message)
    this.body = body
  }
}

/** Returns the error of the service, with one line for each further invalid field. */
const refusalOf = ({ status, code, body }: ApiError): Refusal => {
  if (code === 'unknown') {
    return new Refusal(`The service returned ${status} without JSON. Check --url`, undefined)
  }
  const { error, errors = [], upgrade } = body as ErrorBody
  const rules = errors.slice(1).map(({ field, message }) => `\n  ${field} ${message}`)
  return new Refusal(`${error} (${status} ${code})${rules.join('')}${upgrade ? `\n  upgrade: ${upgrade}` : ''}`, body)
}

const TIMEOUT_MS = 1_800_000

/** Maximum seconds between two attempts. */
const PAUSE_SECONDS_MAX = 60

/**
 * Connects to the service that the flags, the environment or the local stack name. While the service is busy, a call has
 * at most `tries` attempts, with the pauses that the service requires.
 * @throws Failure if no address is known
 */
export const serviceOf = (
  source: ServiceSource,
  flags: AddressFlags,
  terminal: Terminal,
  { tries = 1 }: { readonly tries?: number } = {},
): Service => {
  const { url, key } = addressOf(source, flags, terminal)
  const base = url.replace(/\/+$/, '')
  const failureOf = (error: unknown): unknown => {
    if (error instanceof ApiError) return refusalOf(error)
    if (!(error instanceof NetworkError)) return error
    const { cause, message } = error.cause as Error & { readonly cause?: { readonly code?: string } }
    return new Failure(EXIT.unreachable, `${base} cannot be reached (${cause?.code ?? message}). ${nextStep(source)}`)
  }
  const send = async <T>(request: (options: JsonRequest) => Promise<T>, options: JsonRequest): Promise<T> => {
    // Only a busy service is called again: after a lost connection the request may have had its effect.
    const attempt = async (previousTries: number) => {
      try {
        return { value: await request({ timeoutMs: TIMEOUT_MS, retries: 0, ...options }), isTransient: false }
      } catch (error) {
        if (!(error instanceof ApiError && isTransient(error.status) && previousTries < tries - 1))
          throw failureOf(error)
        const seconds = Math.min(PAUSE_SECONDS_MAX, error.retryAfter || previousTries + 1)
        return { value: undefined as T, isTransient: true, retryAfter: seconds }
      }
    }
    return withRetries(attempt, { retries: tries - 1, canWait: () => true }, new AbortController().signal)
  }
  return {
    base,
    call<T>(method: string, path: string, body?: Body, headers: Readonly<Record<string, string>> = {}) {
      const typed = body instanceof Uint8Array ? { 'content-type': 'application/json', ...headers } : headers
      return send<T>(requestJson, { baseUrl: base, credential: key, method, path, body, headers: typed })
    },
    async download(address) {
      const response = await send(requestResponse, { baseUrl: address, method: 'GET', path: '' })
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}
