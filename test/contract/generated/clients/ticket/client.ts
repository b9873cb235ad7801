// Generated from the contract "ticket" 1.0.0 by @signet/contracts; do not edit.

/** A request to the help desk. */
export interface Ticket {
  readonly id: string
  readonly state: 'open' | 'closed' | 'archived'
  readonly title: string
  readonly labels: readonly string[]
  readonly created_at: string
  readonly assignee: string | null
  readonly due?: string | undefined
}

export interface TicketClientOptions {
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

export interface TicketCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Overrides the timeout of the client, in milliseconds. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of an error. A body that is not JSON has the code "unknown". */
export interface TicketErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service responded with an error. */
export class TicketApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'TicketApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" if the body has none, "invalid_response" for a success with an invalid body. */
  readonly code: Code
  readonly body: TicketErrorBody & Extras
  /** Seconds to wait, from the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: TicketErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No response arrived: DNS lookup or connection failed, or the connection broke. The cause is the error of fetch. */
export class TicketNetworkError extends Error {
  override readonly name: string = 'TicketNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no response arrived', { cause })
    this.operation = operation
  }
}

/** The call exceeded its timeout. */
export class TicketTimeoutError extends Error {
  override readonly name: string = 'TicketTimeoutError'
  readonly operation: string
  /** Timeout in milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no response within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /v1/tickets`. */
export interface TicketCreateInput {
  readonly title: string
  /** Default: [] */
  readonly labels?: readonly string[] | undefined
  readonly due?: string | undefined
  readonly 'idempotency-key'?: string | undefined
}

/**
 * The ticket that an earlier request with this key created.
 * The ticket was created.
 */
export type TicketCreateOutput = Ticket

export type TicketCreateResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Ticket }
  | { readonly status: 201; readonly headers: Headers; readonly body: Ticket }

/** Errors that `create` declares, distinguished by `code`. */
export type TicketCreateError =
  | TicketApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TicketApiError<400, 'invalid_json'>
  | TicketApiError<401, 'unauthenticated'>
  | TicketApiError<413, 'payload_too_large', { readonly limit: number }>
  | TicketApiError<415, 'unsupported_media_type'>
  | TicketApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /v1/tickets/:id`. */
export interface TicketGetInput {
  readonly id: string
}

/** The result. */
export type TicketGetOutput = Ticket

export type TicketGetResponse = { readonly status: 200; readonly headers: Headers; readonly body: TicketGetOutput }

/** Errors that `get` declares, distinguished by `code`. */
export type TicketGetError =
  | TicketApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TicketApiError<401, 'unauthenticated'>
  | TicketApiError<404, 'not_found'>
  | TicketApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /v1/tickets`. */
export interface TicketListInput {
  readonly label?: readonly string[] | undefined
  /** Default: 20 */
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** A page of results */
export type TicketListOutput = {
  readonly items: readonly Ticket[]
  readonly next_cursor: string | null
}

export type TicketListResponse = { readonly status: 200; readonly headers: Headers; readonly body: TicketListOutput }

/** Errors that `list` declares, distinguished by `code`. */
export type TicketListError =
  | TicketApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TicketApiError<401, 'unauthenticated'>
  | TicketApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /v1/tickets/:id/assign`. */
export interface TicketAssignInput {
  readonly id: string
  readonly assignee: string | null
}

/** The result. */
export type TicketAssignOutput = Ticket

export type TicketAssignResponse = { readonly status: 200; readonly headers: Headers; readonly body: TicketAssignOutput }

/** Errors that `assign` declares, distinguished by `code`. */
export type TicketAssignError =
  | TicketApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TicketApiError<400, 'invalid_json'>
  | TicketApiError<401, 'unauthenticated'>
  | TicketApiError<403, 'forbidden'>
  | TicketApiError<404, 'not_found'>
  | TicketApiError<413, 'payload_too_large', { readonly limit: number }>
  | TicketApiError<415, 'unsupported_media_type'>
  | TicketApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /v1/tickets/:id/close`. */
export interface TicketCloseInput {
  readonly id: string
}

/** The result. */
export type TicketCloseOutput = Ticket

export type TicketCloseResponse = { readonly status: 200; readonly headers: Headers; readonly body: TicketCloseOutput }

/** Errors that `close` declares, distinguished by `code`. */
export type TicketCloseError =
  | TicketApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TicketApiError<401, 'unauthenticated'>
  | TicketApiError<404, 'not_found'>
  | TicketApiError<409, 'invalid_transition', { readonly state: string; readonly allowed: readonly string[] }>
  | TicketApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /v1/tickets/:id/reopen`. */
export interface TicketReopenInput {
  readonly id: string
}

/** The result. */
export type TicketReopenOutput = Ticket

export type TicketReopenResponse = { readonly status: 200; readonly headers: Headers; readonly body: TicketReopenOutput }

/** Errors that `reopen` declares, distinguished by `code`. */
export type TicketReopenError =
  | TicketApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TicketApiError<401, 'unauthenticated'>
  | TicketApiError<404, 'not_found'>
  | TicketApiError<409, 'invalid_transition', { readonly state: string; readonly allowed: readonly string[] }>
  | TicketApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /v1/tickets/:id/archive`. */
export interface TicketArchiveInput {
  readonly id: string
}

/** The result. */
export type TicketArchiveOutput = Ticket

export type TicketArchiveResponse = { readonly status: 200; readonly headers: Headers; readonly body: TicketArchiveOutput }

/** Errors that `archive` declares, distinguished by `code`. */
export type TicketArchiveError =
  | TicketApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TicketApiError<401, 'unauthenticated'>
  | TicketApiError<403, 'forbidden'>
  | TicketApiError<404, 'not_found'>
  | TicketApiError<409, 'invalid_transition', { readonly state: string; readonly allowed: readonly string[] }>
  | TicketApiError<500, 'internal', { readonly request_id: string }>

/** Input of `DELETE /v1/tickets/:id`. */
export interface TicketDeleteInput {
  readonly id: string
}

/** The operation succeeded; the response has no body. */
export type TicketDeleteOutput = undefined

export type TicketDeleteResponse = { readonly status: 204; readonly headers: Headers; readonly body: TicketDeleteOutput }

/** Errors that `delete` declares, distinguished by `code`. */
export type TicketDeleteError =
  | TicketApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TicketApiError<401, 'unauthenticated'>
  | TicketApiError<404, 'not_found'>
  | TicketApiError<500, 'internal', { readonly request_id: string }>

/** Tickets of a help desk. */
export interface TicketClient {
  /**
   * Creates a ticket.
   * `POST /v1/tickets`, retried after transient failures.
   * Authority: authenticated. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * payload_too_large (413), unsupported_media_type (415), internal (500).
   */
  readonly create: {
    (input: TicketCreateInput, options?: TicketCallOptions): Promise<TicketCreateOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: TicketCreateInput, options?: TicketCallOptions): Promise<TicketCreateResponse>
  }

  /**
   * Returns a ticket.
   * `GET /v1/tickets/:id`, retried after transient failures.
   * Authority: public. Errors: invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly get: {
    (input: TicketGetInput, options?: TicketCallOptions): Promise<TicketGetOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: TicketGetInput, options?: TicketCallOptions): Promise<TicketGetResponse>
  }

  /**
   * Lists the tickets that the caller can access.
   * `GET /v1/tickets`, retried after transient failures.
   * Authority: authenticated. Errors: invalid_input (400), unauthenticated (401), internal (500).
   */
  readonly list: {
    (input?: TicketListInput, options?: TicketCallOptions): Promise<TicketListOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input?: TicketListInput, options?: TicketCallOptions): Promise<TicketListResponse>
  }
  /** Iterates over the items of all pages of `list`, starting at the cursor of the input. */
  readonly listAll: (input?: TicketListInput, options?: TicketCallOptions) => AsyncIterable<Ticket>

  /**
   * Performs "assign" on a ticket.
   * `POST /v1/tickets/:id/assign`.
   * Authority: scope:desk. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden
   * (403), not_found (404), payload_too_large (413), unsupported_media_type (415), internal (500).
   */
  readonly assign: {
    (input: TicketAssignInput, options?: TicketCallOptions): Promise<TicketAssignOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: TicketAssignInput, options?: TicketCallOptions): Promise<TicketAssignResponse>
  }

  /**
   * Performs "close" on a ticket.
   * `POST /v1/tickets/:id/close`.
   * Authority: authenticated. Errors: invalid_input (400), unauthenticated (401), not_found (404),
   * invalid_transition (409), internal (500).
   */
  readonly close: {
    (input: TicketCloseInput, options?: TicketCallOptions): Promise<TicketCloseOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: TicketCloseInput, options?: TicketCallOptions): Promise<TicketCloseResponse>
  }

  /**
   * Performs "reopen" on a ticket.
   * `POST /v1/tickets/:id/reopen`.
   * Authority: authenticated. Errors: invalid_input (400), unauthenticated (401), not_found (404),
   * invalid_transition (409), internal (500).
   */
  readonly reopen: {
    (input: TicketReopenInput, options?: TicketCallOptions): Promise<TicketReopenOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: TicketReopenInput, options?: TicketCallOptions): Promise<TicketReopenResponse>
  }

  /**
   * Performs "archive" on a ticket.
   * `POST /v1/tickets/:id/archive`.
   * Authority: policy:lead. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * invalid_transition (409), internal (500).
   */
  readonly archive: {
    (input: TicketArchiveInput, options?: TicketCallOptions): Promise<TicketArchiveOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: TicketArchiveInput, options?: TicketCallOptions): Promise<TicketArchiveResponse>
  }

  /**
   * Deletes a ticket.
   * `DELETE /v1/tickets/:id`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly delete: {
    (input: TicketDeleteInput, options?: TicketCallOptions): Promise<TicketDeleteOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: TicketDeleteInput, options?: TicketCallOptions): Promise<TicketDeleteResponse>
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
  options: TicketClientOptions,
  operation: Operation,
  input: Input,
  call: TicketCallOptions,
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

const requestOf = (options: TicketClientOptions, operation: Operation, input: Input, call: TicketCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): TicketApiError => {
  const body = parseJson(text)
  const members = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof members['code'] === 'string' ? members['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const message = members['error'] ?? members['message']
  const error = typeof message === 'string' ? message : response.statusText || 'HTTP ' + response.status
  return new TicketApiError(operation.name, response.status, { ...members, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parseJson(text)
  if (body !== undefined || !isJson) return body
  const error = 'the response is not the JSON that the contract declares'
  throw new TicketApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** Reads a response. Returns an API error instead of throwing it, so that the caller can retry. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | TicketApiError> => {
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
  options: TicketClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | TicketApiError | TicketNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof TicketApiError) return cause
    return new TicketNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and at least Retry-After. */
const waitOf = (retry: number, failure: TicketApiError | TicketNetworkError): number => {
  const jittered = Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** retry)
  const retryAfter = failure instanceof TicketApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(retryAfter, jittered)
}

const sendWithRetries = async (
  options: TicketClientOptions,
  operation: Operation,
  input: Input,
  call: TicketCallOptions,
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
    const isTransient = result instanceof TicketNetworkError || retriedStatuses.includes(result.status)
    const wait = waitOf(retry, result)
    if (!isTransient || retry >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const performCall = async (
  options: TicketClientOptions,
  operation: Operation,
  input: Input,
  call: TicketCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new TicketTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, FullResponse>(options: TicketClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: TicketCallOptions = {}): Promise<FullResponse> =>
    (await performCall(options, operation, input as Input, call)) as FullResponse
  const body = async (input: object = {}, call: TicketCallOptions = {}): Promise<Output> =>
    (await performCall(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: TicketCallOptions = {}): Promise<Response> =>
    (await performCall(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** Yields the items of all pages, which are fetched on demand. A repeated cursor throws an error. */
async function* pages<Item>(
  list: (input?: object, call?: TicketCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: TicketCallOptions | undefined,
  items: string,
  next: string,
): AsyncGenerator<Item, void, undefined> {
  const cursors = new Set<unknown>()
  let cursor = ((input ?? {}) as Input)['cursor']
  for (;;) {
    cursors.add(cursor)
    const page = (await list({ ...input, cursor }, call)) as Input
    yield* page[items] as readonly Item[]
    cursor = page[next]
    if (cursor === undefined || cursor === null || cursor === '') return
    if (cursors.has(cursor)) throw new Error('The service returned the cursor ' + String(cursor) + ' twice')
  }
}

const operations = {
  create: {
    name: 'create',
    method: 'POST',
    path: '/v1/tickets',
    query: [],
    headers: ['idempotency-key'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: true,
    statuses: [200, 201],
    json: [200, 201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, payload_too_large: 413, unsupported_media_type: 415, internal: 500 },
    codesByStatus: false,
  },
  get: {
    name: 'get',
    method: 'GET',
    path: '/v1/tickets/{id}',
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
  list: {
    name: 'list',
    method: 'GET',
    path: '/v1/tickets',
    query: ['label', 'limit', 'cursor'],
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
    errors: { invalid_input: 400, unauthenticated: 401, internal: 500 },
    codesByStatus: false,
  },
  assign: {
    name: 'assign',
    method: 'POST',
    path: '/v1/tickets/{id}/assign',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, internal: 500 },
    codesByStatus: false,
  },
  close: {
    name: 'close',
    method: 'POST',
    path: '/v1/tickets/{id}/close',
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
  reopen: {
    name: 'reopen',
    method: 'POST',
    path: '/v1/tickets/{id}/reopen',
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
  archive: {
    name: 'archive',
    method: 'POST',
    path: '/v1/tickets/{id}/archive',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, invalid_transition: 409, internal: 500 },
    codesByStatus: false,
  },
  delete: {
    name: 'delete',
    method: 'DELETE',
    path: '/v1/tickets/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, not_found: 404, internal: 500 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared errors of each operation. */
export interface TicketErrors {
  readonly create: TicketCreateError
  readonly get: TicketGetError
  readonly list: TicketListError
  readonly assign: TicketAssignError
  readonly close: TicketCloseError
  readonly reopen: TicketReopenError
  readonly archive: TicketArchiveError
  readonly delete: TicketDeleteError
}

/** Narrows a caught error to those that the operation declares. The `code` distinguishes them. */
export const isTicketError = <Name extends keyof TicketErrors>(
  operation: Name,
  error: unknown,
): error is TicketErrors[Name] => {
  if (!(error instanceof TicketApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** Creates a client of the contract "ticket". Its methods can be destructured; it holds no connections. */
export const createTicketClient = (options: TicketClientOptions): TicketClient => {
  return {
    create: method<TicketCreateOutput, TicketCreateResponse>(options, operations.create),
    get: method<TicketGetOutput, TicketGetResponse>(options, operations.get),
    list: method<TicketListOutput, TicketListResponse>(options, operations.list),
    listAll: (input, call) =>
      pages(method(options, operations.list), input, call, 'items', 'next_cursor'),
    assign: method<TicketAssignOutput, TicketAssignResponse>(options, operations.assign),
    close: method<TicketCloseOutput, TicketCloseResponse>(options, operations.close),
    reopen: method<TicketReopenOutput, TicketReopenResponse>(options, operations.reopen),
    archive: method<TicketArchiveOutput, TicketArchiveResponse>(options, operations.archive),
    delete: method<TicketDeleteOutput, TicketDeleteResponse>(options, operations.delete),
  }
}
