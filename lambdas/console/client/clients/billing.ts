// Made from the contract "billing" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface Purchase {
  readonly packId: 'agent-credits-500' | 'agent-credits-1000'
  /** Credits of the pack */
  readonly credits: number
  /** Its price in US cents */
  readonly cents: number
  readonly currency: 'usd'
  /** pending: the bank has not decided; repeat the call with the same key, or check the balance later */
  readonly status: 'completed' | 'pending'
  /** The processor’s id of the payment */
  readonly paymentId: string
  readonly paidAt: string | null
}

export interface BillingClientOptions {
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

export interface BillingCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface BillingErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class BillingApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'BillingApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: BillingErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: BillingErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class BillingNetworkError extends Error {
  override readonly name: string = 'BillingNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class BillingTimeoutError extends Error {
  override readonly name: string = 'BillingTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `GET /api/billing`. */
export type GetBillingInput = Readonly<Record<string, never>>

/** The present state */
export type GetBillingOutput = {
  readonly tier: 'free' | 'pro' | 'team'
  /** Product behind the tier: pro, agency or team; null: none */
  readonly plan: string | null
  /** Source of the plan; null: none */
  readonly source: 'subscription' | 'override' | 'comp' | null
  /** End of the paid period, when the next one is charged */
  readonly renewsAt: string | null
  /** End of the plan; null: it continues */
  readonly endsAt: string | null
  /** A payment has failed and is being retried */
  readonly isPastDue: boolean
  readonly hasSavedCard: boolean
  /** Plan at the image service */
  readonly credits: {
    /** Available credits of the image service */
    readonly balance: number
    /** Reserved for images in progress */
    readonly held: number
  }
  /** Whether the caller may buy and end: owners and admins */
  readonly mayManage: boolean
  /** Subscriptions that have not ended */
  readonly subscriptions: readonly {
    readonly productKey: string | null
    /** Status in the processor’s words */
    readonly status: string
    readonly renewsAt: string
    readonly endsAt: string | null
  }[]
  /** Values of productKey in POST /api/billing/checkout */
  readonly products: readonly string[]
}

export type GetBillingResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetBillingOutput }

/** Refusals that `getBilling` declares; `code` tells them apart. */
export type GetBillingError =
  | BillingApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | BillingApiError<401, 'unauthenticated'>
  | BillingApiError<403, 'forbidden'>
  | BillingApiError<500, 'internal', { readonly request_id: string }>
  | BillingApiError<503, 'unavailable'>

/** Input of `GET /api/billing/invoices`. */
export type ListInvoicesInput = Readonly<Record<string, never>>

/** The invoices; none for an organisation that never had a plan */
export type ListInvoicesOutput = {
  readonly invoices: readonly {
    readonly id: string
    readonly date: string
    /** Total, in the smallest unit of the currency */
    readonly amount: number
    /** ISO 4217, in lower case */
    readonly currency: string
    /** open, paid, uncollectible or void */
    readonly status: string
    /** Its page at the payment processor; null: it has none */
    readonly url: string | null
  }[]
}

export type ListInvoicesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListInvoicesOutput }

/** Refusals that `listInvoices` declares; `code` tells them apart. */
export type ListInvoicesError =
  | BillingApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | BillingApiError<401, 'unauthenticated'>
  | BillingApiError<403, 'forbidden'>
  | BillingApiError<429, 'rate_limited'>
  | BillingApiError<500, 'internal', { readonly request_id: string }>
  | BillingApiError<502, 'upstream_failed'>
  | BillingApiError<503, 'unavailable'>

/** Input of `POST /api/billing/checkout`. */
export interface StartCheckoutInput {
  /** The product, a text of GET /api/billing products; default: the Pro plan */
  readonly productKey?: unknown
}

/** The page is open */
export type StartCheckoutOutput = {
  /** Next address for the browser */
  readonly url: string
}

export type StartCheckoutResponse = { readonly status: 200; readonly headers: Headers; readonly body: StartCheckoutOutput }

/** Refusals that `startCheckout` declares; `code` tells them apart. */
export type StartCheckoutError =
  | BillingApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | BillingApiError<400, 'invalid_json'>
  | BillingApiError<400, 'unknown_product'>
  | BillingApiError<401, 'unauthenticated'>
  | BillingApiError<403, 'forbidden'>
  | BillingApiError<403, 'invite_required'>
  | BillingApiError<403, 'product_gated'>
  | BillingApiError<409, 'already_subscribed'>
  | BillingApiError<413, 'payload_too_large', { readonly limit: number }>
  | BillingApiError<415, 'unsupported_media_type'>
  | BillingApiError<429, 'rate_limited'>
  | BillingApiError<500, 'internal', { readonly request_id: string }>
  | BillingApiError<502, 'upstream_failed'>
  | BillingApiError<503, 'unavailable'>

/** Input of `POST /api/billing/portal`. */
export type OpenPortalInput = Readonly<Record<string, never>>

/** The page is open */
export type OpenPortalOutput = {
  /** Next address for the browser */
  readonly url: string
}

export type OpenPortalResponse = { readonly status: 200; readonly headers: Headers; readonly body: OpenPortalOutput }

/** Refusals that `openPortal` declares; `code` tells them apart. */
export type OpenPortalError =
  | BillingApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | BillingApiError<401, 'unauthenticated'>
  | BillingApiError<403, 'forbidden'>
  | BillingApiError<422, 'no_stripe_customer'>
  | BillingApiError<429, 'rate_limited'>
  | BillingApiError<500, 'internal', { readonly request_id: string }>
  | BillingApiError<502, 'upstream_failed'>
  | BillingApiError<503, 'unavailable'>

/** Input of `POST /api/billing/downgrade`. */
export type DowngradeInput = Readonly<Record<string, never>>

/** The organisation is free, or will be */
export type DowngradeOutput = {
  readonly ok: true
  readonly previousTier: 'free' | 'pro' | 'team'
  /** Action at the payment processor */
  readonly stripeAction: 'canceled' | 'no_subscription' | 'already_canceled'
  /** When the organisation becomes free */
  readonly effectiveAt: string
  /** Whether it was requested before */
  readonly noop: boolean
}

export type DowngradeResponse = { readonly status: 200; readonly headers: Headers; readonly body: DowngradeOutput }

/** Refusals that `downgrade` declares; `code` tells them apart. */
export type DowngradeError =
  | BillingApiError<400, 'already_free'>
  | BillingApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | BillingApiError<401, 'unauthenticated'>
  | BillingApiError<403, 'forbidden'>
  | BillingApiError<429, 'rate_limited'>
  | BillingApiError<500, 'internal', { readonly request_id: string }>
  | BillingApiError<502, 'upstream_failed'>
  | BillingApiError<503, 'unavailable'>

/** Input of `POST /api/billing/purchases`. */
export interface BuyCreditsInput {
  /** agent-credits-500: 500 credits for 12.50 USD; agent-credits-1000: 1000 for 20.00 USD */
  readonly packId: 'agent-credits-500' | 'agent-credits-1000'
  /** A stable key of your choice: a repeated call with it charges nothing more */
  readonly idempotencyKey: string
}

/** The credits are bought, or the bank is deciding */
export type BuyCreditsOutput = Purchase

export type BuyCreditsResponse = { readonly status: 200; readonly headers: Headers; readonly body: BuyCreditsOutput }

/** Refusals that `buyCredits` declares; `code` tells them apart. */
export type BuyCreditsError =
  | BillingApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | BillingApiError<400, 'invalid_json'>
  | BillingApiError<401, 'unauthenticated'>
  | BillingApiError<402, 'authentication_required'>
  | BillingApiError<402, 'card_declined'>
  | BillingApiError<402, 'no_saved_card'>
  | BillingApiError<403, 'forbidden'>
  | BillingApiError<409, 'purchase_mismatch'>
  | BillingApiError<413, 'payload_too_large', { readonly limit: number }>
  | BillingApiError<415, 'unsupported_media_type'>
  | BillingApiError<429, 'budget_exhausted'>
  | BillingApiError<429, 'key_budget_exhausted'>
  | BillingApiError<429, 'purchase_limit_reached'>
  | BillingApiError<429, 'rate_limited'>
  | BillingApiError<500, 'internal', { readonly request_id: string }>
  | BillingApiError<502, 'upstream_failed'>
  | BillingApiError<503, 'unavailable'>

/** Input of `POST /api/billing/webhook`. */
export interface ReceiveStripeEventInput {
  readonly body: NonNullable<RequestInit['body']>
  /** Signature of the body */
  readonly 'stripe-signature'?: string | undefined
}

/** The event is stored, or was before */
export type ReceiveStripeEventOutput = {
  readonly received: true
}

export type ReceiveStripeEventResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReceiveStripeEventOutput }

/** Refusals that `receiveStripeEvent` declares; `code` tells them apart. */
export type ReceiveStripeEventError =
  | BillingApiError<400, 'bad_signature'>
  | BillingApiError<400, 'foreign_mode'>
  | BillingApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | BillingApiError<413, 'payload_too_large', { readonly limit: number }>
  | BillingApiError<415, 'unsupported_media_type'>
  | BillingApiError<500, 'internal', { readonly request_id: string }>
  | BillingApiError<503, 'unavailable'>

/** The routes of billing. */
export interface BillingClient {
  /**
   * Get plan and payments.
   * The tier of the organisation, its source, and its subscriptions as last reported. Changes at the payment
   * processor show within seconds.
   * `GET /api/billing`, retried after transient failures.
   * Authority: scope:billing:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly getBilling: {
    (input?: GetBillingInput, options?: BillingCallOptions): Promise<GetBillingOutput>
    /** The same with status and headers. */
    withResponse(input?: GetBillingInput, options?: BillingCallOptions): Promise<GetBillingResponse>
  }

  /**
   * List invoices.
   * The last 24 invoices of the organisation, newest first, for owners and admins. Plans are invoiced; credits
   * that are bought once are in the statement of the account.
   * `GET /api/billing/invoices`, retried after transient failures.
   * Authority: scope:billing:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), upstream_failed (502), unavailable (503).
   */
  readonly listInvoices: {
    (input?: ListInvoicesInput, options?: BillingCallOptions): Promise<ListInvoicesOutput>
    /** The same with status and headers. */
    withResponse(input?: ListInvoicesInput, options?: BillingCallOptions): Promise<ListInvoicesResponse>
  }

  /**
   * Open a checkout.
   * Opens a payment page (spec platform-api 4.10). The default product is the Pro plan. An open page of the same
   * product is returned again. CISO products are for invited organisations; the CTO consultation is arranged in
   * person. A key with a daily budget cannot open one.
   * `POST /api/billing/checkout`.
   * Authority: scope:billing:write. Errors: invalid_input (400), invalid_json (400), unknown_product (400),
   * unauthenticated (401), forbidden (403), invite_required (403), product_gated (403), already_subscribed (409),
   * payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500), upstream_failed
   * (502), unavailable (503).
   */
  readonly startCheckout: {
    (input?: StartCheckoutInput, options?: BillingCallOptions): Promise<StartCheckoutOutput>
    /** The same with status and headers. */
    withResponse(input?: StartCheckoutInput, options?: BillingCallOptions): Promise<StartCheckoutResponse>
  }

  /**
   * Open the customer portal.
   * Opens the page of the payment processor for cards, invoices and ending subscriptions (spec platform-api 4.10).
   * A key with a daily budget cannot open it.
   * `POST /api/billing/portal`.
   * Authority: scope:billing:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * no_stripe_customer (422), rate_limited (429), internal (500), upstream_failed (502), unavailable (503).
   */
  readonly openPortal: {
    (input?: OpenPortalInput, options?: BillingCallOptions): Promise<OpenPortalOutput>
    /** The same with status and headers. */
    withResponse(input?: OpenPortalInput, options?: BillingCallOptions): Promise<OpenPortalResponse>
  }

  /**
   * Return to the free tier.
   * Ends the plan: a paid one at the end of its period, any other at once (spec platform-api 3 and 4.10).
   * Repeating the request changes nothing and returns the same. Other subscriptions, such as the hosting of trust
   * pages, continue. A key with a daily budget cannot end it.
   * `POST /api/billing/downgrade`, retried after transient failures.
   * Authority: scope:billing:write. Errors: already_free (400), invalid_input (400), unauthenticated (401),
   * forbidden (403), rate_limited (429), internal (500), upstream_failed (502), unavailable (503).
   */
  readonly downgrade: {
    (input?: DowngradeInput, options?: BillingCallOptions): Promise<DowngradeOutput>
    /** The same with status and headers. */
    withResponse(input?: DowngradeInput, options?: BillingCallOptions): Promise<DowngradeResponse>
  }

  /**
   * Buy credits with the saved card.
   * Charges the saved card of the organisation without a payment page, and books the credits (spec image-service
   * 4.9, billing_purchase_credits). The same idempotencyKey always means the same purchase: its outcome is
   * returned again, and the card is charged once. For owners and admins, and for keys and agents with that right:
   * the credits count against their budget. Limits: five purchases an hour, and the daily limit of the deployment.
   * `POST /api/billing/purchases`, retried after transient failures.
   * Authority: scope:billing:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * authentication_required (402), card_declined (402), no_saved_card (402), forbidden (403), purchase_mismatch
   * (409), payload_too_large (413), unsupported_media_type (415), budget_exhausted (429), key_budget_exhausted
   * (429), purchase_limit_reached (429), rate_limited (429), internal (500), upstream_failed (502), unavailable
   * (503).
   */
  readonly buyCredits: {
    (input: BuyCreditsInput, options?: BillingCallOptions): Promise<BuyCreditsOutput>
    /** The same with status and headers. */
    withResponse(input: BuyCreditsInput, options?: BillingCallOptions): Promise<BuyCreditsResponse>
  }

  /**
   * Receive a Stripe event.
   * Accepts events of Stripe, signed with the secret of the endpoint there (docs.stripe.com/webhooks). Their
   * subject is always read again from Stripe, so events may come late, twice and in any order.
   * `POST /api/billing/webhook`, retried after transient failures.
   * Authority: open. Errors: bad_signature (400), foreign_mode (400), invalid_input (400), payload_too_large
   * (413), unsupported_media_type (415), internal (500), unavailable (503).
   */
  readonly receiveStripeEvent: {
    (input: ReceiveStripeEventInput, options?: BillingCallOptions): Promise<ReceiveStripeEventOutput>
    /** The same with status and headers. */
    withResponse(input: ReceiveStripeEventInput, options?: BillingCallOptions): Promise<ReceiveStripeEventResponse>
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
  options: BillingClientOptions,
  operation: Operation,
  input: Input,
  call: BillingCallOptions,
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

const requestOf = (options: BillingClientOptions, operation: Operation, input: Input, call: BillingCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): BillingApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new BillingApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new BillingApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | BillingApiError> => {
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
  options: BillingClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | BillingApiError | BillingNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof BillingApiError) return cause
    return new BillingNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: BillingApiError | BillingNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof BillingApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: BillingClientOptions,
  operation: Operation,
  input: Input,
  call: BillingCallOptions,
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
    const isTransient = result instanceof BillingNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: BillingClientOptions,
  operation: Operation,
  input: Input,
  call: BillingCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new BillingTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: BillingClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: BillingCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: BillingCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: BillingCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

const operations = {
  getBilling: {
    name: 'getBilling',
    method: 'GET',
    path: '/api/billing',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listInvoices: {
    name: 'listInvoices',
    method: 'GET',
    path: '/api/billing/invoices',
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
  startCheckout: {
    name: 'startCheckout',
    method: 'POST',
    path: '/api/billing/checkout',
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
    errors: { invalid_input: 400, invalid_json: 400, unknown_product: 400, unauthenticated: 401, forbidden: 403, invite_required: 403, product_gated: 403, already_subscribed: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  openPortal: {
    name: 'openPortal',
    method: 'POST',
    path: '/api/billing/portal',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, no_stripe_customer: 422, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  downgrade: {
    name: 'downgrade',
    method: 'POST',
    path: '/api/billing/downgrade',
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
    errors: { already_free: 400, invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  buyCredits: {
    name: 'buyCredits',
    method: 'POST',
    path: '/api/billing/purchases',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, authentication_required: 402, card_declined: 402, no_saved_card: 402, forbidden: 403, purchase_mismatch: 409, payload_too_large: 413, unsupported_media_type: 415, budget_exhausted: 429, key_budget_exhausted: 429, purchase_limit_reached: 429, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  receiveStripeEvent: {
    name: 'receiveStripeEvent',
    method: 'POST',
    path: '/api/billing/webhook',
    query: [],
    headers: ['stripe-signature'],
    nested: [],
    body: 'raw',
    mediaType: 'application/json',
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { bad_signature: 400, foreign_mode: 400, invalid_input: 400, payload_too_large: 413, unsupported_media_type: 415, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface BillingErrors {
  readonly getBilling: GetBillingError
  readonly listInvoices: ListInvoicesError
  readonly startCheckout: StartCheckoutError
  readonly openPortal: OpenPortalError
  readonly downgrade: DowngradeError
  readonly buyCredits: BuyCreditsError
  readonly receiveStripeEvent: ReceiveStripeEventError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isBillingError = <Name extends keyof BillingErrors>(
  operation: Name,
  error: unknown,
): error is BillingErrors[Name] => {
  if (!(error instanceof BillingApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of billing: methods can be taken off it, and it keeps no connection of its own. */
export const createBillingClient = (options: BillingClientOptions): BillingClient => {
  return {
    getBilling: method<GetBillingOutput, GetBillingResponse>(options, operations.getBilling),
    listInvoices: method<ListInvoicesOutput, ListInvoicesResponse>(options, operations.listInvoices),
    startCheckout: method<StartCheckoutOutput, StartCheckoutResponse>(options, operations.startCheckout),
    openPortal: method<OpenPortalOutput, OpenPortalResponse>(options, operations.openPortal),
    downgrade: method<DowngradeOutput, DowngradeResponse>(options, operations.downgrade),
    buyCredits: method<BuyCreditsOutput, BuyCreditsResponse>(options, operations.buyCredits),
    receiveStripeEvent: method<ReceiveStripeEventOutput, ReceiveStripeEventResponse>(options, operations.receiveStripeEvent),
  }
}
