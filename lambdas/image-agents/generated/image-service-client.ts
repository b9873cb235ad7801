// Made from the contract "service" 1.3.1 by @signet/contracts; changes are lost when it is made again.

export interface ModelEntry {
  readonly id: string
  readonly quality_tier: 'draft' | 'standard' | 'premium' | 'ultra' | 'ultra_plus'
  /** true: the default of the tier; false: an override */
  readonly is_default: boolean
  readonly provider: string
  readonly capabilities: {
    readonly txt2img: boolean
    readonly img2img: boolean
    readonly inpaint: boolean
    readonly negative_prompt: boolean
    readonly seed_control: boolean
  }
  readonly cost_tier: 'low' | 'medium' | 'high'
  readonly latency_class: 'fast' | 'medium' | 'slow'
  /** null: billed at the quality tier of the request */
  readonly credits_per_request: number | null
  readonly output_types: readonly ('png' | 'webp' | 'avif')[]
  readonly default_size: string
  readonly is_available: boolean
  readonly unlock_status?: UnlockStatus | undefined
  /** ISO 8601 date */
  readonly available_from: string | null
  /** ISO 8601 date of the model’s end */
  readonly retires_at: string | null
  /** Model to use instead */
  readonly replacement: string | null
}

export interface UnlockStatus {
  readonly type: 'community_milestone' | 'unlocked'
  /** Backers so far */
  readonly display_current: number
  /** Displayed goal of backers */
  readonly display_goal: number
  /** true: committed revenue unlocks; the displayed numbers are headcounts */
  readonly funded_basis: boolean
  readonly unlock_url: string
  /** Text for an agent to relay to its operator */
  readonly agent_hint: string
}

export interface ServiceClientOptions {
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

export interface ServiceCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface ServiceErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class ServiceApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'ServiceApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: ServiceErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: ServiceErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class ServiceNetworkError extends Error {
  override readonly name: string = 'ServiceNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class ServiceTimeoutError extends Error {
  override readonly name: string = 'ServiceTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `GET /v2/health`. */
export type GetHealthInput = Readonly<Record<string, never>>

/** The service is healthy */
export type GetHealthOutput = {
  /** ok if healthy */
  readonly status: string
  readonly version: string
}

export type GetHealthResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetHealthOutput }

/** Refusals that `getHealth` declares; `code` tells them apart. */
export type GetHealthError =
  | ServiceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ServiceApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /v2/models`. */
export interface ListModelsInput {
  /** Only models with this capability */
  readonly capability?: 'txt2img' | 'img2img' | 'inpaint' | 'negative_prompt' | 'seed_control' | undefined
}

/** The catalogue */
export type ListModelsOutput = {
  readonly models: readonly ModelEntry[]
}

export type ListModelsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListModelsOutput }

/** Refusals that `listModels` declares; `code` tells them apart. */
export type ListModelsError =
  | ServiceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ServiceApiError<401, 'unauthenticated'>
  | ServiceApiError<429, 'rate_limited'>
  | ServiceApiError<500, 'internal', { readonly request_id: string }>
  | ServiceApiError<503, 'unavailable'>

/** Input of `GET /v2/retention-policy`. */
export type GetRetentionPolicyInput = Readonly<Record<string, never>>

/** The policy in force */
export type GetRetentionPolicyOutput = {
  readonly generated_images: {
    /** Kind of data */
    readonly data: string
    /** Retention in seconds */
    readonly ttl_seconds: number
    readonly counted_from: 'creation' | 'job_completion'
  }
  readonly transient_inputs: {
    /** Kind of data */
    readonly data: string
    /** Retention in seconds */
    readonly ttl_seconds: number
    readonly counted_from: 'creation' | 'job_completion'
  }
  readonly job_history: {
    /** Kind of data */
    readonly data: string
    /** Retention in seconds */
    readonly ttl_seconds: number
    readonly counted_from: 'creation' | 'job_completion'
  }
  /** How to delete a job earlier */
  readonly deletion: string
}

export type GetRetentionPolicyResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetRetentionPolicyOutput }

/** Refusals that `getRetentionPolicy` declares; `code` tells them apart. */
export type GetRetentionPolicyError =
  | ServiceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ServiceApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /.well-known/oauth-protected-resource`. */
export type GetImageResourceInput = Readonly<Record<string, never>>

/** The metadata */
export type GetImageResourceOutput = {
  /** This service, as the value of `resource` at the authorization server */
  readonly resource: string
  readonly authorization_servers: readonly string[]
  readonly scopes_supported: readonly string[]
  readonly bearer_methods_supported: readonly ('header')[]
  readonly resource_name: string
}

export type GetImageResourceResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetImageResourceOutput }

/** Refusals that `getImageResource` declares; `code` tells them apart. */
export type GetImageResourceError =
  | ServiceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ServiceApiError<500, 'internal', { readonly request_id: string }>
  | ServiceApiError<503, 'unavailable'>

/** Health, catalogue, retention and protected resource metadata of the image service. */
export interface ServiceClient {
  /**
   * Health check.
   * Returns the status and the version of the service (spec 4.6).
   * `GET /v2/health`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly getHealth: {
    (input?: GetHealthInput, options?: ServiceCallOptions): Promise<GetHealthOutput>
    /** The same with status and headers. */
    withResponse(input?: GetHealthInput, options?: ServiceCallOptions): Promise<GetHealthResponse>
  }

  /**
   * List models.
   * Tier defaults, selectable overrides and frontier models with their unlock progress (spec 4.1).
   * `GET /v2/models`, retried after transient failures.
   * Authority: public. Errors: invalid_input (400), unauthenticated (401), rate_limited (429), internal (500),
   * unavailable (503).
   */
  readonly listModels: {
    (input?: ListModelsInput, options?: ServiceCallOptions): Promise<ListModelsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListModelsInput, options?: ServiceCallOptions): Promise<ListModelsResponse>
  }

  /**
   * Get the retention policy.
   * The authoritative retention policy: kinds of data, retention times, and how to delete data at once.
   * `GET /v2/retention-policy`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly getRetentionPolicy: {
    (input?: GetRetentionPolicyInput, options?: ServiceCallOptions): Promise<GetRetentionPolicyOutput>
    /** The same with status and headers. */
    withResponse(input?: GetRetentionPolicyInput, options?: ServiceCallOptions): Promise<GetRetentionPolicyResponse>
  }

  /**
   * Protected resource metadata.
   * Metadata of the image service as a resource that OAuth protects (RFC 9728): the authorization servers whose
   * tokens it accepts. Empty until the first token was issued.
   * `GET /.well-known/oauth-protected-resource`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500), unavailable (503).
   */
  readonly getImageResource: {
    (input?: GetImageResourceInput, options?: ServiceCallOptions): Promise<GetImageResourceOutput>
    /** The same with status and headers. */
    withResponse(input?: GetImageResourceInput, options?: ServiceCallOptions): Promise<GetImageResourceResponse>
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
  options: ServiceClientOptions,
  operation: Operation,
  input: Input,
  call: ServiceCallOptions,
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

const requestOf = (options: ServiceClientOptions, operation: Operation, input: Input, call: ServiceCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): ServiceApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : 'unknown'
  const error = typeof sent['error'] === 'string' ? sent['error'] : response.statusText || 'HTTP ' + response.status
  return new ServiceApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new ServiceApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | ServiceApiError> => {
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
  options: ServiceClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | ServiceApiError | ServiceNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof ServiceApiError) return cause
    return new ServiceNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: ServiceApiError | ServiceNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof ServiceApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: ServiceClientOptions,
  operation: Operation,
  input: Input,
  call: ServiceCallOptions,
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
    const isTransient = result instanceof ServiceNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: ServiceClientOptions,
  operation: Operation,
  input: Input,
  call: ServiceCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new ServiceTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: ServiceClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: ServiceCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: ServiceCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  return Object.assign(body, { withResponse })
}

const operations = {
  getHealth: {
    name: 'getHealth',
    method: 'GET',
    path: '/v2/health',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, internal: 500 },
  },
  listModels: {
    name: 'listModels',
    method: 'GET',
    path: '/v2/models',
    query: ['capability'],
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
    errors: { invalid_input: 400, unauthenticated: 401, rate_limited: 429, internal: 500, unavailable: 503 },
  },
  getRetentionPolicy: {
    name: 'getRetentionPolicy',
    method: 'GET',
    path: '/v2/retention-policy',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, internal: 500 },
  },
  getImageResource: {
    name: 'getImageResource',
    method: 'GET',
    path: '/.well-known/oauth-protected-resource',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, internal: 500, unavailable: 503 },
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface ServiceErrors {
  readonly getHealth: GetHealthError
  readonly listModels: ListModelsError
  readonly getRetentionPolicy: GetRetentionPolicyError
  readonly getImageResource: GetImageResourceError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isServiceError = <Name extends keyof ServiceErrors>(
  operation: Name,
  error: unknown,
): error is ServiceErrors[Name] => {
  if (!(error instanceof ServiceApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of service: methods can be taken off it, and it keeps no connection of its own. */
export const createServiceClient = (options: ServiceClientOptions): ServiceClient => {
  return {
    getHealth: method<GetHealthOutput, GetHealthResponse>(options, operations.getHealth),
    listModels: method<ListModelsOutput, ListModelsResponse>(options, operations.listModels),
    getRetentionPolicy: method<GetRetentionPolicyOutput, GetRetentionPolicyResponse>(options, operations.getRetentionPolicy),
    getImageResource: method<GetImageResourceOutput, GetImageResourceResponse>(options, operations.getImageResource),
  }
}
