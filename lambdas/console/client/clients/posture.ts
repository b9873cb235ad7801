// Made from the contract "posture" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface AcceptedIntake {
  readonly accepted: true
  readonly refusal: {
    readonly refused: false
    /** In the order of the rules, then of elements */
    readonly findings: readonly IntakeFinding[]
    readonly summary: string
  }
  readonly receipt: IntakeReceipt
  /** Follows from the payload */
  readonly seed: number
  readonly latencyMs: number
  /** From 80 percent of the cycle’s scaffolds on */
  readonly warning?: {
    readonly meter: 'scaffolds'
    readonly used: number
    readonly limit: number
  } | undefined
}

export interface ComparedIntakes {
  readonly from: {
    readonly receipt: IntakeReceipt
    /** The day of the verdict */
    readonly asOf: string
    readonly refused: boolean
  }
  readonly to: {
    readonly receipt: IntakeReceipt
    /** The day of the verdict */
    readonly asOf: string
    readonly refused: boolean
  }
  /** Of the earlier, what the later has not */
  readonly mended: readonly IntakeFinding[]
  /** Open in the later, and not in the earlier */
  readonly appeared: readonly IntakeFinding[]
  /** Open in the later, and in the earlier as well */
  readonly stillOpen: readonly IntakeFinding[]
  /** Of the later, what a compensating control recovers */
  readonly recovered: readonly IntakeFinding[]
}

export interface IntakeDisclosures {
  readonly receipt: IntakeReceipt
  /** The root that the receipt signs */
  readonly sdRoot: string
  readonly disclosures: readonly {
    /** Of the claim */
    readonly name: string
    readonly value: unknown
    /** RFC 9901: base64url of the JSON of [salt, name, value] */
    readonly disclosure: string
    readonly index: number
    readonly size: number
    /** Hashes in base64, from below */
    readonly proof: readonly string[]
  }[]
}

export interface IntakeFinding {
  /** Of the rule: MFA-02 */
  readonly id: string
  /** subprocessors[2].dpaSigned */
  readonly path: string
  /** A disqualifier that nothing recovers refuses the intake */
  readonly severity: 'disqualifier' | 'warning'
  readonly description: string
  readonly remediation: string
  /** The compensating control that stands in for it */
  readonly recoveredBy?: {
    readonly gap: string
    readonly owner: string
  } | undefined
}

export interface IntakeReceipt {
  /** Hash of the receipt */
  readonly hash: string
  /** Path at which anybody verifies it */
  readonly verifyUrl: string
  readonly claimsSchemaVersion: number
}

export interface IntakeRules {
  /** A version never changes */
  readonly ruleset: string
  /** Of all the rest as canonical JSON */
  readonly sha256: string
  readonly rules: readonly {
    readonly id: string
    /** `[i]` is each element of a list, `*` each entry */
    readonly path: string
    readonly severity: 'disqualifier' | 'warning'
    readonly isRecoverable: boolean
    /** The rule finds something if one of them holds */
    readonly when: readonly { readonly [key: string]: unknown }[]
    readonly description: string
    readonly remediation: string
    readonly mappings: {
      readonly soc2: readonly string[]
      readonly iso27001: readonly string[]
      readonly csf: readonly string[]
      readonly law: readonly string[]
    }
  }[]
  readonly recovery: {
    /** Characters of a mitigation at least */
    readonly mitigationMin: number
  }
  readonly lists: {
    readonly placeholders: readonly string[]
    readonly adequateJurisdictions: readonly string[]
  }
}

export interface KeptIntake {
  readonly receipt: IntakeReceipt
  /** The day of the verdict */
  readonly asOf: string
  readonly createdAt: string
  readonly refused: boolean
  readonly summary: string
  readonly ruleset: string
  readonly seed: number
  /** In the order of the rules, then of elements */
  readonly findings: readonly IntakeFinding[]
  /** What the receipt shows to everybody */
  readonly claims: { readonly [key: string]: unknown }
  /** The payload, as it was sent */
  readonly intake: { readonly [key: string]: unknown }
  /** Of today */
  readonly freshness: {
    readonly state: 'fresh' | 'amber' | 'red'
    readonly reasons: readonly {
      readonly rule: string
      readonly state: 'amber' | 'red'
      readonly message: string
      readonly since: string
    }[]
  }
}

export interface ListedIntake {
  readonly receipt: IntakeReceipt
  /** The day of the verdict */
  readonly asOf: string
  readonly createdAt: string
  readonly refused: boolean
  readonly summary: string
  /** How many */
  readonly findings: number
  /** How many of them a compensating control recovers */
  readonly recovered: number
}

export interface PostureClientOptions {
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

export interface PostureCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface PostureErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class PostureApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'PostureApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: PostureErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: PostureErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class PostureNetworkError extends Error {
  override readonly name: string = 'PostureNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class PostureTimeoutError extends Error {
  override readonly name: string = 'PostureTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /api/agents/ciso-intake`. */
export interface SubmitCisoIntakeInput {
  readonly schemaVersion: 1
  readonly companyProfile: {
    readonly name: string
    readonly employeeCount: number
    readonly foundingDate: string
    readonly fundingStage: 'pre-seed' | 'seed' | 'series-a' | 'series-b' | 'series-c' | 'growth' | 'bootstrap' | 'public'
    readonly customerTypes: readonly ('smb' | 'mid-market' | 'enterprise' | 'consumer' | 'government' | 'nonprofit' | 'other')[]
    readonly dataResidency: readonly ('us' | 'eu' | 'uk' | 'ca' | 'apac' | 'latam' | 'global')[]
  }
  readonly techStack: {
    readonly cloudProvider: readonly ('aws' | 'gcp' | 'azure' | 'cloudflare' | 'vercel' | 'fly' | 'digitalocean' | 'on-prem' | 'hybrid' | 'other')[]
    readonly compute: readonly ('containers' | 'serverless' | 'vm' | 'kubernetes' | 'workers' | 'lambda' | 'cloud-run' | 'ec2' | 'edge-functions' | 'other')[]
    readonly database: readonly ('postgres' | 'mysql' | 'mongodb' | 'dynamodb' | 'firestore' | 'd1' | 'cloudflare-kv' | 'redis' | 'sqlite' | 'spanner' | 'other')[]
    readonly monitoring: readonly ('datadog' | 'new-relic' | 'sentry' | 'honeycomb' | 'grafana' | 'cloudflare-analytics' | 'workers-analytics' | 'splunk' | 'none' | 'other')[]
    readonly cicd: readonly ('github-actions' | 'gitlab-ci' | 'circleci' | 'jenkins' | 'cloudflare-pages' | 'vercel' | 'manual' | 'wrangler' | 'other')[]
  }
  /** Classes of data; none stands alone */
  readonly dataHandled: readonly ('pii' | 'phi' | 'pci' | 'financial' | 'biometric' | 'credentials' | 'health' | 'none')[]
  readonly controlBaseline: {
    readonly mfa: {
      readonly scope: 'universal' | 'privileged-only' | 'partial' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly encryptionAtRest: {
      readonly algo: 'aes-256' | 'aes-128' | 'customer-managed-keys' | 'cloud-provider-default' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly encryptionInTransit: {
      readonly tlsVersion: 'tls-1.3' | 'tls-1.2' | 'tls-1.1' | 'tls-1.0' | 'legacy' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly iam: {
      readonly model: 'least-privilege' | 'role-based' | 'attribute-based' | 'flat' | 'ad-hoc' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly logging: {
      /** Days for which logs are kept, 0 or more */
      readonly retentionDays: number
      readonly centralized: boolean
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly workstationSecurity: {
      readonly screenLock: boolean
      readonly diskEncryption: boolean
      readonly edr: boolean
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly passwordManager: {
      readonly tool: string
      readonly coverage: 'universal' | 'partial' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly peerReview: {
      readonly model: 'peer' | 'single-maintainer' | 'multi-agent' | 'automated-only' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
  }
  readonly subprocessors: readonly {
    readonly name: string
    readonly purpose: string
    readonly dataAccess: readonly ('pii' | 'phi' | 'pci' | 'financial' | 'biometric' | 'credentials' | 'health' | 'logs' | 'telemetry' | 'metadata' | 'billing' | 'support' | 'none')[]
    /** Country or region, such as Germany or US */
    readonly jurisdiction: string
    readonly dpaSigned: boolean
  }[]
  readonly incidentHistory: readonly {
    readonly date: string
    readonly severity: 'low' | 'medium' | 'high' | 'critical'
    readonly scope: string
    /** How it ended; empty, open, ongoing and tbd are unresolved */
    readonly resolution: string
  }[]
  readonly certifications: {
    readonly soc2: {
      readonly status: 'none' | 'in-progress' | 'scheduled' | 'type-i' | 'type-ii' | 'certified' | 'completed'
      /** When it was last audited */
      readonly lastAudit?: string | undefined
    }
    readonly iso27001: {
      readonly status: 'none' | 'in-progress' | 'scheduled' | 'type-i' | 'type-ii' | 'certified' | 'completed'
      /** When it was last audited */
      readonly lastAudit?: string | undefined
    }
    readonly penTest: {
      readonly status: 'none' | 'in-progress' | 'scheduled' | 'type-i' | 'type-ii' | 'certified' | 'completed'
      /** When it was last audited */
      readonly lastAudit?: string | undefined
      readonly scope?: string | undefined
    }
  }
  readonly compensatingControls: readonly {
    /** Rule id or path of the finding, such as MFA-02 */
    readonly gap: string
    /** What stands in for it, in 20 characters or more */
    readonly mitigation: string
    /** Who answers for it; an empty one is a finding */
    readonly owner: string
  }[]
  /** Use the same key for every retry of one request; it is remembered for 24 hours */
  readonly 'idempotency-key'?: string | undefined
}

/** It is accepted */
export type SubmitCisoIntakeOutput = AcceptedIntake

export type SubmitCisoIntakeResponse = { readonly status: 200; readonly headers: Headers; readonly body: SubmitCisoIntakeOutput }

/** Refusals that `submitCisoIntake` declares; `code` tells them apart. */
export type SubmitCisoIntakeError =
  | PostureApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | PostureApiError<400, 'invalid_json'>
  | PostureApiError<401, 'unauthenticated'>
  | PostureApiError<403, 'forbidden'>
  | PostureApiError<409, 'receipt_conflict'>
  | PostureApiError<413, 'payload_too_large', { readonly limit: number }>
  | PostureApiError<415, 'unsupported_media_type'>
  | PostureApiError<422, 'idempotency_mismatch'>
  | PostureApiError<422, 'intake_refused'>
  | PostureApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | PostureApiError<429, 'rate_limited'>
  | PostureApiError<500, 'internal', { readonly request_id: string }>
  | PostureApiError<502, 'upstream_failed'>
  | PostureApiError<503, 'unavailable'>

/** Input of `GET /api/agents/ciso-intake`. */
export interface ListCisoIntakesInput {
  /**
   * Intakes a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page */
export type ListCisoIntakesOutput = {
  readonly intakes: readonly ListedIntake[]
  /** Present while there are more */
  readonly nextCursor?: string | undefined
}

export type ListCisoIntakesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListCisoIntakesOutput }

/** Refusals that `listCisoIntakes` declares; `code` tells them apart. */
export type ListCisoIntakesError =
  | PostureApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | PostureApiError<401, 'unauthenticated'>
  | PostureApiError<403, 'forbidden'>
  | PostureApiError<429, 'rate_limited'>
  | PostureApiError<500, 'internal', { readonly request_id: string }>
  | PostureApiError<503, 'unavailable'>

/** Input of `GET /api/agents/ciso-intake/intakes/:hash`. */
export interface GetCisoIntakeInput {
  /** Hash of the receipt */
  readonly hash: string
}

/** The intake */
export type GetCisoIntakeOutput = KeptIntake

export type GetCisoIntakeResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetCisoIntakeOutput }

/** Refusals that `getCisoIntake` declares; `code` tells them apart. */
export type GetCisoIntakeError =
  | PostureApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | PostureApiError<401, 'unauthenticated'>
  | PostureApiError<403, 'forbidden'>
  | PostureApiError<404, 'not_found'>
  | PostureApiError<429, 'rate_limited'>
  | PostureApiError<500, 'internal', { readonly request_id: string }>
  | PostureApiError<503, 'unavailable'>

/** Input of `GET /api/agents/ciso-intake/rules`. */
export interface GetCisoIntakeRulesInput {
  /** ETag of the present copy */
  readonly 'if-none-match'?: string | undefined
}

/**
 * The rules
 * The copy is current
 */
export type GetCisoIntakeRulesOutput = IntakeRules | undefined

export type GetCisoIntakeRulesResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: IntakeRules }
  | { readonly status: 304; readonly headers: Headers; readonly body: undefined }

/** Refusals that `getCisoIntakeRules` declares; `code` tells them apart. */
export type GetCisoIntakeRulesError =
  | PostureApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | PostureApiError<429, 'rate_limited'>
  | PostureApiError<500, 'internal', { readonly request_id: string }>
  | PostureApiError<503, 'unavailable'>

/** Input of `POST /api/agents/ciso-intake/diff`. */
export interface CompareCisoIntakesInput {
  /** Hash of the receipt */
  readonly from: string
  /** Hash of the receipt */
  readonly to: string
}

/** What is different */
export type CompareCisoIntakesOutput = ComparedIntakes

export type CompareCisoIntakesResponse = { readonly status: 200; readonly headers: Headers; readonly body: CompareCisoIntakesOutput }

/** Refusals that `compareCisoIntakes` declares; `code` tells them apart. */
export type CompareCisoIntakesError =
  | PostureApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | PostureApiError<400, 'invalid_json'>
  | PostureApiError<401, 'unauthenticated'>
  | PostureApiError<403, 'forbidden'>
  | PostureApiError<404, 'not_found'>
  | PostureApiError<413, 'payload_too_large', { readonly limit: number }>
  | PostureApiError<415, 'unsupported_media_type'>
  | PostureApiError<429, 'rate_limited'>
  | PostureApiError<500, 'internal', { readonly request_id: string }>
  | PostureApiError<503, 'unavailable'>

/** Input of `GET /api/agents/ciso-intake/intakes/:hash/caiq`. */
export interface GetCisoIntakeCaiqInput {
  /** Hash of the receipt */
  readonly hash: string
  /** Default: "json" */
  readonly format?: 'json' | 'csv' | undefined
}

/** The answers */
export type GetCisoIntakeCaiqOutput = Response

export type GetCisoIntakeCaiqResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetCisoIntakeCaiqOutput }

/** Refusals that `getCisoIntakeCaiq` declares; `code` tells them apart. */
export type GetCisoIntakeCaiqError =
  | PostureApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | PostureApiError<401, 'unauthenticated'>
  | PostureApiError<403, 'forbidden'>
  | PostureApiError<404, 'not_found'>
  | PostureApiError<429, 'rate_limited'>
  | PostureApiError<500, 'internal', { readonly request_id: string }>
  | PostureApiError<503, 'unavailable'>

/** Input of `GET /api/agents/ciso-intake/intakes/:hash/disclosures`. */
export interface GetCisoIntakeDisclosuresInput {
  /** Hash of the receipt */
  readonly hash: string
}

/** The claims */
export type GetCisoIntakeDisclosuresOutput = IntakeDisclosures

export type GetCisoIntakeDisclosuresResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetCisoIntakeDisclosuresOutput }

/** Refusals that `getCisoIntakeDisclosures` declares; `code` tells them apart. */
export type GetCisoIntakeDisclosuresError =
  | PostureApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | PostureApiError<401, 'unauthenticated'>
  | PostureApiError<403, 'forbidden'>
  | PostureApiError<404, 'not_found'>
  | PostureApiError<429, 'rate_limited'>
  | PostureApiError<500, 'internal', { readonly request_id: string }>
  | PostureApiError<503, 'unavailable'>

/** The routes of posture. */
export interface PostureClient {
  /**
   * Have a CISO intake judged.
   * Judges what a company says of its security by published rules, on the day of the server, and issues a signed
   * receipt of the verdict. Takes one scaffold of the cycle, accepted or refused; any other answer takes nothing.
   * Receipt, payload and count are one write. The receipt shows claims to everybody, 16 KiB at most: never owners,
   * notes, mitigations, what happened in incidents or the number of employees.
   * `POST /api/agents/ciso-intake`, retried after transient failures.
   * Authority: scope:agents:run. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden
   * (403), receipt_conflict (409), payload_too_large (413), unsupported_media_type (415), idempotency_mismatch
   * (422), intake_refused (422), quota_exceeded (429), rate_limited (429), internal (500), upstream_failed (502),
   * unavailable (503).
   */
  readonly submitCisoIntake: {
    (input: SubmitCisoIntakeInput, options?: PostureCallOptions): Promise<SubmitCisoIntakeOutput>
    /** The same with status and headers. */
    withResponse(input: SubmitCisoIntakeInput, options?: PostureCallOptions): Promise<SubmitCisoIntakeResponse>
  }

  /**
   * List CISO intakes.
   * Intakes of the organisation, the newest first.
   * `GET /api/agents/ciso-intake`, retried after transient failures.
   * Authority: scope:agents:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listCisoIntakes: {
    (input?: ListCisoIntakesInput, options?: PostureCallOptions): Promise<ListCisoIntakesOutput>
    /** The same with status and headers. */
    withResponse(input?: ListCisoIntakesInput, options?: PostureCallOptions): Promise<ListCisoIntakesResponse>
  }
  /** The items of all pages of `listCisoIntakes`, from the cursor of the input on. */
  readonly listCisoIntakesAll: (input?: ListCisoIntakesInput, options?: PostureCallOptions) => AsyncIterable<ListedIntake>

  /**
   * A CISO intake.
   * An intake of the organisation with its payload, findings and claims, and how fresh it is today.
   * `GET /api/agents/ciso-intake/intakes/:hash`, retried after transient failures.
   * Authority: scope:agents:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getCisoIntake: {
    (input: GetCisoIntakeInput, options?: PostureCallOptions): Promise<GetCisoIntakeOutput>
    /** The same with status and headers. */
    withResponse(input: GetCisoIntakeInput, options?: PostureCallOptions): Promise<GetCisoIntakeResponse>
  }

  /**
   * The rules of CISO intakes.
   * All that a verdict follows from, as data, for everybody: receipts of intakes name them with their SHA-256.
   * Whoever has the payload makes the same verdict from it.
   * `GET /api/agents/ciso-intake/rules`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getCisoIntakeRules: {
    (input?: GetCisoIntakeRulesInput, options?: PostureCallOptions): Promise<GetCisoIntakeRulesOutput>
    /** The same with status and headers. */
    withResponse(input?: GetCisoIntakeRulesInput, options?: PostureCallOptions): Promise<GetCisoIntakeRulesResponse>
  }

  /**
   * Compare two CISO intakes.
   * What was mended between two intakes of the organisation, what appeared, what is open still and what is
   * recovered. Subprocessors are known by their names, whatever their places.
   * `POST /api/agents/ciso-intake/diff`.
   * Authority: scope:agents:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), payload_too_large (413), unsupported_media_type (415), rate_limited (429),
   * internal (500), unavailable (503).
   */
  readonly compareCisoIntakes: {
    (input: CompareCisoIntakesInput, options?: PostureCallOptions): Promise<CompareCisoIntakesOutput>
    /** The same with status and headers. */
    withResponse(input: CompareCisoIntakesInput, options?: PostureCallOptions): Promise<CompareCisoIntakesResponse>
  }

  /**
   * Answers to CAIQ.
   * Questions of CAIQ v4.0 that an intake answers, by id, with the claims of the receipt that each answer stands
   * on. As JSON, or as CSV with the columns id, answer, covers, claims, findings, receipt. Questions that it
   * leaves open are left out.
   * `GET /api/agents/ciso-intake/intakes/:hash/caiq`, retried after transient failures.
   * Authority: scope:agents:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getCisoIntakeCaiq: {
    (input: GetCisoIntakeCaiqInput, options?: PostureCallOptions): Promise<GetCisoIntakeCaiqOutput>
    /** The same with status and headers. */
    withResponse(input: GetCisoIntakeCaiqInput, options?: PostureCallOptions): Promise<GetCisoIntakeCaiqResponse>
  }

  /**
   * Claims of a CISO intake, one by one.
   * What shows each public claim of the receipt without the others, with the proof that it is among those that
   * were signed. They follow from the claims, so that whoever has those makes the same.
   * `GET /api/agents/ciso-intake/intakes/:hash/disclosures`, retried after transient failures.
   * Authority: scope:agents:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getCisoIntakeDisclosures: {
    (input: GetCisoIntakeDisclosuresInput, options?: PostureCallOptions): Promise<GetCisoIntakeDisclosuresOutput>
    /** The same with status and headers. */
    withResponse(input: GetCisoIntakeDisclosuresInput, options?: PostureCallOptions): Promise<GetCisoIntakeDisclosuresResponse>
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
  options: PostureClientOptions,
  operation: Operation,
  input: Input,
  call: PostureCallOptions,
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

const requestOf = (options: PostureClientOptions, operation: Operation, input: Input, call: PostureCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): PostureApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new PostureApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new PostureApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | PostureApiError> => {
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
  options: PostureClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | PostureApiError | PostureNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof PostureApiError) return cause
    return new PostureNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: PostureApiError | PostureNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof PostureApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: PostureClientOptions,
  operation: Operation,
  input: Input,
  call: PostureCallOptions,
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
    const isTransient = result instanceof PostureNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: PostureClientOptions,
  operation: Operation,
  input: Input,
  call: PostureCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new PostureTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: PostureClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: PostureCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: PostureCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: PostureCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: PostureCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: PostureCallOptions | undefined,
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
  submitCisoIntake: {
    name: 'submitCisoIntake',
    method: 'POST',
    path: '/api/agents/ciso-intake',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, receipt_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, intake_refused: 422, quota_exceeded: 429, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  listCisoIntakes: {
    name: 'listCisoIntakes',
    method: 'GET',
    path: '/api/agents/ciso-intake',
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
  getCisoIntake: {
    name: 'getCisoIntake',
    method: 'GET',
    path: '/api/agents/ciso-intake/intakes/{hash}',
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
  getCisoIntakeRules: {
    name: 'getCisoIntakeRules',
    method: 'GET',
    path: '/api/agents/ciso-intake/rules',
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
    errors: { invalid_input: 400, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  compareCisoIntakes: {
    name: 'compareCisoIntakes',
    method: 'POST',
    path: '/api/agents/ciso-intake/diff',
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
  getCisoIntakeCaiq: {
    name: 'getCisoIntakeCaiq',
    method: 'GET',
    path: '/api/agents/ciso-intake/intakes/{hash}/caiq',
    query: ['format'],
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getCisoIntakeDisclosures: {
    name: 'getCisoIntakeDisclosures',
    method: 'GET',
    path: '/api/agents/ciso-intake/intakes/{hash}/disclosures',
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
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface PostureErrors {
  readonly submitCisoIntake: SubmitCisoIntakeError
  readonly listCisoIntakes: ListCisoIntakesError
  readonly getCisoIntake: GetCisoIntakeError
  readonly getCisoIntakeRules: GetCisoIntakeRulesError
  readonly compareCisoIntakes: CompareCisoIntakesError
  readonly getCisoIntakeCaiq: GetCisoIntakeCaiqError
  readonly getCisoIntakeDisclosures: GetCisoIntakeDisclosuresError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isPostureError = <Name extends keyof PostureErrors>(
  operation: Name,
  error: unknown,
): error is PostureErrors[Name] => {
  if (!(error instanceof PostureApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of posture: methods can be taken off it, and it keeps no connection of its own. */
export const createPostureClient = (options: PostureClientOptions): PostureClient => {
  return {
    submitCisoIntake: method<SubmitCisoIntakeOutput, SubmitCisoIntakeResponse>(options, operations.submitCisoIntake),
    listCisoIntakes: method<ListCisoIntakesOutput, ListCisoIntakesResponse>(options, operations.listCisoIntakes),
    listCisoIntakesAll: (input, call) =>
      pages(method(options, operations.listCisoIntakes), input, call, 'intakes', 'nextCursor'),
    getCisoIntake: method<GetCisoIntakeOutput, GetCisoIntakeResponse>(options, operations.getCisoIntake),
    getCisoIntakeRules: method<GetCisoIntakeRulesOutput, GetCisoIntakeRulesResponse>(options, operations.getCisoIntakeRules),
    compareCisoIntakes: method<CompareCisoIntakesOutput, CompareCisoIntakesResponse>(options, operations.compareCisoIntakes),
    getCisoIntakeCaiq: method<GetCisoIntakeCaiqOutput, GetCisoIntakeCaiqResponse>(options, operations.getCisoIntakeCaiq),
    getCisoIntakeDisclosures: method<GetCisoIntakeDisclosuresOutput, GetCisoIntakeDisclosuresResponse>(options, operations.getCisoIntakeDisclosures),
  }
}
