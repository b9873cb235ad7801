// Made from the contract "variations" 1.0.1 by @signet/contracts; changes are lost when it is made again.

export interface EnhancementLogic {
  /** Version of the rules */
  readonly version: string
  readonly strategy: 'none' | 'rules' | 'llm'
  readonly applied: readonly string[]
  /** The provider that drew the image */
  readonly painter: string
  readonly [key: string]: unknown
}

export interface Job {
  readonly job_id: string
  readonly state: 'queued' | 'processing' | 'encoding' | 'completed' | 'failed' | 'failed_encoding'
  readonly original_prompt: string
  readonly final_prompt: string
  readonly enhancement_logic: EnhancementLogic
  /** Model that drew it */
  readonly model_id: string
  /** Tier that it is billed at */
  readonly quality_tier: 'draft' | 'standard' | 'premium' | 'ultra' | 'ultra_plus'
  readonly asset_url: string | null
  readonly preset_url: string | null
  readonly bg_removed_url: string | null
  readonly output_format: 'png' | 'webp' | 'avif'
  readonly seed_used: number | null
  readonly error: string | null
  readonly created_at: string
  readonly completed_at: string | null
  /** Stable code of the failure, such as content_rejected */
  readonly error_code: string | null
  readonly aspect_ratio: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '4:5' | '5:4'
  /** Pixels of the image */
  readonly width: number | null
  /** Pixels of the image */
  readonly height: number | null
  /** How the background was removed */
  readonly bg_removal_method: string | null
  /** When the job and its images expire */
  readonly expires_at: string
  /** When it ends at no cost if painting has not begun */
  readonly deadline_at: string | null
  /** The notification of the end, and its state */
  readonly webhook: JobWebhook | null
  /** Only when the job is accepted: a quota is nearly used up */
  readonly warning?: QuotaWarning | undefined
}

export interface JobWebhook {
  readonly url: string
  readonly state: 'pending' | 'delivered' | 'failed'
  /** Number of attempts begun */
  readonly attempts: number
  /** Status of the last answer; null while there is none */
  readonly last_status: number | null
  /** null unless an attempt is due */
  readonly next_attempt_at: string | null
}

export interface QuotaWarning {
  /** The counted unit; images for callers without an account */
  readonly meter: 'credits' | 'images'
  /** Used in this cycle, this job included */
  readonly used: number
  /** Limit of this cycle */
  readonly limit: number
}

export interface VariationsClientOptions {
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

export interface VariationsCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface VariationsErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class VariationsApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'VariationsApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: VariationsErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: VariationsErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class VariationsNetworkError extends Error {
  override readonly name: string = 'VariationsNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class VariationsTimeoutError extends Error {
  override readonly name: string = 'VariationsTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /v2/jobs/:id/variations`. */
export interface CreateVariationsInput {
  /** Id of one of your completed jobs */
  readonly id: string
  /**
   * Number of variations; each costs one draft
   * Default: 1
   */
  readonly count?: number | undefined
  /**
   * 0 stays close to the source, 1 ignores it
   * Default: 0.7
   */
  readonly variation_strength?: number | undefined
  /** Variation i, counted from 0, uses seed + i */
  readonly seed?: number | undefined
  /** Repeating the request with the same key within 24 hours returns the same jobs */
  readonly 'idempotency-key'?: string | undefined
}

/** Accepted; poll the jobs */
export type CreateVariationsOutput = {
  /** One job each, in the order of their seeds */
  readonly jobs: readonly Job[]
}

export type CreateVariationsResponse = { readonly status: 202; readonly headers: Headers; readonly body: CreateVariationsOutput }

/** Refusals that `createVariations` declares; `code` tells them apart. */
export type CreateVariationsError =
  | VariationsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | VariationsApiError<400, 'invalid_json'>
  | VariationsApiError<400, 'model_retired'>
  | VariationsApiError<401, 'unauthenticated'>
  | VariationsApiError<402, 'plan_required', { readonly upgrade?: string }>
  | VariationsApiError<403, 'forbidden'>
  | VariationsApiError<403, 'model_locked', { readonly upgrade?: string }>
  | VariationsApiError<404, 'not_found'>
  | VariationsApiError<409, 'idempotency_in_progress'>
  | VariationsApiError<413, 'payload_too_large', { readonly limit: number }>
  | VariationsApiError<415, 'unsupported_media_type'>
  | VariationsApiError<422, 'idempotency_mismatch'>
  | VariationsApiError<429, 'budget_exhausted'>
  | VariationsApiError<429, 'insufficient_credits', { readonly upgrade?: string }>
  | VariationsApiError<429, 'key_budget_exhausted'>
  | VariationsApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | VariationsApiError<429, 'rate_limited'>
  | VariationsApiError<500, 'internal', { readonly request_id: string }>
  | VariationsApiError<503, 'unavailable'>

/** Variations of images (spec image-service 4.9). */
export interface VariationsClient {
  /**
   * Create variations.
   * Draws 1 to 4 seeded variations of a completed job by v1.5 img2img (spec 4.9). Each is a job of its own at the
   * draft price; they are accepted and paid for together or not at all.
   * `POST /v2/jobs/:id/variations`, retried after transient failures.
   * Authority: policy:may_generate. Errors: invalid_input (400), invalid_json (400), model_retired (400),
   * unauthenticated (401), plan_required (402), forbidden (403), model_locked (403), not_found (404),
   * idempotency_in_progress (409), payload_too_large (413), unsupported_media_type (415), idempotency_mismatch
   * (422), budget_exhausted (429), insufficient_credits (429), key_budget_exhausted (429), quota_exceeded (429),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly createVariations: {
    (input: CreateVariationsInput, options?: VariationsCallOptions): Promise<CreateVariationsOutput>
    /** The same with status and headers. */
    withResponse(input: CreateVariationsInput, options?: VariationsCallOptions): Promise<CreateVariationsResponse>
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
  options: VariationsClientOptions,
  operation: Operation,
  input: Input,
  call: VariationsCallOptions,
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

const requestOf = (options: VariationsClientOptions, operation: Operation, input: Input, call: VariationsCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): VariationsApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : 'unknown'
  const error = typeof sent['error'] === 'string' ? sent['error'] : response.statusText || 'HTTP ' + response.status
  return new VariationsApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new VariationsApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | VariationsApiError> => {
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
  options: VariationsClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | VariationsApiError | VariationsNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof VariationsApiError) return cause
    return new VariationsNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: VariationsApiError | VariationsNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof VariationsApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: VariationsClientOptions,
  operation: Operation,
  input: Input,
  call: VariationsCallOptions,
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
    const isTransient = result instanceof VariationsNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: VariationsClientOptions,
  operation: Operation,
  input: Input,
  call: VariationsCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new VariationsTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: VariationsClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: VariationsCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: VariationsCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  return Object.assign(body, { withResponse })
}

const operations = {
  createVariations: {
    name: 'createVariations',
    method: 'POST',
    path: '/v2/jobs/{id}/variations',
    query: [],
    headers: ['idempotency-key'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: true,
    statuses: [202],
    json: [202],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, model_retired: 400, unauthenticated: 401, plan_required: 402, forbidden: 403, model_locked: 403, not_found: 404, idempotency_in_progress: 409, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, budget_exhausted: 429, insufficient_credits: 429, key_budget_exhausted: 429, quota_exceeded: 429, rate_limited: 429, internal: 500, unavailable: 503 },
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface VariationsErrors {
  readonly createVariations: CreateVariationsError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isVariationsError = <Name extends keyof VariationsErrors>(
  operation: Name,
  error: unknown,
): error is VariationsErrors[Name] => {
  if (!(error instanceof VariationsApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of variations: methods can be taken off it, and it keeps no connection of its own. */
export const createVariationsClient = (options: VariationsClientOptions): VariationsClient => {
  return {
    createVariations: method<CreateVariationsOutput, CreateVariationsResponse>(options, operations.createVariations),
  }
}
