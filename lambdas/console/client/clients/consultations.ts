// Made from the contract "consultations" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface AgentAnalysis {
  readonly summary: string
  readonly findings: readonly {
    /** F1, F2, … */
    readonly id: string
    readonly title: string
    readonly statement: string
    readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical'
    /** high: every fact of its condition is known; medium: it needs none; low: one is unknown */
    readonly confidence: 'high' | 'medium' | 'low'
    readonly because: readonly {
      readonly fact: string
      readonly value: unknown
    }[]
    readonly card: string
    readonly refs: readonly {
      readonly id: string
      readonly url?: string | undefined
    }[]
  }[]
  readonly options: readonly {
    readonly id: string
    readonly title: string
    readonly for: readonly string[]
    readonly against: readonly string[]
    readonly reversible: boolean
  }[]
  /** The most decisive first */
  readonly open_questions: readonly {
    readonly id: string
    readonly fact: string
    readonly question: string
    readonly type: string
    readonly options?: readonly string[] | undefined
    /** Weight of the cards that wait for the answer */
    readonly decides: number
  }[]
}

export interface AgentGuidance {
  /** Absent while it is not known whether the option applies */
  readonly decision?: string | undefined
  readonly next_steps: readonly {
    readonly id: string
    readonly action: string
    readonly owner: string
    readonly due: 'before_build' | 'before_launch' | 'within_30_days'
    readonly done_when: string
    /** Ids of findings */
    readonly traces: readonly string[]
  }[]
  readonly do_not: readonly string[]
  readonly review_when: readonly string[]
}

export interface AgentRunMetadata {
  readonly engine: string
  readonly decks: readonly DeckUsed[]
  readonly seed: number
  /** Who wrote `response`; all else is by rules */
  readonly method: 'rules' | 'model'
  readonly model?: string | undefined
  readonly model_outcome?: 'late' | 'failed' | 'unusable' | undefined
  readonly latencyMs: number
  readonly memory: {
    /** Inscribed runs of the role that were remembered */
    readonly tick: number
  }
  /** The run of role cto whose facts these are */
  readonly bound_from?: string | undefined
  readonly warnings?: readonly {
    readonly code: string
    readonly position: string
    readonly message: string
    readonly [key: string]: unknown
  }[] | undefined
}

export interface Consultation {
  readonly schema_version: '1.0'
  readonly success: true
  readonly role: string
  readonly role_title: string
  /** By `responseMode`: Markdown, prose, or nothing */
  readonly response: string
  readonly symbolicResponse: SymbolicResponse
  readonly analysis: AgentAnalysis
  readonly guidance: AgentGuidance
  readonly responseMode: 'symbolic' | 'natural' | 'structured-only'
  readonly metadata: AgentRunMetadata
  /** Of role cto: facts that another role can be bound to */
  readonly envelope?: {
    readonly bindings: { readonly [key: string]: string | number | boolean | readonly string[] }
  } | undefined
  /** Hash of the receipt */
  readonly hash: string
  readonly receipt: ReceiptRef
  /** From 80 percent of the cycle’s scaffolds on */
  readonly warning?: {
    readonly meter: 'scaffolds'
    readonly used: number
    readonly limit: number
  } | undefined
}

export interface DeckUsed {
  readonly alias: string
  readonly name: string
  readonly version: string
  readonly sha256: string
}

export interface ReceiptRef {
  readonly hash: string
  readonly verifyUrl: string
  readonly seed?: number | undefined
}

export interface RoleBootstrap {
  readonly role: string
  readonly signalType: 'incident' | 'metric' | 'request' | 'market' | 'regulation' | 'cost' | 'debt' | 'none'
  readonly signalClass: 'lagging' | 'leading' | 'mixed' | 'absent'
  readonly gapType: 'knowledge' | 'capability' | 'evidence' | 'ownership' | 'control' | 'none'
  readonly gapClass: 'critical' | 'material' | 'minor' | 'none'
  readonly researchStrategy: 'measurement' | 'document_review' | 'interview' | 'experiment' | 'benchmark'
  readonly researchType: 'quantitative' | 'qualitative' | 'mixed'
  readonly evidenceBar: 'anecdote' | 'corroborated' | 'measured' | 'audited'
  /** tier1: rules suffice; tier2: questions first; tier3: a person or a model */
  readonly tierAssignment: 'tier1' | 'tier2' | 'tier3'
  readonly methodologyConfidence: 'high' | 'medium' | 'low'
  readonly candidate_vocabulary: readonly {
    readonly term: string
    readonly weight: number
    readonly count: number
    readonly from: readonly number[]
  }[]
  /** Skeletons of cards */
  readonly candidate_cards: readonly {
    readonly id: string
    readonly title: string
    readonly [key: string]: unknown
  }[]
  /** From 80 percent of the cycle’s scaffolds on */
  readonly warning?: {
    readonly meter: 'scaffolds'
    readonly used: number
    readonly limit: number
  } | undefined
}

export interface RoleMemory {
  readonly role: string
  /** Whether there was an inscribed run */
  readonly exists: boolean
  /** Inscribed runs */
  readonly tick?: number | undefined
  readonly zones: {
    /** Not drawn since the last shuffle */
    readonly deck: readonly string[]
    /** Drawn since then, the newest last */
    readonly discard: readonly string[]
    readonly metaInsight: readonly {
      readonly id: string
      readonly text: string
      readonly seen: number
      readonly from: readonly string[]
    }[]
    readonly identity: readonly {
      readonly fact: string
      readonly value: unknown
      readonly since: string
      readonly seen: number
    }[]
  }
  readonly entropy: {
    readonly totalCards: number
    readonly elementCounts: { readonly [key: string]: number }
    readonly shannonDiversity: number
    readonly depletionRatio: number
    /** What a further run could still change, of all */
    readonly transCapacity: number
  }
  readonly recentMemories?: readonly {
    readonly hash: string
    readonly at: string
    readonly intention: string
    readonly cards: readonly string[]
  }[] | undefined
  readonly updatedAt?: string | undefined
}

export interface SpreadName {
  readonly name: string
  readonly version: string
  readonly title: string
}

export interface SymbolicResponse {
  readonly spread: SpreadName
  readonly positions: readonly {
    readonly position: string
    readonly card?: string | undefined
    readonly title: string
    readonly reading: string
  }[]
  readonly facts: { readonly [key: string]: string | number | boolean | readonly string[] }
}

export interface ConsultationsClientOptions {
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

export interface ConsultationsCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface ConsultationsErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class ConsultationsApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'ConsultationsApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: ConsultationsErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: ConsultationsErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class ConsultationsNetworkError extends Error {
  override readonly name: string = 'ConsultationsNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class ConsultationsTimeoutError extends Error {
  override readonly name: string = 'ConsultationsTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /api/agents/run`. */
export interface ConsultRoleInput {
  readonly role: 'cto' | 'ciso' | 'cfo' | 'cmo' | 'cpo' | 'architect' | 'mara' | 'sera'
  /** What is to be built or decided */
  readonly intention: string
  /**
   * Any JSON object of at most 32 members. Texts stand as they are, numbers and booleans as text, lists of these
   * joined by ", ", all else as JSON; each at most 2,000 characters. A member that is named like a question is its
   * answer
   */
  readonly context?: { readonly [key: string]: unknown } | undefined
  /** What hurts, in words */
  readonly painSignals?: readonly string[] | undefined
  /**
   * symbolic: `response` is Markdown by rules; natural: prose, by a model where one is configured;
   * structured-only: empty
   * Default: "symbolic"
   */
  readonly responseMode?: 'symbolic' | 'natural' | 'structured-only' | undefined
  /** The same seed, input and memory give the same advice; without it one that follows from the input */
  readonly seed?: number | undefined
  /** Use the same key for every retry of one request; it is remembered for 24 hours */
  readonly 'idempotency-key'?: string | undefined
}

/** What the role says */
export type ConsultRoleOutput = Consultation

export type ConsultRoleResponse = { readonly status: 200; readonly headers: Headers; readonly body: ConsultRoleOutput }

/** Refusals that `consultRole` declares; `code` tells them apart. */
export type ConsultRoleError =
  | ConsultationsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ConsultationsApiError<400, 'invalid_json'>
  | ConsultationsApiError<401, 'unauthenticated'>
  | ConsultationsApiError<403, 'forbidden'>
  | ConsultationsApiError<409, 'idempotency_in_progress'>
  | ConsultationsApiError<413, 'payload_too_large', { readonly limit: number }>
  | ConsultationsApiError<415, 'unsupported_media_type'>
  | ConsultationsApiError<422, 'idempotency_mismatch'>
  | ConsultationsApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | ConsultationsApiError<429, 'rate_limited'>
  | ConsultationsApiError<500, 'internal', { readonly request_id: string }>
  | ConsultationsApiError<502, 'upstream_failed'>
  | ConsultationsApiError<503, 'unavailable'>

/** Input of `POST /api/agents/bootstrap`. */
export interface BootstrapRoleInput {
  readonly role: 'cto' | 'ciso' | 'cfo' | 'cmo' | 'cpo' | 'architect' | 'mara' | 'sera'
  /** What the organisation does */
  readonly domain?: string | undefined
  /** What was noticed, in words */
  readonly internalSignals?: readonly string[] | undefined
  /** Use the same key for every retry of one request; it is remembered for 24 hours */
  readonly 'idempotency-key'?: string | undefined
}

/** How to begin */
export type BootstrapRoleOutput = RoleBootstrap

export type BootstrapRoleResponse = { readonly status: 200; readonly headers: Headers; readonly body: BootstrapRoleOutput }

/** Refusals that `bootstrapRole` declares; `code` tells them apart. */
export type BootstrapRoleError =
  | ConsultationsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ConsultationsApiError<400, 'invalid_json'>
  | ConsultationsApiError<401, 'unauthenticated'>
  | ConsultationsApiError<403, 'forbidden'>
  | ConsultationsApiError<409, 'idempotency_in_progress'>
  | ConsultationsApiError<413, 'payload_too_large', { readonly limit: number }>
  | ConsultationsApiError<415, 'unsupported_media_type'>
  | ConsultationsApiError<422, 'idempotency_mismatch'>
  | ConsultationsApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | ConsultationsApiError<429, 'rate_limited'>
  | ConsultationsApiError<500, 'internal', { readonly request_id: string }>
  | ConsultationsApiError<502, 'upstream_failed'>
  | ConsultationsApiError<503, 'unavailable'>

/** Input of `GET /api/agents/:role/memory`. */
export interface GetRoleMemoryInput {
  readonly role: 'cto' | 'ciso' | 'cfo' | 'cmo' | 'cpo' | 'architect' | 'mara' | 'sera'
}

/** What it remembers */
export type GetRoleMemoryOutput = RoleMemory

export type GetRoleMemoryResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetRoleMemoryOutput }

/** Refusals that `getRoleMemory` declares; `code` tells them apart. */
export type GetRoleMemoryError =
  | ConsultationsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ConsultationsApiError<401, 'unauthenticated'>
  | ConsultationsApiError<403, 'forbidden'>
  | ConsultationsApiError<429, 'rate_limited'>
  | ConsultationsApiError<500, 'internal', { readonly request_id: string }>
  | ConsultationsApiError<502, 'upstream_failed'>
  | ConsultationsApiError<503, 'unavailable'>

/** The routes of consultations. */
export interface ConsultationsClient {
  /**
   * Ask a role.
   * Findings, options, next steps and open questions of a role about an intention, with a signed receipt. Takes
   * one scaffold of the cycle, which any other answer than 200 gives back. The receipt’s claims are private:
   * everybody can verify it, and only the organisation can open what it is about. Role ciso stands on the newest
   * run of cto of the tenant; without one, cto is asked first with the same intention and seed, for the same one
   * scaffold (`metadata.bound_from`).
   * `POST /api/agents/run`, retried after transient failures.
   * Authority: scope:agents:run. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden
   * (403), idempotency_in_progress (409), payload_too_large (413), unsupported_media_type (415),
   * idempotency_mismatch (422), quota_exceeded (429), rate_limited (429), internal (500), upstream_failed (502),
   * unavailable (503).
   */
  readonly consultRole: {
    (input: ConsultRoleInput, options?: ConsultationsCallOptions): Promise<ConsultRoleOutput>
    /** The same with status and headers. */
    withResponse(input: ConsultRoleInput, options?: ConsultationsCallOptions): Promise<ConsultRoleResponse>
  }

  /**
   * Begin for a role.
   * How a role begins where nothing is known yet: what the signals are of, which gap they show, and how to find
   * out. By word lists and tables alone. Takes one scaffold of the cycle, which any other answer than 200 gives
   * back.
   * `POST /api/agents/bootstrap`, retried after transient failures.
   * Authority: scope:agents:run. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden
   * (403), idempotency_in_progress (409), payload_too_large (413), unsupported_media_type (415),
   * idempotency_mismatch (422), quota_exceeded (429), rate_limited (429), internal (500), upstream_failed (502),
   * unavailable (503).
   */
  readonly bootstrapRole: {
    (input: BootstrapRoleInput, options?: ConsultationsCallOptions): Promise<BootstrapRoleOutput>
    /** The same with status and headers. */
    withResponse(input: BootstrapRoleInput, options?: ConsultationsCallOptions): Promise<BootstrapRoleResponse>
  }

  /**
   * Memory of a role.
   * What a role remembers of its runs for the tenant: cards that are left and were drawn, what came up again and
   * again, and facts that were given twice. Before the first run it has its whole deck. Costs nothing.
   * `GET /api/agents/:role/memory`, retried after transient failures.
   * Authority: scope:agents:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), upstream_failed (502), unavailable (503).
   */
  readonly getRoleMemory: {
    (input: GetRoleMemoryInput, options?: ConsultationsCallOptions): Promise<GetRoleMemoryOutput>
    /** The same with status and headers. */
    withResponse(input: GetRoleMemoryInput, options?: ConsultationsCallOptions): Promise<GetRoleMemoryResponse>
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
  options: ConsultationsClientOptions,
  operation: Operation,
  input: Input,
  call: ConsultationsCallOptions,
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

const requestOf = (options: ConsultationsClientOptions, operation: Operation, input: Input, call: ConsultationsCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): ConsultationsApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new ConsultationsApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new ConsultationsApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | ConsultationsApiError> => {
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
  options: ConsultationsClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | ConsultationsApiError | ConsultationsNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof ConsultationsApiError) return cause
    return new ConsultationsNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: ConsultationsApiError | ConsultationsNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof ConsultationsApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: ConsultationsClientOptions,
  operation: Operation,
  input: Input,
  call: ConsultationsCallOptions,
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
    const isTransient = result instanceof ConsultationsNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: ConsultationsClientOptions,
  operation: Operation,
  input: Input,
  call: ConsultationsCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new ConsultationsTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: ConsultationsClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: ConsultationsCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: ConsultationsCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: ConsultationsCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

const operations = {
  consultRole: {
    name: 'consultRole',
    method: 'POST',
    path: '/api/agents/run',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, idempotency_in_progress: 409, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, quota_exceeded: 429, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  bootstrapRole: {
    name: 'bootstrapRole',
    method: 'POST',
    path: '/api/agents/bootstrap',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, idempotency_in_progress: 409, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, quota_exceeded: 429, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  getRoleMemory: {
    name: 'getRoleMemory',
    method: 'GET',
    path: '/api/agents/{role}/memory',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface ConsultationsErrors {
  readonly consultRole: ConsultRoleError
  readonly bootstrapRole: BootstrapRoleError
  readonly getRoleMemory: GetRoleMemoryError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isConsultationsError = <Name extends keyof ConsultationsErrors>(
  operation: Name,
  error: unknown,
): error is ConsultationsErrors[Name] => {
  if (!(error instanceof ConsultationsApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of consultations: methods can be taken off it, and it keeps no connection of its own. */
export const createConsultationsClient = (options: ConsultationsClientOptions): ConsultationsClient => {
  return {
    consultRole: method<ConsultRoleOutput, ConsultRoleResponse>(options, operations.consultRole),
    bootstrapRole: method<BootstrapRoleOutput, BootstrapRoleResponse>(options, operations.bootstrapRole),
    getRoleMemory: method<GetRoleMemoryOutput, GetRoleMemoryResponse>(options, operations.getRoleMemory),
  }
}
