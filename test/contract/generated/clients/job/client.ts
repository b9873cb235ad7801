// Generated from the contract "job" 2.1.0 by @signet/contracts; do not edit.

/** One request for an image and what became of it. */
export interface Job {
  readonly job_id: string
  readonly state: 'queued' | 'processing' | 'encoding' | 'completed' | 'failed' | 'failed_encoding'
  readonly prompt: string
  readonly seed: number | null
  readonly asset_url: string | null
  readonly created_at: string
  readonly tags: readonly string[]
}

export interface JobClientOptions {
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

export interface JobCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Overrides the timeout of the client, in milliseconds. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of an error. A body that is not JSON has the code "unknown". */
export interface JobErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service responded with an error. */
export class JobApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'JobApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" if the body has none, "invalid_response" for a success with an invalid body. */
  readonly code: Code
  readonly body: JobErrorBody & Extras
  /** Seconds to wait, from the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: JobErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No response arrived: DNS lookup or connection failed, or the connection broke. The cause is the error of fetch. */
export class JobNetworkError extends Error {
  override readonly name: string = 'JobNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no response arrived', { cause })
    this.operation = operation
  }
}

/** The call exceeded its timeout. */
export class JobTimeoutError extends Error {
  override readonly name: string = 'JobTimeoutError'
  readonly operation: string
  /** Timeout in milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no response within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /v2/generate`. */
export interface JobGenerateInput {
  readonly prompt: string
  readonly seed?: number | undefined
  /** Default: "webp" */
  readonly output_format?: 'png' | 'webp' | undefined
  readonly 'idempotency-key'?: string | undefined
}

/**
 * Painted.
 * The request was accepted; the work continues in the background.
 */
export type JobGenerateOutput = Job

export type JobGenerateResponse =
  | { readonly status: 201; readonly headers: Headers; readonly body: Job }
  | { readonly status: 202; readonly headers: Headers; readonly body: Job }

/** Errors that `generate` declares, distinguished by `code`. */
export type JobGenerateError =
  | JobApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | JobApiError<400, 'invalid_json'>
  | JobApiError<401, 'unauthenticated'>
  | JobApiError<403, 'model_locked', { readonly upgrade?: string }>
  | JobApiError<413, 'payload_too_large', { readonly limit: number }>
  | JobApiError<415, 'unsupported_media_type'>
  | JobApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | JobApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /v2/jobs/:id`. */
export interface JobGetInput {
  readonly id: string
}

/** The result. */
export type JobGetOutput = Job

export type JobGetResponse = { readonly status: 200; readonly headers: Headers; readonly body: JobGetOutput }

/** Errors that `get` declares, distinguished by `code`. */
export type JobGetError =
  | JobApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | JobApiError<401, 'unauthenticated'>
  | JobApiError<404, 'not_found'>
  | JobApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /v2/jobs`. */
export interface JobListInput {
  readonly state?: 'queued' | 'completed' | undefined
  /** Default: 20 */
  readonly limit?: number | undefined
}

/** A page of results */
export type JobListOutput = {
  readonly items: readonly Job[]
  readonly next_cursor: string | null
}

export type JobListResponse = { readonly status: 200; readonly headers: Headers; readonly body: JobListOutput }

/** Errors that `list` declares, distinguished by `code`. */
export type JobListError =
  | JobApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | JobApiError<401, 'unauthenticated'>
  | JobApiError<500, 'internal', { readonly request_id: string }>

/** Input of `DELETE /v2/jobs/:id`. */
export interface JobDeleteInput {
  readonly id: string
}

/** The operation succeeded; the response has no body. */
export type JobDeleteOutput = undefined

export type JobDeleteResponse = { readonly status: 204; readonly headers: Headers; readonly body: JobDeleteOutput }

/** Errors that `delete` declares, distinguished by `code`. */
export type JobDeleteError =
  | JobApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | JobApiError<401, 'unauthenticated'>
  | JobApiError<403, 'forbidden'>
  | JobApiError<404, 'not_found'>
  | JobApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /v2/jobs/:id/retry`. */
export interface JobRetryInput {
  readonly id: string
  readonly seed?: number | undefined
}

/** The result. */
export type JobRetryOutput = Job

export type JobRetryResponse = { readonly status: 200; readonly headers: Headers; readonly body: JobRetryOutput }

/** Errors that `retry` declares, distinguished by `code`. */
export type JobRetryError =
  | JobApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | JobApiError<400, 'invalid_json'>
  | JobApiError<401, 'unauthenticated'>
  | JobApiError<403, 'forbidden'>
  | JobApiError<404, 'not_found'>
  | JobApiError<409, 'invalid_transition', { readonly state: string; readonly allowed: readonly string[] }>
  | JobApiError<413, 'payload_too_large', { readonly limit: number }>
  | JobApiError<415, 'unsupported_media_type'>
  | JobApiError<500, 'internal', { readonly request_id: string }>

/** A request for an image. */
export interface JobClient {
  /**
   * Creates a job.
   * `POST /v2/generate`, retried after transient failures.
   * Authority: public. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), model_locked (403),
   * payload_too_large (413), unsupported_media_type (415), quota_exceeded (429), internal (500).
   */
  readonly generate: {
    (input: JobGenerateInput, options?: JobCallOptions): Promise<JobGenerateOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: JobGenerateInput, options?: JobCallOptions): Promise<JobGenerateResponse>
  }

  /**
   * Returns a job.
   * `GET /v2/jobs/:id`, retried after transient failures.
   * Authority: authenticated. Errors: invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly get: {
    (input: JobGetInput, options?: JobCallOptions): Promise<JobGetOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: JobGetInput, options?: JobCallOptions): Promise<JobGetResponse>
  }

  /**
   * Lists the jobs that the caller can access.
   * `GET /v2/jobs`, retried after transient failures.
   * Authority: authenticated. Errors: invalid_input (400), unauthenticated (401), internal (500).
   */
  readonly list: {
    (input?: JobListInput, options?: JobCallOptions): Promise<JobListOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input?: JobListInput, options?: JobCallOptions): Promise<JobListResponse>
  }

  /**
   * Deletes a job.
   * `DELETE /v2/jobs/:id`, retried after transient failures.
   * Authority: policy:owner. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * internal (500).
   */
  readonly delete: {
    (input: JobDeleteInput, options?: JobCallOptions): Promise<JobDeleteOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: JobDeleteInput, options?: JobCallOptions): Promise<JobDeleteResponse>
  }

  /**
   * Performs "retry" on a job.
   * `POST /v2/jobs/:id/retry`.
   * Authority: scope:generate. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden
   * (403), not_found (404), invalid_transition (409), payload_too_large (413), unsupported_media_type (415),
   * internal (500).
   */
  readonly retry: {
    (input: JobRetryInput, options?: JobCallOptions): Promise<JobRetryOutput>
    /** Resolves to the body with status and headers. */
    withResponse(input: JobRetryInput, options?: JobCallOptions): Promise<JobRetryResponse>
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
  options: JobClientOptions,
  operation: Operation,
  input: Input,
  call: JobCallOptions,
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

const requestOf = (options: JobClientOptions, operation: Operation, input: Input, call: JobCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): JobApiError => {
  const body = parseJson(text)
  const members = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof members['code'] === 'string' ? members['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const message = members['error'] ?? members['message']
  const error = typeof message === 'string' ? message : response.statusText || 'HTTP ' + response.status
  return new JobApiError(operation.name, response.status, { ...members, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parseJson(text)
  if (body !== undefined || !isJson) return body
  const error = 'the response is not the JSON that the contract declares'
  throw new JobApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** Reads a response. Returns an API error instead of throwing it, so that the caller can retry. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | JobApiError> => {
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
  options: JobClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | JobApiError | JobNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof JobApiError) return cause
    return new JobNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and at least Retry-After. */
const waitOf = (retry: number, failure: JobApiError | JobNetworkError): number => {
  const jittered = Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** retry)
  const retryAfter = failure instanceof JobApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(retryAfter, jittered)
}

const sendWithRetries = async (
  options: JobClientOptions,
  operation: Operation,
  input: Input,
  call: JobCallOptions,
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
    const isTransient = result instanceof JobNetworkError || retriedStatuses.includes(result.status)
    const wait = waitOf(retry, result)
    if (!isTransient || retry >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const performCall = async (
  options: JobClientOptions,
  operation: Operation,
  input: Input,
  call: JobCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new JobTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, FullResponse>(options: JobClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: JobCallOptions = {}): Promise<FullResponse> =>
    (await performCall(options, operation, input as Input, call)) as FullResponse
  const body = async (input: object = {}, call: JobCallOptions = {}): Promise<Output> =>
    (await performCall(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: JobCallOptions = {}): Promise<Response> =>
    (await performCall(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

const operations = {
  generate: {
    name: 'generate',
    method: 'POST',
    path: '/v2/generate',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, model_locked: 403, payload_too_large: 413, unsupported_media_type: 415, quota_exceeded: 429, internal: 500 },
    codesByStatus: false,
  },
  get: {
    name: 'get',
    method: 'GET',
    path: '/v2/jobs/{id}',
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
    path: '/v2/jobs',
    query: ['state', 'limit'],
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
  delete: {
    name: 'delete',
    method: 'DELETE',
    path: '/v2/jobs/{id}',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500 },
    codesByStatus: false,
  },
  retry: {
    name: 'retry',
    method: 'POST',
    path: '/v2/jobs/{id}/retry',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, invalid_transition: 409, payload_too_large: 413, unsupported_media_type: 415, internal: 500 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared errors of each operation. */
export interface JobErrors {
  readonly generate: JobGenerateError
  readonly get: JobGetError
  readonly list: JobListError
  readonly delete: JobDeleteError
  readonly retry: JobRetryError
}

/** Narrows a caught error to those that the operation declares. The `code` distinguishes them. */
export const isJobError = <Name extends keyof JobErrors>(
  operation: Name,
  error: unknown,
): error is JobErrors[Name] => {
  if (!(error instanceof JobApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** Creates a client of the contract "job". Its methods can be destructured; it holds no connections. */
export const createJobClient = (options: JobClientOptions): JobClient => {
  return {
    generate: method<JobGenerateOutput, JobGenerateResponse>(options, operations.generate),
    get: method<JobGetOutput, JobGetResponse>(options, operations.get),
    list: method<JobListOutput, JobListResponse>(options, operations.list),
    delete: method<JobDeleteOutput, JobDeleteResponse>(options, operations.delete),
    retry: method<JobRetryOutput, JobRetryResponse>(options, operations.retry),
  }
}
