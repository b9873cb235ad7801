// Made from the contract "flows" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface Flow {
  /** Id of the flow: the hash of its receipt */
  readonly id: string
  readonly intention: string
  readonly project_type: string
  readonly status: 'completed'
  readonly created_at: string
  /** The same seed and the same intention give the same files */
  readonly seed: number
  /** Documents as Markdown */
  readonly governance: {
    readonly threat_model: string
    readonly adr: string
    readonly test_plan: string
  }
  readonly scaffold: {
    readonly files: readonly FlowFile[]
  }
  readonly next_steps: readonly string[]
  /** Summary as Markdown */
  readonly output: string
  /** Files show the prose that the oracle wrote */
  readonly oracle_enhanced: boolean
  readonly oracle_summary: string | null
}

export interface FlowFile {
  readonly path: string
  readonly content: string
  readonly role: 'scaffold' | 'config' | 'governance' | 'test' | 'doc'
}

export interface FlowPage {
  readonly flows: readonly ListedFlow[]
  readonly next_cursor: string | null
}

export interface ListedFlow {
  /** Id of the flow: the hash of its receipt */
  readonly id: string
  readonly intention: string
  readonly project_type: string
  readonly status: 'completed'
  readonly created_at: string
}

export interface MadeFlow {
  /** Id of the flow: the hash of its receipt */
  readonly id: string
  readonly classification: {
    /** Id of the pattern */
    readonly pattern: string
    readonly confidence: 'high' | 'medium' | 'low'
  }
  /** What the intention says of what is to be built */
  readonly traits: { readonly [key: string]: string }
  /** Rules are not sure of the pattern: let a person or a model look at it */
  readonly tier2_recommended: boolean
  /** Summary as Markdown */
  readonly output: string
  /** What the scaffold states of itself; `governance.threat_model`, `.adr` and `.test_plan` are Markdown */
  readonly facts: { readonly [key: string]: unknown }
  /** The prose of its documents was edited */
  readonly oracle_enhanced: boolean
  /** From 80 percent of the cycle’s scaffolds on */
  readonly warning?: {
    readonly meter: 'scaffolds'
    readonly used: number
    readonly limit: number
  } | undefined
}

export type OracleReport = {
  readonly enhanced: false
} | OracleResult

export interface OracleResult {
  readonly enhanced: true
  /** Documents whose prose was edited, as they are now; all other files are as they were */
  readonly files: readonly FlowFile[]
  readonly summary: string
  /** Who edited: rules where no language model is configured */
  readonly method: 'rules' | 'model'
  /** The language model */
  readonly model?: string | undefined
  /** Why a document is as it was although a model was asked; `summary` says which */
  readonly model_outcome?: 'late' | 'failed' | 'unusable' | undefined
  /** Receipt over the files with the edited ones among them */
  readonly receipt: {
    readonly hash: string
    readonly verifyUrl: string
  }
  /** Then the flow is as it was made */
  readonly kept_until: string
}

export interface UpdatedFlow {
  readonly files: readonly {
    readonly path: string
    readonly content: string
    readonly status: 'unchanged' | 'updated' | 'merged' | 'conflict' | 'added' | 'removed' | 'kept'
  }[]
}

export interface FlowsClientOptions {
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

export interface FlowsCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface FlowsErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class FlowsApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'FlowsApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: FlowsErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: FlowsErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class FlowsNetworkError extends Error {
  override readonly name: string = 'FlowsNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class FlowsTimeoutError extends Error {
  override readonly name: string = 'FlowsTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /api/flows`. */
export interface CreateFlowInput {
  /** What is to be built, in words */
  readonly intention: string
  /**
   * Kind of project, which speaks for its patterns: api, web, worker, cli, mcp, library; any other for none
   * Default: "api"
   */
  readonly project_type?: string | undefined
  /**
   * Also have the prose of its documents edited, on a paid plan; on the free one it is not done
   * Default: false
   */
  readonly oracle?: boolean | undefined
  /** Use the same key for every retry of one request; it is remembered for 24 hours */
  readonly 'idempotency-key'?: string | undefined
}

/** The flow */
export type CreateFlowOutput = MadeFlow

export type CreateFlowResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateFlowOutput }

/** Refusals that `createFlow` declares; `code` tells them apart. */
export type CreateFlowError =
  | FlowsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlowsApiError<400, 'invalid_json'>
  | FlowsApiError<401, 'unauthenticated'>
  | FlowsApiError<403, 'forbidden'>
  | FlowsApiError<409, 'idempotency_in_progress'>
  | FlowsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlowsApiError<415, 'unsupported_media_type'>
  | FlowsApiError<422, 'idempotency_mismatch'>
  | FlowsApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | FlowsApiError<429, 'rate_limited'>
  | FlowsApiError<500, 'internal', { readonly request_id: string }>
  | FlowsApiError<502, 'upstream_failed'>
  | FlowsApiError<503, 'unavailable'>

/** Input of `GET /api/flows`. */
export interface ListFlowsInput {
  /**
   * Flows a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page */
export type ListFlowsOutput = FlowPage

export type ListFlowsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListFlowsOutput }

/** Refusals that `listFlows` declares; `code` tells them apart. */
export type ListFlowsError =
  | FlowsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlowsApiError<401, 'unauthenticated'>
  | FlowsApiError<403, 'forbidden'>
  | FlowsApiError<429, 'rate_limited'>
  | FlowsApiError<500, 'internal', { readonly request_id: string }>
  | FlowsApiError<503, 'unavailable'>

/** Input of `GET /api/flows/:id`. */
export interface GetFlowInput {
  /** Id of the flow: the hash of its receipt */
  readonly id: string
}

/** The flow */
export type GetFlowOutput = Flow

export type GetFlowResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetFlowOutput }

/** Refusals that `getFlow` declares; `code` tells them apart. */
export type GetFlowError =
  | FlowsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlowsApiError<401, 'unauthenticated'>
  | FlowsApiError<403, 'forbidden'>
  | FlowsApiError<404, 'not_found'>
  | FlowsApiError<429, 'rate_limited'>
  | FlowsApiError<500, 'internal', { readonly request_id: string }>
  | FlowsApiError<502, 'upstream_failed'>
  | FlowsApiError<503, 'unavailable'>

/** Input of `GET /api/flows/:id/oracle`. */
export interface GetFlowOracleInput {
  /** Id of the flow: the hash of its receipt */
  readonly id: string
}

/** The result, or that there is none */
export type GetFlowOracleOutput = OracleReport

export type GetFlowOracleResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetFlowOracleOutput }

/** Refusals that `getFlowOracle` declares; `code` tells them apart. */
export type GetFlowOracleError =
  | FlowsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlowsApiError<401, 'unauthenticated'>
  | FlowsApiError<403, 'forbidden'>
  | FlowsApiError<429, 'rate_limited'>
  | FlowsApiError<500, 'internal', { readonly request_id: string }>
  | FlowsApiError<503, 'unavailable'>

/** Input of `POST /api/flows/:id/oracle`. */
export interface AskFlowOracleInput {
  /** Id of the flow: the hash of its receipt */
  readonly id: string
}

/** The result */
export type AskFlowOracleOutput = OracleResult

export type AskFlowOracleResponse = { readonly status: 200; readonly headers: Headers; readonly body: AskFlowOracleOutput }

/** Refusals that `askFlowOracle` declares; `code` tells them apart. */
export type AskFlowOracleError =
  | FlowsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlowsApiError<401, 'unauthenticated'>
  | FlowsApiError<403, 'forbidden'>
  | FlowsApiError<403, 'plan_required', { readonly upgrade?: string }>
  | FlowsApiError<404, 'not_found'>
  | FlowsApiError<422, 'no_prompt_context'>
  | FlowsApiError<429, 'rate_limited'>
  | FlowsApiError<500, 'internal', { readonly request_id: string }>
  | FlowsApiError<502, 'upstream_failed'>
  | FlowsApiError<503, 'unavailable'>

/** Input of `POST /api/flows/:id/update`. */
export interface UpdateFlowInput {
  /** Id of the flow: the hash of its receipt */
  readonly id: string
  /** What the project has now */
  readonly files: readonly {
    readonly path: string
    readonly content: string
  }[]
}

/** The files as they should be */
export type UpdateFlowOutput = UpdatedFlow

export type UpdateFlowResponse = { readonly status: 200; readonly headers: Headers; readonly body: UpdateFlowOutput }

/** Refusals that `updateFlow` declares; `code` tells them apart. */
export type UpdateFlowError =
  | FlowsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlowsApiError<400, 'invalid_json'>
  | FlowsApiError<401, 'unauthenticated'>
  | FlowsApiError<403, 'forbidden'>
  | FlowsApiError<404, 'not_found'>
  | FlowsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlowsApiError<415, 'unsupported_media_type'>
  | FlowsApiError<429, 'rate_limited'>
  | FlowsApiError<500, 'internal', { readonly request_id: string }>
  | FlowsApiError<502, 'upstream_failed'>
  | FlowsApiError<503, 'unavailable'>

/** Input of `GET /api/flows/:id/download`. */
export interface DownloadFlowInput {
  /** Id of the flow: the hash of its receipt */
  readonly id: string
}

/** The files */
export type DownloadFlowOutput = Response

export type DownloadFlowResponse = { readonly status: 200; readonly headers: Headers; readonly body: DownloadFlowOutput }

/** Refusals that `downloadFlow` declares; `code` tells them apart. */
export type DownloadFlowError =
  | FlowsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlowsApiError<401, 'unauthenticated'>
  | FlowsApiError<403, 'forbidden'>
  | FlowsApiError<404, 'not_found'>
  | FlowsApiError<429, 'rate_limited'>
  | FlowsApiError<500, 'internal', { readonly request_id: string }>
  | FlowsApiError<502, 'upstream_failed'>
  | FlowsApiError<503, 'unavailable'>

/** Input of `POST /api/scaffold/preview`. */
export interface PreviewScaffoldInput {
  /** Description of the project */
  readonly intention: string
  /** Default: "api" */
  readonly project_type?: string | undefined
}

/** The files */
export type PreviewScaffoldOutput = {
  readonly preview: true
  /** Source of the list: rules, without a model */
  readonly method: 'rules'
  readonly project_type: string
  readonly files: readonly {
    readonly path: string
    readonly role: 'scaffold' | 'config' | 'governance' | 'test' | 'doc'
  }[]
}

export type PreviewScaffoldResponse = { readonly status: 200; readonly headers: Headers; readonly body: PreviewScaffoldOutput }

/** Refusals that `previewScaffold` declares; `code` tells them apart. */
export type PreviewScaffoldError =
  | FlowsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlowsApiError<400, 'invalid_json'>
  | FlowsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlowsApiError<415, 'unsupported_media_type'>
  | FlowsApiError<429, 'rate_limited'>
  | FlowsApiError<500, 'internal', { readonly request_id: string }>
  | FlowsApiError<503, 'unavailable'>

/** The routes of flows. */
export interface FlowsClient {
  /**
   * Create a scaffold.
   * Makes a project from an intention, with threat model, decisions and test plan, and a signed receipt over its
   * files: the hash of the receipt is the id. Takes one scaffold of the cycle, which any other answer than 201
   * gives back. The receipt’s claims are private. With `oracle` the prose of its documents is edited, too, on a
   * paid plan; where that fails the flow is there without, and can be asked for later.
   * `POST /api/flows`, retried after transient failures.
   * Authority: scope:flows:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), idempotency_in_progress (409), payload_too_large (413), unsupported_media_type (415),
   * idempotency_mismatch (422), quota_exceeded (429), rate_limited (429), internal (500), upstream_failed (502),
   * unavailable (503).
   */
  readonly createFlow: {
    (input: CreateFlowInput, options?: FlowsCallOptions): Promise<CreateFlowOutput>
    /** The same with status and headers. */
    withResponse(input: CreateFlowInput, options?: FlowsCallOptions): Promise<CreateFlowResponse>
  }

  /**
   * List scaffolds.
   * Flows of the tenant, newest first. While the runtime fails the list is empty.
   * `GET /api/flows`, retried after transient failures.
   * Authority: scope:flows:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly listFlows: {
    (input?: ListFlowsInput, options?: FlowsCallOptions): Promise<ListFlowsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListFlowsInput, options?: FlowsCallOptions): Promise<ListFlowsResponse>
  }
  /** The items of all pages of `listFlows`, from the cursor of the input on. */
  readonly listFlowsAll: (input?: ListFlowsInput, options?: FlowsCallOptions) => AsyncIterable<ListedFlow>

  /**
   * A scaffold.
   * A flow of the tenant with all its files. As long as a result of the oracle is kept, its documents are shown.
   * `GET /api/flows/:id`, retried after transient failures.
   * Authority: scope:flows:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), upstream_failed (502), unavailable (503).
   */
  readonly getFlow: {
    (input: GetFlowInput, options?: FlowsCallOptions): Promise<GetFlowOutput>
    /** The same with status and headers. */
    withResponse(input: GetFlowInput, options?: FlowsCallOptions): Promise<GetFlowResponse>
  }

  /**
   * What the oracle made of a scaffold.
   * The kept result, on whatever plan; `enhanced` is false where there is none.
   * `GET /api/flows/:id/oracle`, retried after transient failures.
   * Authority: scope:flows:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly getFlowOracle: {
    (input: GetFlowOracleInput, options?: FlowsCallOptions): Promise<GetFlowOracleOutput>
    /** The same with status and headers. */
    withResponse(input: GetFlowOracleInput, options?: FlowsCallOptions): Promise<GetFlowOracleResponse>
  }

  /**
   * Have the prose of a scaffold edited.
   * Edits the prose of the Markdown documents: headings, tables, code, quotations, numbers, ids and addresses stay
   * as they are, and a text that changes more is not taken. Code, data, configuration and tests are never touched.
   * The result is kept for 90 days and given again; it has a receipt of its own. Needs plan Pro or Team, and costs
   * no scaffold.
   * `POST /api/flows/:id/oracle`, retried after transient failures.
   * Authority: scope:flows:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * plan_required (403), not_found (404), no_prompt_context (422), rate_limited (429), internal (500),
   * upstream_failed (502), unavailable (503).
   */
  readonly askFlowOracle: {
    (input: AskFlowOracleInput, options?: FlowsCallOptions): Promise<AskFlowOracleOutput>
    /** The same with status and headers. */
    withResponse(input: AskFlowOracleInput, options?: FlowsCallOptions): Promise<AskFlowOracleResponse>
  }

  /**
   * Bring a scaffold up to date.
   * Merges the newest version of the pattern into a project that was made of the flow, three ways: what it was
   * when it was made, what it would be now, and `files`. Nothing that was edited is overwritten; where both
   * changed one place, both stand there with the base. It costs nothing and keeps nothing.
   * `POST /api/flows/:id/update`.
   * Authority: scope:flows:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden
   * (403), not_found (404), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal
   * (500), upstream_failed (502), unavailable (503).
   */
  readonly updateFlow: {
    (input: UpdateFlowInput, options?: FlowsCallOptions): Promise<UpdateFlowOutput>
    /** The same with status and headers. */
    withResponse(input: UpdateFlowInput, options?: FlowsCallOptions): Promise<UpdateFlowResponse>
  }

  /**
   * Download a scaffold.
   * All files of the flow as a ZIP, as `GET /api/flows/:id` shows them: the same files are the same bytes.
   * `GET /api/flows/:id/download`, retried after transient failures.
   * Authority: scope:flows:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), upstream_failed (502), unavailable (503).
   */
  readonly downloadFlow: {
    (input: DownloadFlowInput, options?: FlowsCallOptions): Promise<DownloadFlowOutput>
    /** The same with status and headers. */
    withResponse(input: DownloadFlowInput, options?: FlowsCallOptions): Promise<DownloadFlowResponse>
  }

  /**
   * Preview the files of a scaffold.
   * Lists the files that a scaffold for this intention would have, without creating it. The same request has the
   * same answer. It is computed by rules: the real files are decided when a scaffold is created.
   * `POST /api/scaffold/preview`.
   * Authority: open. Errors: invalid_input (400), invalid_json (400), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly previewScaffold: {
    (input: PreviewScaffoldInput, options?: FlowsCallOptions): Promise<PreviewScaffoldOutput>
    /** The same with status and headers. */
    withResponse(input: PreviewScaffoldInput, options?: FlowsCallOptions): Promise<PreviewScaffoldResponse>
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
  options: FlowsClientOptions,
  operation: Operation,
  input: Input,
  call: FlowsCallOptions,
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

const requestOf = (options: FlowsClientOptions, operation: Operation, input: Input, call: FlowsCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): FlowsApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new FlowsApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new FlowsApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | FlowsApiError> => {
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
  options: FlowsClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | FlowsApiError | FlowsNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof FlowsApiError) return cause
    return new FlowsNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: FlowsApiError | FlowsNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof FlowsApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: FlowsClientOptions,
  operation: Operation,
  input: Input,
  call: FlowsCallOptions,
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
    const isTransient = result instanceof FlowsNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: FlowsClientOptions,
  operation: Operation,
  input: Input,
  call: FlowsCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new FlowsTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: FlowsClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: FlowsCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: FlowsCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: FlowsCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: FlowsCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: FlowsCallOptions | undefined,
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
  createFlow: {
    name: 'createFlow',
    method: 'POST',
    path: '/api/flows',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, idempotency_in_progress: 409, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, quota_exceeded: 429, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  listFlows: {
    name: 'listFlows',
    method: 'GET',
    path: '/api/flows',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getFlow: {
    name: 'getFlow',
    method: 'GET',
    path: '/api/flows/{id}',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  getFlowOracle: {
    name: 'getFlowOracle',
    method: 'GET',
    path: '/api/flows/{id}/oracle',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  askFlowOracle: {
    name: 'askFlowOracle',
    method: 'POST',
    path: '/api/flows/{id}/oracle',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, plan_required: 403, not_found: 404, no_prompt_context: 422, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  updateFlow: {
    name: 'updateFlow',
    method: 'POST',
    path: '/api/flows/{id}/update',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  downloadFlow: {
    name: 'downloadFlow',
    method: 'GET',
    path: '/api/flows/{id}/download',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  previewScaffold: {
    name: 'previewScaffold',
    method: 'POST',
    path: '/api/scaffold/preview',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: false,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface FlowsErrors {
  readonly createFlow: CreateFlowError
  readonly listFlows: ListFlowsError
  readonly getFlow: GetFlowError
  readonly getFlowOracle: GetFlowOracleError
  readonly askFlowOracle: AskFlowOracleError
  readonly updateFlow: UpdateFlowError
  readonly downloadFlow: DownloadFlowError
  readonly previewScaffold: PreviewScaffoldError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isFlowsError = <Name extends keyof FlowsErrors>(
  operation: Name,
  error: unknown,
): error is FlowsErrors[Name] => {
  if (!(error instanceof FlowsApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of flows: methods can be taken off it, and it keeps no connection of its own. */
export const createFlowsClient = (options: FlowsClientOptions): FlowsClient => {
  return {
    createFlow: method<CreateFlowOutput, CreateFlowResponse>(options, operations.createFlow),
    listFlows: method<ListFlowsOutput, ListFlowsResponse>(options, operations.listFlows),
    listFlowsAll: (input, call) =>
      pages(method(options, operations.listFlows), input, call, 'flows', 'next_cursor'),
    getFlow: method<GetFlowOutput, GetFlowResponse>(options, operations.getFlow),
    getFlowOracle: method<GetFlowOracleOutput, GetFlowOracleResponse>(options, operations.getFlowOracle),
    askFlowOracle: method<AskFlowOracleOutput, AskFlowOracleResponse>(options, operations.askFlowOracle),
    updateFlow: method<UpdateFlowOutput, UpdateFlowResponse>(options, operations.updateFlow),
    downloadFlow: method<DownloadFlowOutput, DownloadFlowResponse>(options, operations.downloadFlow),
    previewScaffold: method<PreviewScaffoldOutput, PreviewScaffoldResponse>(options, operations.previewScaffold),
  }
}
