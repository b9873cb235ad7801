// Made from the contract "job" 1.10.1 by @signet/contracts; changes are lost when it is made again.

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

export interface Quote {
  readonly dry_run: true
  /** Whether the same request without dry_run would be accepted now */
  readonly would_succeed: boolean
  /** Model that would draw it */
  readonly model_id: string
  /** Tier that it would be billed at */
  readonly quality_tier: 'draft' | 'standard' | 'premium' | 'ultra' | 'ultra_plus'
  readonly aspect_ratio: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '4:5' | '5:4'
  /** Pixels of the image */
  readonly width: number
  /** Pixels of the image */
  readonly height: number
  /** The counted unit; images for callers without an account */
  readonly meter: 'credits' | 'images'
  /** Price */
  readonly price: number
  /** Available amount */
  readonly balance: number
  /** Remaining amount; null if it cannot be paid */
  readonly balance_after: number | null
  /** Credits that would be used, in this order; null if images are counted or it cannot be paid */
  readonly split: {
    /** From welcome credits */
    readonly welcome: number
    /** From purchased credits */
    readonly purchased: number
    /** From the rest of an ended subscription */
    readonly grace: number
    /** From the running subscription */
    readonly subscription: number
  } | null
  readonly gates: {
    /** Whether the plan includes the model */
    readonly plan: 'passed' | 'plan_required'
    /** Whether the community milestone has unlocked it */
    readonly community: 'passed' | 'model_locked'
    /** Whether the balance suffices */
    readonly balance: 'passed' | 'insufficient_credits' | 'quota_exceeded'
    /** Whether the budget of the agent or the API key suffices */
    readonly spending: 'passed' | 'budget_exhausted' | 'key_budget_exhausted'
    /** Whether its provider is configured here */
    readonly provider: 'passed' | 'unavailable'
  }
}

export interface JobClientOptions {
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

export interface JobCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface JobErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class JobApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'JobApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: JobErrorBody & Extras
  /** Seconds, from the header Retry-After. */
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

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class JobNetworkError extends Error {
  override readonly name: string = 'JobNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class JobTimeoutError extends Error {
  override readonly name: string = 'JobTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /v2/generate`. */
export interface JobGenerateInput {
  /** Description of the image */
  readonly prompt: string
  /**
   * Decides model and credits
   * Default: "standard"
   */
  readonly quality_tier?: 'draft' | 'standard' | 'premium' | 'ultra' | 'ultra_plus' | undefined
  /** Bills at ultra; needs Pro and the milestone */
  readonly provider_a_model?: 'provider-a-image-1-mini' | 'provider-a-image-1' | 'provider-a-image-1.5' | 'provider-a-image-2' | undefined
  /** Override for draft, standard, premium: GET /v2/models */
  readonly edge_model?: string | undefined
  /** provider-b override; community-locked */
  readonly model?: 'provider-b-3.1-flash-image-preview' | 'provider-b-3-pro-image-preview' | undefined
  /** Default: "1:1" */
  readonly aspect_ratio?: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '4:5' | '5:4' | undefined
  /** provider-b only */
  readonly image_size?: '512' | '1K' | '2K' | '4K' | undefined
  /** Effective on the draft tier only */
  readonly negative_prompt?: string | undefined
  /** Edge tiers only; the same seed gives the same image */
  readonly seed?: number | undefined
  /** Default: "txt2img" */
  readonly mode?: 'txt2img' | 'img2img' | undefined
  /** A completed job that you may read, as the img2img source (ultra, ultra_plus) */
  readonly input_job_id?: string | undefined
  /** Asset URL of a prior job, chained into img2img */
  readonly input_asset_url?: string | undefined
  /** Source image for the v1.5 img2img and inpainting models: base64 or a data: URI */
  readonly input_image?: string | undefined
  /** Mask for the inpainting model; white is repainted: base64 or a data: URI */
  readonly mask_image?: string | undefined
  /** Denoising strength; v1.5 img2img only */
  readonly input_strength?: number | undefined
  /** Default: "webp" */
  readonly output_format?: 'png' | 'webp' | 'avif' | undefined
  /**
   * For the lossy formats webp and avif
   * Default: 85
   */
  readonly output_quality?: number | undefined
  /** Also create a resized variant, returned at preset_url */
  readonly output_preset?: 'thumbnail' | 'standard' | 'hero' | 'portrait' | undefined
  /**
   * Add medium, light and composition that the prompt does not name; see enhancement_logic
   * Default: false
   */
  readonly enhance_prompt?: boolean | undefined
  /**
   * Also create a transparent PNG, returned at bg_removed_url
   * Default: false
   */
  readonly background_removal?: boolean | undefined
  /** Wait for the image; default true for draft and standard */
  readonly sync?: boolean | undefined
  /** End the job at no cost if painting has not begun within this time */
  readonly deadline_seconds?: number | undefined
  /** Public https address that is notified when the job has ended; needs a key or a session */
  readonly webhook_url?: string | undefined
  /**
   * Only return a quote: price, gates, model and size
   * Default: false
   */
  readonly dry_run?: boolean | undefined
  /** Use the same key for every retry of one image */
  readonly idempotency_key?: string | undefined
  /** The same as idempotency_key */
  readonly 'idempotency-key'?: string | undefined
  /** `wait=N` waits up to N seconds, 1 to 25; `respond-async` does not wait (RFC 7240). `sync` in the body wins. */
  readonly prefer?: string | undefined
}

/**
 * The quote for dry_run
 * The job has ended while the request waited
 * Accepted; poll the job
 */
export type JobGenerateOutput = Quote | Job

export type JobGenerateResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Quote }
  | { readonly status: 201; readonly headers: Headers; readonly body: Job }
  | { readonly status: 202; readonly headers: Headers; readonly body: Job }

/** Refusals that `generate` declares; `code` tells them apart. */
export type JobGenerateError =
  | JobApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | JobApiError<400, 'invalid_json'>
  | JobApiError<400, 'model_retired'>
  | JobApiError<401, 'unauthenticated'>
  | JobApiError<402, 'plan_required', { readonly upgrade?: string }>
  | JobApiError<403, 'forbidden'>
  | JobApiError<403, 'model_locked', { readonly upgrade?: string }>
  | JobApiError<404, 'not_found'>
  | JobApiError<409, 'idempotency_in_progress'>
  | JobApiError<413, 'payload_too_large', { readonly limit: number }>
  | JobApiError<415, 'unsupported_media_type'>
  | JobApiError<422, 'content_rejected'>
  | JobApiError<422, 'idempotency_mismatch'>
  | JobApiError<429, 'budget_exhausted'>
  | JobApiError<429, 'insufficient_credits', { readonly upgrade?: string }>
  | JobApiError<429, 'key_budget_exhausted'>
  | JobApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | JobApiError<429, 'rate_limited'>
  | JobApiError<500, 'internal', { readonly request_id: string }>
  | JobApiError<502, 'upstream_failed'>
  | JobApiError<503, 'unavailable'>
  | JobApiError<504, 'deadline_exceeded'>

/** Input of `GET /v2/jobs/:id`. */
export interface JobGetInput {
  /** Job id */
  readonly id: string
  /** `wait=N` waits up to N seconds, 1 to 25, for the end of the job (RFC 7240) */
  readonly prefer?: string | undefined
}

/** The job */
export type JobGetOutput = Job

export type JobGetResponse = { readonly status: 200; readonly headers: Headers; readonly body: JobGetOutput }

/** Refusals that `get` declares; `code` tells them apart. */
export type JobGetError =
  | JobApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | JobApiError<401, 'unauthenticated'>
  | JobApiError<403, 'forbidden'>
  | JobApiError<404, 'not_found'>
  | JobApiError<500, 'internal', { readonly request_id: string }>
  | JobApiError<503, 'unavailable'>

/** Input of `GET /v2/jobs`. */
export interface JobListInput {
  /**
   * Jobs a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
}

/** The result. */
export type JobListOutput = {
  readonly jobs: readonly Job[]
  readonly next_cursor: string | null
}

export type JobListResponse = { readonly status: 200; readonly headers: Headers; readonly body: JobListOutput }

/** Refusals that `list` declares; `code` tells them apart. */
export type JobListError =
  | JobApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | JobApiError<401, 'unauthenticated'>
  | JobApiError<403, 'forbidden'>
  | JobApiError<500, 'internal', { readonly request_id: string }>
  | JobApiError<503, 'unavailable'>

/** Input of `DELETE /v2/jobs/:id`. */
export interface JobDeleteInput {
  /** Job id */
  readonly id: string
  /** Only while the job is in this state */
  readonly state?: 'queued' | undefined
}

/** Done; there is nothing to return. */
export type JobDeleteOutput = undefined

export type JobDeleteResponse = { readonly status: 204; readonly headers: Headers; readonly body: JobDeleteOutput }

/** Refusals that `delete` declares; `code` tells them apart. */
export type JobDeleteError =
  | JobApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | JobApiError<401, 'unauthenticated'>
  | JobApiError<403, 'forbidden'>
  | JobApiError<404, 'not_found'>
  | JobApiError<409, 'job_begun'>
  | JobApiError<500, 'internal', { readonly request_id: string }>
  | JobApiError<503, 'unavailable'>

/** One image generation, from prompt to asset (spec image-service 2.1, 3, 4.2 to 4.4). */
export interface JobClient {
  /**
   * Starts a generation; waits for it with `sync` (the default for draft and standard) or `Prefer: wait=N`. When
   * the job has ended, `webhook_url` receives {type, timestamp, data}: job.completed, job.failed or
   * job.failed_encoding, with the job as data, signed by Standard Webhooks 1.0.
   * `POST /v2/generate`, retried after transient failures.
   * Authority: policy:may_generate. Errors: invalid_input (400), invalid_json (400), model_retired (400),
   * unauthenticated (401), plan_required (402), forbidden (403), model_locked (403), not_found (404),
   * idempotency_in_progress (409), payload_too_large (413), unsupported_media_type (415), content_rejected (422),
   * idempotency_mismatch (422), budget_exhausted (429), insufficient_credits (429), key_budget_exhausted (429),
   * quota_exceeded (429), rate_limited (429), internal (500), upstream_failed (502), unavailable (503),
   * deadline_exceeded (504).
   */
  readonly generate: {
    (input: JobGenerateInput, options?: JobCallOptions): Promise<JobGenerateOutput>
    /** The same with status and headers. */
    withResponse(input: JobGenerateInput, options?: JobCallOptions): Promise<JobGenerateResponse>
  }

  /**
   * The present job; with `Prefer: wait=N` once it has ended or N seconds have passed. A job made without an
   * account can be read by everybody who knows its id, and only without a credential.
   * `GET /v2/jobs/:id`, retried after transient failures.
   * Authority: policy:may_read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), unavailable (503).
   */
  readonly get: {
    (input: JobGetInput, options?: JobCallOptions): Promise<JobGetOutput>
    /** The same with status and headers. */
    withResponse(input: JobGetInput, options?: JobCallOptions): Promise<JobGetResponse>
  }

  /**
   * The jobs of your tenant, newest first. Without an account the answer is 401: jobs of an address are not
   * listed, because many people share one.
   * `GET /v2/jobs`, retried after transient failures.
   * Authority: policy:may_read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly list: {
    (input?: JobListInput, options?: JobCallOptions): Promise<JobListOutput>
    /** The same with status and headers. */
    withResponse(input?: JobListInput, options?: JobCallOptions): Promise<JobListResponse>
  }
  /** The items of all pages of `list`, from the cursor of the input on. */
  readonly listAll: (input?: JobListInput, options?: JobCallOptions) => AsyncIterable<Job>

  /**
   * Removes the job and its images at once and permanently. A job made without an account is removed without a
   * credential, and only from the network that made it: its id is also in the address of its image. With
   * `state=queued` it is a cancellation: a job that has begun stays, and one that has not is free.
   * `DELETE /v2/jobs/:id`, retried after transient failures.
   * Authority: policy:may_generate. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), job_begun (409), internal (500), unavailable (503).
   */
  readonly delete: {
    (input: JobDeleteInput, options?: JobCallOptions): Promise<JobDeleteOutput>
    /** The same with status and headers. */
    withResponse(input: JobDeleteInput, options?: JobCallOptions): Promise<JobDeleteResponse>
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
  // One key for all attempts of a call, so that the service does the work once.
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

const apiErrorOf = (operation: Operation, response: Response, text: string): JobApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : 'unknown'
  const error = typeof sent['error'] === 'string' ? sent['error'] : response.statusText || 'HTTP ' + response.status
  return new JobApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new JobApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
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

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: JobApiError | JobNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof JobApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: JobClientOptions,
  operation: Operation,
  input: Input,
  call: JobCallOptions,
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
    const isTransient = result instanceof JobNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: JobClientOptions,
  operation: Operation,
  input: Input,
  call: JobCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new JobTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: JobClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: JobCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: JobCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  return Object.assign(body, { withResponse })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: JobCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: JobCallOptions | undefined,
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
  generate: {
    name: 'generate',
    method: 'POST',
    path: '/v2/generate',
    query: [],
    headers: ['idempotency-key', 'prefer'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: true,
    statuses: [200, 201, 202],
    json: [200, 201, 202],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, model_retired: 400, unauthenticated: 401, plan_required: 402, forbidden: 403, model_locked: 403, not_found: 404, idempotency_in_progress: 409, payload_too_large: 413, unsupported_media_type: 415, content_rejected: 422, idempotency_mismatch: 422, budget_exhausted: 429, insufficient_credits: 429, key_budget_exhausted: 429, quota_exceeded: 429, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503, deadline_exceeded: 504 },
  },
  get: {
    name: 'get',
    method: 'GET',
    path: '/v2/jobs/{id}',
    query: [],
    headers: ['prefer'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 },
  },
  list: {
    name: 'list',
    method: 'GET',
    path: '/v2/jobs',
    query: ['limit', 'cursor'],
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, internal: 500, unavailable: 503 },
  },
  delete: {
    name: 'delete',
    method: 'DELETE',
    path: '/v2/jobs/{id}',
    query: ['state'],
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, job_begun: 409, internal: 500, unavailable: 503 },
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface JobErrors {
  readonly generate: JobGenerateError
  readonly get: JobGetError
  readonly list: JobListError
  readonly delete: JobDeleteError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isJobError = <Name extends keyof JobErrors>(
  operation: Name,
  error: unknown,
): error is JobErrors[Name] => {
  if (!(error instanceof JobApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of job: methods can be taken off it, and it keeps no connection of its own. */
export const createJobClient = (options: JobClientOptions): JobClient => {
  return {
    generate: method<JobGenerateOutput, JobGenerateResponse>(options, operations.generate),
    get: method<JobGetOutput, JobGetResponse>(options, operations.get),
    list: method<JobListOutput, JobListResponse>(options, operations.list),
    listAll: (input, call) =>
      pages(method(options, operations.list), input, call, 'jobs', 'next_cursor'),
    delete: method<JobDeleteOutput, JobDeleteResponse>(options, operations.delete),
  }
}
