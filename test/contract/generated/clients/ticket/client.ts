// Made from the contract "ticket" 1.0.0 by @signet/contracts; changes are lost when it is made again.

/** Something that somebody has to do. */
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

export interface TicketCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface TicketErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class TicketApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'TicketApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: TicketErrorBody & Extras
  /** Seconds, from the header Retry-After. */
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

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class TicketNetworkError extends Error {
  override readonly name: string = 'TicketNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class TicketTimeoutError extends Error {
  override readonly name: string = 'TicketTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
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
 * An earlier request with this key made it.
 * Made.
 */
export type TicketCreateOutput = Ticket

export type TicketCreateResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Ticket }
  | { readonly status: 201; readonly headers: Headers; readonly body: Ticket }

/** Refusals that `create` declares; `code` tells them apart. */
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

/** Refusals that `get` declares; `code` tells them apart. */
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

/** The result. */
export type TicketListOutput = {
  readonly items: readonly Ticket[]
  readonly next_cursor: string | null
}

export type TicketListResponse = { readonly status: 200; readonly headers: Headers; readonly body: TicketListOutput }

/** Refusals that `list` declares; `code` tells them apart. */
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

/** Refusals that `assign` declares; `code` tells them apart. */
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

/** Refusals that `close` declares; `code` tells them apart. */
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

/** Refusals that `reopen` declares; `code` tells them apart. */
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

/** Refusals that `archive` declares; `code` tells them apart. */
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

/** Done; there is nothing to return. */
export type TicketDeleteOutput = undefined

export type TicketDeleteResponse = { readonly status: 204; readonly headers: Headers; readonly body: TicketDeleteOutput }

/** Refusals that `delete` declares; `code` tells them apart. */
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
    /** The same with status and headers. */
    withResponse(input: TicketCreateInput, options?: TicketCallOptions): Promise<TicketCreateResponse>
  }

  /**
   * Reads a ticket.
   * `GET /v1/tickets/:id`, retried after transient failures.
   * Authority: public. Errors: invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly get: {
    (input: TicketGetInput, options?: TicketCallOptions): Promise<TicketGetOutput>
    /** The same with status and headers. */
    withResponse(input: TicketGetInput, options?: TicketCallOptions): Promise<TicketGetResponse>
  }

  /**
   * Lists the tickets that the caller may see.
   * `GET /v1/tickets`, retried after transient failures.
   * Authority: authenticated. Errors: invalid_input (400), unauthenticated (401), internal (500).
   */
  readonly list: {
    (input?: TicketListInput, options?: TicketCallOptions): Promise<TicketListOutput>
    /** The same with status and headers. */
    withResponse(input?: TicketListInput, options?: TicketCallOptions): Promise<TicketListResponse>
  }
  /** The items of all pages of `list`, from the cursor of the input on. */
  readonly listAll: (input?: TicketListInput, options?: TicketCallOptions) => AsyncIterable<Ticket>

  /**
   * Performs "assign" on a ticket.
   * `POST /v1/tickets/:id/assign`.
   * Authority: scope:desk. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden
   * (403), not_found (404), payload_too_large (413), unsupported_media_type (415), internal (500).
   */
  readonly assign: {
    (input: TicketAssignInput, options?: TicketCallOptions): Promise<TicketAssignOutput>
    /** The same with status and headers. */
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
    /** The same with status and headers. */
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
    /** The same with status and headers. */
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
    /** The same with status and headers. */
    withResponse(input: TicketArchiveInput, options?: TicketCallOptions): Promise<TicketArchiveResponse>
  }

  /**
   * Removes a ticket.
   * `DELETE /v1/tickets/:id`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly delete: {
    (input: TicketDeleteInput, options?: TicketCallOptions): Promise<TicketDeleteOutput>
    /** The same with status and headers. */
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
  /** A protocol prescribes the body of a refusal, which then says no code: the status tells it. */
  readonly codesByStatus: boolean
}

type Input = Readonly<Record<string, unknown>>

const partOf = (operation: Operation, input: Input, part: 'query' | 'headers'): Input =>
  operation.nested.includes(part) ? ((input[part] ?? {}) as Input) : input

const pathOf = (operation: Operation, input: Input): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const text = String(input[parameter] ?? '')
    // These would make another path of it.
    if (text === '' || text === '.' || text === '..') {
      throw new TypeError(operation.name + ': "' + text + '" cannot stand in the path as ' + parameter)
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

/** U+FFFD is escaped, because a service takes it for the trace of bytes that were not UTF-8. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll('\uFFFD', '\\ufffd')

const bodyOf = (operation: Operation, input: Input): RequestInit['body'] | undefined => {
  if (operation.body === 'none') return undefined
  if (operation.body === 'raw') return input['body'] as RequestInit['body']
  if (operation.body === 'json') return input['body'] === undefined ? undefined : jsonOf(input['body'])
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const elsewhere = new Set([...path, ...operation.query, ...operation.headers, ...operation.nested])
  return jsonOf(Object.fromEntries(Object.entries(input).filter(([field]) => !elsewhere.has(field))))
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
  // One key for all attempts of a call, so that the service does the work once.
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
  const isOnce = body instanceof ReadableStream
  // fetch requires this for a body that is produced while it is sent.
  if (isOnce) Object.assign(init, { duplex: 'half' })
  // A redirection that the contract declares is an answer, not a way to go.
  if (operation.statuses.some((status) => status >= 300 && status !== 304)) init.redirect = 'manual'
  return { url, init, headers, isOnce }
}

const DEFAULT_RETRIES = 2
const DEFAULT_TIMEOUT_MS = 60_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8_000
/** Statuses that may be better at the next attempt. */
const transient = [429, 502, 503, 504]

interface Outcome {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Seconds from a number of them or from an HTTP date (RFC 9110 10.2.3). */
const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const codeOf = (operation: Operation, status: number): string | undefined =>
  operation.codesByStatus ? Object.entries(operation.errors).find(([, declared]) => declared === status)?.[0] : undefined

const apiErrorOf = (operation: Operation, response: Response, text: string): TicketApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new TicketApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new TicketApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
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
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })

/** One attempt. Errors of fetch become network errors; an abort of the call stays as it is. */
const attempt = async (
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

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: TicketApiError | TicketNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof TicketApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: TicketClientOptions,
  operation: Operation,
  input: Input,
  call: TicketCallOptions,
  signal: AbortSignal,
  deadline: number,
): Promise<Outcome> => {
  const { url, init, headers, isOnce } = requestOf(options, operation, input, call)
  const retries = operation.mayRepeat && !isOnce ? (options.retries ?? DEFAULT_RETRIES) : 0
  for (let tried = 0; ; tried += 1) {
    const credential = typeof options.credential === 'function' ? await options.credential() : options.credential
    if (operation.sendsCredential && credential !== undefined) headers.set('authorization', 'Bearer ' + credential)
    const result = await attempt(options, operation, url, init, signal)
    if (!(result instanceof Error)) return result
    const isTransient = result instanceof TicketNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: TicketClientOptions,
  operation: Operation,
  input: Input,
  call: TicketCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new TicketTimeoutError(operation.name, timeout)), timeout)
  const abort = () => ending.abort(call.signal?.reason)
  if (call.signal?.aborted) abort()
  call.signal?.addEventListener('abort', abort, { once: true })
  let isReading = false
  try {
    ending.signal.throwIfAborted()
    // Neither a credential that is never given nor a fetch that hears of no signal may hold the caller.
    const ended = new Promise<never>((_, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true })
    })
    const work = attempts(options, operation, input, call, ending.signal, Date.now() + timeout)
    const outcome = await Promise.race([work, ended])
    isReading = operation.isRaw
    return outcome
  } finally {
    clearTimeout(timer)
    // The reader of a stream may still end it.
    if (!isReading) call.signal?.removeEventListener('abort', abort)
  }
}

const method = <Output, Whole>(options: TicketClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: TicketCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: TicketCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: TicketCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: TicketCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: TicketCallOptions | undefined,
  items: string,
  next: string,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<unknown>()
  let cursor = ((input ?? {}) as Input)['cursor']
  for (;;) {
    seen.add(cursor)
    const page = (await list({ ...input, cursor }, call)) as Input
    yield* page[items] as readonly Item[]
    cursor = page[next]
    if (cursor === undefined || cursor === null || cursor === '') return
    if (seen.has(cursor)) throw new Error('The service gave the cursor ' + String(cursor) + ' a second time')
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

/** The declared refusals of each operation. */
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

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isTicketError = <Name extends keyof TicketErrors>(
  operation: Name,
  error: unknown,
): error is TicketErrors[Name] => {
  if (!(error instanceof TicketApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of ticket: methods can be taken off it, and it keeps no connection of its own. */
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
