/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface ErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** A refusal: the service responded with an error status, or with a success that cannot be read. */
export class ApiError<Code extends string = string> extends Error {
  override readonly name = 'ApiError'
  readonly operation: string
  readonly status: number
  /** "unknown" if the body has no code; "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: ErrorBody
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: number, body: ErrorBody & { readonly code: Code }, retryAfter?: number) {
    super(`${operation}: ${status} ${body.code}: ${body.error}`)
    this.operation = operation
    this.status = status
    this.code = body.code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/**
 * No response arrived: the name could not be resolved, the connection was refused, or it broke. The cause is fetch's
 * error.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(`${operation}: no response arrived`, { cause })
    this.operation = operation
  }
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  readonly operation: string
  readonly timeoutMs: number

  constructor(operation: string, timeoutMs: number) {
    super(`${operation}: no response within ${timeoutMs} ms`)
    this.operation = operation
    this.timeoutMs = timeoutMs
  }
}
