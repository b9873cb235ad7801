// Made from the contract "platform-images" 2.1.0 by @signet/contracts; changes are lost when it is made again.

export interface PlatformImagesClientOptions {
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

export interface PlatformImagesCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface PlatformImagesErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class PlatformImagesApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'PlatformImagesApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: PlatformImagesErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: PlatformImagesErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class PlatformImagesNetworkError extends Error {
  override readonly name: string = 'PlatformImagesNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class PlatformImagesTimeoutError extends Error {
  override readonly name: string = 'PlatformImagesTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /api/images/generate`. */
export interface GenerateImageInput {
  /** Description of the image */
  readonly prompt: string
  /** Default: "standard" */
  readonly quality_tier?: 'draft' | 'standard' | 'premium' | 'ultra' | 'ultra_plus' | undefined
  /** Content to avoid; effective for drafts only */
  readonly negative_prompt?: string | undefined
  /** Use the same key for every retry of one image; it is remembered for 24 hours */
  readonly 'idempotency-key'?: string | undefined
}

/** The image is drawn, or will be */
export type GenerateImageOutput = {
  readonly id: string
  /** The same id at the image service */
  readonly job_id: string
  readonly state: 'pending' | 'processing' | 'completed' | 'failed'
  readonly original_prompt: string
  /** Prompt for the model */
  readonly final_prompt: string
  /** Address of the image; null until it is completed */
  readonly asset_url: string | null
  readonly created_at: string
  /** From 80 percent of the cycle’s images on */
  readonly warning?: {
    readonly meter: 'images'
    readonly used: number
    readonly limit: number
  } | undefined
}

export type GenerateImageResponse = { readonly status: 201; readonly headers: Headers; readonly body: GenerateImageOutput }

/** Refusals that `generateImage` declares; `code` tells them apart. */
export type GenerateImageError =
  | PlatformImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | PlatformImagesApiError<400, 'invalid_json'>
  | PlatformImagesApiError<401, 'unauthenticated'>
  | PlatformImagesApiError<402, 'plan_required', { readonly upgrade?: string }>
  | PlatformImagesApiError<403, 'forbidden'>
  | PlatformImagesApiError<403, 'model_locked', { readonly upgrade?: string }>
  | PlatformImagesApiError<409, 'idempotency_in_progress'>
  | PlatformImagesApiError<413, 'payload_too_large', { readonly limit: number }>
  | PlatformImagesApiError<415, 'unsupported_media_type'>
  | PlatformImagesApiError<422, 'content_rejected'>
  | PlatformImagesApiError<422, 'idempotency_mismatch'>
  | PlatformImagesApiError<429, 'key_budget_exhausted'>
  | PlatformImagesApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | PlatformImagesApiError<429, 'rate_limited'>
  | PlatformImagesApiError<500, 'internal', { readonly request_id: string }>
  | PlatformImagesApiError<502, 'upstream_failed'>
  | PlatformImagesApiError<503, 'spend_ceiling'>
  | PlatformImagesApiError<503, 'unavailable'>

/** Input of `GET /api/images`. */
export interface ListImagesInput {
  /**
   * Images a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /**
   * Number of images to skip
   * Default: 0
   */
  readonly offset?: number | undefined
  /** Those only */
  readonly state?: 'pending' | 'processing' | 'completed' | 'failed' | undefined
}

/** A page */
export type ListImagesOutput = {
  readonly images: readonly {
    readonly id: string
    readonly prompt: string
    readonly quality_tier: 'draft' | 'standard' | 'premium' | 'ultra' | 'ultra_plus'
    readonly status: 'pending' | 'processing' | 'completed' | 'failed'
    /** Address of the image; null until it is completed */
    readonly image_url: string | null
    readonly created_at: string
  }[]
}

export type ListImagesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListImagesOutput }

/** Refusals that `listImages` declares; `code` tells them apart. */
export type ListImagesError =
  | PlatformImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | PlatformImagesApiError<401, 'unauthenticated'>
  | PlatformImagesApiError<403, 'forbidden'>
  | PlatformImagesApiError<500, 'internal', { readonly request_id: string }>
  | PlatformImagesApiError<502, 'upstream_failed'>
  | PlatformImagesApiError<503, 'unavailable'>

/** Input of `GET /api/images/:id`. */
export interface GetImageInput {
  /** Id of the image */
  readonly id: string
}

/** The image */
export type GetImageOutput = {
  readonly id: string
  readonly prompt: string
  readonly quality_tier: 'draft' | 'standard' | 'premium' | 'ultra' | 'ultra_plus'
  readonly status: 'pending' | 'processing' | 'completed' | 'failed'
  /** Address of the image; null until it is completed */
  readonly image_url: string | null
  readonly created_at: string
  /** Why there is no image */
  readonly error: string | null
}

export type GetImageResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetImageOutput }

/** Refusals that `getImage` declares; `code` tells them apart. */
export type GetImageError =
  | PlatformImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | PlatformImagesApiError<401, 'unauthenticated'>
  | PlatformImagesApiError<403, 'forbidden'>
  | PlatformImagesApiError<404, 'not_found'>
  | PlatformImagesApiError<500, 'internal', { readonly request_id: string }>
  | PlatformImagesApiError<502, 'upstream_failed'>
  | PlatformImagesApiError<503, 'unavailable'>

/** Input of `DELETE /api/images/:id`. */
export interface DeleteImageInput {
  /** Id of the image */
  readonly id: string
}

/** It is gone */
export type DeleteImageOutput = undefined

export type DeleteImageResponse = { readonly status: 204; readonly headers: Headers; readonly body: DeleteImageOutput }

/** Refusals that `deleteImage` declares; `code` tells them apart. */
export type DeleteImageError =
  | PlatformImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | PlatformImagesApiError<401, 'unauthenticated'>
  | PlatformImagesApiError<403, 'forbidden'>
  | PlatformImagesApiError<404, 'not_found'>
  | PlatformImagesApiError<409, 'still_processing'>
  | PlatformImagesApiError<500, 'internal', { readonly request_id: string }>
  | PlatformImagesApiError<502, 'upstream_failed'>
  | PlatformImagesApiError<503, 'unavailable'>

/** The routes of platform-images. */
export interface PlatformImagesClient {
  /**
   * Create an image.
   * Draws the prompt at the image service, and counts one image of the cycle; a failed image is not counted. For
   * draft and standard images the request waits up to 25 seconds.
   * `POST /api/images/generate`, retried after transient failures.
   * Authority: scope:images:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * plan_required (402), forbidden (403), model_locked (403), idempotency_in_progress (409), payload_too_large
   * (413), unsupported_media_type (415), content_rejected (422), idempotency_mismatch (422), key_budget_exhausted
   * (429), quota_exceeded (429), rate_limited (429), internal (500), upstream_failed (502), spend_ceiling (503),
   * unavailable (503).
   */
  readonly generateImage: {
    (input: GenerateImageInput, options?: PlatformImagesCallOptions): Promise<GenerateImageOutput>
    /** The same with status and headers. */
    withResponse(input: GenerateImageInput, options?: PlatformImagesCallOptions): Promise<GenerateImageResponse>
  }

  /**
   * List images.
   * Newest first, among the newest 2,000.
   * `GET /api/images`, retried after transient failures.
   * Authority: scope:images:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), upstream_failed (502), unavailable (503).
   */
  readonly listImages: {
    (input?: ListImagesInput, options?: PlatformImagesCallOptions): Promise<ListImagesOutput>
    /** The same with status and headers. */
    withResponse(input?: ListImagesInput, options?: PlatformImagesCallOptions): Promise<ListImagesResponse>
  }

  /**
   * An image.
   * The present state of the image.
   * `GET /api/images/:id`, retried after transient failures.
   * Authority: scope:images:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), upstream_failed (502), unavailable (503).
   */
  readonly getImage: {
    (input: GetImageInput, options?: PlatformImagesCallOptions): Promise<GetImageOutput>
    /** The same with status and headers. */
    withResponse(input: GetImageInput, options?: PlatformImagesCallOptions): Promise<GetImageResponse>
  }

  /**
   * Remove an image.
   * Removes the image and its files at once and permanently. It stays counted, unless drawing had not begun.
   * `DELETE /api/images/:id`.
   * Authority: scope:images:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), still_processing (409), internal (500), upstream_failed (502), unavailable (503).
   */
  readonly deleteImage: {
    (input: DeleteImageInput, options?: PlatformImagesCallOptions): Promise<DeleteImageOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteImageInput, options?: PlatformImagesCallOptions): Promise<DeleteImageResponse>
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
  options: PlatformImagesClientOptions,
  operation: Operation,
  input: Input,
  call: PlatformImagesCallOptions,
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

const requestOf = (options: PlatformImagesClientOptions, operation: Operation, input: Input, call: PlatformImagesCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): PlatformImagesApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : 'unknown'
  const error = typeof sent['error'] === 'string' ? sent['error'] : response.statusText || 'HTTP ' + response.status
  return new PlatformImagesApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new PlatformImagesApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | PlatformImagesApiError> => {
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
  options: PlatformImagesClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | PlatformImagesApiError | PlatformImagesNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof PlatformImagesApiError) return cause
    return new PlatformImagesNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: PlatformImagesApiError | PlatformImagesNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof PlatformImagesApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: PlatformImagesClientOptions,
  operation: Operation,
  input: Input,
  call: PlatformImagesCallOptions,
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
    const isTransient = result instanceof PlatformImagesNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: PlatformImagesClientOptions,
  operation: Operation,
  input: Input,
  call: PlatformImagesCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new PlatformImagesTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: PlatformImagesClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: PlatformImagesCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: PlatformImagesCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: PlatformImagesCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

const operations = {
  generateImage: {
    name: 'generateImage',
    method: 'POST',
    path: '/api/images/generate',
    query: [],
    headers: ['idempotency-key'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: true,
    statuses: [201],
    json: [201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, plan_required: 402, forbidden: 403, model_locked: 403, idempotency_in_progress: 409, payload_too_large: 413, unsupported_media_type: 415, content_rejected: 422, idempotency_mismatch: 422, key_budget_exhausted: 429, quota_exceeded: 429, rate_limited: 429, internal: 500, upstream_failed: 502, spend_ceiling: 503, unavailable: 503 },
  },
  listImages: {
    name: 'listImages',
    method: 'GET',
    path: '/api/images',
    query: ['limit', 'offset', 'state'],
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, internal: 500, upstream_failed: 502, unavailable: 503 },
  },
  getImage: {
    name: 'getImage',
    method: 'GET',
    path: '/api/images/{id}',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, upstream_failed: 502, unavailable: 503 },
  },
  deleteImage: {
    name: 'deleteImage',
    method: 'DELETE',
    path: '/api/images/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, still_processing: 409, internal: 500, upstream_failed: 502, unavailable: 503 },
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface PlatformImagesErrors {
  readonly generateImage: GenerateImageError
  readonly listImages: ListImagesError
  readonly getImage: GetImageError
  readonly deleteImage: DeleteImageError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isPlatformImagesError = <Name extends keyof PlatformImagesErrors>(
  operation: Name,
  error: unknown,
): error is PlatformImagesErrors[Name] => {
  if (!(error instanceof PlatformImagesApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of platform-images: methods can be taken off it, and it keeps no connection of its own. */
export const createPlatformImagesClient = (options: PlatformImagesClientOptions): PlatformImagesClient => {
  return {
    generateImage: method<GenerateImageOutput, GenerateImageResponse>(options, operations.generateImage),
    listImages: method<ListImagesOutput, ListImagesResponse>(options, operations.listImages),
    getImage: method<GetImageOutput, GetImageResponse>(options, operations.getImage),
    deleteImage: method<DeleteImageOutput, DeleteImageResponse>(options, operations.deleteImage),
  }
}
