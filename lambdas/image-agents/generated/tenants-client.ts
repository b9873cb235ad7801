// Made from the contract "tenants" 1.2.1 by @signet/contracts; changes are lost when it is made again.

export interface NewTenant {
  readonly tenant_id: string
  /** As given at creation */
  readonly name: string | null
  /** Prefix of the key */
  readonly api_key_prefix: string
  /** Scopes of the key: generate, read */
  readonly scopes: readonly string[]
  /** Plan of the paying account, which all tenants of a user share */
  readonly tier: 'free' | 'pack' | 'pro' | 'agency'
  /** Daily budget of its key in credits (UTC); null: no limit of its own */
  readonly daily_budget: number | null
  readonly created_at: string
  /** When the key was last replaced */
  readonly rotated_at: string | null
  /** The raw key. It is shown only once and not stored */
  readonly api_key: string
}

export interface RotatedTenant {
  readonly tenant_id: string
  /** As given at creation */
  readonly name: string | null
  /** Prefix of the key */
  readonly api_key_prefix: string
  /** Scopes of the key: generate, read */
  readonly scopes: readonly string[]
  /** Plan of the paying account, which all tenants of a user share */
  readonly tier: 'free' | 'pack' | 'pro' | 'agency'
  /** Daily budget of its key in credits (UTC); null: no limit of its own */
  readonly daily_budget: number | null
  readonly created_at: string
  /** When the key was last replaced */
  readonly rotated_at: string | null
  /** The raw key. It is shown only once and not stored */
  readonly api_key: string
  /** Expiry of the old key; null: it is revoked at once */
  readonly old_key_valid_until: string | null
}

export interface Tenant {
  readonly tenant_id: string
  /** As given at creation */
  readonly name: string | null
  /** Prefix of the key */
  readonly api_key_prefix: string
  /** Scopes of the key: generate, read */
  readonly scopes: readonly string[]
  /** Plan of the paying account, which all tenants of a user share */
  readonly tier: 'free' | 'pack' | 'pro' | 'agency'
  /** Daily budget of its key in credits (UTC); null: no limit of its own */
  readonly daily_budget: number | null
  readonly created_at: string
  /** When the key was last replaced */
  readonly rotated_at: string | null
}

export interface TenantUsage {
  readonly tenant_id: string
  readonly tier: 'free' | 'pack' | 'pro' | 'agency'
  readonly entitlements: {
    /** Quality tiers that the plan includes */
    readonly tiers: readonly ('draft' | 'standard' | 'premium' | 'ultra' | 'ultra_plus')[]
    readonly priority_queue: boolean
    /** Credits of each paid month */
    readonly monthly_credits: number
  }
  /** Available credits */
  readonly balance: number
  /** Reserved for jobs that have not ended */
  readonly held: number
  /** Refunded after they were spent: deducted from the next credits */
  readonly owed: number
  /** In the order of their use */
  readonly buckets: readonly {
    readonly name: 'welcome' | 'purchased' | 'grace' | 'subscription'
    /** Left in it */
    readonly credits: number
    readonly expires_at: string | null
  }[]
  readonly cycle: {
    readonly starts_at: string
    readonly ends_at: string
    /** Spent or reserved in this cycle */
    readonly used: number
    /** Limit of this cycle */
    readonly limit: number
  }
  /** Whether 80 percent of the quota are used */
  readonly is_nearly_used_up: boolean
  /** Subscription credits that expire at the end of the cycle */
  readonly lost_at_cycle_end: number
  /** Totals of the account */
  readonly credits: {
    /** Ever */
    readonly issued: number
    /** Ever */
    readonly consumed: number
    /** Ever */
    readonly expired: number
    /** Ever */
    readonly clawed_back: number
  }
  /** Jobs of this tenant in the last 30 days, without deleted ones */
  readonly jobs: {
    readonly total: number
    /** Jobs in each state */
    readonly by_state: {
      readonly queued: number
      readonly processing: number
      readonly encoding: number
      readonly completed: number
      readonly failed: number
      readonly failed_encoding: number
    }
    /** Jobs at each quality tier */
    readonly by_tier: {
      readonly draft: number
      readonly standard: number
      readonly premium: number
      readonly ultra: number
      readonly ultra_plus: number
    }
  }
  /** Statement of the account, newest first */
  readonly entries: readonly {
    /** welcome, capture, release, pack, gift, renewal, end, expiry or clawback */
    readonly type: string
    /** Job, payment, invoice, subscription or refund; null for jobs if requested with a key of a shared account */
    readonly ref: string | null
    readonly at: string
    readonly lines: readonly {
      readonly from: string
      readonly to: string
      readonly credits: number
    }[]
  }[]
  /** Cursor of older entries; null if requested with a key of a shared account */
  readonly next_cursor: string | null
}

export interface TenantsClientOptions {
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

export interface TenantsCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface TenantsErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class TenantsApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'TenantsApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: TenantsErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: TenantsErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class TenantsNetworkError extends Error {
  override readonly name: string = 'TenantsNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class TenantsTimeoutError extends Error {
  override readonly name: string = 'TenantsTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /v2/tenants`. */
export interface CreateTenantInput {
  /** A name to recognise the tenant */
  readonly name?: string | undefined
  /**
   * Credits that the key may use in a UTC day; beyond that 429 key_budget_exhausted. Default: limited by the
   * balance only
   */
  readonly daily_budget?: number | undefined
  /** Repeating the request with the same key within 24 hours returns the same, including the raw key */
  readonly 'idempotency-key'?: string | undefined
}

/** The tenant and its key */
export type CreateTenantOutput = NewTenant

export type CreateTenantResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateTenantOutput }

/** Refusals that `createTenant` declares; `code` tells them apart. */
export type CreateTenantError =
  | TenantsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TenantsApiError<400, 'invalid_json'>
  | TenantsApiError<401, 'unauthenticated'>
  | TenantsApiError<403, 'forbidden'>
  | TenantsApiError<409, 'tenant_limit_reached'>
  | TenantsApiError<413, 'payload_too_large', { readonly limit: number }>
  | TenantsApiError<415, 'unsupported_media_type'>
  | TenantsApiError<422, 'idempotency_mismatch'>
  | TenantsApiError<429, 'rate_limited'>
  | TenantsApiError<500, 'internal', { readonly request_id: string }>
  | TenantsApiError<503, 'unavailable'>

/** Input of `GET /v2/tenants`. */
export interface ListTenantsInput {
  /**
   * Tenants a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page of tenants */
export type ListTenantsOutput = {
  readonly tenants: readonly Tenant[]
  readonly next_cursor: string | null
}

export type ListTenantsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListTenantsOutput }

/** Refusals that `listTenants` declares; `code` tells them apart. */
export type ListTenantsError =
  | TenantsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TenantsApiError<401, 'unauthenticated'>
  | TenantsApiError<403, 'forbidden'>
  | TenantsApiError<500, 'internal', { readonly request_id: string }>
  | TenantsApiError<503, 'unavailable'>

/** Input of `POST /v2/tenants/:id/rotate`. */
export interface RotateTenantKeyInput {
  /** Tenant id */
  readonly id: string
  /**
   * Time until the old key is revoked
   * Default: 0
   */
  readonly grace_seconds?: number | undefined
  readonly daily_budget?: number | null | undefined
  /** Repeating the request with the same key within 24 hours returns the same, including the raw key */
  readonly 'idempotency-key'?: string | undefined
}

/** The tenant and its new key */
export type RotateTenantKeyOutput = RotatedTenant

export type RotateTenantKeyResponse = { readonly status: 200; readonly headers: Headers; readonly body: RotateTenantKeyOutput }

/** Refusals that `rotateTenantKey` declares; `code` tells them apart. */
export type RotateTenantKeyError =
  | TenantsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TenantsApiError<400, 'invalid_json'>
  | TenantsApiError<401, 'unauthenticated'>
  | TenantsApiError<403, 'forbidden'>
  | TenantsApiError<404, 'not_found'>
  | TenantsApiError<413, 'payload_too_large', { readonly limit: number }>
  | TenantsApiError<415, 'unsupported_media_type'>
  | TenantsApiError<422, 'idempotency_mismatch'>
  | TenantsApiError<429, 'rate_limited'>
  | TenantsApiError<500, 'internal', { readonly request_id: string }>
  | TenantsApiError<503, 'unavailable'>

/** Input of `GET /v2/tenants/:id/usage`. */
export interface GetTenantUsageInput {
  /** Tenant id */
  readonly id: string
  /**
   * Entries a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
}

/** The usage */
export type GetTenantUsageOutput = TenantUsage

export type GetTenantUsageResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetTenantUsageOutput }

/** Refusals that `getTenantUsage` declares; `code` tells them apart. */
export type GetTenantUsageError =
  | TenantsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TenantsApiError<401, 'unauthenticated'>
  | TenantsApiError<403, 'forbidden'>
  | TenantsApiError<404, 'not_found'>
  | TenantsApiError<500, 'internal', { readonly request_id: string }>
  | TenantsApiError<503, 'unavailable'>

/** Tenants, their API keys and their usage. */
export interface TenantsClient {
  /**
   * Create a tenant.
   * Creates a tenant of the signed-in user and returns its raw key once (spec 4.8).
   * `POST /v2/tenants`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden (403),
   * tenant_limit_reached (409), payload_too_large (413), unsupported_media_type (415), idempotency_mismatch (422),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly createTenant: {
    (input?: CreateTenantInput, options?: TenantsCallOptions): Promise<CreateTenantOutput>
    /** The same with status and headers. */
    withResponse(input?: CreateTenantInput, options?: TenantsCallOptions): Promise<CreateTenantResponse>
  }

  /**
   * List tenants.
   * Tenants of the signed-in user, newest first; keys are shown by prefix only (spec 4.8).
   * `GET /v2/tenants`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal (500),
   * unavailable (503).
   */
  readonly listTenants: {
    (input?: ListTenantsInput, options?: TenantsCallOptions): Promise<ListTenantsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListTenantsInput, options?: TenantsCallOptions): Promise<ListTenantsResponse>
  }
  /** The items of all pages of `listTenants`, from the cursor of the input on. */
  readonly listTenantsAll: (input?: ListTenantsInput, options?: TenantsCallOptions) => AsyncIterable<Tenant>

  /**
   * Rotate the API key of a tenant.
   * Returns a new raw key once, and revokes the old one at once or after `grace_seconds` (spec 4.8). Every key
   * before the old one is revoked at once. For the session of the owner: a key cannot replace itself.
   * `POST /v2/tenants/:id/rotate`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden (403),
   * not_found (404), payload_too_large (413), unsupported_media_type (415), idempotency_mismatch (422),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly rotateTenantKey: {
    (input: RotateTenantKeyInput, options?: TenantsCallOptions): Promise<RotateTenantKeyOutput>
    /** The same with status and headers. */
    withResponse(input: RotateTenantKeyInput, options?: TenantsCallOptions): Promise<RotateTenantKeyResponse>
  }

  /**
   * Get the usage of a tenant.
   * Entitlements, credits with their expiry, jobs and a page of the statement (spec 4.8). For the session of the
   * owner or a key of the tenant itself.
   * `GET /v2/tenants/:id/usage`, retried after transient failures.
   * Authority: scope:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * internal (500), unavailable (503).
   */
  readonly getTenantUsage: {
    (input: GetTenantUsageInput, options?: TenantsCallOptions): Promise<GetTenantUsageOutput>
    /** The same with status and headers. */
    withResponse(input: GetTenantUsageInput, options?: TenantsCallOptions): Promise<GetTenantUsageResponse>
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
  options: TenantsClientOptions,
  operation: Operation,
  input: Input,
  call: TenantsCallOptions,
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

const requestOf = (options: TenantsClientOptions, operation: Operation, input: Input, call: TenantsCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): TenantsApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : 'unknown'
  const error = typeof sent['error'] === 'string' ? sent['error'] : response.statusText || 'HTTP ' + response.status
  return new TenantsApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new TenantsApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | TenantsApiError> => {
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
  options: TenantsClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | TenantsApiError | TenantsNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof TenantsApiError) return cause
    return new TenantsNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: TenantsApiError | TenantsNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof TenantsApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: TenantsClientOptions,
  operation: Operation,
  input: Input,
  call: TenantsCallOptions,
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
    const isTransient = result instanceof TenantsNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: TenantsClientOptions,
  operation: Operation,
  input: Input,
  call: TenantsCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new TenantsTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: TenantsClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: TenantsCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: TenantsCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  return Object.assign(body, { withResponse })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: TenantsCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: TenantsCallOptions | undefined,
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
  createTenant: {
    name: 'createTenant',
    method: 'POST',
    path: '/v2/tenants',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, tenant_limit_reached: 409, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, rate_limited: 429, internal: 500, unavailable: 503 },
  },
  listTenants: {
    name: 'listTenants',
    method: 'GET',
    path: '/v2/tenants',
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
  rotateTenantKey: {
    name: 'rotateTenantKey',
    method: 'POST',
    path: '/v2/tenants/{id}/rotate',
    query: [],
    headers: ['idempotency-key'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: true,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, rate_limited: 429, internal: 500, unavailable: 503 },
  },
  getTenantUsage: {
    name: 'getTenantUsage',
    method: 'GET',
    path: '/v2/tenants/{id}/usage',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 },
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface TenantsErrors {
  readonly createTenant: CreateTenantError
  readonly listTenants: ListTenantsError
  readonly rotateTenantKey: RotateTenantKeyError
  readonly getTenantUsage: GetTenantUsageError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isTenantsError = <Name extends keyof TenantsErrors>(
  operation: Name,
  error: unknown,
): error is TenantsErrors[Name] => {
  if (!(error instanceof TenantsApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of tenants: methods can be taken off it, and it keeps no connection of its own. */
export const createTenantsClient = (options: TenantsClientOptions): TenantsClient => {
  return {
    createTenant: method<CreateTenantOutput, CreateTenantResponse>(options, operations.createTenant),
    listTenants: method<ListTenantsOutput, ListTenantsResponse>(options, operations.listTenants),
    listTenantsAll: (input, call) =>
      pages(method(options, operations.listTenants), input, call, 'tenants', 'next_cursor'),
    rotateTenantKey: method<RotateTenantKeyOutput, RotateTenantKeyResponse>(options, operations.rotateTenantKey),
    getTenantUsage: method<GetTenantUsageOutput, GetTenantUsageResponse>(options, operations.getTenantUsage),
  }
}
