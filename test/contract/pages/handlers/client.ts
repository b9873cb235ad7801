// Generated from the contract "note" 1.0.0 by @signet/contracts; do not edit.

export interface Note {
  readonly id: string
  readonly state: 'draft' | 'sent'
  readonly text: string
}

export interface NoteClientOptions {
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

export interface NoteCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Overrides the timeout of the client, in milliseconds. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of an error. A body that is not JSON has the code "unknown". */
export interface NoteErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service responded with an error. */
export class NoteApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'NoteApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" if the body has none, "invalid_response" for a success with an invalid body. */
  readonly code: Code
  readonly body: NoteErrorBody & Extras
  /** Seconds to wait, from the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: NoteErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No response arrived: DNS lookup or connection failed, or the connection broke. The cause is the error of fetch. */
export class NoteNetworkError extends Error {
  override readonly name: string = 'NoteNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no response arrived', { cause })
    this.operation = operation
  }
}

/** The call exceeded its timeout. */
export class NoteTimeoutError extends Error {
  override readonly name: string = 'NoteTimeoutError'
  readonly operation: string
  /** Timeout in milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no response within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /v1/notes`. */
export interface NoteCreateInput {
  readonly text: string
}

/** The resource was created. */
export type NoteCreateOutput = Note

export type NoteCreateResponse = { readonly status: 201; readonly headers: Headers; readonly body: NoteCreateOutput }

/** Errors that `create` declares, distinguished by `code`. */
export type NoteCreateError =
  | NoteApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NoteApiError<400, 'invalid_json'>
  | NoteApiError<401, 'unauthenticated'>
  | NoteApiError<413, 'payload_too_large', { readonly limit: number }>
  | NoteApiError<415, 'unsupported_media_type'>
  | NoteApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /v1/notes/:id`. */
export interface NoteGetInput {
  readonly id: string
}

/** The result. */
export type NoteGetOutput = Note

export type NoteGetResponse = { readonly status: 200; readonly headers: Headers; readonly body: NoteGetOutput }

/** Errors that `get` declares, distinguished by `code`. */
export type NoteGetError =
  | NoteApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NoteApiError<401, 'unauthenticated'>
  | NoteApiError<404, 'not_found'>
  | NoteApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /v1/notes`. */
export interface NoteListInput {
  readonly cursor?: string | undefined
}

/** A page of results */
export type NoteListOutput = {
  readonly items: readonly Note[]
  readonly next_cursor: string | null
}

export type NoteListResponse = { readonly status: 200; readonly headers: Headers; readonly body: NoteListOutput }

/** Errors that `list` declares, distinguished by `code`. */
export type NoteListError =
  | NoteApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NoteApiError<401, 'unauthenticated'>
  | NoteApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /v1/notes/:id/send`. */
export interface NoteSendInput {
  readonly id: string
}

/** The result. */
export type NoteSendOutput = Note

export type NoteSendResponse = { readonly status: 200; readonly headers: Headers; readonly body: NoteSendOutput }

/** Errors that `send` declares, distinguished by `code`. */
export type NoteSendError =
  | NoteApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NoteApiError<401, 'unauthenticated'>
  | NoteApiError<403, 'forbidden'>
  | NoteApiError<404, 'not_found'>
  | NoteApiError<409, 'invalid_transition', { readonly state: string; readonly allowed: readonly string[] }>
  | NoteApiError<500, 'internal', { readonly request_id: string }>

/** A note that can be sent once. */
export interface NoteClient {
  /**
   * Creates a note.
   * `POST /v1/notes`.
   * Authority: authenticated. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * payload_too_large (413), unsupported_media_type (415), internal (500).
   */
  readonly create: {
    (input: NoteCreateInput, options?: NoteCallOptions): Promise<NoteCreateOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: NoteCreateInput, options?: NoteCallOptions): Promise<NoteCreateResponse>
  }

  /**
   * Returns a note.
   * `GET /v1/notes/:id`, retried after transient failures.
   * Authority: public. Errors: invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly get: {
    (input: NoteGetInput, options?: NoteCallOptions): Promise<NoteGetOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: NoteGetInput, options?: NoteCallOptions): Promise<NoteGetResponse>
  }

  /**
   * Lists the notes that the caller can access.
   * `GET /v1/notes`, retried after transient failures.
   * Authority: public. Errors: invalid_input (400), unauthenticated (401), internal (500).
   */
  readonly list: {
    (input?: NoteListInput, options?: NoteCallOptions): Promise<NoteListOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input?: NoteListInput, options?: NoteCallOptions): Promise<NoteListResponse>
  }
  /** Iterates over the items of all pages of `list`, starting at the cursor of the input. */
  readonly listAll: (input?: NoteListInput, options?: NoteCallOptions) => AsyncIterable<Note>

  /**
   * Performs "send" on a note.
   * `POST /v1/notes/:id/send`.
   * Authority: scope:send. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * invalid_transition (409), internal (500).
   */
  readonly send: {
    (input: NoteSendInput, options?: NoteCallOptions): Promise<NoteSendOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: NoteSendInput, options?: NoteCallOptions): Promise<NoteSendResponse>
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
  options: NoteClientOptions,
  operation: Operation,
  input: Input,
  call: NoteCallOptions,
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

const requestOf = (options: NoteClientOptions, operation: Operation, input: Input, call: NoteCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): NoteApiError => {
  const body = parseJson(text)
  const members = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof members['code'] === 'string' ? members['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const message = members['error'] ?? members['message']
  const error = typeof message === 'string' ? message : response.statusText || 'HTTP ' + response.status
  return new NoteApiError(operation.name, response.status, { ...members, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parseJson(text)
  if (body !== undefined || !isJson) return body
  const error = 'the response is not the JSON that the contract declares'
  throw new NoteApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** Reads a response. Returns an API error instead of throwing it, so that the caller can retry. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | NoteApiError> => {
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
  options: NoteClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | NoteApiError | NoteNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof NoteApiError) return cause
    return new NoteNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and at least Retry-After. */
const waitOf = (retry: number, failure: NoteApiError | NoteNetworkError): number => {
  const jittered = Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** retry)
  const retryAfter = failure instanceof NoteApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(retryAfter, jittered)
}

const sendWithRetries = async (
  options: NoteClientOptions,
  operation: Operation,
  input: Input,
  call: NoteCallOptions,
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
    const isTransient = result instanceof NoteNetworkError || retriedStatuses.includes(result.status)
    const wait = waitOf(retry, result)
    if (!isTransient || retry >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const performCall = async (
  options: NoteClientOptions,
  operation: Operation,
  input: Input,
  call: NoteCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new NoteTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, FullResponse>(options: NoteClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: NoteCallOptions = {}): Promise<FullResponse> =>
    (await performCall(options, operation, input as Input, call)) as FullResponse
  const body = async (input: object = {}, call: NoteCallOptions = {}): Promise<Output> =>
    (await performCall(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: NoteCallOptions = {}): Promise<Response> =>
    (await performCall(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** Yields the items of all pages, which are fetched on demand. A repeated cursor throws an error. */
async function* pages<Item>(
  list: (input?: object, call?: NoteCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: NoteCallOptions | undefined,
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
    path: '/v1/notes',
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
    path: '/v1/notes/{id}',
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
    path: '/v1/notes',
    query: ['cursor'],
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
  send: {
    name: 'send',
    method: 'POST',
    path: '/v1/notes/{id}/send',
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
} as const satisfies Readonly<Record<string, Operation>>

/** The declared errors of each operation. */
export interface NoteErrors {
  readonly create: NoteCreateError
  readonly get: NoteGetError
  readonly list: NoteListError
  readonly send: NoteSendError
}

/** Narrows a caught error to those that the operation declares. The `code` distinguishes them. */
export const isNoteError = <Name extends keyof NoteErrors>(
  operation: Name,
  error: unknown,
): error is NoteErrors[Name] => {
  if (!(error instanceof NoteApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** Creates a client of the contract "note". Its methods can be destructured; it holds no connections. */
export const createNoteClient = (options: NoteClientOptions): NoteClient => {
  return {
    create: method<NoteCreateOutput, NoteCreateResponse>(options, operations.create),
    get: method<NoteGetOutput, NoteGetResponse>(options, operations.get),
    list: method<NoteListOutput, NoteListResponse>(options, operations.list),
    listAll: (input, call) =>
      pages(method(options, operations.list), input, call, 'items', 'next_cursor'),
    send: method<NoteSendOutput, NoteSendResponse>(options, operations.send),
  }
}
