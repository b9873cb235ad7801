/** The options and errors of a client; `$NAME` stands for the name of the contract. */
export const runtimeTypesText = `export interface $NAMEClientOptions {
  /** Scheme, host and the path before the contract's own routes, if any. */
  readonly baseUrl: string
  /** Sent as Authorization: Bearer; a function is asked before each attempt. */
  readonly credential?: string | (() => string | Promise<string>) | undefined
  /** Default: the platform's own. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Further attempts of calls that may be repeated; default 2. */
  readonly retries?: number | undefined
  /** Milliseconds that a whole call may take, further attempts included; default 60000. */
  readonly timeout?: number | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface $NAMECallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface $NAMEErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class $NAMEApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = '$NAMEApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: $NAMEErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: $NAMEErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class $NAMENetworkError extends Error {
  override readonly name: string = '$NAMENetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class $NAMETimeoutError extends Error {
  override readonly name: string = '$NAMETimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}
`
