// Made from the contract "trust" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface TrustMapping {
  readonly slug: string
  /** What it stood for from then on; null: it was removed */
  readonly hash: string | null
  readonly tenant_id: string
  readonly from: string
}

export interface TrustSlug {
  readonly slug: string
  /** Hash of the receipt that the page shows */
  readonly current_hash: string
  /** Id of the organisation */
  readonly tenant_id: string
  readonly created_at: string
  readonly updated_at: string
}

export interface TrustArtifact {
  readonly receipt_hash: string
  readonly artifact_slug: string
  /** Id of the organisation */
  readonly tenant_id: string
  /** SHA-256 of the bytes */
  readonly content_hash: string
  readonly mime_type: 'application/pdf' | 'application/json' | 'application/ld+json' | 'application/schema+json' | 'text/plain' | 'text/markdown' | 'text/csv' | 'application/zip' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.oasis.opendocument.spreadsheet' | 'application/vnd.ms-excel'
  readonly byte_size: number
  readonly display_name: string
  readonly excerpt: string | null
  /** 1: it embeds a signature of its own, says who sent it; nobody checks that */
  readonly signed: 0 | 1
  readonly created_at: string
  /** When these bytes were stored */
  readonly updated_at: string
  /** request: the page names it, and gives its bytes only to whom they were granted */
  readonly access: 'public' | 'request'
}

export interface TrustReader {
  readonly id: string
  readonly at: string
  readonly request_id: string
  readonly receipt_hash: string
  readonly artifact_slug: string
  readonly artifact_name: string
  /** Of the stored bytes */
  readonly content_hash: string
  /** Of the bytes that were handed out: another one where they were stamped */
  readonly served_hash: string
  /** stamped: each page says who has it. Anything else: why not */
  readonly stamp: 'stamped' | 'not_pdf' | 'signed' | 'encrypted' | 'too_large' | 'too_many_pages' | 'unreadable'
  readonly name: string
  readonly company: string
  readonly mail: string
  /** Where it was asked from, to /24 or /48 */
  readonly network: string
}

export interface TrustRequest {
  readonly id: string
  readonly state: 'pending' | 'granted' | 'expired' | 'declined' | 'revoked'
  /** Slug of the page on which it was asked */
  readonly slug: string
  readonly receipt_hash: string
  readonly artifact_slug: string
  /** As it was called then */
  readonly artifact_name: string
  /** Of the artifact when its terms were accepted */
  readonly content_hash: string
  readonly name: string
  readonly company: string
  readonly mail: string
  readonly terms_title: string
  /** Of the text that was accepted */
  readonly terms_sha256: string
  /** Hash of the receipt of the acceptance */
  readonly receipt: string
  readonly asked_at: string
  /** When the link in the mail was used */
  readonly proven_at: string
  readonly decided_at: string | null
  /** domain: its mail domain is one of `allowedDomains` */
  readonly decided_by: 'person' | 'domain' | null
  /** When the grant ends */
  readonly valid_until: string | null
}

export interface TrustTerms {
  readonly title: string
  readonly text: string
  /** SHA-256 of the text, which acceptances name */
  readonly sha256: string
  /** Days for which a grant lasts */
  readonly validDays: number
  /** Mail domains that are granted without a person */
  readonly allowedDomains: readonly string[]
  /** Whether the organisation has none of its own */
  readonly isDefault: boolean
  readonly updatedAt: string | null
}

export interface TrustPageSettings {
  /** Above the page; without it the name in the receipt */
  readonly displayName?: string | undefined
  /** Colour of links and buttons, with a contrast of 4.5 to its ground: no single colour has that to both */
  readonly accent?: {
    /** On a light ground */
    readonly light: string
    /** On a dark ground */
    readonly dark: string
  } | undefined
  readonly website?: string | undefined
  /** Whom to tell of a weakness, as in security.txt (RFC 9116) */
  readonly securityContact?: string | undefined
  /** null: nothing was chosen yet */
  readonly updated_at: string | null
}

export interface TrustAnswers {
  readonly questionnaire: string
  readonly asOf: string
  readonly receipt: {
    readonly hash: string
    readonly verifyUrl: string
  }
  readonly answers: readonly {
    /** Id of the question: its text is that of its publisher */
    readonly id: string
    readonly answer: 'yes' | 'no'
    /** part: the question asks for more than the claims tell */
    readonly covers: 'whole' | 'part'
    /** Claims of the receipt that it stands on */
    readonly claims: readonly string[]
  }[]
}

export interface TrustPage {
  readonly slug: string
  /** Address of the page */
  readonly url: string
  /** false: the slug stands for another hash by now */
  readonly current: boolean
  readonly organisation: {
    readonly name: string
    readonly website: string | null
    readonly securityContact: string | null
  }
  /** What the slug stands for */
  readonly hash: string
  /** Since when, or from when on it did */
  readonly since: string | null
  /** null: the hash is of no receipt that is known here */
  readonly receipt: {
    readonly hash: string
    /** ciso.intake for a posture */
    readonly kind: string
    readonly issuedAt: string
    readonly verifyUrl: string
    /** Payload, signature, key and claims agree, as the server checked for this answer */
    readonly valid: boolean
    readonly state: 'active' | 'withdrawn' | 'superseded'
    /** When it was withdrawn or superseded */
    readonly changedAt: string | null
    /** Hash of the receipt that says so, or that stands in its place */
    readonly by: string | null
    /** Why it was withdrawn or superseded */
    readonly reason: string | null
  } | null
  /** null: there is no receipt of a posture */
  readonly posture: {
    /** Name of the company, as it was signed */
    readonly organisation: string
    /** Day of the verdict */
    readonly asOf: string
    /** The rules refused it: a disqualifier is open */
    readonly refused: boolean
    readonly ruleset: {
      readonly ruleset: string
      readonly sha256: string
    }
    readonly freshness: {
      readonly state: 'fresh' | 'amber' | 'red'
      /** The first day on which it is red; null: no receipt that is active, or red already */
      readonly outOfDateFrom: string | null
      readonly reasons: readonly {
        readonly rule: string
        readonly state: 'amber' | 'red'
        readonly message: string
        /** Since */
        readonly since: string
      }[]
    }
    readonly findings: {
      readonly open: number
      readonly recovered: number
      readonly warnings: number
    }
    readonly certifications: { readonly [key: string]: {
      readonly status: string
      readonly lastAudit?: string | undefined
    } }
    readonly controls: { readonly [key: string]: string | number | boolean }
    readonly dataHandled: readonly string[]
    readonly dataResidency: readonly string[]
    /** How many, by severity */
    readonly incidents: { readonly [key: string]: number }
    readonly subprocessors: readonly {
      readonly name: string
      readonly purpose: string
      readonly dataAccess: readonly string[]
      readonly jurisdiction: string
      /** A data processing agreement is signed */
      readonly dpaSigned: boolean
    }[]
  } | null
  readonly questionnaire: {
    readonly name: string
    readonly answers: readonly {
      /** Id of the question: its text is that of its publisher */
      readonly id: string
      readonly answer: 'yes' | 'no'
      /** part: the question asks for more than the claims tell */
      readonly covers: 'whole' | 'part'
      /** Claims of the receipt that it stands on */
      readonly claims: readonly string[]
    }[]
  } | null
  readonly artifacts: readonly {
    readonly slug: string
    readonly name: string
    readonly excerpt: string | null
    readonly mediaType: 'application/pdf' | 'application/json' | 'application/ld+json' | 'application/schema+json' | 'text/plain' | 'text/markdown' | 'text/csv' | 'application/zip' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.oasis.opendocument.spreadsheet' | 'application/vnd.ms-excel'
    readonly bytes: number
    /** Of the bytes */
    readonly sha256: string
    /** It embeds a signature of its own, says the organisation; nobody checks that */
    readonly signed: boolean
    /** request: its bytes are given on request */
    readonly access: 'public' | 'request'
    /** Address of the bytes, or of the form by which they are requested */
    readonly url: string
  }[]
  /** What the slug stood for while it was of this organisation, newest first, 100 at most */
  readonly history: readonly {
    /** null: the slug was removed */
    readonly hash: string | null
    readonly from: string
    readonly url: string | null
  }[]
}

export interface TrustSubscriber {
  readonly id: string
  readonly email: string
  readonly since: string
}

export interface TrustClientOptions {
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

export interface TrustCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface TrustErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class TrustApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'TrustApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: TrustErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: TrustErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class TrustNetworkError extends Error {
  override readonly name: string = 'TrustNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class TrustTimeoutError extends Error {
  override readonly name: string = 'TrustTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `GET /api/trust/slugs`. */
export type ListTrustSlugsInput = Readonly<Record<string, never>>

/** All of them */
export type ListTrustSlugsOutput = {
  /** Id of the organisation */
  readonly tenantId: string
  readonly slugs: readonly TrustSlug[]
}

export type ListTrustSlugsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListTrustSlugsOutput }

/** Refusals that `listTrustSlugs` declares; `code` tells them apart. */
export type ListTrustSlugsError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /api/trust/slugs`. */
export interface PutTrustSlugInput {
  /** 1 to 64 letters and digits, hyphens between them */
  readonly slug: string
  /** Hash of a receipt */
  readonly hash: string
}

/**
 * It was yours, and stands for this hash now
 * It is yours
 */
export type PutTrustSlugOutput = TrustSlug

export type PutTrustSlugResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: TrustSlug }
  | { readonly status: 201; readonly headers: Headers; readonly body: TrustSlug }

/** Refusals that `putTrustSlug` declares; `code` tells them apart. */
export type PutTrustSlugError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<400, 'invalid_json'>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<409, 'cross_tenant_conflict'>
  | TrustApiError<409, 'trust_slug_limit'>
  | TrustApiError<413, 'payload_too_large', { readonly limit: number }>
  | TrustApiError<415, 'unsupported_media_type'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/slugs/:slug`. */
export interface GetTrustSlugInput {
  /** The slug, in any case */
  readonly slug: string
}

/** The slug */
export type GetTrustSlugOutput = TrustSlug

export type GetTrustSlugResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetTrustSlugOutput }

/** Refusals that `getTrustSlug` declares; `code` tells them apart. */
export type GetTrustSlugError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `DELETE /api/trust/slugs/:slug`. */
export interface DeleteTrustSlugInput {
  /** The slug, in any case */
  readonly slug: string
}

/** It is gone */
export type DeleteTrustSlugOutput = undefined

export type DeleteTrustSlugResponse = { readonly status: 204; readonly headers: Headers; readonly body: DeleteTrustSlugOutput }

/** Refusals that `deleteTrustSlug` declares; `code` tells them apart. */
export type DeleteTrustSlugError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'cross_tenant_forbidden'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/slugs/:slug/history`. */
export interface ListTrustSlugHistoryInput {
  /** The slug, in any case */
  readonly slug: string
  /**
   * Mappings a page
   * Default: 50
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page */
export type ListTrustSlugHistoryOutput = {
  readonly slug: string
  readonly history: readonly TrustMapping[]
  readonly next_cursor: string | null
}

export type ListTrustSlugHistoryResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListTrustSlugHistoryOutput }

/** Refusals that `listTrustSlugHistory` declares; `code` tells them apart. */
export type ListTrustSlugHistoryError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/bundle/:hash`. */
export interface ListTrustArtifactsInput {
  /** Hash of the receipt that the bundle belongs to */
  readonly hash: string
}

/** The bundle */
export type ListTrustArtifactsOutput = {
  readonly receipt_hash: string
  readonly artifacts: readonly TrustArtifact[]
  readonly count: number
}

export type ListTrustArtifactsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListTrustArtifactsOutput }

/** Refusals that `listTrustArtifacts` declares; `code` tells them apart. */
export type ListTrustArtifactsError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/bundle/:hash/:slug`. */
export interface GetTrustArtifactInput {
  /** Hash of the receipt that the bundle belongs to */
  readonly hash: string
  /** Slug of the artifact, in any case */
  readonly slug: string
}

/** The artifact */
export type GetTrustArtifactOutput = TrustArtifact

export type GetTrustArtifactResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetTrustArtifactOutput }

/** Refusals that `getTrustArtifact` declares; `code` tells them apart. */
export type GetTrustArtifactError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /api/trust/bundle/:hash/:slug`. */
export interface PutTrustArtifactInput {
  /** Hash of the receipt that the bundle belongs to */
  readonly hash: string
  /** Slug of the artifact, in any case */
  readonly slug: string
  readonly body: NonNullable<RequestInit['body']>
  /** The true media type of the bytes */
  readonly 'content-type'?: string | undefined
  /** 1 to 120 characters, as they are or as UTF-8''Pr%C3%BCfbericht */
  readonly 'x-display-name': string
  /** At most 500 characters, written like the name */
  readonly 'x-excerpt'?: string | undefined
  /** true: the artifact embeds a signature of its own */
  readonly 'x-signed'?: 'true' | 'false' | undefined
  /** request: for those alone whose request is granted. Absent: as before, public at first */
  readonly 'x-access'?: 'public' | 'request' | undefined
}

/**
 * It is stored in the place of the one before
 * It is stored
 * The bytes have arrived: GET the commit there, with the same credential
 * More than 4194304 bytes: send them there
 */
export type PutTrustArtifactOutput = {
  readonly row: TrustArtifact
  readonly content_hash: string
  /** false: it was there, and these bytes stand in its place */
  readonly created: boolean
  /** What readers should know, such as formulas in a CSV */
  readonly warnings: readonly {
    readonly rule: string
    readonly message: string
  }[]
} | undefined

export type PutTrustArtifactResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: {
      readonly row: TrustArtifact
      readonly content_hash: string
      /** false: it was there, and these bytes stand in its place */
      readonly created: boolean
      /** What readers should know, such as formulas in a CSV */
      readonly warnings: readonly {
        readonly rule: string
        readonly message: string
      }[]
    } }
  | { readonly status: 201; readonly headers: Headers; readonly body: {
      readonly row: TrustArtifact
      readonly content_hash: string
      /** false: it was there, and these bytes stand in its place */
      readonly created: boolean
      /** What readers should know, such as formulas in a CSV */
      readonly warnings: readonly {
        readonly rule: string
        readonly message: string
      }[]
    } }
  | { readonly status: 303; readonly headers: Headers; readonly body: undefined }
  | { readonly status: 307; readonly headers: Headers; readonly body: undefined }

/** Refusals that `putTrustArtifact` declares; `code` tells them apart. */
export type PutTrustArtifactError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<409, 'cross_tenant_conflict'>
  | TrustApiError<409, 'trust_artifact_limit'>
  | TrustApiError<409, 'trust_bundle_limit'>
  | TrustApiError<409, 'trust_storage_limit'>
  | TrustApiError<413, 'payload_too_large', { readonly limit: number }>
  | TrustApiError<415, 'unsupported_media_type'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'spend_ceiling'>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /api/trust/bundle/:hash/:slug/copy`. */
export interface CopyTrustArtifactInput {
  /** Hash of the receipt that the bundle belongs to */
  readonly hash: string
  /** Slug of the artifact, in any case */
  readonly slug: string
  /** The bundle that has it */
  readonly from: string
}

/**
 * It is stored in the place of the one before
 * It is stored
 */
export type CopyTrustArtifactOutput = {
  readonly row: TrustArtifact
  readonly content_hash: string
  /** false: it was there, and these bytes stand in its place */
  readonly created: boolean
  /** What readers should know, such as formulas in a CSV */
  readonly warnings: readonly {
    readonly rule: string
    readonly message: string
  }[]
}

export type CopyTrustArtifactResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: {
      readonly row: TrustArtifact
      readonly content_hash: string
      /** false: it was there, and these bytes stand in its place */
      readonly created: boolean
      /** What readers should know, such as formulas in a CSV */
      readonly warnings: readonly {
        readonly rule: string
        readonly message: string
      }[]
    } }
  | { readonly status: 201; readonly headers: Headers; readonly body: {
      readonly row: TrustArtifact
      readonly content_hash: string
      /** false: it was there, and these bytes stand in its place */
      readonly created: boolean
      /** What readers should know, such as formulas in a CSV */
      readonly warnings: readonly {
        readonly rule: string
        readonly message: string
      }[]
    } }

/** Refusals that `copyTrustArtifact` declares; `code` tells them apart. */
export type CopyTrustArtifactError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<400, 'invalid_json'>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<409, 'cross_tenant_conflict'>
  | TrustApiError<409, 'trust_artifact_limit'>
  | TrustApiError<409, 'trust_bundle_limit'>
  | TrustApiError<409, 'trust_storage_limit'>
  | TrustApiError<413, 'payload_too_large', { readonly limit: number }>
  | TrustApiError<415, 'unsupported_media_type'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'spend_ceiling'>
  | TrustApiError<503, 'unavailable'>

/** Input of `PATCH /api/trust/bundle/:hash/:slug`. */
export interface ChangeTrustArtifactInput {
  /** Hash of the receipt that the bundle belongs to */
  readonly hash: string
  /** Slug of the artifact, in any case */
  readonly slug: string
  /** Who may have it */
  readonly access: 'public' | 'request'
}

/** The artifact */
export type ChangeTrustArtifactOutput = TrustArtifact

export type ChangeTrustArtifactResponse = { readonly status: 200; readonly headers: Headers; readonly body: ChangeTrustArtifactOutput }

/** Refusals that `changeTrustArtifact` declares; `code` tells them apart. */
export type ChangeTrustArtifactError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<400, 'invalid_json'>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<413, 'payload_too_large', { readonly limit: number }>
  | TrustApiError<415, 'unsupported_media_type'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `DELETE /api/trust/bundle/:hash/:slug`. */
export interface DeleteTrustArtifactInput {
  /** Hash of the receipt */
  readonly hash: string
  /** Slug of the artifact */
  readonly slug: string
}

/** It is gone */
export type DeleteTrustArtifactOutput = undefined

export type DeleteTrustArtifactResponse = { readonly status: 204; readonly headers: Headers; readonly body: DeleteTrustArtifactOutput }

/** Refusals that `deleteTrustArtifact` declares; `code` tells them apart. */
export type DeleteTrustArtifactError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'cross_tenant_forbidden'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /api/trust/bundle/:hash/:slug/upload`. */
export interface OpenTrustUploadInput {
  /** Hash of the receipt that the bundle belongs to */
  readonly hash: string
  /** Slug of the artifact, in any case */
  readonly slug: string
  /** Bytes that will be sent, exactly */
  readonly byte_size: number
  /** Their true media type */
  readonly content_type: 'application/pdf' | 'application/json' | 'application/ld+json' | 'application/schema+json' | 'text/plain' | 'text/markdown' | 'text/csv' | 'application/zip' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.oasis.opendocument.spreadsheet' | 'application/vnd.ms-excel' | 'application/x-zip-compressed'
  /** Name of the artifact */
  readonly display_name: string
  readonly excerpt?: string | undefined
  /**
   * It embeds a signature of its own
   * Default: false
   */
  readonly signed?: boolean | undefined
  /** Who may have it; absent: as before, public at first */
  readonly access?: 'public' | 'request' | undefined
}

/** The bytes may be sent */
export type OpenTrustUploadOutput = {
  readonly id: string
  readonly upload: {
    readonly method: 'PUT'
    readonly url: string
    /** To be sent as they are */
    readonly headers: { readonly [key: string]: string }
    readonly expires_at: string
  }
  /** GET it once the bytes are there */
  readonly commit: string
}

export type OpenTrustUploadResponse = { readonly status: 201; readonly headers: Headers; readonly body: OpenTrustUploadOutput }

/** Refusals that `openTrustUpload` declares; `code` tells them apart. */
export type OpenTrustUploadError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<400, 'invalid_json'>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<409, 'cross_tenant_conflict'>
  | TrustApiError<409, 'trust_artifact_limit'>
  | TrustApiError<409, 'trust_bundle_limit'>
  | TrustApiError<409, 'trust_storage_limit'>
  | TrustApiError<413, 'payload_too_large', { readonly limit: number }>
  | TrustApiError<415, 'unsupported_media_type'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'spend_ceiling'>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/bundle/:hash/:slug/commit/:id`. */
export interface CommitTrustArtifactInput {
  /** Hash of the receipt that the bundle belongs to */
  readonly hash: string
  /** Slug of the artifact, in any case */
  readonly slug: string
  /** Id of what was sent, from the redirect */
  readonly id: string
}

/**
 * It is stored in the place of the one before
 * It is stored
 */
export type CommitTrustArtifactOutput = {
  readonly row: TrustArtifact
  readonly content_hash: string
  /** false: it was there, and these bytes stand in its place */
  readonly created: boolean
  /** What readers should know, such as formulas in a CSV */
  readonly warnings: readonly {
    readonly rule: string
    readonly message: string
  }[]
}

export type CommitTrustArtifactResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: {
      readonly row: TrustArtifact
      readonly content_hash: string
      /** false: it was there, and these bytes stand in its place */
      readonly created: boolean
      /** What readers should know, such as formulas in a CSV */
      readonly warnings: readonly {
        readonly rule: string
        readonly message: string
      }[]
    } }
  | { readonly status: 201; readonly headers: Headers; readonly body: {
      readonly row: TrustArtifact
      readonly content_hash: string
      /** false: it was there, and these bytes stand in its place */
      readonly created: boolean
      /** What readers should know, such as formulas in a CSV */
      readonly warnings: readonly {
        readonly rule: string
        readonly message: string
      }[]
    } }

/** Refusals that `commitTrustArtifact` declares; `code` tells them apart. */
export type CommitTrustArtifactError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<409, 'cross_tenant_conflict'>
  | TrustApiError<409, 'trust_artifact_limit'>
  | TrustApiError<409, 'trust_bundle_limit'>
  | TrustApiError<409, 'trust_storage_limit'>
  | TrustApiError<413, 'payload_too_large', { readonly limit: number }>
  | TrustApiError<415, 'unsupported_media_type'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'spend_ceiling'>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /api/trust/bundle/:hash/:slug/large`. */
export interface PutLargeTrustArtifactInput {
  /** Hash of the receipt that the bundle belongs to */
  readonly hash: string
  /** Slug of the artifact, in any case */
  readonly slug: string
  readonly body: NonNullable<RequestInit['body']>
  /** The true media type of the bytes */
  readonly 'content-type'?: string | undefined
  /** 1 to 120 characters, as they are or as UTF-8''Pr%C3%BCfbericht */
  readonly 'x-display-name': string
  /** At most 500 characters, written like the name */
  readonly 'x-excerpt'?: string | undefined
  /** true: the artifact embeds a signature of its own */
  readonly 'x-signed'?: 'true' | 'false' | undefined
  /** request: for those alone whose request is granted. Absent: as before, public at first */
  readonly 'x-access'?: 'public' | 'request' | undefined
}

/** The bytes have arrived: GET the commit there, with the same credential */
export type PutLargeTrustArtifactOutput = undefined

export type PutLargeTrustArtifactResponse = { readonly status: 303; readonly headers: Headers; readonly body: PutLargeTrustArtifactOutput }

/** Refusals that `putLargeTrustArtifact` declares; `code` tells them apart. */
export type PutLargeTrustArtifactError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<409, 'cross_tenant_conflict'>
  | TrustApiError<409, 'trust_artifact_limit'>
  | TrustApiError<409, 'trust_bundle_limit'>
  | TrustApiError<409, 'trust_storage_limit'>
  | TrustApiError<413, 'payload_too_large', { readonly limit: number }>
  | TrustApiError<415, 'unsupported_media_type'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'spend_ceiling'>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/requests`. */
export interface ListTrustRequestsInput {
  /** Only those in this state */
  readonly state?: 'pending' | 'granted' | 'expired' | 'declined' | 'revoked' | undefined
  /**
   * At most so many a page; a page may have fewer
   * Default: 50
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page */
export type ListTrustRequestsOutput = {
  readonly requests: readonly TrustRequest[]
  readonly next_cursor: string | null
}

export type ListTrustRequestsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListTrustRequestsOutput }

/** Refusals that `listTrustRequests` declares; `code` tells them apart. */
export type ListTrustRequestsError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/requests/:id`. */
export interface GetTrustRequestInput {
  /** Id of the request */
  readonly id: string
}

/** The request */
export type GetTrustRequestOutput = TrustRequest

export type GetTrustRequestResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetTrustRequestOutput }

/** Refusals that `getTrustRequest` declares; `code` tells them apart. */
export type GetTrustRequestError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /api/trust/requests/:id/approve`. */
export interface ApproveTrustRequestInput {
  /** Id of the request */
  readonly id: string
}

/** The request */
export type ApproveTrustRequestOutput = TrustRequest

export type ApproveTrustRequestResponse = { readonly status: 200; readonly headers: Headers; readonly body: ApproveTrustRequestOutput }

/** Refusals that `approveTrustRequest` declares; `code` tells them apart. */
export type ApproveTrustRequestError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<409, 'trust_artifact_gone'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /api/trust/requests/:id/decline`. */
export interface DeclineTrustRequestInput {
  /** Id of the request */
  readonly id: string
}

/** The request */
export type DeclineTrustRequestOutput = TrustRequest

export type DeclineTrustRequestResponse = { readonly status: 200; readonly headers: Headers; readonly body: DeclineTrustRequestOutput }

/** Refusals that `declineTrustRequest` declares; `code` tells them apart. */
export type DeclineTrustRequestError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<409, 'trust_request_state'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /api/trust/requests/:id/revoke`. */
export interface RevokeTrustRequestInput {
  /** Id of the request */
  readonly id: string
}

/** The request */
export type RevokeTrustRequestOutput = TrustRequest

export type RevokeTrustRequestResponse = { readonly status: 200; readonly headers: Headers; readonly body: RevokeTrustRequestOutput }

/** Refusals that `revokeTrustRequest` declares; `code` tells them apart. */
export type RevokeTrustRequestError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<409, 'trust_request_state'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/terms`. */
export type GetTrustTermsInput = Readonly<Record<string, never>>

/** The terms */
export type GetTrustTermsOutput = TrustTerms

export type GetTrustTermsResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetTrustTermsOutput }

/** Refusals that `getTrustTerms` declares; `code` tells them apart. */
export type GetTrustTermsError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `PUT /api/trust/terms`. */
export interface PutTrustTermsInput {
  /** Heading of the text */
  readonly title: string
  /** What visitors accept; an empty line parts paragraphs */
  readonly text: string
  /**
   * Days for which a grant lasts
   * Default: 7
   */
  readonly validDays?: number | undefined
  /**
   * Mail domains that are granted without a person, such as acme.example
   * Default: []
   */
  readonly allowedDomains?: readonly string[] | undefined
}

/** The terms */
export type PutTrustTermsOutput = TrustTerms

export type PutTrustTermsResponse = { readonly status: 200; readonly headers: Headers; readonly body: PutTrustTermsOutput }

/** Refusals that `putTrustTerms` declares; `code` tells them apart. */
export type PutTrustTermsError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<400, 'invalid_json'>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<413, 'payload_too_large', { readonly limit: number }>
  | TrustApiError<415, 'unsupported_media_type'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/terms/:sha256`. */
export interface GetTrustTermsTextInput {
  /** SHA-256 of the text */
  readonly sha256: string
}

/** The text */
export type GetTrustTermsTextOutput = {
  readonly sha256: string
  readonly text: string
}

export type GetTrustTermsTextResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetTrustTermsTextOutput }

/** Refusals that `getTrustTermsText` declares; `code` tells them apart. */
export type GetTrustTermsTextError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/readers`. */
export interface ListTrustReadersInput {
  /** Only of the bundle of this receipt */
  readonly hash?: string | undefined
  /** Only of artifacts of this slug */
  readonly artifact_slug?: string | undefined
  /** Only of this mail address */
  readonly mail?: string | undefined
  /**
   * At most so many a page; a page may have fewer
   * Default: 50
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page */
export type ListTrustReadersOutput = {
  readonly readers: readonly TrustReader[]
  readonly next_cursor: string | null
}

export type ListTrustReadersResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListTrustReadersOutput }

/** Refusals that `listTrustReaders` declares; `code` tells them apart. */
export type ListTrustReadersError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/request/:artifact`. */
export interface ShowTrustRequestFormInput {
  /** Slug of the page */
  readonly slug: string
  /** Slug of the artifact */
  readonly artifact: string
}

/** HTML */
export type ShowTrustRequestFormOutput = Response

export type ShowTrustRequestFormResponse = { readonly status: 200; readonly headers: Headers; readonly body: ShowTrustRequestFormOutput }

/** Refusals that `showTrustRequestForm` declares; `code` tells them apart. */
export type ShowTrustRequestFormError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /trust/:slug/request/:artifact`. */
export interface SendTrustRequestFormInput {
  /** Slug of the page */
  readonly slug: string
  /** Slug of the artifact */
  readonly artifact: string
  readonly body: NonNullable<RequestInit['body']>
}

/** HTML: a mail is on its way, or the form with its faults */
export type SendTrustRequestFormOutput = Response

export type SendTrustRequestFormResponse = { readonly status: 200; readonly headers: Headers; readonly body: SendTrustRequestFormOutput }

/** Refusals that `sendTrustRequestForm` declares; `code` tells them apart. */
export type SendTrustRequestFormError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<409, 'trust_requests_full'>
  | TrustApiError<413, 'payload_too_large', { readonly limit: number }>
  | TrustApiError<415, 'unsupported_media_type'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/proof/:token`. */
export interface ShowTrustProofInput {
  /** Slug of the page */
  readonly slug: string
  /** Token of the link */
  readonly token: string
}

/** HTML */
export type ShowTrustProofOutput = Response

export type ShowTrustProofResponse = { readonly status: 200; readonly headers: Headers; readonly body: ShowTrustProofOutput }

/** Refusals that `showTrustProof` declares; `code` tells them apart. */
export type ShowTrustProofError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<410, 'link_ended'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /trust/:slug/proof/:token`. */
export interface ProveTrustMailInput {
  /** Slug of the page */
  readonly slug: string
  /** Token of the link */
  readonly token: string
}

/** HTML */
export type ProveTrustMailOutput = Response

export type ProveTrustMailResponse = { readonly status: 200; readonly headers: Headers; readonly body: ProveTrustMailOutput }

/** Refusals that `proveTrustMail` declares; `code` tells them apart. */
export type ProveTrustMailError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<409, 'receipt_conflict'>
  | TrustApiError<409, 'trust_requests_full'>
  | TrustApiError<410, 'link_ended'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/grant/:token`. */
export interface ShowTrustGrantInput {
  /** Slug of the page */
  readonly slug: string
  /** Token of the link */
  readonly token: string
}

/** HTML */
export type ShowTrustGrantOutput = Response

export type ShowTrustGrantResponse = { readonly status: 200; readonly headers: Headers; readonly body: ShowTrustGrantOutput }

/** Refusals that `showTrustGrant` declares; `code` tells them apart. */
export type ShowTrustGrantError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<410, 'link_ended'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /trust/:slug/grant/:token`. */
export interface DownloadTrustArtifactInput {
  /** Slug of the page */
  readonly slug: string
  /** Token of the link */
  readonly token: string
}

/** The bytes */
export type DownloadTrustArtifactOutput = Response

export type DownloadTrustArtifactResponse = { readonly status: 200; readonly headers: Headers; readonly body: DownloadTrustArtifactOutput }

/** Refusals that `downloadTrustArtifact` declares; `code` tells them apart. */
export type DownloadTrustArtifactError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<410, 'link_ended'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/page`. */
export type GetTrustPageSettingsInput = Readonly<Record<string, never>>

/** The settings */
export type GetTrustPageSettingsOutput = TrustPageSettings

export type GetTrustPageSettingsResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetTrustPageSettingsOutput }

/** Refusals that `getTrustPageSettings` declares; `code` tells them apart. */
export type GetTrustPageSettingsError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `PUT /api/trust/page`. */
export interface PutTrustPageSettingsInput {
  /** Above the page; without it the name in the receipt */
  readonly displayName?: string | undefined
  /** Colour of links and buttons, with a contrast of 4.5 to its ground: no single colour has that to both */
  readonly accent?: {
    /** On a light ground */
    readonly light: string
    /** On a dark ground */
    readonly dark: string
  } | undefined
  readonly website?: string | undefined
  /** Whom to tell of a weakness, as in security.txt (RFC 9116) */
  readonly securityContact?: string | undefined
}

/** The settings */
export type PutTrustPageSettingsOutput = TrustPageSettings

export type PutTrustPageSettingsResponse = { readonly status: 200; readonly headers: Headers; readonly body: PutTrustPageSettingsOutput }

/** Refusals that `putTrustPageSettings` declares; `code` tells them apart. */
export type PutTrustPageSettingsError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<400, 'invalid_json'>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<413, 'payload_too_large', { readonly limit: number }>
  | TrustApiError<415, 'unsupported_media_type'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug`. */
export interface ReadTrustPageInput {
  /** Slug of the page, with .json for programs */
  readonly slug: string
  /** Any text: the page without its program, at an address that no browser has a copy of */
  readonly preview?: string | undefined
  /** ETags of copies of the client */
  readonly 'if-none-match'?: string | undefined
}

/**
 * The page, or the same as JSON for an address that ends in .json
 * The copy of the client is current
 * The page is at the address in lower case
 */
export type ReadTrustPageOutput = TrustPage | undefined

export type ReadTrustPageResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: TrustPage }
  | { readonly status: 304; readonly headers: Headers; readonly body: undefined }
  | { readonly status: 308; readonly headers: Headers; readonly body: undefined }

/** Refusals that `readTrustPage` declares; `code` tells them apart. */
export type ReadTrustPageError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/at/:hash`. */
export interface ReadTrustPageAtInput {
  /** Slug of the page */
  readonly slug: string
  /** A hash that the slug stood for, with .json for programs */
  readonly hash: string
  /** ETags of copies of the client */
  readonly 'if-none-match'?: string | undefined
}

/**
 * The page, or the same as JSON for an address that ends in .json
 * The copy of the client is current
 */
export type ReadTrustPageAtOutput = TrustPage | undefined

export type ReadTrustPageAtResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: TrustPage }
  | { readonly status: 304; readonly headers: Headers; readonly body: undefined }

/** Refusals that `readTrustPageAt` declares; `code` tells them apart. */
export type ReadTrustPageAtError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/bundle/:artifact_slug`. */
export interface ReadTrustArtifactInput {
  /** Slug of the page */
  readonly slug: string
  /** Slug of the artifact */
  readonly artifact_slug: string
  /** ETags of copies of the client */
  readonly 'if-none-match'?: string | undefined
  /** HTTP date of the copy of the client */
  readonly 'if-modified-since'?: string | undefined
  /** One range of bytes; for several the whole artifact is sent */
  readonly range?: string | undefined
  /** ETag or HTTP date of the copy to complete */
  readonly 'if-range'?: string | undefined
}

/**
 * The bytes
 * The bytes of the range
 * The copy of the client is current
 */
export type ReadTrustArtifactOutput = Response

export type ReadTrustArtifactResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Response }
  | { readonly status: 206; readonly headers: Headers; readonly body: Response }
  | { readonly status: 304; readonly headers: Headers; readonly body: Response }

/** Refusals that `readTrustArtifact` declares; `code` tells them apart. */
export type ReadTrustArtifactError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<403, 'on_request'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<416, 'range_not_satisfiable'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/at/:hash/bundle/:artifact_slug`. */
export interface ReadTrustArtifactAtInput {
  /** Slug of the page */
  readonly slug: string
  /** A hash that the slug stood for */
  readonly hash: string
  /** Slug of the artifact */
  readonly artifact_slug: string
  /** ETags of copies of the client */
  readonly 'if-none-match'?: string | undefined
  /** HTTP date of the copy of the client */
  readonly 'if-modified-since'?: string | undefined
  /** One range of bytes; for several the whole artifact is sent */
  readonly range?: string | undefined
  /** ETag or HTTP date of the copy to complete */
  readonly 'if-range'?: string | undefined
}

/**
 * The bytes
 * The bytes of the range
 * The copy of the client is current
 */
export type ReadTrustArtifactAtOutput = Response

export type ReadTrustArtifactAtResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Response }
  | { readonly status: 206; readonly headers: Headers; readonly body: Response }
  | { readonly status: 304; readonly headers: Headers; readonly body: Response }

/** Refusals that `readTrustArtifactAt` declares; `code` tells them apart. */
export type ReadTrustArtifactAtError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<403, 'on_request'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<416, 'range_not_satisfiable'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/caiq.json`. */
export interface ReadTrustAnswersInput {
  /** Slug of the page */
  readonly slug: string
}

/** The answers */
export type ReadTrustAnswersOutput = TrustAnswers

export type ReadTrustAnswersResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadTrustAnswersOutput }

/** Refusals that `readTrustAnswers` declares; `code` tells them apart. */
export type ReadTrustAnswersError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/caiq.csv`. */
export interface ReadTrustAnswersCsvInput {
  /** Slug of the page */
  readonly slug: string
}

/** The answers */
export type ReadTrustAnswersCsvOutput = Response

export type ReadTrustAnswersCsvResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadTrustAnswersCsvOutput }

/** Refusals that `readTrustAnswersCsv` declares; `code` tells them apart. */
export type ReadTrustAnswersCsvError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/oscal.json`. */
export interface ReadTrustOscalInput {
  /** Slug of the page */
  readonly slug: string
}

/** The document */
export type ReadTrustOscalOutput = Response

export type ReadTrustOscalResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadTrustOscalOutput }

/** Refusals that `readTrustOscal` declares; `code` tells them apart. */
export type ReadTrustOscalError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/security.txt`. */
export interface ReadTrustSecurityTxtInput {
  /** Slug of the page */
  readonly slug: string
}

/** The file */
export type ReadTrustSecurityTxtOutput = Response

export type ReadTrustSecurityTxtResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadTrustSecurityTxtOutput }

/** Refusals that `readTrustSecurityTxt` declares; `code` tells them apart. */
export type ReadTrustSecurityTxtError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/.well-known/security.txt`. */
export interface ReadTrustWellKnownSecurityTxtInput {
  /** Slug of the page */
  readonly slug: string
}

/** The file */
export type ReadTrustWellKnownSecurityTxtOutput = Response

export type ReadTrustWellKnownSecurityTxtResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadTrustWellKnownSecurityTxtOutput }

/** Refusals that `readTrustWellKnownSecurityTxt` declares; `code` tells them apart. */
export type ReadTrustWellKnownSecurityTxtError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/assets/program/:file`. */
export interface ReadTrustProgramInput {
  /** Name of the program */
  readonly file: string
}

/** The program */
export type ReadTrustProgramOutput = Response

export type ReadTrustProgramResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadTrustProgramOutput }

/** Refusals that `readTrustProgram` declares; `code` tells them apart. */
export type ReadTrustProgramError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/subscribe`. */
export interface ShowTrustSubscribeInput {
  /** Slug of the page */
  readonly slug: string
}

/** HTML */
export type ShowTrustSubscribeOutput = Response

export type ShowTrustSubscribeResponse = { readonly status: 200; readonly headers: Headers; readonly body: ShowTrustSubscribeOutput }

/** Refusals that `showTrustSubscribe` declares; `code` tells them apart. */
export type ShowTrustSubscribeError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /trust/:slug/subscribe`. */
export interface SubscribeToTrustPageInput {
  /** Slug of the page */
  readonly slug: string
  readonly body: NonNullable<RequestInit['body']>
}

/** HTML: the link is on its way, or the form with its fault */
export type SubscribeToTrustPageOutput = Response

export type SubscribeToTrustPageResponse = { readonly status: 200; readonly headers: Headers; readonly body: SubscribeToTrustPageOutput }

/** Refusals that `subscribeToTrustPage` declares; `code` tells them apart. */
export type SubscribeToTrustPageError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<413, 'payload_too_large', { readonly limit: number }>
  | TrustApiError<415, 'unsupported_media_type'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/subscribe/:token`. */
export interface ShowTrustConfirmationInput {
  /** Slug of the page */
  readonly slug: string
  readonly token: string
}

/** HTML */
export type ShowTrustConfirmationOutput = Response

export type ShowTrustConfirmationResponse = { readonly status: 200; readonly headers: Headers; readonly body: ShowTrustConfirmationOutput }

/** Refusals that `showTrustConfirmation` declares; `code` tells them apart. */
export type ShowTrustConfirmationError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /trust/:slug/subscribe/:token`. */
export interface ConfirmTrustSubscriptionInput {
  /** Slug of the page */
  readonly slug: string
  readonly token: string
}

/** The subscription is confirmed; HTML */
export type ConfirmTrustSubscriptionOutput = Response

export type ConfirmTrustSubscriptionResponse = { readonly status: 200; readonly headers: Headers; readonly body: ConfirmTrustSubscriptionOutput }

/** Refusals that `confirmTrustSubscription` declares; `code` tells them apart. */
export type ConfirmTrustSubscriptionError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<409, 'trust_subscriber_limit'>
  | TrustApiError<410, 'link_expired'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /trust/:slug/unsubscribe/:token`. */
export interface ShowTrustUnsubscribeInput {
  /** Slug of the page */
  readonly slug: string
  readonly token: string
}

/** HTML */
export type ShowTrustUnsubscribeOutput = Response

export type ShowTrustUnsubscribeResponse = { readonly status: 200; readonly headers: Headers; readonly body: ShowTrustUnsubscribeOutput }

/** Refusals that `showTrustUnsubscribe` declares; `code` tells them apart. */
export type ShowTrustUnsubscribeError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `POST /trust/:slug/unsubscribe/:token`. */
export interface UnsubscribeFromTrustPageInput {
  /** Slug of the page */
  readonly slug: string
  readonly token: string
}

/** The subscription has ended; HTML */
export type UnsubscribeFromTrustPageOutput = Response

export type UnsubscribeFromTrustPageResponse = { readonly status: 200; readonly headers: Headers; readonly body: UnsubscribeFromTrustPageOutput }

/** Refusals that `unsubscribeFromTrustPage` declares; `code` tells them apart. */
export type UnsubscribeFromTrustPageError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `GET /api/trust/slugs/:slug/subscribers`. */
export interface ListTrustSubscribersInput {
  /** Slug of the page */
  readonly slug: string
  /**
   * Subscribers a page
   * Default: 50
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page */
export type ListTrustSubscribersOutput = {
  readonly slug: string
  readonly subscribers: readonly TrustSubscriber[]
  readonly next_cursor: string | null
}

export type ListTrustSubscribersResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListTrustSubscribersOutput }

/** Refusals that `listTrustSubscribers` declares; `code` tells them apart. */
export type ListTrustSubscribersError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** Input of `DELETE /api/trust/slugs/:slug/subscribers/:id`. */
export interface RemoveTrustSubscriberInput {
  /** Slug of the page */
  readonly slug: string
  readonly id: string
}

/** It is gone */
export type RemoveTrustSubscriberOutput = undefined

export type RemoveTrustSubscriberResponse = { readonly status: 204; readonly headers: Headers; readonly body: RemoveTrustSubscriberOutput }

/** Refusals that `removeTrustSubscriber` declares; `code` tells them apart. */
export type RemoveTrustSubscriberError =
  | TrustApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | TrustApiError<401, 'unauthenticated'>
  | TrustApiError<403, 'forbidden'>
  | TrustApiError<404, 'not_found'>
  | TrustApiError<429, 'rate_limited'>
  | TrustApiError<500, 'internal', { readonly request_id: string }>
  | TrustApiError<503, 'unavailable'>

/** The routes of trust. */
export interface TrustClient {
  /**
   * List trust slugs.
   * Slugs of the organisation, which `tenantId` names, in their order: 100 at most.
   * `GET /api/trust/slugs`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly listTrustSlugs: {
    (input?: ListTrustSlugsInput, options?: TrustCallOptions): Promise<ListTrustSlugsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListTrustSlugsInput, options?: TrustCallOptions): Promise<ListTrustSlugsResponse>
  }

  /**
   * Point a trust slug at a receipt.
   * Makes the slug stand for the hash; both are lower-cased. Who comes first owns it, as an organisation, until
   * they remove it. The same again changes nothing but `updated_at`.
   * `POST /api/trust/slugs`, retried after transient failures.
   * Authority: scope:trust:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), cross_tenant_conflict (409), trust_slug_limit (409), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly putTrustSlug: {
    (input: PutTrustSlugInput, options?: TrustCallOptions): Promise<PutTrustSlugOutput>
    /** The same with status and headers. */
    withResponse(input: PutTrustSlugInput, options?: TrustCallOptions): Promise<PutTrustSlugResponse>
  }

  /**
   * A trust slug.
   * What the slug stands for. One of another organisation is answered like none.
   * `GET /api/trust/slugs/:slug`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getTrustSlug: {
    (input: GetTrustSlugInput, options?: TrustCallOptions): Promise<GetTrustSlugOutput>
    /** The same with status and headers. */
    withResponse(input: GetTrustSlugInput, options?: TrustCallOptions): Promise<GetTrustSlugResponse>
  }

  /**
   * Remove a trust slug.
   * Gives the slug up: the next who asks for it owns it. What it stood for stays in your history.
   * `DELETE /api/trust/slugs/:slug`.
   * Authority: scope:trust:write. Errors: invalid_input (400), unauthenticated (401), cross_tenant_forbidden
   * (403), forbidden (403), not_found (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly deleteTrustSlug: {
    (input: DeleteTrustSlugInput, options?: TrustCallOptions): Promise<DeleteTrustSlugOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteTrustSlugInput, options?: TrustCallOptions): Promise<DeleteTrustSlugResponse>
  }

  /**
   * What a trust slug stood for.
   * Every hash that the slug stood for while it was yours, newest first, also after you removed it. Nobody sees
   * what it stood for while it was of somebody else.
   * `GET /api/trust/slugs/:slug/history`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly listTrustSlugHistory: {
    (input: ListTrustSlugHistoryInput, options?: TrustCallOptions): Promise<ListTrustSlugHistoryOutput>
    /** The same with status and headers. */
    withResponse(input: ListTrustSlugHistoryInput, options?: TrustCallOptions): Promise<ListTrustSlugHistoryResponse>
  }
  /** The items of all pages of `listTrustSlugHistory`, from the cursor of the input on. */
  readonly listTrustSlugHistoryAll: (input: ListTrustSlugHistoryInput, options?: TrustCallOptions) => AsyncIterable<TrustMapping>

  /**
   * Artifacts of a bundle.
   * All artifacts of the bundle, by slug: 50 at most. A bundle of another organisation is answered like an empty
   * one.
   * `GET /api/trust/bundle/:hash`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly listTrustArtifacts: {
    (input: ListTrustArtifactsInput, options?: TrustCallOptions): Promise<ListTrustArtifactsOutput>
    /** The same with status and headers. */
    withResponse(input: ListTrustArtifactsInput, options?: TrustCallOptions): Promise<ListTrustArtifactsResponse>
  }

  /**
   * An artifact of a bundle.
   * What is known of the artifact, without its bytes. One of another organisation is answered like none.
   * `GET /api/trust/bundle/:hash/:slug`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getTrustArtifact: {
    (input: GetTrustArtifactInput, options?: TrustCallOptions): Promise<GetTrustArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: GetTrustArtifactInput, options?: TrustCallOptions): Promise<GetTrustArtifactResponse>
  }

  /**
   * Store an artifact of a bundle.
   * Takes the bytes of an artifact as the body, if they are what Content-Type says: 10485760 at most. Whoever
   * sends more than 4194304 is sent on, to the address for large bodies or to the commit of what has arrived:
   * follow redirects, with the same credential. The same slug again stands in the place of the one before; readers
   * see the one or the other, never bytes of one with the hash of the other. A hash of no known receipt is of the
   * first who stores an artifact for it, while the bundle has artifacts.
   * `POST /api/trust/bundle/:hash/:slug`, retried after transient failures.
   * Authority: scope:trust:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * cross_tenant_conflict (409), trust_artifact_limit (409), trust_bundle_limit (409), trust_storage_limit (409),
   * payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500), spend_ceiling
   * (503), unavailable (503).
   */
  readonly putTrustArtifact: {
    (input: PutTrustArtifactInput, options?: TrustCallOptions): Promise<PutTrustArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: PutTrustArtifactInput, options?: TrustCallOptions): Promise<PutTrustArtifactResponse>
  }

  /**
   * Copy an artifact from another bundle.
   * Stores the artifact that the bundle `from` has under the slug in this bundle, too, with its name, its excerpt
   * and who may have it: a page that comes to stand for another receipt keeps its documents. It stands in the
   * place of one that is there. An artifact of another organisation is answered like none.
   * `POST /api/trust/bundle/:hash/:slug/copy`, retried after transient failures.
   * Authority: scope:trust:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), cross_tenant_conflict (409), trust_artifact_limit (409), trust_bundle_limit
   * (409), trust_storage_limit (409), payload_too_large (413), unsupported_media_type (415), rate_limited (429),
   * internal (500), spend_ceiling (503), unavailable (503).
   */
  readonly copyTrustArtifact: {
    (input: CopyTrustArtifactInput, options?: TrustCallOptions): Promise<CopyTrustArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: CopyTrustArtifactInput, options?: TrustCallOptions): Promise<CopyTrustArtifactResponse>
  }

  /**
   * Say who may have an artifact.
   * An artifact that is `public` is for everybody; one on `request` for those whose request is granted. Its bytes
   * stay as they are. One of another organisation is answered like none.
   * `PATCH /api/trust/bundle/:hash/:slug`, retried after transient failures.
   * Authority: scope:trust:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), payload_too_large (413), unsupported_media_type (415), rate_limited (429),
   * internal (500), unavailable (503).
   */
  readonly changeTrustArtifact: {
    (input: ChangeTrustArtifactInput, options?: TrustCallOptions): Promise<ChangeTrustArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: ChangeTrustArtifactInput, options?: TrustCallOptions): Promise<ChangeTrustArtifactResponse>
  }

  /**
   * Remove an artifact from a bundle.
   * Removes its bytes, then what is known of it. It may be sent again.
   * `DELETE /api/trust/bundle/:hash/:slug`.
   * Authority: scope:trust:write. Errors: invalid_input (400), unauthenticated (401), cross_tenant_forbidden
   * (403), forbidden (403), not_found (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly deleteTrustArtifact: {
    (input: DeleteTrustArtifactInput, options?: TrustCallOptions): Promise<DeleteTrustArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteTrustArtifactInput, options?: TrustCallOptions): Promise<DeleteTrustArtifactResponse>
  }

  /**
   * Get an address for the bytes of an artifact.
   * For bodies that a gateway on the way refuses: answers with an address of the storage itself, at which exactly
   * so many bytes may be stored, once, for a quarter of an hour. PUT them there with the headers that are told,
   * without a credential, then GET `commit` with it. Nothing is in the bundle before that.
   * `POST /api/trust/bundle/:hash/:slug/upload`.
   * Authority: scope:trust:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), cross_tenant_conflict (409), trust_artifact_limit (409), trust_bundle_limit (409),
   * trust_storage_limit (409), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal
   * (500), spend_ceiling (503), unavailable (503).
   */
  readonly openTrustUpload: {
    (input: OpenTrustUploadInput, options?: TrustCallOptions): Promise<OpenTrustUploadOutput>
    /** The same with status and headers. */
    withResponse(input: OpenTrustUploadInput, options?: TrustCallOptions): Promise<OpenTrustUploadResponse>
  }

  /**
   * Store a large artifact that was sent.
   * Checks the bytes that putLargeTrustArtifact has taken, and stores them in the bundle as putTrustArtifact does.
   * The same again has the same answer, and finishes what was cut off.
   * `GET /api/trust/bundle/:hash/:slug/commit/:id`, retried after transient failures.
   * Authority: scope:trust:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), cross_tenant_conflict (409), trust_artifact_limit (409), trust_bundle_limit (409), trust_storage_limit
   * (409), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500),
   * spend_ceiling (503), unavailable (503).
   */
  readonly commitTrustArtifact: {
    (input: CommitTrustArtifactInput, options?: TrustCallOptions): Promise<CommitTrustArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: CommitTrustArtifactInput, options?: TrustCallOptions): Promise<CommitTrustArtifactResponse>
  }

  /**
   * Send a large artifact of a bundle.
   * Takes the bytes of an artifact as the body, 10485760 at most, and leads to its commit: follow the redirect,
   * with the same credential. Nothing is in the bundle before that; what nobody commits goes after 1 day.
   * putTrustArtifact leads here with more than 4194304 bytes.
   * `POST /api/trust/bundle/:hash/:slug/large`, retried after transient failures.
   * Authority: scope:trust:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * cross_tenant_conflict (409), trust_artifact_limit (409), trust_bundle_limit (409), trust_storage_limit (409),
   * payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500), spend_ceiling
   * (503), unavailable (503).
   */
  readonly putLargeTrustArtifact: {
    (input: PutLargeTrustArtifactInput, options?: TrustCallOptions): Promise<PutLargeTrustArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: PutLargeTrustArtifactInput, options?: TrustCallOptions): Promise<PutLargeTrustArtifactResponse>
  }

  /**
   * Requests for artifacts.
   * Newest first. Only those whose mail address is proven are told. With `state` a page may be empty and not the
   * last: `next_cursor` says it.
   * `GET /api/trust/requests`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly listTrustRequests: {
    (input?: ListTrustRequestsInput, options?: TrustCallOptions): Promise<ListTrustRequestsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListTrustRequestsInput, options?: TrustCallOptions): Promise<ListTrustRequestsResponse>
  }
  /** The items of all pages of `listTrustRequests`, from the cursor of the input on. */
  readonly listTrustRequestsAll: (input?: ListTrustRequestsInput, options?: TrustCallOptions) => AsyncIterable<TrustRequest>

  /**
   * A request for an artifact.
   * One of another organisation is answered like none.
   * `GET /api/trust/requests/:id`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getTrustRequest: {
    (input: GetTrustRequestInput, options?: TrustCallOptions): Promise<GetTrustRequestOutput>
    /** The same with status and headers. */
    withResponse(input: GetTrustRequestInput, options?: TrustCallOptions): Promise<GetTrustRequestResponse>
  }

  /**
   * Grant a request.
   * The visitor is sent a link, which lasts as long as the terms say now. One that was declined or revoked, or
   * whose grant has expired, may be granted, too.
   * `POST /api/trust/requests/:id/approve`, retried after transient failures.
   * Authority: scope:trust:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), trust_artifact_gone (409), rate_limited (429), internal (500), unavailable (503).
   */
  readonly approveTrustRequest: {
    (input: ApproveTrustRequestInput, options?: TrustCallOptions): Promise<ApproveTrustRequestOutput>
    /** The same with status and headers. */
    withResponse(input: ApproveTrustRequestInput, options?: TrustCallOptions): Promise<ApproveTrustRequestResponse>
  }

  /**
   * Decline a request.
   * The visitor is told so by mail. Only one that is pending can be declined; revoke one that is granted.
   * `POST /api/trust/requests/:id/decline`, retried after transient failures.
   * Authority: scope:trust:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), trust_request_state (409), rate_limited (429), internal (500), unavailable (503).
   */
  readonly declineTrustRequest: {
    (input: DeclineTrustRequestInput, options?: TrustCallOptions): Promise<DeclineTrustRequestOutput>
    /** The same with status and headers. */
    withResponse(input: DeclineTrustRequestInput, options?: TrustCallOptions): Promise<DeclineTrustRequestResponse>
  }

  /**
   * Revoke a grant.
   * All links of the request end at once, and the visitor is told so by mail.
   * `POST /api/trust/requests/:id/revoke`, retried after transient failures.
   * Authority: scope:trust:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), trust_request_state (409), rate_limited (429), internal (500), unavailable (503).
   */
  readonly revokeTrustRequest: {
    (input: RevokeTrustRequestInput, options?: TrustCallOptions): Promise<RevokeTrustRequestOutput>
    /** The same with status and headers. */
    withResponse(input: RevokeTrustRequestInput, options?: TrustCallOptions): Promise<RevokeTrustRequestResponse>
  }

  /**
   * Terms of artifacts on request.
   * What visitors accept who ask for an artifact, and how they are granted.
   * `GET /api/trust/terms`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly getTrustTerms: {
    (input?: GetTrustTermsInput, options?: TrustCallOptions): Promise<GetTrustTermsOutput>
    /** The same with status and headers. */
    withResponse(input?: GetTrustTermsInput, options?: TrustCallOptions): Promise<GetTrustTermsResponse>
  }

  /**
   * Change the terms of artifacts on request.
   * For all who ask from now on. Texts that were shown before stay readable by their SHA-256. A mail domain is
   * granted exactly as it is written, without those below it; domains below which everybody may have one, and
   * those of free mail, are refused.
   * `PUT /api/trust/terms`, retried after transient failures.
   * Authority: scope:trust:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500),
   * unavailable (503).
   */
  readonly putTrustTerms: {
    (input: PutTrustTermsInput, options?: TrustCallOptions): Promise<PutTrustTermsOutput>
    /** The same with status and headers. */
    withResponse(input: PutTrustTermsInput, options?: TrustCallOptions): Promise<PutTrustTermsResponse>
  }

  /**
   * A text that visitors accepted.
   * The text of this SHA-256, as an acceptance names it, whatever the terms are now.
   * `GET /api/trust/terms/:sha256`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getTrustTermsText: {
    (input: GetTrustTermsTextInput, options?: TrustCallOptions): Promise<GetTrustTermsTextOutput>
    /** The same with status and headers. */
    withResponse(input: GetTrustTermsTextInput, options?: TrustCallOptions): Promise<GetTrustTermsTextResponse>
  }

  /**
   * Who downloaded artifacts.
   * Downloads of artifacts on request, newest first, of 400 days. A download is noted before its bytes are sent:
   * whoever broke it off is listed, too. With a filter a page may be empty and not the last: `next_cursor` says
   * it.
   * `GET /api/trust/readers`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly listTrustReaders: {
    (input?: ListTrustReadersInput, options?: TrustCallOptions): Promise<ListTrustReadersOutput>
    /** The same with status and headers. */
    withResponse(input?: ListTrustReadersInput, options?: TrustCallOptions): Promise<ListTrustReadersResponse>
  }
  /** The items of all pages of `listTrustReaders`, from the cursor of the input on. */
  readonly listTrustReadersAll: (input?: ListTrustReadersInput, options?: TrustCallOptions) => AsyncIterable<TrustReader>

  /**
   * Form for an artifact on request.
   * Asks for name, company and mail address, and shows the terms. A page or an artifact that is not there, or that
   * is for everybody, is not found.
   * `GET /trust/:slug/request/:artifact`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly showTrustRequestForm: {
    (input: ShowTrustRequestFormInput, options?: TrustCallOptions): Promise<ShowTrustRequestFormOutput>
    /** The same with status and headers. */
    withResponse(input: ShowTrustRequestFormInput, options?: TrustCallOptions): Promise<ShowTrustRequestFormResponse>
  }

  /**
   * Ask for an artifact.
   * Sends a link to the mail address, by which it is proven within 48 hours; the owner sees nothing before. The
   * answer does not tell whether the address has asked before. An address gets at most 5 such mails a day. A form
   * with a fault is shown again, with what was typed.
   * `POST /trust/:slug/request/:artifact`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), trust_requests_full (409), payload_too_large
   * (413), unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly sendTrustRequestForm: {
    (input: SendTrustRequestFormInput, options?: TrustCallOptions): Promise<SendTrustRequestFormOutput>
    /** The same with status and headers. */
    withResponse(input: SendTrustRequestFormInput, options?: TrustCallOptions): Promise<SendTrustRequestFormResponse>
  }

  /**
   * Link that proves a mail address.
   * A page with a button. Opening it changes nothing, because mail scanners open links, too.
   * `GET /trust/:slug/proof/:token`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), link_ended (410), rate_limited (429), internal
   * (500), unavailable (503).
   */
  readonly showTrustProof: {
    (input: ShowTrustProofInput, options?: TrustCallOptions): Promise<ShowTrustProofOutput>
    /** The same with status and headers. */
    withResponse(input: ShowTrustProofInput, options?: TrustCallOptions): Promise<ShowTrustProofResponse>
  }

  /**
   * Prove a mail address.
   * The button of the page. From then on the terms are accepted, a receipt says so, and the owner sees the
   * request, or a rule of theirs grants it. Pressing it again shows the same.
   * `POST /trust/:slug/proof/:token`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), receipt_conflict (409), trust_requests_full
   * (409), link_ended (410), rate_limited (429), internal (500), unavailable (503).
   */
  readonly proveTrustMail: {
    (input: ProveTrustMailInput, options?: TrustCallOptions): Promise<ProveTrustMailOutput>
    /** The same with status and headers. */
    withResponse(input: ProveTrustMailInput, options?: TrustCallOptions): Promise<ProveTrustMailResponse>
  }

  /**
   * Link of a grant.
   * A page with a button for the download, and how long the link lasts. Opening it is no download.
   * `GET /trust/:slug/grant/:token`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), link_ended (410), rate_limited (429), internal
   * (500), unavailable (503).
   */
  readonly showTrustGrant: {
    (input: ShowTrustGrantInput, options?: TrustCallOptions): Promise<ShowTrustGrantOutput>
    /** The same with status and headers. */
    withResponse(input: ShowTrustGrantInput, options?: TrustCallOptions): Promise<ShowTrustGrantResponse>
  }

  /**
   * Download an artifact on request.
   * The button of the page: the bytes, as a file to save. Each page of a PDF says who has it, unless the PDF is
   * signed, encrypted or cannot be read; the digests are of the bytes as they are sent. The owner sees who
   * downloaded.
   * `POST /trust/:slug/grant/:token`.
   * Authority: open. Errors: invalid_input (400), not_found (404), link_ended (410), rate_limited (429), internal
   * (500), unavailable (503).
   */
  readonly downloadTrustArtifact: {
    (input: DownloadTrustArtifactInput, options?: TrustCallOptions): Promise<DownloadTrustArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: DownloadTrustArtifactInput, options?: TrustCallOptions): Promise<DownloadTrustArtifactResponse>
  }

  /**
   * Settings of trust pages.
   * What the organisation chose for all of its pages.
   * `GET /api/trust/page`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly getTrustPageSettings: {
    (input?: GetTrustPageSettingsInput, options?: TrustCallOptions): Promise<GetTrustPageSettingsOutput>
    /** The same with status and headers. */
    withResponse(input?: GetTrustPageSettingsInput, options?: TrustCallOptions): Promise<GetTrustPageSettingsResponse>
  }

  /**
   * Choose the settings of trust pages.
   * Takes the place of all that was chosen before: what is left out is chosen no more.
   * `PUT /api/trust/page`, retried after transient failures.
   * Authority: scope:trust:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500),
   * unavailable (503).
   */
  readonly putTrustPageSettings: {
    (input?: PutTrustPageSettingsInput, options?: TrustCallOptions): Promise<PutTrustPageSettingsOutput>
    /** The same with status and headers. */
    withResponse(input?: PutTrustPageSettingsInput, options?: TrustCallOptions): Promise<PutTrustPageSettingsResponse>
  }

  /**
   * A trust page.
   * What an organisation shows of its security: its posture with the receipt that it stands on, and artifacts.
   * `.json` behind the slug is the same for programs. A slug in capitals is sent to the one in lower case.
   * `GET /trust/:slug`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTrustPage: {
    (input: ReadTrustPageInput, options?: TrustCallOptions): Promise<ReadTrustPageOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTrustPageInput, options?: TrustCallOptions): Promise<ReadTrustPageResponse>
    /** The answer piece by piece, as the header accept asks for it; refusals are thrown as ever. */
    stream(input: ReadTrustPageInput, options?: TrustCallOptions): Promise<Response>
  }

  /**
   * An earlier trust page.
   * The page as it is of a hash that its slug stood for while it was of this organisation; the newest 100 have
   * one. It says that it is an old one.
   * `GET /trust/:slug/at/:hash`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTrustPageAt: {
    (input: ReadTrustPageAtInput, options?: TrustCallOptions): Promise<ReadTrustPageAtOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTrustPageAtInput, options?: TrustCallOptions): Promise<ReadTrustPageAtResponse>
    /** The answer piece by piece, as the header accept asks for it; refusals are thrown as ever. */
    stream(input: ReadTrustPageAtInput, options?: TrustCallOptions): Promise<Response>
  }

  /**
   * Bytes of an artifact of a trust page.
   * The bytes as they were stored, with the type of the artifact, to be saved. They are never compressed and never
   * HTML.
   * `GET /trust/:slug/bundle/:artifact_slug`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), on_request (403), not_found (404), range_not_satisfiable (416),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly readTrustArtifact: {
    (input: ReadTrustArtifactInput, options?: TrustCallOptions): Promise<ReadTrustArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTrustArtifactInput, options?: TrustCallOptions): Promise<ReadTrustArtifactResponse>
  }

  /**
   * Bytes of an artifact of an earlier trust page.
   * The bytes as they were stored, with the type of the artifact, to be saved. They are never compressed and never
   * HTML.
   * `GET /trust/:slug/at/:hash/bundle/:artifact_slug`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), on_request (403), not_found (404), range_not_satisfiable (416),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly readTrustArtifactAt: {
    (input: ReadTrustArtifactAtInput, options?: TrustCallOptions): Promise<ReadTrustArtifactAtOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTrustArtifactAtInput, options?: TrustCallOptions): Promise<ReadTrustArtifactAtResponse>
  }

  /**
   * Answers of a trust page.
   * Answers to CAIQ v4.0 by the ids of its questions. Each names the claims of the receipt that it stands on, so
   * that anybody comes to the same.
   * `GET /trust/:slug/caiq.json`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTrustAnswers: {
    (input: ReadTrustAnswersInput, options?: TrustCallOptions): Promise<ReadTrustAnswersOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTrustAnswersInput, options?: TrustCallOptions): Promise<ReadTrustAnswersResponse>
    /** The answer piece by piece, as the header accept asks for it; refusals are thrown as ever. */
    stream(input: ReadTrustAnswersInput, options?: TrustCallOptions): Promise<Response>
  }

  /**
   * Answers of a trust page as CSV.
   * The same as `caiq.json`, a question a line.
   * `GET /trust/:slug/caiq.csv`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTrustAnswersCsv: {
    (input: ReadTrustAnswersCsvInput, options?: TrustCallOptions): Promise<ReadTrustAnswersCsvOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTrustAnswersCsvInput, options?: TrustCallOptions): Promise<ReadTrustAnswersCsvResponse>
  }

  /**
   * A trust page as OSCAL.
   * The claims of the receipt as an OSCAL component definition, with the controls of NIST CSF 2.0 that they tell
   * of. The same receipt is the same document, ids included.
   * `GET /trust/:slug/oscal.json`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTrustOscal: {
    (input: ReadTrustOscalInput, options?: TrustCallOptions): Promise<ReadTrustOscalOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTrustOscalInput, options?: TrustCallOptions): Promise<ReadTrustOscalResponse>
  }

  /**
   * Security contact of a trust page.
   * The contact that the organisation has set, as RFC 9116 writes it; it expires 30 days after the request. 404
   * without one.
   * `GET /trust/:slug/security.txt`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTrustSecurityTxt: {
    (input: ReadTrustSecurityTxtInput, options?: TrustCallOptions): Promise<ReadTrustSecurityTxtOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTrustSecurityTxtInput, options?: TrustCallOptions): Promise<ReadTrustSecurityTxtResponse>
  }

  /**
   * Security contact of a trust page.
   * The contact that the organisation has set, as RFC 9116 writes it; it expires 30 days after the request. 404
   * without one.
   * `GET /trust/:slug/.well-known/security.txt`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTrustWellKnownSecurityTxt: {
    (input: ReadTrustWellKnownSecurityTxtInput, options?: TrustCallOptions): Promise<ReadTrustWellKnownSecurityTxtOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTrustWellKnownSecurityTxtInput, options?: TrustCallOptions): Promise<ReadTrustWellKnownSecurityTxtResponse>
  }

  /**
   * The program of trust pages.
   * Checks in the browser what a page shows. Its address changes with its text.
   * `GET /trust/assets/program/:file`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTrustProgram: {
    (input: ReadTrustProgramInput, options?: TrustCallOptions): Promise<ReadTrustProgramOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTrustProgramInput, options?: TrustCallOptions): Promise<ReadTrustProgramResponse>
  }

  /**
   * Form to subscribe to a trust page.
   * A form for an address, which is told when the page shows something else.
   * `GET /trust/:slug/subscribe`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly showTrustSubscribe: {
    (input: ShowTrustSubscribeInput, options?: TrustCallOptions): Promise<ShowTrustSubscribeOutput>
    /** The same with status and headers. */
    withResponse(input: ShowTrustSubscribeInput, options?: TrustCallOptions): Promise<ShowTrustSubscribeResponse>
  }

  /**
   * Subscribe to a trust page.
   * The form: sends a link to the address, which is valid for 48 hours; nothing is sent before its button is
   * pressed. The answer does not show whether the address is known. An address gets at most one mail in ten
   * minutes. A form with a fault is shown again.
   * `POST /trust/:slug/subscribe`.
   * Authority: open. Errors: invalid_input (400), not_found (404), payload_too_large (413), unsupported_media_type
   * (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly subscribeToTrustPage: {
    (input: SubscribeToTrustPageInput, options?: TrustCallOptions): Promise<SubscribeToTrustPageOutput>
    /** The same with status and headers. */
    withResponse(input: SubscribeToTrustPageInput, options?: TrustCallOptions): Promise<SubscribeToTrustPageResponse>
  }

  /**
   * Page that confirms a subscription.
   * A page with a button. Opening it changes nothing, because mail scanners open links, too.
   * `GET /trust/:slug/subscribe/:token`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), rate_limited (429), internal (500), unavailable (503).
   */
  readonly showTrustConfirmation: {
    (input: ShowTrustConfirmationInput, options?: TrustCallOptions): Promise<ShowTrustConfirmationOutput>
    /** The same with status and headers. */
    withResponse(input: ShowTrustConfirmationInput, options?: TrustCallOptions): Promise<ShowTrustConfirmationResponse>
  }

  /**
   * Confirm a subscription.
   * The button of the page. Pressing it again shows the same page.
   * `POST /trust/:slug/subscribe/:token`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), trust_subscriber_limit (409), link_expired (410), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly confirmTrustSubscription: {
    (input: ConfirmTrustSubscriptionInput, options?: TrustCallOptions): Promise<ConfirmTrustSubscriptionOutput>
    /** The same with status and headers. */
    withResponse(input: ConfirmTrustSubscriptionInput, options?: TrustCallOptions): Promise<ConfirmTrustSubscriptionResponse>
  }

  /**
   * Page that ends a subscription.
   * A page with a button. Opening it changes nothing.
   * `GET /trust/:slug/unsubscribe/:token`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), rate_limited (429), internal (500), unavailable (503).
   */
  readonly showTrustUnsubscribe: {
    (input: ShowTrustUnsubscribeInput, options?: TrustCallOptions): Promise<ShowTrustUnsubscribeOutput>
    /** The same with status and headers. */
    withResponse(input: ShowTrustUnsubscribeInput, options?: TrustCallOptions): Promise<ShowTrustUnsubscribeResponse>
  }

  /**
   * Unsubscribe from a trust page.
   * The button of the page, and the request of mail programs for List-Unsubscribe (RFC 8058). The address is
   * deleted. The answer is the same for a link that is not known.
   * `POST /trust/:slug/unsubscribe/:token`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), rate_limited (429), internal (500), unavailable (503).
   */
  readonly unsubscribeFromTrustPage: {
    (input: UnsubscribeFromTrustPageInput, options?: TrustCallOptions): Promise<UnsubscribeFromTrustPageOutput>
    /** The same with status and headers. */
    withResponse(input: UnsubscribeFromTrustPageInput, options?: TrustCallOptions): Promise<UnsubscribeFromTrustPageResponse>
  }

  /**
   * Subscribers of a trust page.
   * Confirmed addresses that are told when the page changes, page by page.
   * `GET /api/trust/slugs/:slug/subscribers`, retried after transient failures.
   * Authority: scope:trust:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly listTrustSubscribers: {
    (input: ListTrustSubscribersInput, options?: TrustCallOptions): Promise<ListTrustSubscribersOutput>
    /** The same with status and headers. */
    withResponse(input: ListTrustSubscribersInput, options?: TrustCallOptions): Promise<ListTrustSubscribersResponse>
  }
  /** The items of all pages of `listTrustSubscribers`, from the cursor of the input on. */
  readonly listTrustSubscribersAll: (input: ListTrustSubscribersInput, options?: TrustCallOptions) => AsyncIterable<TrustSubscriber>

  /**
   * Remove a subscriber of a trust page.
   * Ends the subscription and deletes the address, as the subscriber could.
   * `DELETE /api/trust/slugs/:slug/subscribers/:id`.
   * Authority: scope:trust:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly removeTrustSubscriber: {
    (input: RemoveTrustSubscriberInput, options?: TrustCallOptions): Promise<RemoveTrustSubscriberOutput>
    /** The same with status and headers. */
    withResponse(input: RemoveTrustSubscriberInput, options?: TrustCallOptions): Promise<RemoveTrustSubscriberResponse>
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
  options: TrustClientOptions,
  operation: Operation,
  input: Input,
  call: TrustCallOptions,
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

const requestOf = (options: TrustClientOptions, operation: Operation, input: Input, call: TrustCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): TrustApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new TrustApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new TrustApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | TrustApiError> => {
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
  options: TrustClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | TrustApiError | TrustNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof TrustApiError) return cause
    return new TrustNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: TrustApiError | TrustNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof TrustApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: TrustClientOptions,
  operation: Operation,
  input: Input,
  call: TrustCallOptions,
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
    const isTransient = result instanceof TrustNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: TrustClientOptions,
  operation: Operation,
  input: Input,
  call: TrustCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new TrustTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: TrustClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: TrustCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: TrustCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: TrustCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: TrustCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: TrustCallOptions | undefined,
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
  listTrustSlugs: {
    name: 'listTrustSlugs',
    method: 'GET',
    path: '/api/trust/slugs',
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
  putTrustSlug: {
    name: 'putTrustSlug',
    method: 'POST',
    path: '/api/trust/slugs',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 201],
    json: [200, 201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, cross_tenant_conflict: 409, trust_slug_limit: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getTrustSlug: {
    name: 'getTrustSlug',
    method: 'GET',
    path: '/api/trust/slugs/{slug}',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  deleteTrustSlug: {
    name: 'deleteTrustSlug',
    method: 'DELETE',
    path: '/api/trust/slugs/{slug}',
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
    errors: { invalid_input: 400, unauthenticated: 401, cross_tenant_forbidden: 403, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listTrustSlugHistory: {
    name: 'listTrustSlugHistory',
    method: 'GET',
    path: '/api/trust/slugs/{slug}/history',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listTrustArtifacts: {
    name: 'listTrustArtifacts',
    method: 'GET',
    path: '/api/trust/bundle/{hash}',
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
  getTrustArtifact: {
    name: 'getTrustArtifact',
    method: 'GET',
    path: '/api/trust/bundle/{hash}/{slug}',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  putTrustArtifact: {
    name: 'putTrustArtifact',
    method: 'POST',
    path: '/api/trust/bundle/{hash}/{slug}',
    query: [],
    headers: ['content-type', 'x-display-name', 'x-excerpt', 'x-signed', 'x-access'],
    nested: [],
    body: 'raw',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 201, 303, 307],
    json: [200, 201],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, cross_tenant_conflict: 409, trust_artifact_limit: 409, trust_bundle_limit: 409, trust_storage_limit: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, spend_ceiling: 503, unavailable: 503 },
    codesByStatus: false,
  },
  copyTrustArtifact: {
    name: 'copyTrustArtifact',
    method: 'POST',
    path: '/api/trust/bundle/{hash}/{slug}/copy',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 201],
    json: [200, 201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, cross_tenant_conflict: 409, trust_artifact_limit: 409, trust_bundle_limit: 409, trust_storage_limit: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, spend_ceiling: 503, unavailable: 503 },
    codesByStatus: false,
  },
  changeTrustArtifact: {
    name: 'changeTrustArtifact',
    method: 'PATCH',
    path: '/api/trust/bundle/{hash}/{slug}',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  deleteTrustArtifact: {
    name: 'deleteTrustArtifact',
    method: 'DELETE',
    path: '/api/trust/bundle/{hash}/{slug}',
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
    errors: { invalid_input: 400, unauthenticated: 401, cross_tenant_forbidden: 403, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  openTrustUpload: {
    name: 'openTrustUpload',
    method: 'POST',
    path: '/api/trust/bundle/{hash}/{slug}/upload',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, cross_tenant_conflict: 409, trust_artifact_limit: 409, trust_bundle_limit: 409, trust_storage_limit: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, spend_ceiling: 503, unavailable: 503 },
    codesByStatus: false,
  },
  commitTrustArtifact: {
    name: 'commitTrustArtifact',
    method: 'GET',
    path: '/api/trust/bundle/{hash}/{slug}/commit/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 201],
    json: [200, 201],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, cross_tenant_conflict: 409, trust_artifact_limit: 409, trust_bundle_limit: 409, trust_storage_limit: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, spend_ceiling: 503, unavailable: 503 },
    codesByStatus: false,
  },
  putLargeTrustArtifact: {
    name: 'putLargeTrustArtifact',
    method: 'POST',
    path: '/api/trust/bundle/{hash}/{slug}/large',
    query: [],
    headers: ['content-type', 'x-display-name', 'x-excerpt', 'x-signed', 'x-access'],
    nested: [],
    body: 'raw',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [303],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, cross_tenant_conflict: 409, trust_artifact_limit: 409, trust_bundle_limit: 409, trust_storage_limit: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, spend_ceiling: 503, unavailable: 503 },
    codesByStatus: false,
  },
  listTrustRequests: {
    name: 'listTrustRequests',
    method: 'GET',
    path: '/api/trust/requests',
    query: ['state', 'limit', 'cursor'],
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
  getTrustRequest: {
    name: 'getTrustRequest',
    method: 'GET',
    path: '/api/trust/requests/{id}',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  approveTrustRequest: {
    name: 'approveTrustRequest',
    method: 'POST',
    path: '/api/trust/requests/{id}/approve',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, trust_artifact_gone: 409, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  declineTrustRequest: {
    name: 'declineTrustRequest',
    method: 'POST',
    path: '/api/trust/requests/{id}/decline',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, trust_request_state: 409, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  revokeTrustRequest: {
    name: 'revokeTrustRequest',
    method: 'POST',
    path: '/api/trust/requests/{id}/revoke',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, trust_request_state: 409, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getTrustTerms: {
    name: 'getTrustTerms',
    method: 'GET',
    path: '/api/trust/terms',
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
  putTrustTerms: {
    name: 'putTrustTerms',
    method: 'PUT',
    path: '/api/trust/terms',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getTrustTermsText: {
    name: 'getTrustTermsText',
    method: 'GET',
    path: '/api/trust/terms/{sha256}',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listTrustReaders: {
    name: 'listTrustReaders',
    method: 'GET',
    path: '/api/trust/readers',
    query: ['hash', 'artifact_slug', 'mail', 'limit', 'cursor'],
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
  showTrustRequestForm: {
    name: 'showTrustRequestForm',
    method: 'GET',
    path: '/trust/{slug}/request/{artifact}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  sendTrustRequestForm: {
    name: 'sendTrustRequestForm',
    method: 'POST',
    path: '/trust/{slug}/request/{artifact}',
    query: [],
    headers: [],
    nested: [],
    body: 'raw',
    mediaType: 'application/x-www-form-urlencoded',
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, trust_requests_full: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  showTrustProof: {
    name: 'showTrustProof',
    method: 'GET',
    path: '/trust/{slug}/proof/{token}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, link_ended: 410, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  proveTrustMail: {
    name: 'proveTrustMail',
    method: 'POST',
    path: '/trust/{slug}/proof/{token}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, receipt_conflict: 409, trust_requests_full: 409, link_ended: 410, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  showTrustGrant: {
    name: 'showTrustGrant',
    method: 'GET',
    path: '/trust/{slug}/grant/{token}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, link_ended: 410, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  downloadTrustArtifact: {
    name: 'downloadTrustArtifact',
    method: 'POST',
    path: '/trust/{slug}/grant/{token}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, link_ended: 410, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getTrustPageSettings: {
    name: 'getTrustPageSettings',
    method: 'GET',
    path: '/api/trust/page',
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
  putTrustPageSettings: {
    name: 'putTrustPageSettings',
    method: 'PUT',
    path: '/api/trust/page',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readTrustPage: {
    name: 'readTrustPage',
    method: 'GET',
    path: '/trust/{slug}',
    query: ['preview'],
    headers: ['if-none-match'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 304, 308],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readTrustPageAt: {
    name: 'readTrustPageAt',
    method: 'GET',
    path: '/trust/{slug}/at/{hash}',
    query: [],
    headers: ['if-none-match'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 304],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readTrustArtifact: {
    name: 'readTrustArtifact',
    method: 'GET',
    path: '/trust/{slug}/bundle/{artifact_slug}',
    query: [],
    headers: ['if-none-match', 'if-modified-since', 'range', 'if-range'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 206, 304],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, on_request: 403, not_found: 404, range_not_satisfiable: 416, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readTrustArtifactAt: {
    name: 'readTrustArtifactAt',
    method: 'GET',
    path: '/trust/{slug}/at/{hash}/bundle/{artifact_slug}',
    query: [],
    headers: ['if-none-match', 'if-modified-since', 'range', 'if-range'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 206, 304],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, on_request: 403, not_found: 404, range_not_satisfiable: 416, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readTrustAnswers: {
    name: 'readTrustAnswers',
    method: 'GET',
    path: '/trust/{slug}/caiq.json',
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
    errors: { invalid_input: 400, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readTrustAnswersCsv: {
    name: 'readTrustAnswersCsv',
    method: 'GET',
    path: '/trust/{slug}/caiq.csv',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readTrustOscal: {
    name: 'readTrustOscal',
    method: 'GET',
    path: '/trust/{slug}/oscal.json',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readTrustSecurityTxt: {
    name: 'readTrustSecurityTxt',
    method: 'GET',
    path: '/trust/{slug}/security.txt',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readTrustWellKnownSecurityTxt: {
    name: 'readTrustWellKnownSecurityTxt',
    method: 'GET',
    path: '/trust/{slug}/.well-known/security.txt',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readTrustProgram: {
    name: 'readTrustProgram',
    method: 'GET',
    path: '/trust/assets/program/{file}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  showTrustSubscribe: {
    name: 'showTrustSubscribe',
    method: 'GET',
    path: '/trust/{slug}/subscribe',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  subscribeToTrustPage: {
    name: 'subscribeToTrustPage',
    method: 'POST',
    path: '/trust/{slug}/subscribe',
    query: [],
    headers: [],
    nested: [],
    body: 'raw',
    mediaType: 'application/x-www-form-urlencoded',
    sendsCredential: false,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  showTrustConfirmation: {
    name: 'showTrustConfirmation',
    method: 'GET',
    path: '/trust/{slug}/subscribe/{token}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  confirmTrustSubscription: {
    name: 'confirmTrustSubscription',
    method: 'POST',
    path: '/trust/{slug}/subscribe/{token}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, trust_subscriber_limit: 409, link_expired: 410, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  showTrustUnsubscribe: {
    name: 'showTrustUnsubscribe',
    method: 'GET',
    path: '/trust/{slug}/unsubscribe/{token}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  unsubscribeFromTrustPage: {
    name: 'unsubscribeFromTrustPage',
    method: 'POST',
    path: '/trust/{slug}/unsubscribe/{token}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listTrustSubscribers: {
    name: 'listTrustSubscribers',
    method: 'GET',
    path: '/api/trust/slugs/{slug}/subscribers',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  removeTrustSubscriber: {
    name: 'removeTrustSubscriber',
    method: 'DELETE',
    path: '/api/trust/slugs/{slug}/subscribers/{id}',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface TrustErrors {
  readonly listTrustSlugs: ListTrustSlugsError
  readonly putTrustSlug: PutTrustSlugError
  readonly getTrustSlug: GetTrustSlugError
  readonly deleteTrustSlug: DeleteTrustSlugError
  readonly listTrustSlugHistory: ListTrustSlugHistoryError
  readonly listTrustArtifacts: ListTrustArtifactsError
  readonly getTrustArtifact: GetTrustArtifactError
  readonly putTrustArtifact: PutTrustArtifactError
  readonly copyTrustArtifact: CopyTrustArtifactError
  readonly changeTrustArtifact: ChangeTrustArtifactError
  readonly deleteTrustArtifact: DeleteTrustArtifactError
  readonly openTrustUpload: OpenTrustUploadError
  readonly commitTrustArtifact: CommitTrustArtifactError
  readonly putLargeTrustArtifact: PutLargeTrustArtifactError
  readonly listTrustRequests: ListTrustRequestsError
  readonly getTrustRequest: GetTrustRequestError
  readonly approveTrustRequest: ApproveTrustRequestError
  readonly declineTrustRequest: DeclineTrustRequestError
  readonly revokeTrustRequest: RevokeTrustRequestError
  readonly getTrustTerms: GetTrustTermsError
  readonly putTrustTerms: PutTrustTermsError
  readonly getTrustTermsText: GetTrustTermsTextError
  readonly listTrustReaders: ListTrustReadersError
  readonly showTrustRequestForm: ShowTrustRequestFormError
  readonly sendTrustRequestForm: SendTrustRequestFormError
  readonly showTrustProof: ShowTrustProofError
  readonly proveTrustMail: ProveTrustMailError
  readonly showTrustGrant: ShowTrustGrantError
  readonly downloadTrustArtifact: DownloadTrustArtifactError
  readonly getTrustPageSettings: GetTrustPageSettingsError
  readonly putTrustPageSettings: PutTrustPageSettingsError
  readonly readTrustPage: ReadTrustPageError
  readonly readTrustPageAt: ReadTrustPageAtError
  readonly readTrustArtifact: ReadTrustArtifactError
  readonly readTrustArtifactAt: ReadTrustArtifactAtError
  readonly readTrustAnswers: ReadTrustAnswersError
  readonly readTrustAnswersCsv: ReadTrustAnswersCsvError
  readonly readTrustOscal: ReadTrustOscalError
  readonly readTrustSecurityTxt: ReadTrustSecurityTxtError
  readonly readTrustWellKnownSecurityTxt: ReadTrustWellKnownSecurityTxtError
  readonly readTrustProgram: ReadTrustProgramError
  readonly showTrustSubscribe: ShowTrustSubscribeError
  readonly subscribeToTrustPage: SubscribeToTrustPageError
  readonly showTrustConfirmation: ShowTrustConfirmationError
  readonly confirmTrustSubscription: ConfirmTrustSubscriptionError
  readonly showTrustUnsubscribe: ShowTrustUnsubscribeError
  readonly unsubscribeFromTrustPage: UnsubscribeFromTrustPageError
  readonly listTrustSubscribers: ListTrustSubscribersError
  readonly removeTrustSubscriber: RemoveTrustSubscriberError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isTrustError = <Name extends keyof TrustErrors>(
  operation: Name,
  error: unknown,
): error is TrustErrors[Name] => {
  if (!(error instanceof TrustApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of trust: methods can be taken off it, and it keeps no connection of its own. */
export const createTrustClient = (options: TrustClientOptions): TrustClient => {
  return {
    listTrustSlugs: method<ListTrustSlugsOutput, ListTrustSlugsResponse>(options, operations.listTrustSlugs),
    putTrustSlug: method<PutTrustSlugOutput, PutTrustSlugResponse>(options, operations.putTrustSlug),
    getTrustSlug: method<GetTrustSlugOutput, GetTrustSlugResponse>(options, operations.getTrustSlug),
    deleteTrustSlug: method<DeleteTrustSlugOutput, DeleteTrustSlugResponse>(options, operations.deleteTrustSlug),
    listTrustSlugHistory: method<ListTrustSlugHistoryOutput, ListTrustSlugHistoryResponse>(options, operations.listTrustSlugHistory),
    listTrustSlugHistoryAll: (input, call) =>
      pages(method(options, operations.listTrustSlugHistory), input, call, 'history', 'next_cursor'),
    listTrustArtifacts: method<ListTrustArtifactsOutput, ListTrustArtifactsResponse>(options, operations.listTrustArtifacts),
    getTrustArtifact: method<GetTrustArtifactOutput, GetTrustArtifactResponse>(options, operations.getTrustArtifact),
    putTrustArtifact: method<PutTrustArtifactOutput, PutTrustArtifactResponse>(options, operations.putTrustArtifact),
    copyTrustArtifact: method<CopyTrustArtifactOutput, CopyTrustArtifactResponse>(options, operations.copyTrustArtifact),
    changeTrustArtifact: method<ChangeTrustArtifactOutput, ChangeTrustArtifactResponse>(options, operations.changeTrustArtifact),
    deleteTrustArtifact: method<DeleteTrustArtifactOutput, DeleteTrustArtifactResponse>(options, operations.deleteTrustArtifact),
    openTrustUpload: method<OpenTrustUploadOutput, OpenTrustUploadResponse>(options, operations.openTrustUpload),
    commitTrustArtifact: method<CommitTrustArtifactOutput, CommitTrustArtifactResponse>(options, operations.commitTrustArtifact),
    putLargeTrustArtifact: method<PutLargeTrustArtifactOutput, PutLargeTrustArtifactResponse>(options, operations.putLargeTrustArtifact),
    listTrustRequests: method<ListTrustRequestsOutput, ListTrustRequestsResponse>(options, operations.listTrustRequests),
    listTrustRequestsAll: (input, call) =>
      pages(method(options, operations.listTrustRequests), input, call, 'requests', 'next_cursor'),
    getTrustRequest: method<GetTrustRequestOutput, GetTrustRequestResponse>(options, operations.getTrustRequest),
    approveTrustRequest: method<ApproveTrustRequestOutput, ApproveTrustRequestResponse>(options, operations.approveTrustRequest),
    declineTrustRequest: method<DeclineTrustRequestOutput, DeclineTrustRequestResponse>(options, operations.declineTrustRequest),
    revokeTrustRequest: method<RevokeTrustRequestOutput, RevokeTrustRequestResponse>(options, operations.revokeTrustRequest),
    getTrustTerms: method<GetTrustTermsOutput, GetTrustTermsResponse>(options, operations.getTrustTerms),
    putTrustTerms: method<PutTrustTermsOutput, PutTrustTermsResponse>(options, operations.putTrustTerms),
    getTrustTermsText: method<GetTrustTermsTextOutput, GetTrustTermsTextResponse>(options, operations.getTrustTermsText),
    listTrustReaders: method<ListTrustReadersOutput, ListTrustReadersResponse>(options, operations.listTrustReaders),
    listTrustReadersAll: (input, call) =>
      pages(method(options, operations.listTrustReaders), input, call, 'readers', 'next_cursor'),
    showTrustRequestForm: method<ShowTrustRequestFormOutput, ShowTrustRequestFormResponse>(options, operations.showTrustRequestForm),
    sendTrustRequestForm: method<SendTrustRequestFormOutput, SendTrustRequestFormResponse>(options, operations.sendTrustRequestForm),
    showTrustProof: method<ShowTrustProofOutput, ShowTrustProofResponse>(options, operations.showTrustProof),
    proveTrustMail: method<ProveTrustMailOutput, ProveTrustMailResponse>(options, operations.proveTrustMail),
    showTrustGrant: method<ShowTrustGrantOutput, ShowTrustGrantResponse>(options, operations.showTrustGrant),
    downloadTrustArtifact: method<DownloadTrustArtifactOutput, DownloadTrustArtifactResponse>(options, operations.downloadTrustArtifact),
    getTrustPageSettings: method<GetTrustPageSettingsOutput, GetTrustPageSettingsResponse>(options, operations.getTrustPageSettings),
    putTrustPageSettings: method<PutTrustPageSettingsOutput, PutTrustPageSettingsResponse>(options, operations.putTrustPageSettings),
    readTrustPage: method<ReadTrustPageOutput, ReadTrustPageResponse>(options, operations.readTrustPage),
    readTrustPageAt: method<ReadTrustPageAtOutput, ReadTrustPageAtResponse>(options, operations.readTrustPageAt),
    readTrustArtifact: method<ReadTrustArtifactOutput, ReadTrustArtifactResponse>(options, operations.readTrustArtifact),
    readTrustArtifactAt: method<ReadTrustArtifactAtOutput, ReadTrustArtifactAtResponse>(options, operations.readTrustArtifactAt),
    readTrustAnswers: method<ReadTrustAnswersOutput, ReadTrustAnswersResponse>(options, operations.readTrustAnswers),
    readTrustAnswersCsv: method<ReadTrustAnswersCsvOutput, ReadTrustAnswersCsvResponse>(options, operations.readTrustAnswersCsv),
    readTrustOscal: method<ReadTrustOscalOutput, ReadTrustOscalResponse>(options, operations.readTrustOscal),
    readTrustSecurityTxt: method<ReadTrustSecurityTxtOutput, ReadTrustSecurityTxtResponse>(options, operations.readTrustSecurityTxt),
    readTrustWellKnownSecurityTxt: method<ReadTrustWellKnownSecurityTxtOutput, ReadTrustWellKnownSecurityTxtResponse>(options, operations.readTrustWellKnownSecurityTxt),
    readTrustProgram: method<ReadTrustProgramOutput, ReadTrustProgramResponse>(options, operations.readTrustProgram),
    showTrustSubscribe: method<ShowTrustSubscribeOutput, ShowTrustSubscribeResponse>(options, operations.showTrustSubscribe),
    subscribeToTrustPage: method<SubscribeToTrustPageOutput, SubscribeToTrustPageResponse>(options, operations.subscribeToTrustPage),
    showTrustConfirmation: method<ShowTrustConfirmationOutput, ShowTrustConfirmationResponse>(options, operations.showTrustConfirmation),
    confirmTrustSubscription: method<ConfirmTrustSubscriptionOutput, ConfirmTrustSubscriptionResponse>(options, operations.confirmTrustSubscription),
    showTrustUnsubscribe: method<ShowTrustUnsubscribeOutput, ShowTrustUnsubscribeResponse>(options, operations.showTrustUnsubscribe),
    unsubscribeFromTrustPage: method<UnsubscribeFromTrustPageOutput, UnsubscribeFromTrustPageResponse>(options, operations.unsubscribeFromTrustPage),
    listTrustSubscribers: method<ListTrustSubscribersOutput, ListTrustSubscribersResponse>(options, operations.listTrustSubscribers),
    listTrustSubscribersAll: (input, call) =>
      pages(method(options, operations.listTrustSubscribers), input, call, 'subscribers', 'next_cursor'),
    removeTrustSubscriber: method<RemoveTrustSubscriberOutput, RemoveTrustSubscriberResponse>(options, operations.removeTrustSubscriber),
  }
}
