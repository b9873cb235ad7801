// Generated from the contract "order" 1.0.0 by @signet/contracts; do not edit.

export interface Order {
  readonly id: string
  readonly status: 'draft' | 'placed' | 'shipped' | 'cancelled'
  readonly email: string
  readonly total_cents: number
}

export interface OrderClientOptions {
  /** Scheme and host, with the path before the contract's routes, if any. */
  readonly baseUrl: string
  /** Sent as Authorization: Bearer; a function is called before each attempt. */
  readonly credential?: string | (() => string | Promise<string>) | undefined
  /** Default: the global fetch. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Maximum number of retries of a call that may be retried; default 2. */
  readonly retries?: number | undefined
  /** Timeout of a call with its retries, in milliseconds; default 60000. */
  readonly timeout?: number | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface OrderCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Overrides the timeout of the client, in milliseconds. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of an error. A body that is not JSON has the code "unknown". */
export interface OrderErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service responded with an error. */
export class OrderApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'OrderApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" if the body has none, "invalid_response" for a success with an invalid body. */
  readonly code: Code
  readonly body: OrderErrorBody & Extras
  /** Seconds to wait, from the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: OrderErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No response arrived: DNS lookup or connection failed, or the connection broke. The cause is the error of fetch. */
export class OrderNetworkError extends Error {
  override readonly name: string = 'OrderNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no response arrived', { cause })
    this.operation = operation
  }
}

/** The call exceeded its timeout. */
export class OrderTimeoutError extends Error {
  override readonly name: string = 'OrderTimeoutError'
  readonly operation: string
  /** Timeout in milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no response within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /orders`. */
export interface OrderCreateInput {
  readonly email: string
  readonly total_cents: number
}

/** The resource was created. */
export type OrderCreateOutput = Order

export type OrderCreateResponse = { readonly status: 201; readonly headers: Headers; readonly body: OrderCreateOutput }

/** Errors that `create` declares, distinguished by `code`. */
export type OrderCreateError =
  | OrderApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | OrderApiError<400, 'invalid_json'>
  | OrderApiError<401, 'unauthenticated'>
  | OrderApiError<413, 'payload_too_large', { readonly limit: number }>
  | OrderApiError<415, 'unsupported_media_type'>
  | OrderApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /orders/:id`. */
export interface OrderGetInput {
  readonly id: string
}

/** The result. */
export type OrderGetOutput = Order

export type OrderGetResponse = { readonly status: 200; readonly headers: Headers; readonly body: OrderGetOutput }

/** Errors that `get` declares, distinguished by `code`. */
export type OrderGetError =
  | OrderApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | OrderApiError<401, 'unauthenticated'>
  | OrderApiError<404, 'not_found'>
  | OrderApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /orders/:id/place`. */
export interface OrderPlaceInput {
  readonly id: string
}

/** The result. */
export type OrderPlaceOutput = Order

export type OrderPlaceResponse = { readonly status: 200; readonly headers: Headers; readonly body: OrderPlaceOutput }

/** Errors that `place` declares, distinguished by `code`. */
export type OrderPlaceError =
  | OrderApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | OrderApiError<401, 'unauthenticated'>
  | OrderApiError<404, 'not_found'>
  | OrderApiError<409, 'invalid_transition', { readonly state: string; readonly allowed: readonly string[] }>
  | OrderApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /orders/:id/ship`. */
export interface OrderShipInput {
  readonly id: string
}

/** The result. */
export type OrderShipOutput = Order

export type OrderShipResponse = { readonly status: 200; readonly headers: Headers; readonly body: OrderShipOutput }

/** Errors that `ship` declares, distinguished by `code`. */
export type OrderShipError =
  | OrderApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | OrderApiError<401, 'unauthenticated'>
  | OrderApiError<404, 'not_found'>
  | OrderApiError<409, 'invalid_transition', { readonly state: string; readonly allowed: readonly string[] }>
  | OrderApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /orders/:id/cancel`. */
export interface OrderCancelInput {
  readonly id: string
}

/** The result. */
export type OrderCancelOutput = Order

export type OrderCancelResponse = { readonly status: 200; readonly headers: Headers; readonly body: OrderCancelOutput }

/** Errors that `cancel` declares, distinguished by `code`. */
export type OrderCancelError =
  | OrderApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | OrderApiError<401, 'unauthenticated'>
  | OrderApiError<404, 'not_found'>
  | OrderApiError<409, 'invalid_transition', { readonly state: string; readonly allowed: readonly string[] }>
  | OrderApiError<500, 'internal', { readonly request_id: string }>

/** An order of a customer. */
export interface OrderClient {
  /**
   * Creates an order.
   * `POST /orders`.
   * Authority: public. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), payload_too_large
   * (413), unsupported_media_type (415), internal (500).
   */
  readonly create: {
    (input: OrderCreateInput, options?: OrderCallOptions): Promise<OrderCreateOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: OrderCreateInput, options?: OrderCallOptions): Promise<OrderCreateResponse>
  }

  /**
   * Returns an order.
   * `GET /orders/:id`, retried after transient failures.
   * Authority: public. Errors: invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly get: {
    (input: OrderGetInput, options?: OrderCallOptions): Promise<OrderGetOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: OrderGetInput, options?: OrderCallOptions): Promise<OrderGetResponse>
  }

  /**
   * Performs "place" on an order.
   * `POST /orders/:id/place`.
   * Authority: public. Errors: invalid_input (400), unauthenticated (401), not_found (404), invalid_transition
   * (409), internal (500).
   */
  readonly place: {
    (input: OrderPlaceInput, options?: OrderCallOptions): Promise<OrderPlaceOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: OrderPlaceInput, options?: OrderCallOptions): Promise<OrderPlaceResponse>
  }

  /**
   * Performs "ship" on an order.
   * `POST /orders/:id/ship`.
   * Authority: public. Errors: invalid_input (400), unauthenticated (401), not_found (404), invalid_transition
   * (409), internal (500).
   */
  readonly ship: {
    (input: OrderShipInput, options?: OrderCallOptions): Promise<OrderShipOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: OrderShipInput, options?: OrderCallOptions): Promise<OrderShipResponse>
  }

  /**
   * Performs "cancel" on an order.
   * `POST /orders/:id/cancel`.
   * Authority: public. Errors: invalid_input (400), unauthenticated (401), not_found (404), invalid_transition
   * (409), internal (500).
   */
  readonly cancel: {
    (input: OrderCancelInput, options?: OrderCallOptions): Promise<OrderCancelOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: OrderCancelInput, options?: OrderCallOptions): Promise<OrderCancelResponse>
  }
}

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
  readonly headers: readonly string[]
  readonly nested: readonly string[]
  readonly body: 'none' | 'fields' | 'json' | 'raw'
  readonly mediaType: string | undefined
  readonly sendsCredential: boolean
  readonly mayRepeat: boolean
  readonly sendsKey: boolean
  readonly statuses: readonly number[]
  readonly json: readonly number[]
  readonly isRaw: boolean
  readonly errors: Readonly<Record<string, number>>
  /** True if a protocol defines the body of an error, so that the status determines the code. */
  readonly codesByStatus: boolean
}

type Input = Readonly<Record<string, unknown>>

const partOf = (operation: Operation, input: Input, part: 'query' | 'headers'): Input =>
  operation.nested.includes(part) ? ((input[part] ?? {}) as Input) : input

const pathOf = (operation: Operation, input: Input): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const text = String(input[parameter] ?? '')
    // Empty and dot segments would change the path.
    if (text === '' || text === '.' || text === '..') {
      throw new TypeError(operation.name + ': "' + text + '" is not a valid value of the path parameter ' + parameter)
    }
    return encodeURIComponent(text)
  })

const urlOf = (baseUrl: string, operation: Operation, input: Input): string => {
  const query = new URLSearchParams()
  const values = partOf(operation, input, 'query')
  for (const field of operation.query) {
    const value = values[field]
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) query.append(field, String(each))
    }
  }
  const text = query.toString()
  return baseUrl.replace(/\/+$/, '') + pathOf(operation, input) + (text === '' ? '' : '?' + text)
}

/** Escapes U+FFFD, which a service would treat as the result of invalid UTF-8. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll('\uFFFD', '\\ufffd')

const bodyOf = (operation: Operation, input: Input): RequestInit['body'] | undefined => {
  if (operation.body === 'none') return undefined
  if (operation.body === 'raw') return input['body'] as RequestInit['body']
  if (operation.body === 'json') return input['body'] === undefined ? undefined : jsonOf(input['body'])
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const nonBodyFields = new Set([...path, ...operation.query, ...operation.headers, ...operation.nested])
  return jsonOf(Object.fromEntries(Object.entries(input).filter(([field]) => !nonBodyFields.has(field))))
}

const headersOf = (
  options: OrderClientOptions,
  operation: Operation,
  input: Input,
  call: OrderCallOptions,
  hasBody: boolean,
): Headers => {
  const headers = new Headers({ accept: operation.isRaw ? '*/*' : 'application/json' })
  if (hasBody && operation.mediaType !== undefined) headers.set('content-type', operation.mediaType)
  for (const [field, value] of Object.entries({ ...options.headers, ...call.headers })) headers.set(field, value)
  const values = partOf(operation, input, 'headers')
  for (const field of operation.headers) {
    const value = values[field]
    if (value !== undefined && value !== null) headers.set(field, String(value))
  }
  // All attempts of a call send the same key, so that the service executes the call once.
  const hasKey = headers.has('idempotency-key') || input['idempotency_key'] !== undefined
  if (operation.sendsKey && !hasKey) headers.set('idempotency-key', crypto.randomUUID())
  return headers
}

const requestOf = (options: OrderClientOptions, operation: Operation, input: Input, call: OrderCallOptions) => {
  const url = urlOf(options.baseUrl, operation, input)
  const body = bodyOf(operation, input)
  const headers = headersOf(options, operation, input, call, body !== undefined)
  const init: RequestInit = { method: operation.method, headers }
  if (body !== undefined && body !== null) init.body = body
  const isSingleUse = body instanceof ReadableStream
  // fetch requires this for a streamed body.
  if (isSingleUse) Object.assign(init, { duplex: 'half' })
  // A redirect that the contract declares is returned, not followed.
  if (operation.statuses.some((status) => status >= 300 && status !== 304)) init.redirect = 'manual'
  return { url, init, headers, isSingleUse }
}

const DEFAULT_RETRIES = 2
const DEFAULT_TIMEOUT_MS = 60_000
const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 8_000
/** Statuses after which a call is retried. */
const retriedStatuses = [429, 502, 503, 504]

interface Outcome {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Parses Retry-After, in seconds or as an HTTP date (RFC 9110 10.2.3), into seconds. */
const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const codeOf = (operation: Operation, status: number): string | undefined =>
  operation.codesByStatus ? Object.entries(operation.errors).find(([, declared]) => declared === status)?.[0] : undefined

const apiErrorOf = (operation: Operation, response: Response, text: string): OrderApiError => {
  const body = parseJson(text)
  const members = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof members['code'] === 'string' ? members['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const message = members['error'] ?? members['message']
  const error = typeof message === 'string' ? message : response.statusText || 'HTTP ' + response.status
  return new OrderApiError(operation.name, response.status, { ...members, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parseJson(text)
  if (body !== undefined || !isJson) return body
  const error = 'the response is not the JSON that the contract declares'
  throw new OrderApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** Reads a response. Returns an API error instead of throwing it, so that the caller can retry. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | OrderApiError> => {
  const { status, headers } = response
  const isDeclared = operation.statuses.includes(status) || response.type === 'opaqueredirect'
  const isSuccess = isDeclared || response.ok
  if (isSuccess && operation.isRaw) return { status, headers, body: response }
  const text = await response.text()
  if (!isSuccess) return apiErrorOf(operation, response, text)
  return { status, headers, body: bodyOfSuccess(operation, response, text) }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })

/** Sends the request once. Errors of fetch become network errors; after an abort, its reason is thrown. */
const sendOnce = async (
  options: OrderClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | OrderApiError | OrderNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof OrderApiError) return cause
    return new OrderNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and at least Retry-After. */
const waitOf = (retry: number, failure: OrderApiError | OrderNetworkError): number => {
  const jittered = Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** retry)
  const retryAfter = failure instanceof OrderApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(retryAfter, jittered)
}

const sendWithRetries = async (
  options: OrderClientOptions,
  operation: Operation,
  input: Input,
  call: OrderCallOptions,
  signal: AbortSignal,
  deadline: number,
): Promise<Outcome> => {
  const { url, init, headers, isSingleUse } = requestOf(options, operation, input, call)
  const retries = operation.mayRepeat && !isSingleUse ? (options.retries ?? DEFAULT_RETRIES) : 0
  for (let retry = 0; ; retry += 1) {
    const credential = typeof options.credential === 'function' ? await options.credential() : options.credential
    if (operation.sendsCredential && credential !== undefined) headers.set('authorization', 'Bearer ' + credential)
    const result = await sendOnce(options, operation, url, init, signal)
    if (!(result instanceof Error)) return result
    const isTransient = result instanceof OrderNetworkError || retriedStatuses.includes(result.status)
    const wait = waitOf(retry, result)
    if (!isTransient || retry >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const performCall = async (
  options: OrderClientOptions,
  operation: Operation,
  input: Input,
  call: OrderCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new OrderTimeoutError(operation.name, timeout)), timeout)
  const abort = () => controller.abort(call.signal?.reason)
  if (call.signal?.aborted) abort()
  call.signal?.addEventListener('abort', abort, { once: true })
  let isStreaming = false
  try {
    controller.signal.throwIfAborted()
    // Ends the call even if credential never resolves, or fetch ignores the signal.
    const aborted = new Promise<never>((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
    })
    const attempts = sendWithRetries(options, operation, input, call, controller.signal, Date.now() + timeout)
    const outcome = await Promise.race([attempts, aborted])
    isStreaming = operation.isRaw
    return outcome
  } finally {
    clearTimeout(timer)
    // The caller can still abort a stream that it reads.
    if (!isStreaming) call.signal?.removeEventListener('abort', abort)
  }
}

const method = <Output, FullResponse>(options: OrderClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: OrderCallOptions = {}): Promise<FullResponse> =>
    (await performCall(options, operation, input as Input, call)) as FullResponse
  const body = async (input: object = {}, call: OrderCallOptions = {}): Promise<Output> =>
    (await performCall(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: OrderCallOptions = {}): Promise<Response> =>
    (await performCall(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

const operations = {
  create: {
    name: 'create',
    method: 'POST',
    path: '/orders',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [201],
    json: [201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, payload_too_large: 413, unsupported_media_type: 415, internal: 500 },
    codesByStatus: false,
  },
  get: {
    name: 'get',
    method: 'GET',
    path: '/orders/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, not_found: 404, internal: 500 },
    codesByStatus: false,
  },
  place: {
    name: 'place',
    method: 'POST',
    path: '/orders/{id}/place',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, not_found: 404, invalid_transition: 409, internal: 500 },
    codesByStatus: false,
  },
  ship: {
    name: 'ship',
    method: 'POST',
    path: '/orders/{id}/ship',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, not_found: 404, invalid_transition: 409, internal: 500 },
    codesByStatus: false,
  },
  cancel: {
    name: 'cancel',
    method: 'POST',
    path: '/orders/{id}/cancel',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, not_found: 404, invalid_transition: 409, internal: 500 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared errors of each operation. */
export interface OrderErrors {
  readonly create: OrderCreateError
  readonly get: OrderGetError
  readonly place: OrderPlaceError
  readonly ship: OrderShipError
  readonly cancel: OrderCancelError
}

/** Narrows a caught error to those that the operation declares. The `code` distinguishes them. */
export const isOrderError = <Name extends keyof OrderErrors>(
  operation: Name,
  error: unknown,
): error is OrderErrors[Name] => {
  if (!(error instanceof OrderApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** Creates a client of the contract "order". Its methods can be destructured; it holds no connections. */
export const createOrderClient = (options: OrderClientOptions): OrderClient => {
  return {
    create: method<OrderCreateOutput, OrderCreateResponse>(options, operations.create),
    get: method<OrderGetOutput, OrderGetResponse>(options, operations.get),
    place: method<OrderPlaceOutput, OrderPlaceResponse>(options, operations.place),
    ship: method<OrderShipOutput, OrderShipResponse>(options, operations.ship),
    cancel: method<OrderCancelOutput, OrderCancelResponse>(options, operations.cancel),
  }
}
