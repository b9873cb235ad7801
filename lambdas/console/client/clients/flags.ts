// Made from the contract "flags" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface Canary {
  readonly id: string
  readonly status: 'running' | 'paused' | 'succeeded' | 'rolled_back'
  /** Percentages of its stages */
  readonly stages: readonly number[]
  /** Present percentage */
  readonly percentage: number
  /** Duration of a stage */
  readonly dwellSeconds: number
  readonly startedAt: string
  readonly stageStartedAt: string
  /** When the next stage is due */
  readonly nextAt: string | null
  readonly guards: readonly { readonly [key: string]: unknown }[]
  /** State that a rollback restores */
  readonly previous: {
    readonly enabled: boolean
    readonly percentage?: number | undefined
  }
  /** Counts when the stage began */
  readonly baseline?: {
    readonly evaluations: number
    readonly errors: number
  } | undefined
  readonly endedAt?: string | undefined
  /** True if the percentage was set after it had succeeded: then it is not rolled back */
  readonly overruled?: boolean | undefined
  /** Why it was rolled back, or why a due stage did not begin */
  readonly reason?: string | undefined
}

export interface Flag {
  readonly key: string
  readonly type: 'boolean' | 'percentage' | 'variant'
  readonly description: string
  readonly tags: readonly string[]
  /**
   * The kill switch: if false, the flag is off for everybody, whatever the rules say; a variant flag returns
   * `default`
   */
  readonly enabled: boolean
  /** Share of users for whom the flag is on, to three decimals; required for type percentage */
  readonly percentage?: number | undefined
  readonly variants?: readonly {
    readonly key: string
    /** Weight, relative to the sum of all variants */
    readonly weight: number
    /** Payload that getVariant returns with the key */
    readonly payload?: unknown
  }[] | undefined
  readonly rules: readonly FlagRule[]
  /** For everybody else: a boolean, or a variant by its key */
  readonly default: boolean | string
  /** Attribute that a user is recognised by, or the first of several that there is; `user` unless said */
  readonly by?: string | readonly string[] | undefined
  /** Metadata returned with every evaluation */
  readonly metadata?: { readonly [key: string]: string | number | boolean } | undefined
  /** Archived: it evaluates as if it were unknown */
  readonly archived?: boolean | undefined
  /** Flags with the same value select the same users */
  readonly experiment?: string | undefined
  /** Values of single tenants and users, before all rules */
  readonly overrides?: {
    readonly tenants?: { readonly [key: string]: boolean | string } | undefined
    readonly users?: { readonly [key: string]: boolean | string } | undefined
  } | undefined
  readonly prerequisites?: readonly FlagPrerequisite[] | undefined
  readonly schedule?: readonly FlagScheduledChange[] | undefined
  /** Random at creation; the assignment of users depends on it and not on the key */
  readonly salt: string
  /** Version of the bucketing; never changes for a flag */
  readonly bucketing: string
  /** Ranges of 0 to 100000 by variant */
  readonly allocation?: readonly (readonly [number, number, string])[] | undefined
  readonly canary?: Canary | undefined
  /** Changes with every write; PATCH names the version on which it is based */
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface FlagChangePreview {
  readonly flag: Flag
  /** Number of simulated users */
  readonly users: number
  /** Number of them with another answer */
  readonly moved: number
  readonly movedPercent: number
  readonly moves: readonly {
    /** Answer before: true, false or a variant */
    readonly from: string
    readonly to: string
    readonly users: number
  }[]
}

/** {flag, variants?}: the required answer of another flag */
export type FlagPrerequisite = { readonly [key: string]: unknown }

/** {flag, variants?}: the required answer of another flag */
export type FlagPrerequisiteInput = { readonly [key: string]: unknown }

/**
 * A rule: {attribute, operator, value, result}, or {all | any | not, result}, with an optional rollout. The
 * first that matches decides. Attributes: tenant, user, ip, currentTime or any of your own. Operators: equals,
 * in, after and more.
 */
export type FlagRule = { readonly [key: string]: unknown }

/**
 * A rule: {attribute, operator, value, result}, or {all | any | not, result}, with an optional rollout. The
 * first that matches decides. Attributes: tenant, user, ip, currentTime or any of your own. Operators: equals,
 * in, after and more.
 */
export type FlagRuleInput = { readonly [key: string]: unknown }

/** {at, set: {enabled?, percentage?, …}}: a change at its instant (RFC 3339) */
export type FlagScheduledChange = { readonly [key: string]: unknown }

/** {at, set: {enabled?, percentage?, …}}: a change at its instant (RFC 3339) */
export type FlagScheduledChangeInput = { readonly [key: string]: unknown }

export interface FlagSegment {
  readonly key: string
  readonly description?: string | undefined
  /** Condition of membership: {attribute, operator, value}, {all}, {any} or {not}; no other segment */
  readonly when: { readonly [key: string]: unknown }
  /** Changes with every write; PUT names the version on which it is based */
  readonly version: number
}

export interface ListedFlag {
  readonly key: string
  readonly type: 'boolean' | 'percentage' | 'variant'
  readonly description: string
  readonly tags: readonly string[]
  /**
   * The kill switch: if false, the flag is off for everybody, whatever the rules say; a variant flag returns
   * `default`
   */
  readonly enabled: boolean
  /** Share of users for whom the flag is on, to three decimals; required for type percentage */
  readonly percentage?: number | undefined
  readonly variants?: readonly {
    readonly key: string
    /** Weight, relative to the sum of all variants */
    readonly weight: number
    /** Payload that getVariant returns with the key */
    readonly payload?: unknown
  }[] | undefined
  readonly rules: readonly FlagRule[]
  /** For everybody else: a boolean, or a variant by its key */
  readonly default: boolean | string
  /** Attribute that a user is recognised by, or the first of several that there is; `user` unless said */
  readonly by?: string | readonly string[] | undefined
  /** Metadata returned with every evaluation */
  readonly metadata?: { readonly [key: string]: string | number | boolean } | undefined
  /** Archived: it evaluates as if it were unknown */
  readonly archived?: boolean | undefined
  /** Flags with the same value select the same users */
  readonly experiment?: string | undefined
  /** Values of single tenants and users, before all rules */
  readonly overrides?: {
    readonly tenants?: { readonly [key: string]: boolean | string } | undefined
    readonly users?: { readonly [key: string]: boolean | string } | undefined
  } | undefined
  readonly prerequisites?: readonly FlagPrerequisite[] | undefined
  readonly schedule?: readonly FlagScheduledChange[] | undefined
  /** Random at creation; the assignment of users depends on it and not on the key */
  readonly salt: string
  /** Version of the bucketing; never changes for a flag */
  readonly bucketing: string
  /** Ranges of 0 to 100000 by variant */
  readonly allocation?: readonly (readonly [number, number, string])[] | undefined
  readonly canary?: Canary | undefined
  /** Changes with every write; PATCH names the version on which it is based */
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  /** Beginning of the last hour in which it was evaluated; null: not in the last 90 days, or not yet counted */
  readonly lastEvaluatedAt: string | null
}

export interface SegmentChangePreview {
  readonly segment: FlagSegment
  /** 0: there is no simulation, because simulated users cannot represent yours */
  readonly users: number
  /** 0: no answer of any flag changes; null: some may */
  readonly moved: number | null
  readonly movedPercent: number | null
  /** Flags that depend on the segment, by their rules or through a prerequisite */
  readonly flags: readonly {
    readonly key: string
    /** 0: no answer of this flag changes, because it is off or the segment stays as it is; null: some may */
    readonly moved: number | null
    readonly movedPercent: number | null
    readonly moves: readonly {
      /** Answer before: true, false or a variant */
      readonly from: string
      readonly to: string
      readonly users: number
    }[]
  }[]
}

export interface AuditEntry {
  /** Version of the set after the change; without gaps */
  readonly sequence: number
  /** The flag, or segment:<key> */
  readonly key: string
  readonly action: 'created' | 'updated' | 'deleted' | 'reverted' | 'canary_started' | 'canary_updated' | 'canary_advanced' | 'canary_held' | 'canary_succeeded' | 'canary_rolled_back' | 'canary_stopped' | 'segment_written' | 'segment_deleted'
  readonly at: string
  /** Who did it */
  readonly actor: {
    readonly type: 'user' | 'key' | 'system'
    /** Id of the user, display part of the key, or name of the driver */
    readonly id: string
  }
  readonly reason: string | null
  readonly requestId: string | null
  /** The flag before; null for a creation */
  readonly before: { readonly [key: string]: unknown } | null
  /** The flag after; null for a removal */
  readonly after: { readonly [key: string]: unknown } | null
  /** Hash of the previous entry; zeros for the first */
  readonly previousHash: string
  /** SHA-256 of the canonical JSON (RFC 8785) of this entry without `hash` */
  readonly hash: string
}

export interface AuditVerdict {
  readonly valid: boolean
  readonly entries: number
  /** Hash of the last entry. Keep a copy elsewhere to detect a rewritten log */
  readonly head: string
  /** First entry that is missing, changed, or contradicted by the set */
  readonly brokenAt: number | null
  /** Description of the problem */
  readonly problem?: string | null | undefined
}

export interface FlagExplanation {
  readonly key: string
  readonly value: unknown
  readonly reason: string
  readonly steps: readonly {
    readonly step: string
    readonly outcome: string
    readonly [key: string]: unknown
  }[]
  readonly [key: string]: unknown
}

export interface FlagMetrics {
  readonly key: string
  readonly evaluations: number
  /** Evaluations by answer: true, false, or the key of a variant */
  readonly variants: { readonly [key: string]: number }
  /** Errors that applications reported, by answer */
  readonly errors: { readonly [key: string]: number }
  readonly p50LatencyMs: number | null
  readonly p99LatencyMs: number | null
  readonly hours: readonly {
    /** Start of the hour */
    readonly hour: string
    readonly evaluations: number
    readonly variants: { readonly [key: string]: number }
  }[]
}

export interface FlagSnapshot {
  readonly version: number
  readonly flags: readonly { readonly [key: string]: unknown }[]
  readonly [key: string]: unknown
}

export interface OfrepEvaluation {
  readonly key: string
  readonly value?: unknown
  readonly reason: string
  readonly variant?: string | undefined
  readonly metadata?: { readonly [key: string]: string | number | boolean } | undefined
}

export interface OfrepFailure {
  readonly key: string
  readonly errorCode: string
  readonly errorDetails?: string | undefined
}

export interface NewServiceKey {
  readonly id: string
  /** A name to recognise the key */
  readonly name: string
  /** Scopes; new ones may be added */
  readonly scopes: readonly string[]
  /** Prefix of the key */
  readonly prefix: string
  readonly createdAt: string
  /** The raw key. It is shown only once and not stored */
  readonly key: string
}

export interface ServiceKey {
  readonly id: string
  /** A name to recognise the key */
  readonly name: string
  /** Scopes; new ones may be added */
  readonly scopes: readonly string[]
  /** Prefix of the key */
  readonly prefix: string
  readonly createdAt: string
}

export interface FlagsClientOptions {
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

export interface FlagsCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface FlagsErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class FlagsApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'FlagsApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: FlagsErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: FlagsErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class FlagsNetworkError extends Error {
  override readonly name: string = 'FlagsNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class FlagsTimeoutError extends Error {
  override readonly name: string = 'FlagsTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `GET /environments`. */
export interface ListEnvironmentsInput {
  /**
   * Environments a page
   * Default: 50
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page of environments */
export type ListEnvironmentsOutput = {
  readonly environments: readonly {
    readonly environment: string
    /** Flags that are not archived */
    readonly flags: number
    /** Archived flags */
    readonly archived: number
    /** Of the set; changes with every change of a flag */
    readonly version: number
  }[]
  readonly nextCursor: string | null
}

export type ListEnvironmentsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListEnvironmentsOutput }

/** Refusals that `listEnvironments` declares; `code` tells them apart. */
export type ListEnvironmentsError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `GET /flags`. */
export interface ListFlagsInput {
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /**
   * Flags a page
   * Default: 50
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
  /** Those with this tag */
  readonly tag?: string | undefined
  /** Stale flags: unchanged for 30 days, with one answer or without evaluations in that time */
  readonly stale?: boolean | undefined
}

/** A page of flags */
export type ListFlagsOutput = {
  readonly flags: readonly ListedFlag[]
  readonly nextCursor: string | null
  /** Of the set; changes with every change of a flag */
  readonly version: number
}

export type ListFlagsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListFlagsOutput }

/** Refusals that `listFlags` declares; `code` tells them apart. */
export type ListFlagsError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `POST /flags`. */
export interface CreateFlagInput {
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /** Names the flag */
  readonly key: string
  readonly type: 'boolean' | 'percentage' | 'variant'
  /**
   * The kill switch: if false, the flag is off for everybody, whatever the rules say; a variant flag returns
   * `default`
   */
  readonly enabled?: boolean | undefined
  /** Share of users for whom the flag is on, to three decimals; required for type percentage */
  readonly percentage?: number | undefined
  readonly variants?: readonly {
    readonly key: string
    /** Weight, relative to the sum of all variants */
    readonly weight: number
    /** Payload that getVariant returns with the key */
    readonly payload?: unknown
  }[] | undefined
  /** For everybody else: a boolean, or a variant by its key */
  readonly default?: boolean | string | undefined
  /** Attribute that a user is recognised by, or the first of several that there is; `user` unless said */
  readonly by?: string | readonly string[] | undefined
  /** Metadata returned with every evaluation */
  readonly metadata?: { readonly [key: string]: string | number | boolean } | undefined
  /** Archived: it evaluates as if it were unknown */
  readonly archived?: boolean | undefined
  /** Flags with the same value select the same users */
  readonly experiment?: string | undefined
  /** Values of single tenants and users, before all rules */
  readonly overrides?: {
    readonly tenants?: { readonly [key: string]: boolean | string } | undefined
    readonly users?: { readonly [key: string]: boolean | string } | undefined
  } | undefined
  readonly prerequisites?: readonly FlagPrerequisiteInput[] | undefined
  readonly schedule?: readonly FlagScheduledChangeInput[] | undefined
  /** Default: "" */
  readonly description?: string | undefined
  /** Default: [] */
  readonly tags?: readonly string[] | undefined
  /** Default: [] */
  readonly rules?: readonly FlagRuleInput[] | undefined
  /** For an imported flag: keeps the assignment of users; random by default */
  readonly salt?: string | undefined
  /**
   * For an imported flag: the bucketing of its original system
   * Default: "v1"
   */
  readonly bucketing?: 'v1' | 'unleash' | 'flagd2' | 'gb1' | 'gb2' | 'ld' | undefined
}

/** The flag */
export type CreateFlagOutput = Flag

export type CreateFlagResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateFlagOutput }

/** Refusals that `createFlag` declares; `code` tells them apart. */
export type CreateFlagError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<400, 'invalid_json'>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<409, 'flag_exists'>
  | FlagsApiError<409, 'flag_set_full'>
  | FlagsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlagsApiError<415, 'unsupported_media_type'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `GET /flags/:key`. */
export interface GetFlagInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
}

/** The flag */
export type GetFlagOutput = Flag

export type GetFlagResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetFlagOutput }

/** Refusals that `getFlag` declares; `code` tells them apart. */
export type GetFlagError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `PATCH /flags/:key`. */
export interface UpdateFlagInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /**
   * Only preview the change
   * Default: false
   */
  readonly dry_run?: boolean | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
  /**
   * The kill switch: if false, the flag is off for everybody, whatever the rules say; a variant flag returns
   * `default`
   */
  readonly enabled?: boolean | undefined
  readonly rules?: readonly FlagRuleInput[] | undefined
  /** For everybody else: a boolean, or a variant by its key */
  readonly default?: boolean | string | undefined
  readonly percentage?: number | null | undefined
  readonly variants?: readonly {
    readonly key: string
    /** Weight, relative to the sum of all variants */
    readonly weight: number
    /** Payload that getVariant returns with the key */
    readonly payload?: unknown
  }[] | null | undefined
  readonly by?: string | readonly string[] | null | undefined
  readonly archived?: boolean | null | undefined
  readonly metadata?: { readonly [key: string]: string | number | boolean } | null | undefined
  readonly experiment?: string | null | undefined
  readonly overrides?: {
    readonly tenants?: { readonly [key: string]: boolean | string } | undefined
    readonly users?: { readonly [key: string]: boolean | string } | undefined
  } | null | undefined
  readonly prerequisites?: readonly FlagPrerequisiteInput[] | null | undefined
  readonly schedule?: readonly FlagScheduledChangeInput[] | null | undefined
  readonly type?: 'boolean' | 'percentage' | 'variant' | undefined
  /** The version on which the change is based; or send If-Match */
  readonly version?: number | undefined
  /** Reason for the audit log */
  readonly reason?: string | undefined
  /** The version on which this is based, as ETag, or * for any */
  readonly 'if-match'?: string | undefined
}

/** The flag after the change; for dry_run the planned flag and the affected users */
export type UpdateFlagOutput = Flag | FlagChangePreview

export type UpdateFlagResponse = { readonly status: 200; readonly headers: Headers; readonly body: UpdateFlagOutput }

/** Refusals that `updateFlag` declares; `code` tells them apart. */
export type UpdateFlagError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<400, 'invalid_json'>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<409, 'canary_running'>
  | FlagsApiError<409, 'flag_set_full'>
  | FlagsApiError<409, 'version_conflict'>
  | FlagsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlagsApiError<415, 'unsupported_media_type'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `DELETE /flags/:key`. */
export interface DeleteFlagInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /** The version on which this is based, as ETag, or * for any */
  readonly 'if-match'?: string | undefined
}

/** It is gone */
export type DeleteFlagOutput = undefined

export type DeleteFlagResponse = { readonly status: 204; readonly headers: Headers; readonly body: DeleteFlagOutput }

/** Refusals that `deleteFlag` declares; `code` tells them apart. */
export type DeleteFlagError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<409, 'flag_in_use'>
  | FlagsApiError<409, 'version_conflict'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `POST /flags/:key/revert`. */
export interface RevertFlagInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /** The version to restore */
  readonly to: number
  /** Reason for the audit log */
  readonly reason?: string | undefined
}

/** The flag */
export type RevertFlagOutput = Flag

export type RevertFlagResponse = { readonly status: 200; readonly headers: Headers; readonly body: RevertFlagOutput }

/** Refusals that `revertFlag` declares; `code` tells them apart. */
export type RevertFlagError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<400, 'invalid_json'>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<409, 'canary_running'>
  | FlagsApiError<409, 'flag_set_full'>
  | FlagsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlagsApiError<415, 'unsupported_media_type'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `POST /flags/:key/canary/start`. */
export interface StartCanaryInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /** Default: 5, 10, 25, 50 and 100 */
  readonly stages?: readonly number[] | undefined
  /**
   * Duration of a stage
   * Default: 900
   */
  readonly dwellSeconds?: number | undefined
  /**
   * Guards that roll it back automatically
   * Default: []
   */
  readonly guards?: readonly ({
    readonly type: 'alarm'
    /** Name, not ARN, of a CloudWatch alarm that exists */
    readonly alarm: string
  } | {
    readonly type: 'error_rate'
    /** Errors per hundred evaluations in the canary */
    readonly maxPercent: number
    /**
     * Least evaluations before a stage may advance
     * Default: 100
     */
    readonly minEvaluations?: number | undefined
  })[] | undefined
  /** Reason for the audit log */
  readonly reason?: string | undefined
}

/** The flag */
export type StartCanaryOutput = Flag

export type StartCanaryResponse = { readonly status: 200; readonly headers: Headers; readonly body: StartCanaryOutput }

/** Refusals that `startCanary` declares; `code` tells them apart. */
export type StartCanaryError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<400, 'invalid_json'>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<409, 'canary_running'>
  | FlagsApiError<409, 'flag_set_full'>
  | FlagsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlagsApiError<415, 'unsupported_media_type'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `POST /flags/:key/canary/update`. */
export interface UpdateCanaryInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /** New percentage; the next stage is the first above it */
  readonly percentage?: number | undefined
  /** Whether to pause there */
  readonly paused?: boolean | undefined
  /** Reason for the audit log */
  readonly reason?: string | undefined
}

/** The flag */
export type UpdateCanaryOutput = Flag

export type UpdateCanaryResponse = { readonly status: 200; readonly headers: Headers; readonly body: UpdateCanaryOutput }

/** Refusals that `updateCanary` declares; `code` tells them apart. */
export type UpdateCanaryError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<400, 'invalid_json'>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<409, 'canary_not_running'>
  | FlagsApiError<409, 'flag_set_full'>
  | FlagsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlagsApiError<415, 'unsupported_media_type'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `POST /flags/:key/canary/stop`. */
export interface StopCanaryInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /** Reason for the audit log */
  readonly reason?: string | undefined
}

/** The flag */
export type StopCanaryOutput = Flag

export type StopCanaryResponse = { readonly status: 200; readonly headers: Headers; readonly body: StopCanaryOutput }

/** Refusals that `stopCanary` declares; `code` tells them apart. */
export type StopCanaryError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<400, 'invalid_json'>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<409, 'canary_not_running'>
  | FlagsApiError<409, 'flag_set_full'>
  | FlagsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlagsApiError<415, 'unsupported_media_type'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `GET /segments`. */
export interface ListSegmentsInput {
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
}

/** All of them */
export type ListSegmentsOutput = {
  readonly segments: readonly FlagSegment[]
}

export type ListSegmentsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListSegmentsOutput }

/** Refusals that `listSegments` declares; `code` tells them apart. */
export type ListSegmentsError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `PUT /segments/:key`. */
export interface PutSegmentInput {
  /** Names the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /**
   * Only preview the change
   * Default: false
   */
  readonly dry_run?: boolean | undefined
  readonly description?: string | undefined
  /** Condition of membership: {attribute, operator, value}, {all}, {any} or {not}; no other segment */
  readonly when: { readonly [key: string]: unknown }
  /** The version on which the change is based; or send If-Match */
  readonly version?: number | undefined
  /** The version on which this is based, as ETag, or * for any */
  readonly 'if-match'?: string | undefined
}

/** The segment after the change; for dry_run the planned segment and the dependent flags */
export type PutSegmentOutput = FlagSegment | SegmentChangePreview

export type PutSegmentResponse = { readonly status: 200; readonly headers: Headers; readonly body: PutSegmentOutput }

/** Refusals that `putSegment` declares; `code` tells them apart. */
export type PutSegmentError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<400, 'invalid_json'>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<409, 'flag_set_full'>
  | FlagsApiError<409, 'version_conflict'>
  | FlagsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlagsApiError<415, 'unsupported_media_type'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `DELETE /segments/:key`. */
export interface DeleteSegmentInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /**
   * Only preview the change
   * Default: false
   */
  readonly dry_run?: boolean | undefined
  /** The version on which this is based, as ETag, or * for any */
  readonly 'if-match'?: string | undefined
}

/**
 * For dry_run: the segment that would be removed
 * It is gone
 */
export type DeleteSegmentOutput = SegmentChangePreview | undefined

export type DeleteSegmentResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: SegmentChangePreview }
  | { readonly status: 204; readonly headers: Headers; readonly body: undefined }

/** Refusals that `deleteSegment` declares; `code` tells them apart. */
export type DeleteSegmentError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<409, 'segment_in_use'>
  | FlagsApiError<409, 'version_conflict'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `GET /flags/audit`. */
export interface ListAuditInput {
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /**
   * Entries a page
   * Default: 50
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page of entries */
export type ListAuditOutput = {
  readonly entries: readonly AuditEntry[]
  readonly nextCursor: string | null
}

export type ListAuditResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListAuditOutput }

/** Refusals that `listAudit` declares; `code` tells them apart. */
export type ListAuditError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `GET /flags/audit/verify`. */
export interface VerifyAuditInput {
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
}

/** The result */
export type VerifyAuditOutput = AuditVerdict

export type VerifyAuditResponse = { readonly status: 200; readonly headers: Headers; readonly body: VerifyAuditOutput }

/** Refusals that `verifyAudit` declares; `code` tells them apart. */
export type VerifyAuditError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `GET /flags/:key/audit`. */
export interface ListFlagAuditInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /**
   * Entries a page
   * Default: 50
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page of entries */
export type ListFlagAuditOutput = {
  readonly entries: readonly AuditEntry[]
  readonly nextCursor: string | null
}

export type ListFlagAuditResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListFlagAuditOutput }

/** Refusals that `listFlagAudit` declares; `code` tells them apart. */
export type ListFlagAuditError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `GET /flags/:key/metrics`. */
export interface GetFlagMetricsInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /**
   * Time range to report
   * Default: 24
   */
  readonly hours?: number | undefined
}

/** The counts */
export type GetFlagMetricsOutput = FlagMetrics

export type GetFlagMetricsResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetFlagMetricsOutput }

/** Refusals that `getFlagMetrics` declares; `code` tells them apart. */
export type GetFlagMetricsError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `POST /flags/:key/explain`. */
export interface ExplainFlagInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /**
   * user, tenant, ip, currentTime and attributes of your own; targetingKey is the user too
   * Default: {}
   */
  readonly context?: { readonly [key: string]: unknown } | undefined
}

/** The answer and its steps */
export type ExplainFlagOutput = FlagExplanation

export type ExplainFlagResponse = { readonly status: 200; readonly headers: Headers; readonly body: ExplainFlagOutput }

/** Refusals that `explainFlag` declares; `code` tells them apart. */
export type ExplainFlagError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<400, 'invalid_json'>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlagsApiError<415, 'unsupported_media_type'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `GET /flags/snapshot`. */
export interface GetSnapshotInput {
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /** ETag of the present copy */
  readonly 'if-none-match'?: string | undefined
}

/**
 * The snapshot
 * The copy is current
 */
export type GetSnapshotOutput = FlagSnapshot | undefined

export type GetSnapshotResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: FlagSnapshot }
  | { readonly status: 304; readonly headers: Headers; readonly body: undefined }

/** Refusals that `getSnapshot` declares; `code` tells them apart. */
export type GetSnapshotError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `POST /ofrep/v1/evaluate/flags/:key`. */
export interface OfrepEvaluateInput {
  /** Key of the flag */
  readonly key: string
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /** An object; targetingKey is the user */
  readonly context?: unknown
}

/** The evaluation */
export type OfrepEvaluateOutput = OfrepEvaluation

export type OfrepEvaluateResponse = { readonly status: 200; readonly headers: Headers; readonly body: OfrepEvaluateOutput }

/** Refusals that `ofrepEvaluate` declares; `code` tells them apart. */
export type OfrepEvaluateError =
  | FlagsApiError<400, 'invalid_context'>
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<400, 'invalid_json'>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlagsApiError<415, 'unsupported_media_type'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `POST /ofrep/v1/evaluate/flags`. */
export interface OfrepEvaluateAllInput {
  /**
   * The flag set
   * Default: "production"
   */
  readonly environment?: string | undefined
  /** An object; targetingKey is the user */
  readonly context?: unknown
  /** ETag of the present copy */
  readonly 'if-none-match'?: string | undefined
}

/**
 * Every flag
 * The copy is current
 */
export type OfrepEvaluateAllOutput = {
  readonly flags: readonly (OfrepEvaluation | OfrepFailure)[]
  readonly metadata?: { readonly [key: string]: string | number | boolean } | undefined
} | undefined

export type OfrepEvaluateAllResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: {
      readonly flags: readonly (OfrepEvaluation | OfrepFailure)[]
      readonly metadata?: { readonly [key: string]: string | number | boolean } | undefined
    } }
  | { readonly status: 304; readonly headers: Headers; readonly body: undefined }

/** Refusals that `ofrepEvaluateAll` declares; `code` tells them apart. */
export type OfrepEvaluateAllError =
  | FlagsApiError<400, 'invalid_context'>
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<400, 'invalid_json'>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlagsApiError<415, 'unsupported_media_type'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `POST /keys`. */
export interface CreateKeyInput {
  readonly name: string
  /**
   * Scopes; applications that only evaluate need flags:read
   * Default: ["flags:read"]
   */
  readonly scopes?: readonly string[] | undefined
}

/** The key */
export type CreateKeyOutput = NewServiceKey

export type CreateKeyResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateKeyOutput }

/** Refusals that `createKey` declares; `code` tells them apart. */
export type CreateKeyError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<400, 'invalid_json'>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<409, 'key_limit_reached'>
  | FlagsApiError<413, 'payload_too_large', { readonly limit: number }>
  | FlagsApiError<415, 'unsupported_media_type'>
  | FlagsApiError<429, 'rate_limited'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `GET /keys`. */
export type ListKeysInput = Readonly<Record<string, never>>

/** All of them */
export type ListKeysOutput = {
  readonly keys: readonly ServiceKey[]
}

export type ListKeysResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListKeysOutput }

/** Refusals that `listKeys` declares; `code` tells them apart. */
export type ListKeysError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `DELETE /keys/:id`. */
export interface RevokeKeyInput {
  /** Id of the key */
  readonly id: string
}

/** The key is revoked */
export type RevokeKeyOutput = undefined

export type RevokeKeyResponse = { readonly status: 204; readonly headers: Headers; readonly body: RevokeKeyOutput }

/** Refusals that `revokeKey` declares; `code` tells them apart. */
export type RevokeKeyError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<401, 'unauthenticated'>
  | FlagsApiError<403, 'forbidden'>
  | FlagsApiError<404, 'not_found'>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>
  | FlagsApiError<503, 'unavailable'>

/** Input of `GET /`. */
export type GetPageInput = Readonly<Record<string, never>>

/**
 * HTML, without an edge
 * To the console
 */
export type GetPageOutput = Response

export type GetPageResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Response }
  | { readonly status: 302; readonly headers: Headers; readonly body: Response }

/** Refusals that `getPage` declares; `code` tells them apart. */
export type GetPageError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /health`. */
export type GetFlagsHealthInput = Readonly<Record<string, never>>

/** The service is up */
export type GetFlagsHealthOutput = {
  readonly status: 'ok'
  readonly version: string
}

export type GetFlagsHealthResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetFlagsHealthOutput }

/** Refusals that `getFlagsHealth` declares; `code` tells them apart. */
export type GetFlagsHealthError =
  | FlagsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | FlagsApiError<500, 'internal', { readonly request_id: string }>

/** The routes of flags. */
export interface FlagsClient {
  /**
   * Your environments.
   * The environments in which the organisation has, or had, flags, by name. An environment is there from its first
   * flag on.
   * `GET /environments`, retried after transient failures.
   * Authority: scope:flags:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly listEnvironments: {
    (input?: ListEnvironmentsInput, options?: FlagsCallOptions): Promise<ListEnvironmentsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListEnvironmentsInput, options?: FlagsCallOptions): Promise<ListEnvironmentsResponse>
  }
  /** The items of all pages of `listEnvironments`, from the cursor of the input on. */
  readonly listEnvironmentsAll: (input?: ListEnvironmentsInput, options?: FlagsCallOptions) => AsyncIterable<{
    readonly environment: string
    /** Flags that are not archived */
    readonly flags: number
    /** Archived flags */
    readonly archived: number
    /** Of the set; changes with every change of a flag */
    readonly version: number
  }>

  /**
   * Your flags.
   * The flags of the organisation, by key.
   * `GET /flags`, retried after transient failures.
   * Authority: scope:flags:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly listFlags: {
    (input?: ListFlagsInput, options?: FlagsCallOptions): Promise<ListFlagsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListFlagsInput, options?: FlagsCallOptions): Promise<ListFlagsResponse>
  }
  /** The items of all pages of `listFlags`, from the cursor of the input on. */
  readonly listFlagsAll: (input?: ListFlagsInput, options?: FlagsCallOptions) => AsyncIterable<ListedFlag>

  /**
   * A new flag.
   * Creates a flag. By default a boolean flag is off, the others are on.
   * `POST /flags`.
   * Authority: scope:flags:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), flag_exists (409), flag_set_full (409), payload_too_large (413), unsupported_media_type
   * (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly createFlag: {
    (input: CreateFlagInput, options?: FlagsCallOptions): Promise<CreateFlagOutput>
    /** The same with status and headers. */
    withResponse(input: CreateFlagInput, options?: FlagsCallOptions): Promise<CreateFlagResponse>
  }

  /**
   * One flag.
   * The present flag.
   * `GET /flags/:key`, retried after transient failures.
   * Authority: scope:flags:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), unavailable (503).
   */
  readonly getFlag: {
    (input: GetFlagInput, options?: FlagsCallOptions): Promise<GetFlagOutput>
    /** The same with status and headers. */
    withResponse(input: GetFlagInput, options?: FlagsCallOptions): Promise<GetFlagResponse>
  }

  /**
   * Change a flag.
   * Replaces the named members. The version on which the change is based is required, as `version` or If-Match; if
   * it is outdated, 409 returns the present one. With `dry_run=true` nothing is written and the response estimates
   * the affected users.
   * `PATCH /flags/:key`.
   * Authority: scope:flags:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), canary_running (409), flag_set_full (409), version_conflict (409),
   * payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly updateFlag: {
    (input: UpdateFlagInput, options?: FlagsCallOptions): Promise<UpdateFlagOutput>
    /** The same with status and headers. */
    withResponse(input: UpdateFlagInput, options?: FlagsCallOptions): Promise<UpdateFlagResponse>
  }

  /**
   * Remove a flag.
   * Removes the flag; evaluations then return the default of the caller. Its audit log stays.
   * `DELETE /flags/:key`.
   * Authority: scope:flags:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), flag_in_use (409), version_conflict (409), rate_limited (429), internal (500), unavailable (503).
   */
  readonly deleteFlag: {
    (input: DeleteFlagInput, options?: FlagsCallOptions): Promise<DeleteFlagOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteFlagInput, options?: FlagsCallOptions): Promise<DeleteFlagResponse>
  }

  /**
   * Revert a flag.
   * Reverts the flag to a version in the audit log; also restores a removed flag.
   * `POST /flags/:key/revert`.
   * Authority: scope:flags:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), canary_running (409), flag_set_full (409), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly revertFlag: {
    (input: RevertFlagInput, options?: FlagsCallOptions): Promise<RevertFlagOutput>
    /** The same with status and headers. */
    withResponse(input: RevertFlagInput, options?: FlagsCallOptions): Promise<RevertFlagResponse>
  }

  /**
   * Start a canary.
   * Turns the flag on for 5 percent of users and advances automatically through 10, 25, 50 and 100 percent, one
   * stage each dwell. Guards roll it back automatically; an alarm that does not exist is refused.
   * `POST /flags/:key/canary/start`.
   * Authority: scope:flags:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), canary_running (409), flag_set_full (409), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly startCanary: {
    (input: StartCanaryInput, options?: FlagsCallOptions): Promise<StartCanaryOutput>
    /** The same with status and headers. */
    withResponse(input: StartCanaryInput, options?: FlagsCallOptions): Promise<StartCanaryResponse>
  }

  /**
   * Change a running canary.
   * Sets a percentage at once, up or down, and continues from there; or pauses or resumes the canary.
   * `POST /flags/:key/canary/update`.
   * Authority: scope:flags:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), canary_not_running (409), flag_set_full (409), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly updateCanary: {
    (input: UpdateCanaryInput, options?: FlagsCallOptions): Promise<UpdateCanaryOutput>
    /** The same with status and headers. */
    withResponse(input: UpdateCanaryInput, options?: FlagsCallOptions): Promise<UpdateCanaryResponse>
  }

  /**
   * Roll a canary back.
   * The emergency stop: restores the flag as it was before the canary at once, also during other changes. A
   * succeeded canary is rolled back too, unless the percentage was set since, even to the same value.
   * `POST /flags/:key/canary/stop`.
   * Authority: scope:flags:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), canary_not_running (409), flag_set_full (409), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly stopCanary: {
    (input: StopCanaryInput, options?: FlagsCallOptions): Promise<StopCanaryOutput>
    /** The same with status and headers. */
    withResponse(input: StopCanaryInput, options?: FlagsCallOptions): Promise<StopCanaryResponse>
  }

  /**
   * List segments.
   * Named conditions for rules of several flags, by key.
   * `GET /segments`, retried after transient failures.
   * Authority: scope:flags:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly listSegments: {
    (input?: ListSegmentsInput, options?: FlagsCallOptions): Promise<ListSegmentsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListSegmentsInput, options?: FlagsCallOptions): Promise<ListSegmentsResponse>
  }

  /**
   * Create or change a segment.
   * Affects every flag whose rules use it. To change an existing segment, the version on which the change is based
   * is required, as `version` or If-Match; without either a new segment is created. If the version is outdated,
   * 409 returns the present one. With `dry_run=true` nothing is written and the response lists the dependent
   * flags, and those with possible changes for users. The audit log names it `segment:<key>`.
   * `PUT /segments/:key`.
   * Authority: scope:flags:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), flag_set_full (409), version_conflict (409), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly putSegment: {
    (input: PutSegmentInput, options?: FlagsCallOptions): Promise<PutSegmentOutput>
    /** The same with status and headers. */
    withResponse(input: PutSegmentInput, options?: FlagsCallOptions): Promise<PutSegmentResponse>
  }

  /**
   * Remove a segment.
   * Removes a segment that no flag uses, at the version in If-Match if given. No answer of a flag changes.
   * `DELETE /segments/:key`.
   * Authority: scope:flags:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), segment_in_use (409), version_conflict (409), rate_limited (429), internal (500), unavailable (503).
   */
  readonly deleteSegment: {
    (input: DeleteSegmentInput, options?: FlagsCallOptions): Promise<DeleteSegmentOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteSegmentInput, options?: FlagsCallOptions): Promise<DeleteSegmentResponse>
  }

  /**
   * Read the audit log.
   * The audit log of the set, newest first. Entries are never changed or removed.
   * `GET /flags/audit`, retried after transient failures.
   * Authority: scope:flags:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly listAudit: {
    (input?: ListAuditInput, options?: FlagsCallOptions): Promise<ListAuditOutput>
    /** The same with status and headers. */
    withResponse(input?: ListAuditInput, options?: FlagsCallOptions): Promise<ListAuditResponse>
  }
  /** The items of all pages of `listAudit`, from the cursor of the input on. */
  readonly listAuditAll: (input?: ListAuditInput, options?: FlagsCallOptions) => AsyncIterable<AuditEntry>

  /**
   * Verify the audit log.
   * Reads the log from its first entry to its last, recomputes every hash, and compares the snapshot with the log.
   * `GET /flags/audit/verify`, retried after transient failures.
   * Authority: scope:flags:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly verifyAudit: {
    (input?: VerifyAuditInput, options?: FlagsCallOptions): Promise<VerifyAuditOutput>
    /** The same with status and headers. */
    withResponse(input?: VerifyAuditInput, options?: FlagsCallOptions): Promise<VerifyAuditResponse>
  }

  /**
   * Read the audit log of a flag.
   * Entries of one flag, newest first, also of a removed flag.
   * `GET /flags/:key/audit`, retried after transient failures.
   * Authority: scope:flags:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), unavailable (503).
   */
  readonly listFlagAudit: {
    (input: ListFlagAuditInput, options?: FlagsCallOptions): Promise<ListFlagAuditOutput>
    /** The same with status and headers. */
    withResponse(input: ListFlagAuditInput, options?: FlagsCallOptions): Promise<ListFlagAuditResponse>
  }
  /** The items of all pages of `listFlagAudit`, from the cursor of the input on. */
  readonly listFlagAuditAll: (input: ListFlagAuditInput, options?: FlagsCallOptions) => AsyncIterable<AuditEntry>

  /**
   * Get the use of a flag.
   * Evaluations, answers and latency, as the libraries have reported them (spec supporting-services 2.3).
   * `GET /flags/:key/metrics`, retried after transient failures.
   * Authority: scope:flags:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), unavailable (503).
   */
  readonly getFlagMetrics: {
    (input: GetFlagMetricsInput, options?: FlagsCallOptions): Promise<GetFlagMetricsOutput>
    /** The same with status and headers. */
    withResponse(input: GetFlagMetricsInput, options?: FlagsCallOptions): Promise<GetFlagMetricsResponse>
  }

  /**
   * Explain an evaluation.
   * Evaluates the flag and returns every step.
   * `POST /flags/:key/explain`.
   * Authority: scope:flags:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden
   * (403), not_found (404), payload_too_large (413), unsupported_media_type (415), internal (500), unavailable
   * (503).
   */
  readonly explainFlag: {
    (input: ExplainFlagInput, options?: FlagsCallOptions): Promise<ExplainFlagOutput>
    /** The same with status and headers. */
    withResponse(input: ExplainFlagInput, options?: FlagsCallOptions): Promise<ExplainFlagResponse>
  }

  /**
   * Get the snapshot for a library.
   * The data that a library needs to evaluate locally. Poll with If-None-Match.
   * `GET /flags/snapshot`, retried after transient failures.
   * Authority: scope:flags:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly getSnapshot: {
    (input?: GetSnapshotInput, options?: FlagsCallOptions): Promise<GetSnapshotOutput>
    /** The same with status and headers. */
    withResponse(input?: GetSnapshotInput, options?: FlagsCallOptions): Promise<GetSnapshotResponse>
  }

  /**
   * Evaluate one flag (OFREP).
   * OpenFeature Remote Evaluation Protocol 0.3.0, single flag.
   * `POST /ofrep/v1/evaluate/flags/:key`.
   * Authority: scope:flags:read. Errors: invalid_context (400), invalid_input (400), invalid_json (400),
   * unauthenticated (401), forbidden (403), not_found (404), payload_too_large (413), unsupported_media_type
   * (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly ofrepEvaluate: {
    (input: OfrepEvaluateInput, options?: FlagsCallOptions): Promise<OfrepEvaluateOutput>
    /** The same with status and headers. */
    withResponse(input: OfrepEvaluateInput, options?: FlagsCallOptions): Promise<OfrepEvaluateResponse>
  }

  /**
   * Evaluate all flags (OFREP).
   * OpenFeature Remote Evaluation Protocol 0.3.0, bulk. A failed flag stays in the list with its error.
   * `POST /ofrep/v1/evaluate/flags`.
   * Authority: scope:flags:read. Errors: invalid_context (400), invalid_input (400), invalid_json (400),
   * unauthenticated (401), forbidden (403), payload_too_large (413), unsupported_media_type (415), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly ofrepEvaluateAll: {
    (input?: OfrepEvaluateAllInput, options?: FlagsCallOptions): Promise<OfrepEvaluateAllOutput>
    /** The same with status and headers. */
    withResponse(input?: OfrepEvaluateAllInput, options?: FlagsCallOptions): Promise<OfrepEvaluateAllResponse>
  }

  /**
   * Create a key.
   * Creates an API key of the organisation and returns it once. For signed-in people: a key cannot create keys.
   * `POST /keys`.
   * Authority: session. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden (403),
   * key_limit_reached (409), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal
   * (500), unavailable (503).
   */
  readonly createKey: {
    (input: CreateKeyInput, options?: FlagsCallOptions): Promise<CreateKeyOutput>
    /** The same with status and headers. */
    withResponse(input: CreateKeyInput, options?: FlagsCallOptions): Promise<CreateKeyResponse>
  }

  /**
   * List keys.
   * Shown by prefix only, newest first.
   * `GET /keys`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal (500),
   * unavailable (503).
   */
  readonly listKeys: {
    (input?: ListKeysInput, options?: FlagsCallOptions): Promise<ListKeysOutput>
    /** The same with status and headers. */
    withResponse(input?: ListKeysInput, options?: FlagsCallOptions): Promise<ListKeysResponse>
  }

  /**
   * Revoke a key.
   * Requests with the key are refused with 401 from then on.
   * `DELETE /keys/:id`.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * internal (500), unavailable (503).
   */
  readonly revokeKey: {
    (input: RevokeKeyInput, options?: FlagsCallOptions): Promise<RevokeKeyOutput>
    /** The same with status and headers. */
    withResponse(input: RevokeKeyInput, options?: FlagsCallOptions): Promise<RevokeKeyResponse>
  }

  /**
   * What is here.
   * Redirects to the console. A deployment without an edge has none, and a page says what is here.
   * `GET /`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly getPage: {
    (input?: GetPageInput, options?: FlagsCallOptions): Promise<GetPageOutput>
    /** The same with status and headers. */
    withResponse(input?: GetPageInput, options?: FlagsCallOptions): Promise<GetPageResponse>
  }

  /**
   * Health check.
   * Answers without accessing data.
   * `GET /health`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly getFlagsHealth: {
    (input?: GetFlagsHealthInput, options?: FlagsCallOptions): Promise<GetFlagsHealthOutput>
    /** The same with status and headers. */
    withResponse(input?: GetFlagsHealthInput, options?: FlagsCallOptions): Promise<GetFlagsHealthResponse>
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
  options: FlagsClientOptions,
  operation: Operation,
  input: Input,
  call: FlagsCallOptions,
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

const requestOf = (options: FlagsClientOptions, operation: Operation, input: Input, call: FlagsCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): FlagsApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new FlagsApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new FlagsApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | FlagsApiError> => {
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
  options: FlagsClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | FlagsApiError | FlagsNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof FlagsApiError) return cause
    return new FlagsNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: FlagsApiError | FlagsNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof FlagsApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: FlagsClientOptions,
  operation: Operation,
  input: Input,
  call: FlagsCallOptions,
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
    const isTransient = result instanceof FlagsNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: FlagsClientOptions,
  operation: Operation,
  input: Input,
  call: FlagsCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new FlagsTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: FlagsClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: FlagsCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: FlagsCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: FlagsCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: FlagsCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: FlagsCallOptions | undefined,
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
  listEnvironments: {
    name: 'listEnvironments',
    method: 'GET',
    path: '/environments',
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
  listFlags: {
    name: 'listFlags',
    method: 'GET',
    path: '/flags',
    query: ['environment', 'limit', 'cursor', 'tag', 'stale'],
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
  createFlag: {
    name: 'createFlag',
    method: 'POST',
    path: '/flags',
    query: ['environment'],
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, flag_exists: 409, flag_set_full: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getFlag: {
    name: 'getFlag',
    method: 'GET',
    path: '/flags/{key}',
    query: ['environment'],
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
  updateFlag: {
    name: 'updateFlag',
    method: 'PATCH',
    path: '/flags/{key}',
    query: ['environment', 'dry_run'],
    headers: ['if-match'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, canary_running: 409, flag_set_full: 409, version_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  deleteFlag: {
    name: 'deleteFlag',
    method: 'DELETE',
    path: '/flags/{key}',
    query: ['environment'],
    headers: ['if-match'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, flag_in_use: 409, version_conflict: 409, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  revertFlag: {
    name: 'revertFlag',
    method: 'POST',
    path: '/flags/{key}/revert',
    query: ['environment'],
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, canary_running: 409, flag_set_full: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  startCanary: {
    name: 'startCanary',
    method: 'POST',
    path: '/flags/{key}/canary/start',
    query: ['environment'],
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, canary_running: 409, flag_set_full: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  updateCanary: {
    name: 'updateCanary',
    method: 'POST',
    path: '/flags/{key}/canary/update',
    query: ['environment'],
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, canary_not_running: 409, flag_set_full: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  stopCanary: {
    name: 'stopCanary',
    method: 'POST',
    path: '/flags/{key}/canary/stop',
    query: ['environment'],
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, canary_not_running: 409, flag_set_full: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listSegments: {
    name: 'listSegments',
    method: 'GET',
    path: '/segments',
    query: ['environment'],
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
  putSegment: {
    name: 'putSegment',
    method: 'PUT',
    path: '/segments/{key}',
    query: ['environment', 'dry_run'],
    headers: ['if-match'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, flag_set_full: 409, version_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  deleteSegment: {
    name: 'deleteSegment',
    method: 'DELETE',
    path: '/segments/{key}',
    query: ['environment', 'dry_run'],
    headers: ['if-match'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200, 204],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, segment_in_use: 409, version_conflict: 409, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listAudit: {
    name: 'listAudit',
    method: 'GET',
    path: '/flags/audit',
    query: ['environment', 'limit', 'cursor'],
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
  verifyAudit: {
    name: 'verifyAudit',
    method: 'GET',
    path: '/flags/audit/verify',
    query: ['environment'],
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
  listFlagAudit: {
    name: 'listFlagAudit',
    method: 'GET',
    path: '/flags/{key}/audit',
    query: ['environment', 'limit', 'cursor'],
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
  getFlagMetrics: {
    name: 'getFlagMetrics',
    method: 'GET',
    path: '/flags/{key}/metrics',
    query: ['environment', 'hours'],
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
  explainFlag: {
    name: 'explainFlag',
    method: 'POST',
    path: '/flags/{key}/explain',
    query: ['environment'],
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getSnapshot: {
    name: 'getSnapshot',
    method: 'GET',
    path: '/flags/snapshot',
    query: ['environment'],
    headers: ['if-none-match'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 304],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  ofrepEvaluate: {
    name: 'ofrepEvaluate',
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags/{key}',
    query: ['environment'],
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
    errors: { invalid_context: 400, invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  ofrepEvaluateAll: {
    name: 'ofrepEvaluateAll',
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags',
    query: ['environment'],
    headers: ['if-none-match'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200, 304],
    json: [200],
    isRaw: false,
    errors: { invalid_context: 400, invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  createKey: {
    name: 'createKey',
    method: 'POST',
    path: '/keys',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, key_limit_reached: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listKeys: {
    name: 'listKeys',
    method: 'GET',
    path: '/keys',
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
  revokeKey: {
    name: 'revokeKey',
    method: 'DELETE',
    path: '/keys/{id}',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getPage: {
    name: 'getPage',
    method: 'GET',
    path: '/',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 302],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, internal: 500 },
    codesByStatus: false,
  },
  getFlagsHealth: {
    name: 'getFlagsHealth',
    method: 'GET',
    path: '/health',
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
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface FlagsErrors {
  readonly listEnvironments: ListEnvironmentsError
  readonly listFlags: ListFlagsError
  readonly createFlag: CreateFlagError
  readonly getFlag: GetFlagError
  readonly updateFlag: UpdateFlagError
  readonly deleteFlag: DeleteFlagError
  readonly revertFlag: RevertFlagError
  readonly startCanary: StartCanaryError
  readonly updateCanary: UpdateCanaryError
  readonly stopCanary: StopCanaryError
  readonly listSegments: ListSegmentsError
  readonly putSegment: PutSegmentError
  readonly deleteSegment: DeleteSegmentError
  readonly listAudit: ListAuditError
  readonly verifyAudit: VerifyAuditError
  readonly listFlagAudit: ListFlagAuditError
  readonly getFlagMetrics: GetFlagMetricsError
  readonly explainFlag: ExplainFlagError
  readonly getSnapshot: GetSnapshotError
  readonly ofrepEvaluate: OfrepEvaluateError
  readonly ofrepEvaluateAll: OfrepEvaluateAllError
  readonly createKey: CreateKeyError
  readonly listKeys: ListKeysError
  readonly revokeKey: RevokeKeyError
  readonly getPage: GetPageError
  readonly getFlagsHealth: GetFlagsHealthError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isFlagsError = <Name extends keyof FlagsErrors>(
  operation: Name,
  error: unknown,
): error is FlagsErrors[Name] => {
  if (!(error instanceof FlagsApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of flags: methods can be taken off it, and it keeps no connection of its own. */
export const createFlagsClient = (options: FlagsClientOptions): FlagsClient => {
  return {
    listEnvironments: method<ListEnvironmentsOutput, ListEnvironmentsResponse>(options, operations.listEnvironments),
    listEnvironmentsAll: (input, call) =>
      pages(method(options, operations.listEnvironments), input, call, 'environments', 'nextCursor'),
    listFlags: method<ListFlagsOutput, ListFlagsResponse>(options, operations.listFlags),
    listFlagsAll: (input, call) =>
      pages(method(options, operations.listFlags), input, call, 'flags', 'nextCursor'),
    createFlag: method<CreateFlagOutput, CreateFlagResponse>(options, operations.createFlag),
    getFlag: method<GetFlagOutput, GetFlagResponse>(options, operations.getFlag),
    updateFlag: method<UpdateFlagOutput, UpdateFlagResponse>(options, operations.updateFlag),
    deleteFlag: method<DeleteFlagOutput, DeleteFlagResponse>(options, operations.deleteFlag),
    revertFlag: method<RevertFlagOutput, RevertFlagResponse>(options, operations.revertFlag),
    startCanary: method<StartCanaryOutput, StartCanaryResponse>(options, operations.startCanary),
    updateCanary: method<UpdateCanaryOutput, UpdateCanaryResponse>(options, operations.updateCanary),
    stopCanary: method<StopCanaryOutput, StopCanaryResponse>(options, operations.stopCanary),
    listSegments: method<ListSegmentsOutput, ListSegmentsResponse>(options, operations.listSegments),
    putSegment: method<PutSegmentOutput, PutSegmentResponse>(options, operations.putSegment),
    deleteSegment: method<DeleteSegmentOutput, DeleteSegmentResponse>(options, operations.deleteSegment),
    listAudit: method<ListAuditOutput, ListAuditResponse>(options, operations.listAudit),
    listAuditAll: (input, call) =>
      pages(method(options, operations.listAudit), input, call, 'entries', 'nextCursor'),
    verifyAudit: method<VerifyAuditOutput, VerifyAuditResponse>(options, operations.verifyAudit),
    listFlagAudit: method<ListFlagAuditOutput, ListFlagAuditResponse>(options, operations.listFlagAudit),
    listFlagAuditAll: (input, call) =>
      pages(method(options, operations.listFlagAudit), input, call, 'entries', 'nextCursor'),
    getFlagMetrics: method<GetFlagMetricsOutput, GetFlagMetricsResponse>(options, operations.getFlagMetrics),
    explainFlag: method<ExplainFlagOutput, ExplainFlagResponse>(options, operations.explainFlag),
    getSnapshot: method<GetSnapshotOutput, GetSnapshotResponse>(options, operations.getSnapshot),
    ofrepEvaluate: method<OfrepEvaluateOutput, OfrepEvaluateResponse>(options, operations.ofrepEvaluate),
    ofrepEvaluateAll: method<OfrepEvaluateAllOutput, OfrepEvaluateAllResponse>(options, operations.ofrepEvaluateAll),
    createKey: method<CreateKeyOutput, CreateKeyResponse>(options, operations.createKey),
    listKeys: method<ListKeysOutput, ListKeysResponse>(options, operations.listKeys),
    revokeKey: method<RevokeKeyOutput, RevokeKeyResponse>(options, operations.revokeKey),
    getPage: method<GetPageOutput, GetPageResponse>(options, operations.getPage),
    getFlagsHealth: method<GetFlagsHealthOutput, GetFlagsHealthResponse>(options, operations.getFlagsHealth),
  }
}
