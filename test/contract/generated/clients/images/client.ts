// Generated from the contract "images" 1.0.0 by @signet/contracts; do not edit.

export interface Tree {
  readonly name: string
  readonly children?: readonly Tree[] | undefined
}

export interface TreeInput {
  readonly name: string
  readonly children?: readonly TreeInput[] | undefined
}

export interface ImagesClientOptions {
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

export interface ImagesCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Overrides the timeout of the client, in milliseconds. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of an error. A body that is not JSON has the code "unknown". */
export interface ImagesErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service responded with an error. */
export class ImagesApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'ImagesApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" if the body has none, "invalid_response" for a success with an invalid body. */
  readonly code: Code
  readonly body: ImagesErrorBody & Extras
  /** Seconds to wait, from the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: ImagesErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No response arrived: DNS lookup or connection failed, or the connection broke. The cause is the error of fetch. */
export class ImagesNetworkError extends Error {
  override readonly name: string = 'ImagesNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no response arrived', { cause })
    this.operation = operation
  }
}

/** The call exceeded its timeout. */
export class ImagesTimeoutError extends Error {
  override readonly name: string = 'ImagesTimeoutError'
  readonly operation: string
  /** Timeout in milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no response within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `GET /v2/assets/:id`. */
export interface GetAssetInput {
  readonly id: string
  readonly preset?: 'thumbnail' | 'hero' | undefined
  readonly 'if-none-match'?: string | undefined
}

/**
 * The image.
 * The image is at another URL.
 * Unchanged.
 */
export type GetAssetOutput = Response

export type GetAssetResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Response }
  | { readonly status: 302; readonly headers: Headers; readonly body: Response }
  | { readonly status: 304; readonly headers: Headers; readonly body: Response }

/** Errors that `getAsset` declares, distinguished by `code`. */
export type GetAssetError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<404, 'not_found'>
  | ImagesApiError<410, 'asset_expired'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /v2/paint`. */
export interface PaintInput {
  readonly prompt: string
  /** Default: "1:1" */
  readonly aspect_ratio?: '1:1' | '3:2' | undefined
  readonly seed?: number | undefined
  readonly strength?: number | undefined
  readonly notify?: string | undefined
  readonly layers?: readonly {
    readonly name: string
    /** Default: 1 */
    readonly opacity?: number | undefined
  }[] | undefined
  readonly 'idempotency-key'?: string | undefined
}

/**
 * Painted.
 * Queued.
 */
export type PaintOutput = {
  readonly id: string
  readonly state: 'queued' | 'done'
}

export type PaintResponse =
  | { readonly status: 201; readonly headers: Headers; readonly body: {
      readonly id: string
      readonly state: 'queued' | 'done'
    } }
  | { readonly status: 202; readonly headers: Headers; readonly body: {
      readonly id: string
      readonly state: 'queued' | 'done'
    } }

/** Errors that `paint` declares, distinguished by `code`. */
export type PaintError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<400, 'invalid_json'>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<403, 'model_locked', { readonly upgrade?: string }>
  | ImagesApiError<413, 'payload_too_large', { readonly limit: number }>
  | ImagesApiError<415, 'unsupported_media_type'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /v2/things`. */
export interface SearchInput {
  readonly q: string
  /** Default: 20 */
  readonly limit?: number | undefined
  readonly ratio?: number | undefined
  readonly all?: boolean | undefined
  readonly tag?: readonly string[] | undefined
  readonly at?: number | 'now' | undefined
}

/** The found items. */
export type SearchOutput = {
  readonly items: readonly string[]
}

export type SearchResponse = { readonly status: 200; readonly headers: Headers; readonly body: SearchOutput }

/** Errors that `search` declares, distinguished by `code`. */
export type SearchError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>

/** Input of `PUT /v2/files/:id/parts/:part`. */
export interface UploadInput {
  readonly id: string
  readonly part: number
  readonly body: NonNullable<RequestInit['body']>
}

/** Stored. */
export type UploadOutput = undefined

export type UploadResponse = { readonly status: 204; readonly headers: Headers; readonly body: UploadOutput }

/** Errors that `upload` declares, distinguished by `code`. */
export type UploadError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<413, 'payload_too_large', { readonly limit: number }>
  | ImagesApiError<415, 'unsupported_media_type'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /authorize`. */
export interface AuthorizeInput {
  readonly redirect_uri: string
}

/** The redirect. */
export type AuthorizeOutput = undefined

export type AuthorizeResponse = { readonly status: 302; readonly headers: Headers; readonly body: AuthorizeOutput }

/** Errors that `authorize` declares, distinguished by `code`. */
export type AuthorizeError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /v2/events`. */
export type WatchEventsInput = Readonly<Record<string, never>>

/** Events. */
export type WatchEventsOutput = Response

export type WatchEventsResponse = { readonly status: 200; readonly headers: Headers; readonly body: WatchEventsOutput }

/** Errors that `watchEvents` declares, distinguished by `code`. */
export type WatchEventsError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>

/** Input of `PUT /v2/tree`. */
export interface PutTreeInput {
  readonly body: {
    readonly type: 'tree'
    readonly tree: TreeInput
  } | {
    readonly type: 'none'
    readonly note: string | null
    readonly more?: { readonly [key: string]: unknown } | undefined
  }
}

/**
 * As stored.
 * Nothing stored.
 */
export type PutTreeOutput = Tree | undefined

export type PutTreeResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Tree }
  | { readonly status: 204; readonly headers: Headers; readonly body: undefined }

/** Errors that `putTree` declares, distinguished by `code`. */
export type PutTreeError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<400, 'invalid_json'>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<413, 'payload_too_large', { readonly limit: number }>
  | ImagesApiError<415, 'unsupported_media_type'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>

/** Images and files. */
export interface ImagesClient {
  /**
   * Download an image.
   * Streams the image, or a resized variant of it.
   * `GET /v2/assets/:id`, retried after transient failures.
   * Authority: public. Errors: invalid_input (400), unauthenticated (401), not_found (404), asset_expired (410),
   * internal (500).
   */
  readonly getAsset: {
    (input: GetAssetInput, options?: ImagesCallOptions): Promise<GetAssetOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: GetAssetInput, options?: ImagesCallOptions): Promise<GetAssetResponse>
  }

  /**
   * Paints an image.
   * `POST /v2/paint`, retried after transient failures.
   * Authority: scope:generate. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden
   * (403), model_locked (403), payload_too_large (413), unsupported_media_type (415), internal (500).
   */
  readonly paint: {
    (input: PaintInput, options?: ImagesCallOptions): Promise<PaintOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: PaintInput, options?: ImagesCallOptions): Promise<PaintResponse>
  }

  /**
   * Finds things.
   * `GET /v2/things`, retried after transient failures.
   * Authority: authenticated. Errors: invalid_input (400), unauthenticated (401), internal (500).
   */
  readonly search: {
    (input: SearchInput, options?: ImagesCallOptions): Promise<SearchOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: SearchInput, options?: ImagesCallOptions): Promise<SearchResponse>
  }

  /**
   * Stores a part of a file.
   * `PUT /v2/files/:id/parts/:part`.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), payload_too_large (413),
   * unsupported_media_type (415), internal (500).
   */
  readonly upload: {
    (input: UploadInput, options?: ImagesCallOptions): Promise<UploadOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: UploadInput, options?: ImagesCallOptions): Promise<UploadResponse>
  }

  /**
   * Redirects the browser.
   * `GET /authorize`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), internal (500).
   */
  readonly authorize: {
    (input: AuthorizeInput, options?: ImagesCallOptions): Promise<AuthorizeOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: AuthorizeInput, options?: ImagesCallOptions): Promise<AuthorizeResponse>
  }

  /**
   * Server-sent events.
   * `GET /v2/events`, retried after transient failures.
   * Authority: authenticated. Errors: invalid_input (400), unauthenticated (401), internal (500).
   */
  readonly watchEvents: {
    (input?: WatchEventsInput, options?: ImagesCallOptions): Promise<WatchEventsOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input?: WatchEventsInput, options?: ImagesCallOptions): Promise<WatchEventsResponse>
  }

  /**
   * A recursive and a tagged shape.
   * `PUT /v2/tree`.
   * Authority: authenticated. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * payload_too_large (413), unsupported_media_type (415), internal (500).
   */
  readonly putTree: {
    (input: PutTreeInput, options?: ImagesCallOptions): Promise<PutTreeOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: PutTreeInput, options?: ImagesCallOptions): Promise<PutTreeResponse>
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
  options: ImagesClientOptions,
  operation: Operation,
  input: Input,
  call: ImagesCallOptions,
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

const requestOf = (options: ImagesClientOptions, operation: Operation, input: Input, call: ImagesCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): ImagesApiError => {
  const body = parseJson(text)
  const members = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof members['code'] === 'string' ? members['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const message = members['error'] ?? members['message']
  const error = typeof message === 'string' ? message : response.statusText || 'HTTP ' + response.status
  return new ImagesApiError(operation.name, response.status, { ...members, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parseJson(text)
  if (body !== undefined || !isJson) return body
  const error = 'the response is not the JSON that the contract declares'
  throw new ImagesApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** Reads a response. Returns an API error instead of throwing it, so that the caller can retry. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | ImagesApiError> => {
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
  options: ImagesClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | ImagesApiError | ImagesNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof ImagesApiError) return cause
    return new ImagesNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and at least Retry-After. */
const waitOf = (retry: number, failure: ImagesApiError | ImagesNetworkError): number => {
  const jittered = Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** retry)
  const retryAfter = failure instanceof ImagesApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(retryAfter, jittered)
}

const sendWithRetries = async (
  options: ImagesClientOptions,
  operation: Operation,
  input: Input,
  call: ImagesCallOptions,
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
    const isTransient = result instanceof ImagesNetworkError || retriedStatuses.includes(result.status)
    const wait = waitOf(retry, result)
    if (!isTransient || retry >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const performCall = async (
  options: ImagesClientOptions,
  operation: Operation,
  input: Input,
  call: ImagesCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new ImagesTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, FullResponse>(options: ImagesClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: ImagesCallOptions = {}): Promise<FullResponse> =>
    (await performCall(options, operation, input as Input, call)) as FullResponse
  const body = async (input: object = {}, call: ImagesCallOptions = {}): Promise<Output> =>
    (await performCall(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: ImagesCallOptions = {}): Promise<Response> =>
    (await performCall(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

const operations = {
  getAsset: {
    name: 'getAsset',
    method: 'GET',
    path: '/v2/assets/{id}',
    query: ['preset'],
    headers: ['if-none-match'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 302, 304],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, unauthenticated: 401, not_found: 404, asset_expired: 410, internal: 500 },
    codesByStatus: false,
  },
  paint: {
    name: 'paint',
    method: 'POST',
    path: '/v2/paint',
    query: [],
    headers: ['idempotency-key'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: true,
    statuses: [201, 202],
    json: [201, 202],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, model_locked: 403, payload_too_large: 413, unsupported_media_type: 415, internal: 500 },
    codesByStatus: false,
  },
  search: {
    name: 'search',
    method: 'GET',
    path: '/v2/things',
    query: ['q', 'limit', 'ratio', 'all', 'tag', 'at'],
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
  upload: {
    name: 'upload',
    method: 'PUT',
    path: '/v2/files/{id}/parts/{part}',
    query: [],
    headers: [],
    nested: [],
    body: 'raw',
    mediaType: 'application/octet-stream',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, payload_too_large: 413, unsupported_media_type: 415, internal: 500 },
    codesByStatus: false,
  },
  authorize: {
    name: 'authorize',
    method: 'GET',
    path: '/authorize',
    query: ['redirect_uri'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [302],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, internal: 500 },
    codesByStatus: false,
  },
  watchEvents: {
    name: 'watchEvents',
    method: 'GET',
    path: '/v2/events',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, unauthenticated: 401, internal: 500 },
    codesByStatus: false,
  },
  putTree: {
    name: 'putTree',
    method: 'PUT',
    path: '/v2/tree',
    query: [],
    headers: [],
    nested: [],
    body: 'json',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200, 204],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, payload_too_large: 413, unsupported_media_type: 415, internal: 500 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared errors of each operation. */
export interface ImagesErrors {
  readonly getAsset: GetAssetError
  readonly paint: PaintError
  readonly search: SearchError
  readonly upload: UploadError
  readonly authorize: AuthorizeError
  readonly watchEvents: WatchEventsError
  readonly putTree: PutTreeError
}

/** Narrows a caught error to those that the operation declares. The `code` distinguishes them. */
export const isImagesError = <Name extends keyof ImagesErrors>(
  operation: Name,
  error: unknown,
): error is ImagesErrors[Name] => {
  if (!(error instanceof ImagesApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** Creates a client of the contract "images". Its methods can be destructured; it holds no connections. */
export const createImagesClient = (options: ImagesClientOptions): ImagesClient => {
  return {
    getAsset: method<GetAssetOutput, GetAssetResponse>(options, operations.getAsset),
    paint: method<PaintOutput, PaintResponse>(options, operations.paint),
    search: method<SearchOutput, SearchResponse>(options, operations.search),
    upload: method<UploadOutput, UploadResponse>(options, operations.upload),
    authorize: method<AuthorizeOutput, AuthorizeResponse>(options, operations.authorize),
    watchEvents: method<WatchEventsOutput, WatchEventsResponse>(options, operations.watchEvents),
    putTree: method<PutTreeOutput, PutTreeResponse>(options, operations.putTree),
  }
}
