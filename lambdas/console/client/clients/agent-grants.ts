// Made from the contract "agent-grants" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface AgentGrant {
  readonly id: string
  readonly client: {
    readonly id: string
    /** Name of the client, by its own claim */
    readonly name: string | null
    /** Domain that vouches for it; null: none */
    readonly domain: string | null
    /** Its home page, if its domain vouches for it */
    readonly home: string | null
  }
  /** Address of the service that it may use */
  readonly service: string
  readonly organisation: string
  readonly scopes: readonly string[]
  /** Total credits; null: no limit below the balance */
  readonly budget: number | null
  readonly spent: number
  /** Remaining credits; null: no limit below the balance */
  readonly left: number | null
  /** US cents that it may still charge to the saved card; null: it may not buy */
  readonly purchase_cents_left: number | null
  readonly created_at: string
  /** Time of its last request for access */
  readonly used_at: string
}

export interface AgentGrantsClientOptions {
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

export interface AgentGrantsCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface AgentGrantsErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class AgentGrantsApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'AgentGrantsApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: AgentGrantsErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: AgentGrantsErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class AgentGrantsNetworkError extends Error {
  override readonly name: string = 'AgentGrantsNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class AgentGrantsTimeoutError extends Error {
  override readonly name: string = 'AgentGrantsTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `GET /consent`. */
export interface ShowConsentInput {
  /** Id of the request */
  readonly request?: string | undefined
  /** Cookies of the service */
  readonly cookie?: string | undefined
}

/**
 * HTML
 * To the sign-in page, or to the client with the answer
 */
export type ShowConsentOutput = Response

export type ShowConsentResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Response }
  | { readonly status: 302; readonly headers: Headers; readonly body: Response }

/** Refusals that `showConsent` declares; `code` tells them apart. */
export type ShowConsentError =
  | AgentGrantsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AgentGrantsApiError<403, 'forbidden'>
  | AgentGrantsApiError<429, 'rate_limited'>
  | AgentGrantsApiError<500, 'internal', { readonly request_id: string }>
  | AgentGrantsApiError<503, 'unavailable'>

/** Input of `POST /consent`. */
export interface AnswerConsentInput {
  readonly body: NonNullable<RequestInit['body']>
}

/**
 * HTML: the request has expired, or the form is incomplete
 * To the client, with the answer
 */
export type AnswerConsentOutput = Response

export type AnswerConsentResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Response }
  | { readonly status: 303; readonly headers: Headers; readonly body: Response }

/** Refusals that `answerConsent` declares; `code` tells them apart. */
export type AnswerConsentError =
  | AgentGrantsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AgentGrantsApiError<401, 'unauthenticated'>
  | AgentGrantsApiError<403, 'forbidden'>
  | AgentGrantsApiError<413, 'payload_too_large', { readonly limit: number }>
  | AgentGrantsApiError<415, 'unsupported_media_type'>
  | AgentGrantsApiError<429, 'rate_limited'>
  | AgentGrantsApiError<500, 'internal', { readonly request_id: string }>
  | AgentGrantsApiError<503, 'unavailable'>

/** Input of `GET /api/agent-grants`. */
export type ListGrantsInput = Readonly<Record<string, never>>

/** All of them */
export type ListGrantsOutput = {
  readonly grants: readonly AgentGrant[]
}

export type ListGrantsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListGrantsOutput }

/** Refusals that `listGrants` declares; `code` tells them apart. */
export type ListGrantsError =
  | AgentGrantsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AgentGrantsApiError<401, 'unauthenticated'>
  | AgentGrantsApiError<403, 'forbidden'>
  | AgentGrantsApiError<500, 'internal', { readonly request_id: string }>

/** Input of `DELETE /api/agent-grants/:id`. */
export interface RevokeGrantInput {
  readonly id: string
}

/** The agent is revoked */
export type RevokeGrantOutput = undefined

export type RevokeGrantResponse = { readonly status: 204; readonly headers: Headers; readonly body: RevokeGrantOutput }

/** Refusals that `revokeGrant` declares; `code` tells them apart. */
export type RevokeGrantError =
  | AgentGrantsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AgentGrantsApiError<401, 'unauthenticated'>
  | AgentGrantsApiError<403, 'forbidden'>
  | AgentGrantsApiError<404, 'not_found'>
  | AgentGrantsApiError<500, 'internal', { readonly request_id: string }>

/** Input of `PUT /api/agent-grants/:id/budget`. */
export interface SetGrantBudgetInput {
  readonly id: string
  /** Credits; null: no limit below the balance; absent: as it is */
  readonly budget?: number | null | undefined
  /** US cents that it may charge to the saved card from now on; absent: as it is */
  readonly purchase_cents?: number | undefined
}

/** The changed grant */
export type SetGrantBudgetOutput = AgentGrant

export type SetGrantBudgetResponse = { readonly status: 200; readonly headers: Headers; readonly body: SetGrantBudgetOutput }

/** Refusals that `setGrantBudget` declares; `code` tells them apart. */
export type SetGrantBudgetError =
  | AgentGrantsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AgentGrantsApiError<400, 'invalid_json'>
  | AgentGrantsApiError<401, 'unauthenticated'>
  | AgentGrantsApiError<403, 'forbidden'>
  | AgentGrantsApiError<404, 'not_found'>
  | AgentGrantsApiError<413, 'payload_too_large', { readonly limit: number }>
  | AgentGrantsApiError<415, 'unsupported_media_type'>
  | AgentGrantsApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /dashboard/agents`. */
export interface ShowGrantsInput {
  /** Ignored */
  readonly notice?: string | undefined
}

/** To the console */
export type ShowGrantsOutput = undefined

export type ShowGrantsResponse = { readonly status: 302; readonly headers: Headers; readonly body: ShowGrantsOutput }

/** Refusals that `showGrants` declares; `code` tells them apart. */
export type ShowGrantsError =
  | AgentGrantsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AgentGrantsApiError<500, 'internal', { readonly request_id: string }>

/** The routes of agent-grants. */
export interface AgentGrantsClient {
  /**
   * Consent page.
   * Shows the client, its redirect URI, the requested rights, the account and a budget. Visitors without a session
   * are redirected to sign-in and back. If the person has agreed to the same before, and the client’s own domain
   * vouches for it, the response is sent at once. An expired request is reported.
   * `GET /consent`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), forbidden (403), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly showConsent: {
    (input?: ShowConsentInput, options?: AgentGrantsCallOptions): Promise<ShowConsentOutput>
    /** The same with status and headers. */
    withResponse(input?: ShowConsentInput, options?: AgentGrantsCallOptions): Promise<ShowConsentResponse>
  }

  /**
   * Answer a consent request.
   * The form of the page. Only the page of this session can send it, and each request is answered once. A yes
   * creates or widens the grant and redirects to the client with a code; a no redirects with access_denied (RFC
   * 6749 4.1.2). An incomplete form is shown again.
   * `POST /consent`.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), payload_too_large
   * (413), unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly answerConsent: {
    (input: AnswerConsentInput, options?: AgentGrantsCallOptions): Promise<AnswerConsentOutput>
    /** The same with status and headers. */
    withResponse(input: AnswerConsentInput, options?: AgentGrantsCallOptions): Promise<AnswerConsentResponse>
  }

  /**
   * List authorised agents.
   * Agents that the signed-in person has authorised, most recently used first: their rights, spending and
   * remaining budget.
   * `GET /api/agent-grants`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal (500).
   */
  readonly listGrants: {
    (input?: ListGrantsInput, options?: AgentGrantsCallOptions): Promise<ListGrantsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListGrantsInput, options?: AgentGrantsCallOptions): Promise<ListGrantsResponse>
  }

  /**
   * Revoke an agent.
   * The agent gets no new token, creates nothing and buys nothing. With an existing token it may still read, for
   * at most 15 minutes.
   * `DELETE /api/agent-grants/:id`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * internal (500).
   */
  readonly revokeGrant: {
    (input: RevokeGrantInput, options?: AgentGrantsCallOptions): Promise<RevokeGrantOutput>
    /** The same with status and headers. */
    withResponse(input: RevokeGrantInput, options?: AgentGrantsCallOptions): Promise<RevokeGrantResponse>
  }

  /**
   * Change the budget of an agent.
   * The total budget since the beginning, including earlier spending. A budget below that ends its spending.
   * `PUT /api/agent-grants/:id/budget`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden (403),
   * not_found (404), payload_too_large (413), unsupported_media_type (415), internal (500).
   */
  readonly setGrantBudget: {
    (input: SetGrantBudgetInput, options?: AgentGrantsCallOptions): Promise<SetGrantBudgetOutput>
    /** The same with status and headers. */
    withResponse(input: SetGrantBudgetInput, options?: AgentGrantsCallOptions): Promise<SetGrantBudgetResponse>
  }

  /**
   * Former address of the page of agents.
   * Redirects to the console, which has replaced it.
   * `GET /dashboard/agents`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly showGrants: {
    (input?: ShowGrantsInput, options?: AgentGrantsCallOptions): Promise<ShowGrantsOutput>
    /** The same with status and headers. */
    withResponse(input?: ShowGrantsInput, options?: AgentGrantsCallOptions): Promise<ShowGrantsResponse>
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
  options: AgentGrantsClientOptions,
  operation: Operation,
  input: Input,
  call: AgentGrantsCallOptions,
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

const requestOf = (options: AgentGrantsClientOptions, operation: Operation, input: Input, call: AgentGrantsCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): AgentGrantsApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new AgentGrantsApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new AgentGrantsApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | AgentGrantsApiError> => {
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
  options: AgentGrantsClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | AgentGrantsApiError | AgentGrantsNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof AgentGrantsApiError) return cause
    return new AgentGrantsNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: AgentGrantsApiError | AgentGrantsNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof AgentGrantsApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: AgentGrantsClientOptions,
  operation: Operation,
  input: Input,
  call: AgentGrantsCallOptions,
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
    const isTransient = result instanceof AgentGrantsNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: AgentGrantsClientOptions,
  operation: Operation,
  input: Input,
  call: AgentGrantsCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new AgentGrantsTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: AgentGrantsClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: AgentGrantsCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: AgentGrantsCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: AgentGrantsCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

const operations = {
  showConsent: {
    name: 'showConsent',
    method: 'GET',
    path: '/consent',
    query: ['request'],
    headers: ['cookie'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 302],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  answerConsent: {
    name: 'answerConsent',
    method: 'POST',
    path: '/consent',
    query: [],
    headers: [],
    nested: [],
    body: 'raw',
    mediaType: 'application/x-www-form-urlencoded',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200, 303],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listGrants: {
    name: 'listGrants',
    method: 'GET',
    path: '/api/agent-grants',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, internal: 500 },
    codesByStatus: false,
  },
  revokeGrant: {
    name: 'revokeGrant',
    method: 'DELETE',
    path: '/api/agent-grants/{id}',
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
  setGrantBudget: {
    name: 'setGrantBudget',
    method: 'PUT',
    path: '/api/agent-grants/{id}/budget',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, internal: 500 },
    codesByStatus: false,
  },
  showGrants: {
    name: 'showGrants',
    method: 'GET',
    path: '/dashboard/agents',
    query: ['notice'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [302],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, internal: 500 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface AgentGrantsErrors {
  readonly showConsent: ShowConsentError
  readonly answerConsent: AnswerConsentError
  readonly listGrants: ListGrantsError
  readonly revokeGrant: RevokeGrantError
  readonly setGrantBudget: SetGrantBudgetError
  readonly showGrants: ShowGrantsError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isAgentGrantsError = <Name extends keyof AgentGrantsErrors>(
  operation: Name,
  error: unknown,
): error is AgentGrantsErrors[Name] => {
  if (!(error instanceof AgentGrantsApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of agent-grants: methods can be taken off it, and it keeps no connection of its own. */
export const createAgentGrantsClient = (options: AgentGrantsClientOptions): AgentGrantsClient => {
  return {
    showConsent: method<ShowConsentOutput, ShowConsentResponse>(options, operations.showConsent),
    answerConsent: method<AnswerConsentOutput, AnswerConsentResponse>(options, operations.answerConsent),
    listGrants: method<ListGrantsOutput, ListGrantsResponse>(options, operations.listGrants),
    revokeGrant: method<RevokeGrantOutput, RevokeGrantResponse>(options, operations.revokeGrant),
    setGrantBudget: method<SetGrantBudgetOutput, SetGrantBudgetResponse>(options, operations.setGrantBudget),
    showGrants: method<ShowGrantsOutput, ShowGrantsResponse>(options, operations.showGrants),
  }
}
