// Made from the contract "sentiment" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface SentimentMonitor {
  /** Your name for the client or brand. Events carry it */
  readonly tenantId: string
  readonly stage: string
  readonly enabled: boolean
  readonly platforms: {
    readonly microblog: {
      /** Whether the platform is read */
      readonly enabled: boolean
      /** Search queries in the syntax of the platform; each is read in every cycle */
      readonly searchQueries: readonly string[]
      /** Most new mentions of one query in one cycle; the rest comes with the next cycles */
      readonly maxResults: number
      /** Only mentions in this language; default: all */
      readonly language?: string | undefined
      /** Cost limit of reads in a UTC day, at the platform’s prices; then the platform rests until the next day */
      readonly maxUsdPerDay: number
      /** Whether credentials are stored; they are never shown */
      readonly hasCredentials: boolean
    }
    readonly reviews: {
      /** Whether the platform is read */
      readonly enabled: boolean
      /** Source of reviews */
      readonly source: 'trustpilot' | 'app-store' | 'google-business'
      /** Trustpilot: ids of business units; App Store: country/id of the app; Google: accounts/…/locations/… */
      readonly places: readonly string[]
      /** Most new mentions of one query in one cycle; the rest comes with the next cycles */
      readonly maxResults: number
      /** Only mentions in this language; default: all */
      readonly language?: string | undefined
      /** Whether credentials are stored; they are never shown */
      readonly hasCredentials: boolean
    }
    readonly social: {
      /** Whether the platform is read */
      readonly enabled: boolean
      /** The network */
      readonly source: 'bluesky' | 'mastodon'
      /** Bluesky: search texts; Mastodon: hashtags without # */
      readonly searchQueries: readonly string[]
      /** Mastodon: the instance to read */
      readonly instance?: string | undefined
      /** Most new mentions of one query in one cycle; the rest comes with the next cycles */
      readonly maxResults: number
      /** Only mentions in this language; default: all */
      readonly language?: string | undefined
      /** Whether credentials are stored; they are never shown */
      readonly hasCredentials: boolean
    }
  }
  readonly ingestEndpoint: string
  /** batch: {type, timestamp, data}; bare: the array of events alone, and no manifests */
  readonly bodyFormat: 'batch' | 'bare'
  /** Events per batch */
  readonly batchSize: number
  /**
   * raw: the platform’s ids, except those that identify an author; hashed: all ids, hashed with a key of the
   * tenant
   */
  readonly mentionIdMode: 'raw' | 'hashed'
  /** Regions of telephone numbers without a country code */
  readonly phoneRegions: readonly string[]
  /** Sentiment scorer; comprehend if the deployment has it */
  readonly scorer: 'offline' | 'comprehend'
  /** Removal of personal data: rules, or Amazon Comprehend after them */
  readonly personalData: 'rules' | 'comprehend'
  /** Number of changes */
  readonly version: number
  /** Time of the last successful test of the endpoint */
  readonly verifiedAt: string
  readonly createdAt: string
  readonly updatedAt: string
  /** made-up: this deployment asks no platform and invents mentions */
  readonly source: 'live' | 'made-up'
}

export interface SentimentClientOptions {
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

export interface SentimentCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface SentimentErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class SentimentApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'SentimentApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: SentimentErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: SentimentErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class SentimentNetworkError extends Error {
  override readonly name: string = 'SentimentNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class SentimentTimeoutError extends Error {
  override readonly name: string = 'SentimentTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /api/sentiment/monitors`. */
export interface CreateSentimentMonitorInput {
  /** Your name for the client or brand. Events carry it */
  readonly tenantId: string
  /** The deployment that runs the monitor; default: this one */
  readonly stage?: string | undefined
  /** Default: true */
  readonly enabled?: boolean | undefined
  readonly platforms: {
    readonly microblog?: {
      /** Whether the platform is read */
      readonly enabled: boolean
      /**
       * Search queries in the syntax of the platform; each is read in every cycle
       * Default: []
       */
      readonly searchQueries?: readonly string[] | undefined
      /**
       * Most new mentions of one query in one cycle; the rest comes with the next cycles
       * Default: 100
       */
      readonly maxResults?: number | undefined
      /** Only mentions in this language; default: all */
      readonly language?: string | undefined
      /**
       * Cost limit of reads in a UTC day, at the platform’s prices; then the platform rests until the next day
       * Default: 5
       */
      readonly maxUsdPerDay?: number | undefined
      /** Stored in Secrets Manager and never shown again; if omitted, the stored one stays */
      readonly bearerToken?: string | undefined
    } | undefined
    readonly reviews?: {
      /** Whether the platform is read */
      readonly enabled: boolean
      /**
       * Source of reviews
       * Default: "trustpilot"
       */
      readonly source?: 'trustpilot' | 'app-store' | 'google-business' | undefined
      /**
       * Trustpilot: ids of business units; App Store: country/id of the app; Google: accounts/…/locations/…
       * Default: []
       */
      readonly places?: readonly string[] | undefined
      /**
       * Most new mentions of one query in one cycle; the rest comes with the next cycles
       * Default: 100
       */
      readonly maxResults?: number | undefined
      /** Only mentions in this language; default: all */
      readonly language?: string | undefined
      /** Trustpilot: the API key */
      readonly apiKey?: string | undefined
      /** Google: the OAuth client */
      readonly clientId?: string | undefined
      /** Google: the secret of that client */
      readonly clientSecret?: string | undefined
      /** Google: of the owner of the locations, with the scope business.manage */
      readonly refreshToken?: string | undefined
    } | undefined
    readonly social?: {
      /** Whether the platform is read */
      readonly enabled: boolean
      /**
       * The network
       * Default: "bluesky"
       */
      readonly source?: 'bluesky' | 'mastodon' | undefined
      /**
       * Bluesky: search texts; Mastodon: hashtags without #
       * Default: []
       */
      readonly searchQueries?: readonly string[] | undefined
      /** Mastodon: the instance to read */
      readonly instance?: string | undefined
      /**
       * Most new mentions of one query in one cycle; the rest comes with the next cycles
       * Default: 100
       */
      readonly maxResults?: number | undefined
      /** Only mentions in this language; default: all */
      readonly language?: string | undefined
      /** Bluesky: the handle of the account that searches */
      readonly identifier?: string | undefined
      /** Bluesky: an app password of that account */
      readonly appPassword?: string | undefined
      /** Mastodon: if the instance shows timelines to signed-in people only */
      readonly accessToken?: string | undefined
    } | undefined
  }
  /** Receives batches by POST. It must answer a challenge before the monitor is stored: see testMonitor */
  readonly ingestEndpoint: string
  /** Sent as Authorization: Bearer with each batch; stored in Secrets Manager and never shown again */
  readonly ingestAuthToken: string
  /**
   * batch: {type, timestamp, data}; bare: the array of events alone, and no manifests
   * Default: "batch"
   */
  readonly bodyFormat?: 'batch' | 'bare' | undefined
  /**
   * Events per batch
   * Default: 100
   */
  readonly batchSize?: number | undefined
  /**
   * raw: the platform’s ids, except those that identify an author; hashed: all ids, hashed with a key of the
   * tenant
   * Default: "raw"
   */
  readonly mentionIdMode?: 'raw' | 'hashed' | undefined
  /**
   * Regions of telephone numbers without a country code
   * Default: ["US","GB"]
   */
  readonly phoneRegions?: readonly string[] | undefined
  /**
   * Sentiment scorer; comprehend if the deployment has it
   * Default: "offline"
   */
  readonly scorer?: 'offline' | 'comprehend' | undefined
  /**
   * Removal of personal data: rules, or Amazon Comprehend after them
   * Default: "rules"
   */
  readonly personalData?: 'rules' | 'comprehend' | undefined
}

/** It is kept */
export type CreateSentimentMonitorOutput = {
  readonly monitor: SentimentMonitor
  /** Signs batches: whsec_ and 32 bytes in base64 (Standard Webhooks). Shown in this response only */
  readonly signingSecret: string
}

export type CreateSentimentMonitorResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateSentimentMonitorOutput }

/** Refusals that `createSentimentMonitor` declares; `code` tells them apart. */
export type CreateSentimentMonitorError =
  | SentimentApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | SentimentApiError<400, 'invalid_json'>
  | SentimentApiError<401, 'unauthenticated'>
  | SentimentApiError<403, 'forbidden'>
  | SentimentApiError<409, 'conflict'>
  | SentimentApiError<409, 'monitor_limit_reached'>
  | SentimentApiError<413, 'payload_too_large', { readonly limit: number }>
  | SentimentApiError<415, 'unsupported_media_type'>
  | SentimentApiError<422, 'endpoint_unverified'>
  | SentimentApiError<429, 'rate_limited'>
  | SentimentApiError<500, 'internal', { readonly request_id: string }>
  | SentimentApiError<503, 'unavailable'>

/** Input of `GET /api/sentiment/monitors`. */
export type ListSentimentMonitorsInput = Readonly<Record<string, never>>

/** All of them */
export type ListSentimentMonitorsOutput = {
  readonly monitors: readonly SentimentMonitor[]
}

export type ListSentimentMonitorsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListSentimentMonitorsOutput }

/** Refusals that `listSentimentMonitors` declares; `code` tells them apart. */
export type ListSentimentMonitorsError =
  | SentimentApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | SentimentApiError<401, 'unauthenticated'>
  | SentimentApiError<403, 'forbidden'>
  | SentimentApiError<500, 'internal', { readonly request_id: string }>
  | SentimentApiError<503, 'unavailable'>

/** Input of `GET /api/sentiment/monitors/:tenantId`. */
export interface GetSentimentMonitorInput {
  /** Your name for the client or brand. Events carry it */
  readonly tenantId: string
}

/** The monitor */
export type GetSentimentMonitorOutput = SentimentMonitor

export type GetSentimentMonitorResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetSentimentMonitorOutput }

/** Refusals that `getSentimentMonitor` declares; `code` tells them apart. */
export type GetSentimentMonitorError =
  | SentimentApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | SentimentApiError<401, 'unauthenticated'>
  | SentimentApiError<403, 'forbidden'>
  | SentimentApiError<404, 'not_found'>
  | SentimentApiError<500, 'internal', { readonly request_id: string }>
  | SentimentApiError<503, 'unavailable'>

/** Input of `PATCH /api/sentiment/monitors/:tenantId`. */
export interface ChangeSentimentMonitorInput {
  /** Your name for the client or brand. Events carry it */
  readonly tenantId: string
  /** The deployment that runs the monitor; default: this one */
  readonly stage?: string | undefined
  readonly enabled?: boolean | undefined
  readonly platforms?: {
    readonly microblog?: {
      /** Whether the platform is read */
      readonly enabled: boolean
      /**
       * Search queries in the syntax of the platform; each is read in every cycle
       * Default: []
       */
      readonly searchQueries?: readonly string[] | undefined
      /**
       * Most new mentions of one query in one cycle; the rest comes with the next cycles
       * Default: 100
       */
      readonly maxResults?: number | undefined
      /** Only mentions in this language; default: all */
      readonly language?: string | undefined
      /**
       * Cost limit of reads in a UTC day, at the platform’s prices; then the platform rests until the next day
       * Default: 5
       */
      readonly maxUsdPerDay?: number | undefined
      /** Stored in Secrets Manager and never shown again; if omitted, the stored one stays */
      readonly bearerToken?: string | undefined
    } | undefined
    readonly reviews?: {
      /** Whether the platform is read */
      readonly enabled: boolean
      /**
       * Source of reviews
       * Default: "trustpilot"
       */
      readonly source?: 'trustpilot' | 'app-store' | 'google-business' | undefined
      /**
       * Trustpilot: ids of business units; App Store: country/id of the app; Google: accounts/…/locations/…
       * Default: []
       */
      readonly places?: readonly string[] | undefined
      /**
       * Most new mentions of one query in one cycle; the rest comes with the next cycles
       * Default: 100
       */
      readonly maxResults?: number | undefined
      /** Only mentions in this language; default: all */
      readonly language?: string | undefined
      /** Trustpilot: the API key */
      readonly apiKey?: string | undefined
      /** Google: the OAuth client */
      readonly clientId?: string | undefined
      /** Google: the secret of that client */
      readonly clientSecret?: string | undefined
      /** Google: of the owner of the locations, with the scope business.manage */
      readonly refreshToken?: string | undefined
    } | undefined
    readonly social?: {
      /** Whether the platform is read */
      readonly enabled: boolean
      /**
       * The network
       * Default: "bluesky"
       */
      readonly source?: 'bluesky' | 'mastodon' | undefined
      /**
       * Bluesky: search texts; Mastodon: hashtags without #
       * Default: []
       */
      readonly searchQueries?: readonly string[] | undefined
      /** Mastodon: the instance to read */
      readonly instance?: string | undefined
      /**
       * Most new mentions of one query in one cycle; the rest comes with the next cycles
       * Default: 100
       */
      readonly maxResults?: number | undefined
      /** Only mentions in this language; default: all */
      readonly language?: string | undefined
      /** Bluesky: the handle of the account that searches */
      readonly identifier?: string | undefined
      /** Bluesky: an app password of that account */
      readonly appPassword?: string | undefined
      /** Mastodon: if the instance shows timelines to signed-in people only */
      readonly accessToken?: string | undefined
    } | undefined
  } | undefined
  /** Receives batches by POST. It must answer a challenge before the monitor is stored: see testMonitor */
  readonly ingestEndpoint?: string | undefined
  /** Sent as Authorization: Bearer with each batch; stored in Secrets Manager and never shown again */
  readonly ingestAuthToken?: string | undefined
  /** batch: {type, timestamp, data}; bare: the array of events alone, and no manifests */
  readonly bodyFormat?: 'batch' | 'bare' | undefined
  /** Events per batch */
  readonly batchSize?: number | undefined
  /**
   * raw: the platform’s ids, except those that identify an author; hashed: all ids, hashed with a key of the
   * tenant
   */
  readonly mentionIdMode?: 'raw' | 'hashed' | undefined
  /** Regions of telephone numbers without a country code */
  readonly phoneRegions?: readonly string[] | undefined
  /** Sentiment scorer; comprehend if the deployment has it */
  readonly scorer?: 'offline' | 'comprehend' | undefined
  /** Removal of personal data: rules, or Amazon Comprehend after them */
  readonly personalData?: 'rules' | 'comprehend' | undefined
  /** The change applies to this version only */
  readonly version?: number | undefined
}

/** The changed monitor */
export type ChangeSentimentMonitorOutput = SentimentMonitor

export type ChangeSentimentMonitorResponse = { readonly status: 200; readonly headers: Headers; readonly body: ChangeSentimentMonitorOutput }

/** Refusals that `changeSentimentMonitor` declares; `code` tells them apart. */
export type ChangeSentimentMonitorError =
  | SentimentApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | SentimentApiError<400, 'invalid_json'>
  | SentimentApiError<401, 'unauthenticated'>
  | SentimentApiError<403, 'forbidden'>
  | SentimentApiError<404, 'not_found'>
  | SentimentApiError<409, 'version_conflict'>
  | SentimentApiError<413, 'payload_too_large', { readonly limit: number }>
  | SentimentApiError<415, 'unsupported_media_type'>
  | SentimentApiError<422, 'endpoint_unverified'>
  | SentimentApiError<429, 'rate_limited'>
  | SentimentApiError<500, 'internal', { readonly request_id: string }>
  | SentimentApiError<503, 'unavailable'>

/** Input of `DELETE /api/sentiment/monitors/:tenantId`. */
export interface DeleteSentimentMonitorInput {
  /** Your name for the client or brand. Events carry it */
  readonly tenantId: string
}

/** It is gone */
export type DeleteSentimentMonitorOutput = undefined

export type DeleteSentimentMonitorResponse = { readonly status: 204; readonly headers: Headers; readonly body: DeleteSentimentMonitorOutput }

/** Refusals that `deleteSentimentMonitor` declares; `code` tells them apart. */
export type DeleteSentimentMonitorError =
  | SentimentApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | SentimentApiError<401, 'unauthenticated'>
  | SentimentApiError<403, 'forbidden'>
  | SentimentApiError<404, 'not_found'>
  | SentimentApiError<409, 'version_conflict'>
  | SentimentApiError<429, 'rate_limited'>
  | SentimentApiError<500, 'internal', { readonly request_id: string }>
  | SentimentApiError<503, 'unavailable'>

/** Input of `POST /api/sentiment/monitors/:tenantId/test`. */
export interface TestSentimentMonitorInput {
  /** Your name for the client or brand. Events carry it */
  readonly tenantId: string
}

/** The result */
export type TestSentimentMonitorOutput = {
  readonly verified: boolean
  /** Status of the endpoint; null: no answer, or it may not be reached */
  readonly status: number | null
}

export type TestSentimentMonitorResponse = { readonly status: 200; readonly headers: Headers; readonly body: TestSentimentMonitorOutput }

/** Refusals that `testSentimentMonitor` declares; `code` tells them apart. */
export type TestSentimentMonitorError =
  | SentimentApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | SentimentApiError<400, 'invalid_json'>
  | SentimentApiError<401, 'unauthenticated'>
  | SentimentApiError<403, 'forbidden'>
  | SentimentApiError<404, 'not_found'>
  | SentimentApiError<413, 'payload_too_large', { readonly limit: number }>
  | SentimentApiError<415, 'unsupported_media_type'>
  | SentimentApiError<429, 'rate_limited'>
  | SentimentApiError<500, 'internal', { readonly request_id: string }>
  | SentimentApiError<503, 'unavailable'>

/** Input of `POST /api/sentiment/monitors/:tenantId/secret`. */
export interface RotateSentimentSecretInput {
  /** Your name for the client or brand. Events carry it */
  readonly tenantId: string
}

/** The current secret */
export type RotateSentimentSecretOutput = {
  /** Signs batches: whsec_ and 32 bytes in base64 (Standard Webhooks). Shown in this response only */
  readonly signingSecret: string
}

export type RotateSentimentSecretResponse = { readonly status: 200; readonly headers: Headers; readonly body: RotateSentimentSecretOutput }

/** Refusals that `rotateSentimentSecret` declares; `code` tells them apart. */
export type RotateSentimentSecretError =
  | SentimentApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | SentimentApiError<400, 'invalid_json'>
  | SentimentApiError<401, 'unauthenticated'>
  | SentimentApiError<403, 'forbidden'>
  | SentimentApiError<404, 'not_found'>
  | SentimentApiError<409, 'version_conflict'>
  | SentimentApiError<413, 'payload_too_large', { readonly limit: number }>
  | SentimentApiError<415, 'unsupported_media_type'>
  | SentimentApiError<429, 'rate_limited'>
  | SentimentApiError<500, 'internal', { readonly request_id: string }>
  | SentimentApiError<503, 'unavailable'>

/** Input of `GET /api/sentiment/monitors/:tenantId/cycles`. */
export interface ListSentimentCyclesInput {
  /** The tenant of the monitor */
  readonly tenantId: string
  /**
   * Entries a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page of cycles, and the present state */
export type ListSentimentCyclesOutput = {
  /** null: it is paused */
  readonly nextRun: string | null
  readonly platforms: readonly {
    readonly platform: 'microblog' | 'reviews' | 'social'
    readonly source: string
    readonly lastCycle: string | null
    /** Time before which the platform is not asked */
    readonly waitsUntil: string | null
    /** The platform refuses this version of the monitor: change it */
    readonly halted: 'done' | 'truncated' | 'rate_limited' | 'quota_gone' | 'auth_failed' | 'bad_query' | 'budget_spent' | 'failed' | null
    /** Queries with older mentions still to be read */
    readonly backlog: number
    readonly spentTodayUsd: number
  }[]
  readonly endpoint: {
    /** open: nothing is sent before openUntil */
    readonly state: 'closed' | 'open' | 'disabled'
    /** Consecutive failed attempts */
    readonly failures: number
    readonly openUntil: string | null
  }
  readonly cycles: readonly {
    /** When it was due */
    readonly cycleId: string
    readonly platform: 'microblog' | 'reviews' | 'social'
    readonly outcome: 'done' | 'truncated' | 'rate_limited' | 'quota_gone' | 'auth_failed' | 'bad_query' | 'budget_spent' | 'failed'
    readonly counts: {
      /** Mentions from the platform */
      readonly fetched: number
      /** Of them, read before */
      readonly duplicates: number
      /** Pieces of personal data removed before scoring */
      readonly redacted: number
      /** Resulting events */
      readonly events: number
      readonly batches: number
      /** There are more mentions; the next cycles read them */
      readonly truncated: boolean
      /** Of the events, in an unsupported language: NEUTRAL with a score of at most 0.5 */
      readonly unscored: number
      /** Windows that the platform does not offer any more */
      readonly lost: number
    }
    /** Events that the endpoint has accepted */
    readonly accepted: number
    /** Events not accepted within 24 hours */
    readonly dead: number
    readonly endedAt: string
  }[]
  readonly nextCursor: string | null
}

export type ListSentimentCyclesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListSentimentCyclesOutput }

/** Refusals that `listSentimentCycles` declares; `code` tells them apart. */
export type ListSentimentCyclesError =
  | SentimentApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | SentimentApiError<401, 'unauthenticated'>
  | SentimentApiError<403, 'forbidden'>
  | SentimentApiError<404, 'not_found'>
  | SentimentApiError<500, 'internal', { readonly request_id: string }>
  | SentimentApiError<503, 'unavailable'>

/** Input of `GET /api/sentiment/monitors/:tenantId/batches`. */
export interface ListSentimentBatchesInput {
  /** The tenant of the monitor */
  readonly tenantId: string
  /**
   * Entries a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
  /**
   * dead: not accepted within 24 hours; kept for four days more
   * Default: "dead"
   */
  readonly state?: 'pending' | 'dead' | undefined
}

/** A page */
export type ListSentimentBatchesOutput = {
  readonly batches: readonly {
    readonly batchId: string
    readonly cycleId: string
    readonly platform: 'microblog' | 'reviews' | 'social'
    /** 0: the manifest of a cycle */
    readonly events: number
    readonly attempts: number
    /** Last status of the endpoint; null: no answer */
    readonly lastStatus: number | null
    /** Time of the next attempt; null: none */
    readonly nextAttemptAt: string | null
    /** Expiry */
    readonly endsAt: string
  }[]
  readonly nextCursor: string | null
}

export type ListSentimentBatchesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListSentimentBatchesOutput }

/** Refusals that `listSentimentBatches` declares; `code` tells them apart. */
export type ListSentimentBatchesError =
  | SentimentApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | SentimentApiError<401, 'unauthenticated'>
  | SentimentApiError<403, 'forbidden'>
  | SentimentApiError<404, 'not_found'>
  | SentimentApiError<500, 'internal', { readonly request_id: string }>
  | SentimentApiError<503, 'unavailable'>

/** Input of `POST /api/sentiment/monitors/:tenantId/redrive`. */
export interface RedriveSentimentBatchesInput {
  /** The tenant of the monitor */
  readonly tenantId: string
}

/** The batches will be sent */
export type RedriveSentimentBatchesOutput = {
  /** Batches */
  readonly redriven: number
}

export type RedriveSentimentBatchesResponse = { readonly status: 202; readonly headers: Headers; readonly body: RedriveSentimentBatchesOutput }

/** Refusals that `redriveSentimentBatches` declares; `code` tells them apart. */
export type RedriveSentimentBatchesError =
  | SentimentApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | SentimentApiError<400, 'invalid_json'>
  | SentimentApiError<401, 'unauthenticated'>
  | SentimentApiError<403, 'forbidden'>
  | SentimentApiError<404, 'not_found'>
  | SentimentApiError<413, 'payload_too_large', { readonly limit: number }>
  | SentimentApiError<415, 'unsupported_media_type'>
  | SentimentApiError<429, 'rate_limited'>
  | SentimentApiError<500, 'internal', { readonly request_id: string }>
  | SentimentApiError<503, 'unavailable'>

/** The routes of sentiment. */
export interface SentimentClient {
  /**
   * Create a monitor.
   * Creates a monitor after its endpoint has answered a challenge. Its platforms are then read every 15 minutes,
   * and each mention becomes one event. No mention is stored.
   * `POST /api/sentiment/monitors`.
   * Authority: scope:sentiment:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), conflict (409), monitor_limit_reached (409), payload_too_large (413), unsupported_media_type
   * (415), endpoint_unverified (422), rate_limited (429), internal (500), unavailable (503).
   */
  readonly createSentimentMonitor: {
    (input: CreateSentimentMonitorInput, options?: SentimentCallOptions): Promise<CreateSentimentMonitorOutput>
    /** The same with status and headers. */
    withResponse(input: CreateSentimentMonitorInput, options?: SentimentCallOptions): Promise<CreateSentimentMonitorResponse>
  }

  /**
   * List monitors.
   * All of them, by tenantId.
   * `GET /api/sentiment/monitors`, retried after transient failures.
   * Authority: scope:sentiment:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly listSentimentMonitors: {
    (input?: ListSentimentMonitorsInput, options?: SentimentCallOptions): Promise<ListSentimentMonitorsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListSentimentMonitorsInput, options?: SentimentCallOptions): Promise<ListSentimentMonitorsResponse>
  }

  /**
   * A monitor.
   * The monitor without its secrets.
   * `GET /api/sentiment/monitors/:tenantId`, retried after transient failures.
   * Authority: scope:sentiment:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), internal (500), unavailable (503).
   */
  readonly getSentimentMonitor: {
    (input: GetSentimentMonitorInput, options?: SentimentCallOptions): Promise<GetSentimentMonitorOutput>
    /** The same with status and headers. */
    withResponse(input: GetSentimentMonitorInput, options?: SentimentCallOptions): Promise<GetSentimentMonitorResponse>
  }

  /**
   * Change or pause a monitor.
   * Omitted members stay. A platform is replaced as a whole, except for omitted credentials. {"enabled": false}
   * pauses the monitor: nothing is read and nothing is sent until it is true again; mentions of that time are
   * skipped.
   * `PATCH /api/sentiment/monitors/:tenantId`.
   * Authority: scope:sentiment:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), version_conflict (409), payload_too_large (413), unsupported_media_type
   * (415), endpoint_unverified (422), rate_limited (429), internal (500), unavailable (503).
   */
  readonly changeSentimentMonitor: {
    (input: ChangeSentimentMonitorInput, options?: SentimentCallOptions): Promise<ChangeSentimentMonitorOutput>
    /** The same with status and headers. */
    withResponse(input: ChangeSentimentMonitorInput, options?: SentimentCallOptions): Promise<ChangeSentimentMonitorResponse>
  }

  /**
   * Delete a monitor.
   * Deletes the monitor and its credentials. Batches that were not accepted are not sent any more.
   * `DELETE /api/sentiment/monitors/:tenantId`.
   * Authority: scope:sentiment:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), version_conflict (409), rate_limited (429), internal (500), unavailable (503).
   */
  readonly deleteSentimentMonitor: {
    (input: DeleteSentimentMonitorInput, options?: SentimentCallOptions): Promise<DeleteSentimentMonitorOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteSentimentMonitorInput, options?: SentimentCallOptions): Promise<DeleteSentimentMonitorResponse>
  }

  /**
   * Test the delivery.
   * Sends {"type":"sentiment.test","timestamp":…,"data":{"tenantId":…,"challenge":"…"}} like a batch, signed and
   * with the bearer token. The endpoint must answer 2xx and {"challenge":"…"} with the same text.
   * `POST /api/sentiment/monitors/:tenantId/test`.
   * Authority: scope:sentiment:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), payload_too_large (413), unsupported_media_type (415), rate_limited (429),
   * internal (500), unavailable (503).
   */
  readonly testSentimentMonitor: {
    (input: TestSentimentMonitorInput, options?: SentimentCallOptions): Promise<TestSentimentMonitorOutput>
    /** The same with status and headers. */
    withResponse(input: TestSentimentMonitorInput, options?: SentimentCallOptions): Promise<TestSentimentMonitorResponse>
  }

  /**
   * Rotate the signing secret.
   * Creates a new secret. The previous one also signs for 24 hours.
   * `POST /api/sentiment/monitors/:tenantId/secret`.
   * Authority: scope:sentiment:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), version_conflict (409), payload_too_large (413), unsupported_media_type
   * (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly rotateSentimentSecret: {
    (input: RotateSentimentSecretInput, options?: SentimentCallOptions): Promise<RotateSentimentSecretOutput>
    /** The same with status and headers. */
    withResponse(input: RotateSentimentSecretInput, options?: SentimentCallOptions): Promise<RotateSentimentSecretResponse>
  }

  /**
   * Get the progress of a monitor.
   * The next run, the state of platforms and endpoint, and the last cycles with their counts, newest first.
   * `GET /api/sentiment/monitors/:tenantId/cycles`, retried after transient failures.
   * Authority: scope:sentiment:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), internal (500), unavailable (503).
   */
  readonly listSentimentCycles: {
    (input: ListSentimentCyclesInput, options?: SentimentCallOptions): Promise<ListSentimentCyclesOutput>
    /** The same with status and headers. */
    withResponse(input: ListSentimentCyclesInput, options?: SentimentCallOptions): Promise<ListSentimentCyclesResponse>
  }

  /**
   * List batches that are not accepted yet.
   * Oldest first: pending batches, or the dead ones.
   * `GET /api/sentiment/monitors/:tenantId/batches`, retried after transient failures.
   * Authority: scope:sentiment:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), internal (500), unavailable (503).
   */
  readonly listSentimentBatches: {
    (input: ListSentimentBatchesInput, options?: SentimentCallOptions): Promise<ListSentimentBatchesOutput>
    /** The same with status and headers. */
    withResponse(input: ListSentimentBatchesInput, options?: SentimentCallOptions): Promise<ListSentimentBatchesResponse>
  }
  /** The items of all pages of `listSentimentBatches`, from the cursor of the input on. */
  readonly listSentimentBatchesAll: (input: ListSentimentBatchesInput, options?: SentimentCallOptions) => AsyncIterable<{
    readonly batchId: string
    readonly cycleId: string
    readonly platform: 'microblog' | 'reviews' | 'social'
    /** 0: the manifest of a cycle */
    readonly events: number
    readonly attempts: number
    /** Last status of the endpoint; null: no answer */
    readonly lastStatus: number | null
    /** Time of the next attempt; null: none */
    readonly nextAttemptAt: string | null
    /** Expiry */
    readonly endsAt: string
  }>

  /**
   * Redeliver dead batches.
   * Dead batches are attempted for another 24 hours, and the circuit of the endpoint is closed. Event ids stay the
   * same.
   * `POST /api/sentiment/monitors/:tenantId/redrive`.
   * Authority: scope:sentiment:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), payload_too_large (413), unsupported_media_type (415), rate_limited (429),
   * internal (500), unavailable (503).
   */
  readonly redriveSentimentBatches: {
    (input: RedriveSentimentBatchesInput, options?: SentimentCallOptions): Promise<RedriveSentimentBatchesOutput>
    /** The same with status and headers. */
    withResponse(input: RedriveSentimentBatchesInput, options?: SentimentCallOptions): Promise<RedriveSentimentBatchesResponse>
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
  options: SentimentClientOptions,
  operation: Operation,
  input: Input,
  call: SentimentCallOptions,
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

const requestOf = (options: SentimentClientOptions, operation: Operation, input: Input, call: SentimentCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): SentimentApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new SentimentApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new SentimentApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | SentimentApiError> => {
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
  options: SentimentClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | SentimentApiError | SentimentNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof SentimentApiError) return cause
    return new SentimentNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: SentimentApiError | SentimentNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof SentimentApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: SentimentClientOptions,
  operation: Operation,
  input: Input,
  call: SentimentCallOptions,
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
    const isTransient = result instanceof SentimentNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: SentimentClientOptions,
  operation: Operation,
  input: Input,
  call: SentimentCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new SentimentTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: SentimentClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: SentimentCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: SentimentCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: SentimentCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: SentimentCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: SentimentCallOptions | undefined,
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
  createSentimentMonitor: {
    name: 'createSentimentMonitor',
    method: 'POST',
    path: '/api/sentiment/monitors',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [201],
    json: [201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, conflict: 409, monitor_limit_reached: 409, payload_too_large: 413, unsupported_media_type: 415, endpoint_unverified: 422, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listSentimentMonitors: {
    name: 'listSentimentMonitors',
    method: 'GET',
    path: '/api/sentiment/monitors',
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
  getSentimentMonitor: {
    name: 'getSentimentMonitor',
    method: 'GET',
    path: '/api/sentiment/monitors/{tenantId}',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  changeSentimentMonitor: {
    name: 'changeSentimentMonitor',
    method: 'PATCH',
    path: '/api/sentiment/monitors/{tenantId}',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, version_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, endpoint_unverified: 422, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  deleteSentimentMonitor: {
    name: 'deleteSentimentMonitor',
    method: 'DELETE',
    path: '/api/sentiment/monitors/{tenantId}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, version_conflict: 409, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  testSentimentMonitor: {
    name: 'testSentimentMonitor',
    method: 'POST',
    path: '/api/sentiment/monitors/{tenantId}/test',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  rotateSentimentSecret: {
    name: 'rotateSentimentSecret',
    method: 'POST',
    path: '/api/sentiment/monitors/{tenantId}/secret',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, version_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listSentimentCycles: {
    name: 'listSentimentCycles',
    method: 'GET',
    path: '/api/sentiment/monitors/{tenantId}/cycles',
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
  listSentimentBatches: {
    name: 'listSentimentBatches',
    method: 'GET',
    path: '/api/sentiment/monitors/{tenantId}/batches',
    query: ['limit', 'cursor', 'state'],
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
  redriveSentimentBatches: {
    name: 'redriveSentimentBatches',
    method: 'POST',
    path: '/api/sentiment/monitors/{tenantId}/redrive',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [202],
    json: [202],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface SentimentErrors {
  readonly createSentimentMonitor: CreateSentimentMonitorError
  readonly listSentimentMonitors: ListSentimentMonitorsError
  readonly getSentimentMonitor: GetSentimentMonitorError
  readonly changeSentimentMonitor: ChangeSentimentMonitorError
  readonly deleteSentimentMonitor: DeleteSentimentMonitorError
  readonly testSentimentMonitor: TestSentimentMonitorError
  readonly rotateSentimentSecret: RotateSentimentSecretError
  readonly listSentimentCycles: ListSentimentCyclesError
  readonly listSentimentBatches: ListSentimentBatchesError
  readonly redriveSentimentBatches: RedriveSentimentBatchesError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isSentimentError = <Name extends keyof SentimentErrors>(
  operation: Name,
  error: unknown,
): error is SentimentErrors[Name] => {
  if (!(error instanceof SentimentApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of sentiment: methods can be taken off it, and it keeps no connection of its own. */
export const createSentimentClient = (options: SentimentClientOptions): SentimentClient => {
  return {
    createSentimentMonitor: method<CreateSentimentMonitorOutput, CreateSentimentMonitorResponse>(options, operations.createSentimentMonitor),
    listSentimentMonitors: method<ListSentimentMonitorsOutput, ListSentimentMonitorsResponse>(options, operations.listSentimentMonitors),
    getSentimentMonitor: method<GetSentimentMonitorOutput, GetSentimentMonitorResponse>(options, operations.getSentimentMonitor),
    changeSentimentMonitor: method<ChangeSentimentMonitorOutput, ChangeSentimentMonitorResponse>(options, operations.changeSentimentMonitor),
    deleteSentimentMonitor: method<DeleteSentimentMonitorOutput, DeleteSentimentMonitorResponse>(options, operations.deleteSentimentMonitor),
    testSentimentMonitor: method<TestSentimentMonitorOutput, TestSentimentMonitorResponse>(options, operations.testSentimentMonitor),
    rotateSentimentSecret: method<RotateSentimentSecretOutput, RotateSentimentSecretResponse>(options, operations.rotateSentimentSecret),
    listSentimentCycles: method<ListSentimentCyclesOutput, ListSentimentCyclesResponse>(options, operations.listSentimentCycles),
    listSentimentBatches: method<ListSentimentBatchesOutput, ListSentimentBatchesResponse>(options, operations.listSentimentBatches),
    listSentimentBatchesAll: (input, call) =>
      pages(method(options, operations.listSentimentBatches), input, call, 'batches', 'nextCursor'),
    redriveSentimentBatches: method<RedriveSentimentBatchesOutput, RedriveSentimentBatchesResponse>(options, operations.redriveSentimentBatches),
  }
}
