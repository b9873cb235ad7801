// Made from the contract "images" 1.0.0 by @signet/contracts; changes are lost when it is made again.

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
  /** Hash of the receipt of the image, seconds after the end: anybody verifies it at /verify/<hash> of the platform */
  readonly receipt?: string | undefined
  /** When the job came into each state, oldest first; only when one job is read */
  readonly timeline?: readonly JobMoment[] | undefined
  /** What it costs; null if it is free; only when one job is read */
  readonly charge?: JobCharge | null | undefined
  /** Only when the job is accepted: a quota is nearly used up */
  readonly warning?: QuotaWarning | undefined
}

export interface JobCharge {
  /** Credits of the job; 0 if a quota of images pays */
  readonly credits: number
  /** held until the job ends; captured if it is completed; released, so that it costs nothing, if not */
  readonly state: 'held' | 'captured' | 'released'
  /** The entry in the statement of the account (`entries` of the usage); null while there is none */
  readonly entry: {
    readonly type: 'capture' | 'release'
    readonly ref: string
  } | null
}

export interface JobMoment {
  readonly state: 'queued' | 'processing' | 'encoding' | 'completed' | 'failed' | 'failed_encoding'
  readonly at: string
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
  /** The last ten attempts, oldest first; only when one job is read */
  readonly history?: readonly {
    /** When the attempt began */
    readonly at: string
    /** Status of the answer; null if none came */
    readonly status: number | null
  }[] | undefined
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

export interface NewTenant {
  readonly tenant_id: string
  /** As given at creation */
  readonly name: string | null
  /** Prefix of the key */
  readonly api_key_prefix: string
  /** Scopes of the key: generate, read, billing:purchase */
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
  /** Scopes of the key: generate, read, billing:purchase */
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
  /** Scopes of the key: generate, read, billing:purchase */
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

export interface WebhookSecret {
  /** Signs notifications: whsec_ and 32 bytes in base64 (Standard Webhooks) */
  readonly secret: string
  /** Time of the rotation; null: it is the first */
  readonly rotated_at: string | null
  /** Until when the previous secret also signs; null if none does */
  readonly previous_valid_until: string | null
}

export interface ImagesClientOptions {
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

export interface ImagesCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface ImagesErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class ImagesApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'ImagesApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: ImagesErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: ImagesErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class ImagesNetworkError extends Error {
  override readonly name: string = 'ImagesNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class ImagesTimeoutError extends Error {
  override readonly name: string = 'ImagesTimeoutError'
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
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>

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
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<429, 'rate_limited'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

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
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>

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
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

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
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<400, 'invalid_json'>
  | ImagesApiError<400, 'model_retired'>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<402, 'plan_required', { readonly upgrade?: string }>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<403, 'model_locked', { readonly upgrade?: string }>
  | ImagesApiError<404, 'not_found'>
  | ImagesApiError<409, 'idempotency_in_progress'>
  | ImagesApiError<413, 'payload_too_large', { readonly limit: number }>
  | ImagesApiError<415, 'unsupported_media_type'>
  | ImagesApiError<422, 'content_rejected'>
  | ImagesApiError<422, 'idempotency_mismatch'>
  | ImagesApiError<429, 'budget_exhausted'>
  | ImagesApiError<429, 'insufficient_credits', { readonly upgrade?: string }>
  | ImagesApiError<429, 'key_budget_exhausted'>
  | ImagesApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | ImagesApiError<429, 'rate_limited'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<502, 'upstream_failed'>
  | ImagesApiError<503, 'spend_ceiling'>
  | ImagesApiError<503, 'unavailable'>
  | ImagesApiError<504, 'deadline_exceeded'>

/** Input of `GET /v2/jobs/:id`. */
export interface JobGetInput {
  /** Job id */
  readonly id: string
  /** With a session: one of the tenants of the signed-in person; default: the tenant of the session */
  readonly tenant_id?: string | undefined
  /** `wait=N` waits up to N seconds, 1 to 25, for the end of the job (RFC 7240) */
  readonly prefer?: string | undefined
}

/** The job */
export type JobGetOutput = Job

export type JobGetResponse = { readonly status: 200; readonly headers: Headers; readonly body: JobGetOutput }

/** Refusals that `get` declares; `code` tells them apart. */
export type JobGetError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<404, 'not_found'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

/** Input of `GET /v2/jobs`. */
export interface JobListInput {
  /**
   * Jobs a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
  /** With a session: one of the tenants of the signed-in person; default: the tenant of the session */
  readonly tenant_id?: string | undefined
  /** Only jobs in this state */
  readonly state?: 'queued' | 'processing' | 'encoding' | 'completed' | 'failed' | 'failed_encoding' | undefined
  /** Only jobs of this tier */
  readonly quality_tier?: 'draft' | 'standard' | 'premium' | 'ultra' | 'ultra_plus' | undefined
}

/** The result. */
export type JobListOutput = {
  readonly jobs: readonly Job[]
  readonly next_cursor: string | null
}

export type JobListResponse = { readonly status: 200; readonly headers: Headers; readonly body: JobListOutput }

/** Refusals that `list` declares; `code` tells them apart. */
export type JobListError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<404, 'not_found'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

/** Input of `DELETE /v2/jobs/:id`. */
export interface JobDeleteInput {
  /** Job id */
  readonly id: string
  /** Only while the job is in this state */
  readonly state?: 'queued' | undefined
  /** With a session: one of the tenants of the signed-in person; default: the tenant of the session */
  readonly tenant_id?: string | undefined
}

/** Done; there is nothing to return. */
export type JobDeleteOutput = undefined

export type JobDeleteResponse = { readonly status: 204; readonly headers: Headers; readonly body: JobDeleteOutput }

/** Refusals that `delete` declares; `code` tells them apart. */
export type JobDeleteError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<404, 'not_found'>
  | ImagesApiError<409, 'job_begun'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

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
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<400, 'invalid_json'>
  | ImagesApiError<400, 'model_retired'>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<402, 'plan_required', { readonly upgrade?: string }>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<403, 'model_locked', { readonly upgrade?: string }>
  | ImagesApiError<404, 'not_found'>
  | ImagesApiError<409, 'idempotency_in_progress'>
  | ImagesApiError<413, 'payload_too_large', { readonly limit: number }>
  | ImagesApiError<415, 'unsupported_media_type'>
  | ImagesApiError<422, 'idempotency_mismatch'>
  | ImagesApiError<429, 'budget_exhausted'>
  | ImagesApiError<429, 'insufficient_credits', { readonly upgrade?: string }>
  | ImagesApiError<429, 'key_budget_exhausted'>
  | ImagesApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | ImagesApiError<429, 'rate_limited'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'spend_ceiling'>
  | ImagesApiError<503, 'unavailable'>

/** Input of `POST /v2/tenants`. */
export interface CreateTenantInput {
  /** A name to recognise the tenant */
  readonly name?: string | undefined
  /**
   * Scopes of its key; with billing:purchase it may buy credits with the saved card
   * Default: ["generate","read"]
   */
  readonly scopes?: readonly ('generate' | 'read' | 'billing:purchase')[] | undefined
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
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<400, 'invalid_json'>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<409, 'tenant_limit_reached'>
  | ImagesApiError<413, 'payload_too_large', { readonly limit: number }>
  | ImagesApiError<415, 'unsupported_media_type'>
  | ImagesApiError<422, 'idempotency_mismatch'>
  | ImagesApiError<429, 'rate_limited'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

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
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

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
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<400, 'invalid_json'>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<404, 'not_found'>
  | ImagesApiError<413, 'payload_too_large', { readonly limit: number }>
  | ImagesApiError<415, 'unsupported_media_type'>
  | ImagesApiError<422, 'idempotency_mismatch'>
  | ImagesApiError<429, 'rate_limited'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

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
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<404, 'not_found'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

/** Input of `GET /v2/webhook-secret`. */
export type GetWebhookSecretInput = Readonly<Record<string, never>>

/** The current secret */
export type GetWebhookSecretOutput = WebhookSecret

export type GetWebhookSecretResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetWebhookSecretOutput }

/** Refusals that `getWebhookSecret` declares; `code` tells them apart. */
export type GetWebhookSecretError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

/** Input of `POST /v2/webhook-secret/rotate`. */
export interface RotateWebhookSecretInput {
  /** Repeating the last rotation with the same key rotates once */
  readonly 'idempotency-key'?: string | undefined
}

/** The new secret */
export type RotateWebhookSecretOutput = WebhookSecret

export type RotateWebhookSecretResponse = { readonly status: 200; readonly headers: Headers; readonly body: RotateWebhookSecretOutput }

/** Refusals that `rotateWebhookSecret` declares; `code` tells them apart. */
export type RotateWebhookSecretError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<400, 'invalid_json'>
  | ImagesApiError<401, 'unauthenticated'>
  | ImagesApiError<403, 'forbidden'>
  | ImagesApiError<413, 'payload_too_large', { readonly limit: number }>
  | ImagesApiError<415, 'unsupported_media_type'>
  | ImagesApiError<429, 'rate_limited'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

/** Input of `GET /v2/assets/:id`. */
export interface GetAssetInput {
  /** Asset id */
  readonly id: string
  /** A resized variant */
  readonly preset?: 'thumbnail' | 'standard' | 'hero' | 'portrait' | undefined
  /** Another format; default: the best one by Accept, and the format of the job on a tie */
  readonly format?: 'png' | 'webp' | 'avif' | undefined
  /** Another quality, for webp and avif; the nearest of 25, 50, 70, 85 and 95 is used */
  readonly quality?: number | undefined
  /** Accepted media types; never a reason for a 406 */
  readonly accept?: string | undefined
  /** ETags of the client’s copies */
  readonly 'if-none-match'?: string | undefined
  /** HTTP date of the client’s copy */
  readonly 'if-modified-since'?: string | undefined
  /** One byte range; for several the whole image is sent */
  readonly range?: string | undefined
  /** ETag or HTTP date of the copy to complete */
  readonly 'if-range'?: string | undefined
}

/**
 * The bytes of the image
 * The requested bytes
 * The client’s copy is current
 */
export type GetAssetOutput = Response

export type GetAssetResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Response }
  | { readonly status: 206; readonly headers: Headers; readonly body: Response }
  | { readonly status: 304; readonly headers: Headers; readonly body: Response }

/** Refusals that `getAsset` declares; `code` tells them apart. */
export type GetAssetError =
  | ImagesApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ImagesApiError<404, 'not_found'>
  | ImagesApiError<416, 'range_not_satisfiable'>
  | ImagesApiError<429, 'rate_limited'>
  | ImagesApiError<500, 'internal', { readonly request_id: string }>
  | ImagesApiError<503, 'unavailable'>

/** The routes of images. */
export interface ImagesClient {
  /**
   * Health check.
   * Returns the status and the version of the service (spec 4.6).
   * `GET /v2/health`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly getHealth: {
    (input?: GetHealthInput, options?: ImagesCallOptions): Promise<GetHealthOutput>
    /** The same with status and headers. */
    withResponse(input?: GetHealthInput, options?: ImagesCallOptions): Promise<GetHealthResponse>
  }

  /**
   * List models.
   * Tier defaults, selectable overrides and frontier models with their unlock progress (spec 4.1).
   * `GET /v2/models`, retried after transient failures.
   * Authority: public. Errors: invalid_input (400), unauthenticated (401), rate_limited (429), internal (500),
   * unavailable (503).
   */
  readonly listModels: {
    (input?: ListModelsInput, options?: ImagesCallOptions): Promise<ListModelsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListModelsInput, options?: ImagesCallOptions): Promise<ListModelsResponse>
  }

  /**
   * Get the retention policy.
   * The authoritative retention policy: kinds of data, retention times, and how to delete data at once.
   * `GET /v2/retention-policy`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly getRetentionPolicy: {
    (input?: GetRetentionPolicyInput, options?: ImagesCallOptions): Promise<GetRetentionPolicyOutput>
    /** The same with status and headers. */
    withResponse(input?: GetRetentionPolicyInput, options?: ImagesCallOptions): Promise<GetRetentionPolicyResponse>
  }

  /**
   * Protected resource metadata.
   * Metadata of the image service as a resource that OAuth protects (RFC 9728): the authorization servers whose
   * tokens it accepts. Empty until the first token was issued.
   * `GET /.well-known/oauth-protected-resource`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500), unavailable (503).
   */
  readonly getImageResource: {
    (input?: GetImageResourceInput, options?: ImagesCallOptions): Promise<GetImageResourceOutput>
    /** The same with status and headers. */
    withResponse(input?: GetImageResourceInput, options?: ImagesCallOptions): Promise<GetImageResourceResponse>
  }

  /**
   * Draw an image.
   * Starts a generation; waits for it with `sync` (the default for draft and standard) or `Prefer: wait=N`. When
   * the job has ended, `webhook_url` receives {type, timestamp, data}: job.completed, job.failed or
   * job.failed_encoding, with the job as data, signed by Standard Webhooks 1.0.
   * `POST /v2/generate`, retried after transient failures.
   * Authority: policy:may_generate. Errors: invalid_input (400), invalid_json (400), model_retired (400),
   * unauthenticated (401), plan_required (402), forbidden (403), model_locked (403), not_found (404),
   * idempotency_in_progress (409), payload_too_large (413), unsupported_media_type (415), content_rejected (422),
   * idempotency_mismatch (422), budget_exhausted (429), insufficient_credits (429), key_budget_exhausted (429),
   * quota_exceeded (429), rate_limited (429), internal (500), upstream_failed (502), spend_ceiling (503),
   * unavailable (503), deadline_exceeded (504).
   */
  readonly generate: {
    (input: JobGenerateInput, options?: ImagesCallOptions): Promise<JobGenerateOutput>
    /** The same with status and headers. */
    withResponse(input: JobGenerateInput, options?: ImagesCallOptions): Promise<JobGenerateResponse>
  }

  /**
   * Get an image job.
   * The present job; with `Prefer: wait=N` once it has ended or N seconds have passed. A job made without an
   * account can be read by everybody who knows its id, and only without a credential. This answer alone has the
   * story of the job: `timeline`, `charge` and `webhook.history`.
   * `GET /v2/jobs/:id`, retried after transient failures.
   * Authority: policy:may_read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), unavailable (503).
   */
  readonly get: {
    (input: JobGetInput, options?: ImagesCallOptions): Promise<JobGetOutput>
    /** The same with status and headers. */
    withResponse(input: JobGetInput, options?: ImagesCallOptions): Promise<JobGetResponse>
  }

  /**
   * List image jobs.
   * The jobs of your tenant, newest first. Without an account the answer is 401: jobs of an address are not
   * listed, because many people share one. With `state` or `quality_tier` a page can have fewer jobs than `limit`,
   * or none, before the last: go on until `next_cursor` is null.
   * `GET /v2/jobs`, retried after transient failures.
   * Authority: policy:may_read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), unavailable (503).
   */
  readonly list: {
    (input?: JobListInput, options?: ImagesCallOptions): Promise<JobListOutput>
    /** The same with status and headers. */
    withResponse(input?: JobListInput, options?: ImagesCallOptions): Promise<JobListResponse>
  }
  /** The items of all pages of `list`, from the cursor of the input on. */
  readonly listAll: (input?: JobListInput, options?: ImagesCallOptions) => AsyncIterable<Job>

  /**
   * Delete an image and its job.
   * Removes the job and its images at once and permanently. A job made without an account is removed without a
   * credential, and only from the network that made it: its id is also in the address of its image. With
   * `state=queued` it is a cancellation: a job that has begun stays, and one that has not is free.
   * `DELETE /v2/jobs/:id`, retried after transient failures.
   * Authority: policy:may_generate. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), job_begun (409), internal (500), unavailable (503).
   */
  readonly delete: {
    (input: JobDeleteInput, options?: ImagesCallOptions): Promise<JobDeleteOutput>
    /** The same with status and headers. */
    withResponse(input: JobDeleteInput, options?: ImagesCallOptions): Promise<JobDeleteResponse>
  }

  /**
   * Create variations.
   * Draws 1 to 4 seeded variations of a completed job by v1.5 img2img (spec 4.9). Each is a job of its own at the
   * draft price; they are accepted and paid for together or not at all.
   * `POST /v2/jobs/:id/variations`, retried after transient failures.
   * Authority: policy:may_generate. Errors: invalid_input (400), invalid_json (400), model_retired (400),
   * unauthenticated (401), plan_required (402), forbidden (403), model_locked (403), not_found (404),
   * idempotency_in_progress (409), payload_too_large (413), unsupported_media_type (415), idempotency_mismatch
   * (422), budget_exhausted (429), insufficient_credits (429), key_budget_exhausted (429), quota_exceeded (429),
   * rate_limited (429), internal (500), spend_ceiling (503), unavailable (503).
   */
  readonly createVariations: {
    (input: CreateVariationsInput, options?: ImagesCallOptions): Promise<CreateVariationsOutput>
    /** The same with status and headers. */
    withResponse(input: CreateVariationsInput, options?: ImagesCallOptions): Promise<CreateVariationsResponse>
  }

  /**
   * Create a tenant.
   * Creates a tenant of the signed-in user and returns its raw key once (spec 4.8).
   * `POST /v2/tenants`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden (403),
   * tenant_limit_reached (409), payload_too_large (413), unsupported_media_type (415), idempotency_mismatch (422),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly createTenant: {
    (input?: CreateTenantInput, options?: ImagesCallOptions): Promise<CreateTenantOutput>
    /** The same with status and headers. */
    withResponse(input?: CreateTenantInput, options?: ImagesCallOptions): Promise<CreateTenantResponse>
  }

  /**
   * List tenants.
   * Tenants of the signed-in user, newest first; keys are shown by prefix only (spec 4.8).
   * `GET /v2/tenants`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal (500),
   * unavailable (503).
   */
  readonly listTenants: {
    (input?: ListTenantsInput, options?: ImagesCallOptions): Promise<ListTenantsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListTenantsInput, options?: ImagesCallOptions): Promise<ListTenantsResponse>
  }
  /** The items of all pages of `listTenants`, from the cursor of the input on. */
  readonly listTenantsAll: (input?: ListTenantsInput, options?: ImagesCallOptions) => AsyncIterable<Tenant>

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
    (input: RotateTenantKeyInput, options?: ImagesCallOptions): Promise<RotateTenantKeyOutput>
    /** The same with status and headers. */
    withResponse(input: RotateTenantKeyInput, options?: ImagesCallOptions): Promise<RotateTenantKeyResponse>
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
    (input: GetTenantUsageInput, options?: ImagesCallOptions): Promise<GetTenantUsageOutput>
    /** The same with status and headers. */
    withResponse(input: GetTenantUsageInput, options?: ImagesCallOptions): Promise<GetTenantUsageResponse>
  }

  /**
   * Get the webhook secret.
   * Every tenant has one from the start. A notification is valid if any of its signatures is.
   * `GET /v2/webhook-secret`, retried after transient failures.
   * Authority: scope:generate. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly getWebhookSecret: {
    (input?: GetWebhookSecretInput, options?: ImagesCallOptions): Promise<GetWebhookSecretOutput>
    /** The same with status and headers. */
    withResponse(input?: GetWebhookSecretInput, options?: ImagesCallOptions): Promise<GetWebhookSecretResponse>
  }

  /**
   * Rotate the webhook secret.
   * Creates a new secret. The previous one also signs for 24 hours, so that no notification is lost.
   * `POST /v2/webhook-secret/rotate`, retried after transient failures.
   * Authority: scope:generate. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden
   * (403), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly rotateWebhookSecret: {
    (input?: RotateWebhookSecretInput, options?: ImagesCallOptions): Promise<RotateWebhookSecretOutput>
    /** The same with status and headers. */
    withResponse(input?: RotateWebhookSecretInput, options?: ImagesCallOptions): Promise<RotateWebhookSecretResponse>
  }

  /**
   * The image.
   * Streams an image, or one of its four presets (spec 4.5). The id is the secret: no credential is needed. If
   * another format or quality is requested, the finished image is encoded again from its master at no cost.
   * `GET /v2/assets/:id`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), range_not_satisfiable (416), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly getAsset: {
    (input: GetAssetInput, options?: ImagesCallOptions): Promise<GetAssetOutput>
    /** The same with status and headers. */
    withResponse(input: GetAssetInput, options?: ImagesCallOptions): Promise<GetAssetResponse>
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
  options: ImagesClientOptions,
  operation: Operation,
  input: Input,
  call: ImagesCallOptions,
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

const requestOf = (options: ImagesClientOptions, operation: Operation, input: Input, call: ImagesCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): ImagesApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new ImagesApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new ImagesApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | ImagesApiError> => {
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
  options: ImagesClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | ImagesApiError | ImagesNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof ImagesApiError) return cause
    return new ImagesNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: ImagesApiError | ImagesNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof ImagesApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: ImagesClientOptions,
  operation: Operation,
  input: Input,
  call: ImagesCallOptions,
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
    const isTransient = result instanceof ImagesNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: ImagesClientOptions,
  operation: Operation,
  input: Input,
  call: ImagesCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new ImagesTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: ImagesClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: ImagesCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: ImagesCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: ImagesCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: ImagesCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: ImagesCallOptions | undefined,
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
    codesByStatus: false,
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
    codesByStatus: false,
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
    codesByStatus: false,
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
    codesByStatus: false,
  },
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
    errors: { invalid_input: 400, invalid_json: 400, model_retired: 400, unauthenticated: 401, plan_required: 402, forbidden: 403, model_locked: 403, not_found: 404, idempotency_in_progress: 409, payload_too_large: 413, unsupported_media_type: 415, content_rejected: 422, idempotency_mismatch: 422, budget_exhausted: 429, insufficient_credits: 429, key_budget_exhausted: 429, quota_exceeded: 429, rate_limited: 429, internal: 500, upstream_failed: 502, spend_ceiling: 503, unavailable: 503, deadline_exceeded: 504 },
    codesByStatus: false,
  },
  get: {
    name: 'get',
    method: 'GET',
    path: '/v2/jobs/{id}',
    query: ['tenant_id'],
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
    codesByStatus: false,
  },
  list: {
    name: 'list',
    method: 'GET',
    path: '/v2/jobs',
    query: ['limit', 'cursor', 'tenant_id', 'state', 'quality_tier'],
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
    codesByStatus: false,
  },
  delete: {
    name: 'delete',
    method: 'DELETE',
    path: '/v2/jobs/{id}',
    query: ['state', 'tenant_id'],
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
    codesByStatus: false,
  },
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
    errors: { invalid_input: 400, invalid_json: 400, model_retired: 400, unauthenticated: 401, plan_required: 402, forbidden: 403, model_locked: 403, not_found: 404, idempotency_in_progress: 409, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, budget_exhausted: 429, insufficient_credits: 429, key_budget_exhausted: 429, quota_exceeded: 429, rate_limited: 429, internal: 500, spend_ceiling: 503, unavailable: 503 },
    codesByStatus: false,
  },
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
    codesByStatus: false,
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
    codesByStatus: false,
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
    codesByStatus: false,
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
    codesByStatus: false,
  },
  getWebhookSecret: {
    name: 'getWebhookSecret',
    method: 'GET',
    path: '/v2/webhook-secret',
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
  rotateWebhookSecret: {
    name: 'rotateWebhookSecret',
    method: 'POST',
    path: '/v2/webhook-secret/rotate',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getAsset: {
    name: 'getAsset',
    method: 'GET',
    path: '/v2/assets/{id}',
    query: ['preset', 'format', 'quality'],
    headers: ['accept', 'if-none-match', 'if-modified-since', 'range', 'if-range'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 206, 304],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, range_not_satisfiable: 416, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface ImagesErrors {
  readonly getHealth: GetHealthError
  readonly listModels: ListModelsError
  readonly getRetentionPolicy: GetRetentionPolicyError
  readonly getImageResource: GetImageResourceError
  readonly generate: JobGenerateError
  readonly get: JobGetError
  readonly list: JobListError
  readonly delete: JobDeleteError
  readonly createVariations: CreateVariationsError
  readonly createTenant: CreateTenantError
  readonly listTenants: ListTenantsError
  readonly rotateTenantKey: RotateTenantKeyError
  readonly getTenantUsage: GetTenantUsageError
  readonly getWebhookSecret: GetWebhookSecretError
  readonly rotateWebhookSecret: RotateWebhookSecretError
  readonly getAsset: GetAssetError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isImagesError = <Name extends keyof ImagesErrors>(
  operation: Name,
  error: unknown,
): error is ImagesErrors[Name] => {
  if (!(error instanceof ImagesApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of images: methods can be taken off it, and it keeps no connection of its own. */
export const createImagesClient = (options: ImagesClientOptions): ImagesClient => {
  return {
    getHealth: method<GetHealthOutput, GetHealthResponse>(options, operations.getHealth),
    listModels: method<ListModelsOutput, ListModelsResponse>(options, operations.listModels),
    getRetentionPolicy: method<GetRetentionPolicyOutput, GetRetentionPolicyResponse>(options, operations.getRetentionPolicy),
    getImageResource: method<GetImageResourceOutput, GetImageResourceResponse>(options, operations.getImageResource),
    generate: method<JobGenerateOutput, JobGenerateResponse>(options, operations.generate),
    get: method<JobGetOutput, JobGetResponse>(options, operations.get),
    list: method<JobListOutput, JobListResponse>(options, operations.list),
    listAll: (input, call) =>
      pages(method(options, operations.list), input, call, 'jobs', 'next_cursor'),
    delete: method<JobDeleteOutput, JobDeleteResponse>(options, operations.delete),
    createVariations: method<CreateVariationsOutput, CreateVariationsResponse>(options, operations.createVariations),
    createTenant: method<CreateTenantOutput, CreateTenantResponse>(options, operations.createTenant),
    listTenants: method<ListTenantsOutput, ListTenantsResponse>(options, operations.listTenants),
    listTenantsAll: (input, call) =>
      pages(method(options, operations.listTenants), input, call, 'tenants', 'next_cursor'),
    rotateTenantKey: method<RotateTenantKeyOutput, RotateTenantKeyResponse>(options, operations.rotateTenantKey),
    getTenantUsage: method<GetTenantUsageOutput, GetTenantUsageResponse>(options, operations.getTenantUsage),
    getWebhookSecret: method<GetWebhookSecretOutput, GetWebhookSecretResponse>(options, operations.getWebhookSecret),
    rotateWebhookSecret: method<RotateWebhookSecretOutput, RotateWebhookSecretResponse>(options, operations.rotateWebhookSecret),
    getAsset: method<GetAssetOutput, GetAssetResponse>(options, operations.getAsset),
  }
}
