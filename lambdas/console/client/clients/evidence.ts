// Made from the contract "evidence" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface ContentInputInput {
  /** Markdown or plain text */
  readonly body: string
  readonly title?: string | undefined
  readonly authorName?: string | undefined
  readonly authorBio?: string | undefined
  /** What the text touches */
  readonly domains?: readonly ('medical' | 'legal' | 'financial' | 'technology' | 'marketing' | 'business' | 'education' | 'health_wellness' | 'food' | 'food_science' | 'food_regulation' | 'ecommerce' | 'real_estate' | 'automotive' | 'general')[] | undefined
  readonly publishedAt?: string | undefined
  readonly updatedAt?: string | undefined
  /** Where it stands: links to the same site are none to others */
  readonly sourceUrl?: string | undefined
  readonly [key: string]: unknown
}

export interface CountedEvidenceValidation {
  readonly validationId: string
  readonly policyVersion: string
  readonly policySha256: string
  readonly contentHash: string
  readonly score: number
  readonly gapCount: number
  readonly createdAt: string
}

export interface EvidencePolicy {
  readonly id: string
  readonly version: string
  /** id@version, as validate takes it */
  readonly policyVersion: string
  readonly name: string
  readonly appliesTo: string
  /** Of the policy as canonical JSON */
  readonly sha256: string
  /** Whose it is: Signet’s, or of the organisation of the caller */
  readonly owner: 'signet' | 'organisation'
  readonly requirements: readonly {
    readonly id: string
    readonly pillar: 'Experience' | 'Expertise' | 'Authoritativeness' | 'Trustworthiness'
    readonly type: string
    readonly severity: 'critical' | 'major' | 'minor'
    readonly description: string
    /** Types of assets that can close the gap */
    readonly satisfiedBy: readonly string[]
    readonly suggestion: string
  }[]
}

export interface EvidenceValidation {
  readonly validationId: string
  /** The same was asked within the hour: nothing was counted */
  readonly cached: boolean
  /** Share of the requirements in force that are satisfied */
  readonly score: number
  readonly hasGaps: boolean
  readonly gapCount: number
  /** id@version */
  readonly policyVersion: string
  readonly policyName: string
  readonly gaps: readonly {
    readonly pillar: 'Experience' | 'Expertise' | 'Authoritativeness' | 'Trustworthiness'
    readonly type?: string | undefined
    readonly description: string
    readonly severity?: 'critical' | 'major' | 'minor' | undefined
    /** The requirement of the policy */
    readonly requirementId: string
    /** Where it shows, in UTF-16 units of the body with line feeds; all of it for what is nowhere */
    readonly span: {
      readonly start: number
      readonly end: number
    }
    readonly suggestion: string
  }[]
  readonly suggestions: readonly string[]
  /** SHA-256 of the normalised content */
  readonly contentHash: string
}

export interface WholeEvidencePolicy {
  /** id@version, as validate takes it */
  readonly policyVersion: string
  /** Whose it is: Signet’s, or of the organisation of the caller */
  readonly owner: 'signet' | 'organisation'
  /** SHA-256 of `policy` as canonical JSON (RFC 8785), as verdicts name it */
  readonly sha256: string
  /** What texts are checked by. As a file it is what the command line takes as --policy */
  readonly policy: {
    readonly id: string
    readonly version: string
    readonly name: string
    readonly appliesTo: string
    readonly requirements: readonly ({
      readonly id: string
      readonly pillar: 'Experience' | 'Expertise' | 'Authoritativeness' | 'Trustworthiness'
      readonly type: string
      readonly severity: 'critical' | 'major' | 'minor'
      readonly description: string
      /** When it is asked for: all of it holds; absent: always */
      readonly when?: {
        readonly minWords?: number | undefined
        readonly domains?: readonly string[] | undefined
        readonly minNumericClaims?: number | undefined
      } | undefined
      readonly detector: {
        /** A detector with its version, such as dated@1 */
        readonly kind: string
        readonly params?: { readonly [key: string]: number } | undefined
      }
      /** Types of assets that can close the gap */
      readonly satisfiedBy: readonly string[]
      readonly suggestion: string
    })[]
  }
}

export interface EvidenceAttestation {
  /** 64 hexadecimal digits */
  readonly receiptHash: string
  /** Where anybody verifies the receipt */
  readonly verifyUrl: string
  /** The same for machines */
  readonly verifyJsonUrl: string
  /** 2; 2.1 with a plan; 2.2 with a gap-fill */
  readonly receiptVersion: '2' | '2.1' | '2.2'
  /** id@version */
  readonly policyVersion: string
  /** SHA-256 of the revised content, normalised: the subject of the receipt */
  readonly contentHash: string
  /** Milliseconds since 1970 */
  readonly publishedAt: number
  /** The content that is attested */
  readonly revised: {
    readonly body: string
    readonly [key: string]: unknown
  }
  /** SHA-256 of approvedPlan as canonical JSON */
  readonly planHash?: string | undefined
  readonly gapFillHash?: string | undefined
  /** Why the receipt is not 2.2, although it was asked for */
  readonly gapFillSkipped?: 'empty_library' | 'loop_failed' | undefined
  readonly pipelineSummary: {
    readonly initialGaps: number
    readonly finalGaps: number
    readonly attacksLogged: number
    readonly revisedDiffersFromInput: boolean
    readonly bailReasons: readonly ('max_iterations' | 'cost_ceiling' | 'llm_bail' | 'schema_drift')[]
    readonly gapFill?: {
      readonly iterations: number
      readonly initialGaps: number
      readonly finalGaps: number
      readonly assetsInjected: number
      readonly bailReason?: 'max_iterations' | 'cost_ceiling' | 'llm_bail' | 'schema_drift' | undefined
    } | undefined
  }
  /** USD that language models were asked for, failed calls included */
  readonly creditsUsed: number
  /** Of the revised content; the receipt says it, too */
  readonly score: number
}

export interface EvidenceCritique {
  readonly receiptHash: string
  /** SHA-256 of `attacks` as canonical JSON */
  readonly critiqueHash: string
  readonly attacks: readonly {
    readonly id: string
    readonly requirementId?: string | undefined
    readonly type: 'unsupported_claim' | 'overclaim' | 'missing_source' | 'stale' | 'contradiction' | 'privacy' | 'ambiguity'
    readonly span: {
      readonly start: number
      readonly end: number
      readonly sha256: string
    }
    readonly severity: 'critical' | 'major' | 'minor'
    readonly attack: string
    readonly proposedEdit: string
    readonly resolution: 'accepted' | 'rejected' | 'deferred'
    readonly reason: string
  }[]
  readonly approvedPlan?: readonly string[] | undefined
  readonly gapFillId?: string | undefined
  readonly validationId: string
  /** Of the content that is attested; the receipt says it, too */
  readonly score: number
  readonly createdAt: string
}

export interface EvidenceGapFill {
  readonly gapFillId: string
  readonly iterations: number
  /** Of the pillars that were asked for */
  readonly initialGaps: number
  readonly finalGaps: number
  /** No gap is left */
  readonly converged: boolean
  /** The content as it is now, with all its members */
  readonly revised: {
    readonly body: string
    readonly [key: string]: unknown
  }
  readonly iterationLog: readonly {
    readonly iteration: number
    readonly gapsBefore: number
    readonly gapsAfter: number
    /** Ids, in the order in which they stand in the text */
    readonly assetsInjected: readonly string[]
    /** USD; 0 where rules edit */
    readonly llmCallCostEstimate: number
    readonly note?: string | undefined
  }[]
  /** USD that language models were asked for, failed calls included */
  readonly creditsUsed: number
  /** SHA-256 of the canonical projection: policy, hashes, counts and log */
  readonly gapFillHash: string
  /** Why it ended with gaps; absent where none is left */
  readonly bailReason?: 'max_iterations' | 'cost_ceiling' | 'llm_bail' | 'schema_drift' | undefined
  /** id@version */
  readonly policyVersion: string
  /** The model that revised, or `rules` */
  readonly editor: string
}

export interface EvidenceGapFillJob {
  readonly gapFillId: string
  readonly status: 'running' | 'completed' | 'failed'
  readonly createdAt: string
  /** Done so far */
  readonly iterations: number
  /** Left so far */
  readonly gaps?: number | undefined
  /** Of one that is completed */
  readonly result?: EvidenceGapFill | undefined
  /** Of one that failed; it took nothing */
  readonly failure?: {
    readonly code: string
    readonly message: string
  } | undefined
}

export interface KeptEvidenceGapFill {
  readonly gapFillId: string
  readonly policyVersion: string
  readonly inputHash: string
  readonly revisedHash: string
  readonly iterations: number
  readonly initialGaps: number
  readonly finalGaps: number
  readonly bailReason?: 'max_iterations' | 'cost_ceiling' | 'llm_bail' | 'schema_drift' | undefined
  readonly iterationLog: readonly {
    readonly iteration: number
    readonly gapsBefore: number
    readonly gapsAfter: number
    /** Ids, in the order in which they stand in the text */
    readonly assetsInjected: readonly string[]
    /** USD; 0 where rules edit */
    readonly llmCallCostEstimate: number
    readonly note?: string | undefined
  }[]
  readonly creditsUsed: number
  readonly gapFillHash: string
  readonly createdAt: string
}

export interface EvidenceAsset {
  readonly id: string
  /** What kind of evidence it is */
  readonly type: 'case_study' | 'customer_quote' | 'expert_quote' | 'original_visual' | 'proprietary_data' | 'first_hand_experience' | 'technical_diagram' | 'research_finding'
  readonly title: string
  /** Opaque: any members */
  readonly content: { readonly [key: string]: unknown }
  /** What it touches */
  readonly domains: readonly ('medical' | 'legal' | 'financial' | 'technology' | 'marketing' | 'business' | 'education' | 'health_wellness' | 'food' | 'food_science' | 'food_regulation' | 'ecommerce' | 'real_estate' | 'automotive' | 'general')[]
  readonly tags: readonly string[]
  readonly qualityScore: number | null
  readonly verificationStatus: 'verified' | 'unverified' | 'pending' | 'disputed'
  readonly authorName: string | null
  readonly authorBio: string | null
  readonly sourceUrl: string | null
  /** Accepted revisions that it is part of */
  readonly usageCount: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface ImportedEvidenceRow {
  /** 1 is the first asset; the header of CSV is none */
  readonly row: number
  /** `duplicate`: the library, or an earlier row, has this type, title and content; `full`: there is no room */
  readonly status: 'added' | 'duplicate' | 'invalid' | 'full'
  /** Id of the asset, of one that was there already too */
  readonly id?: string | undefined
  /** Which rules an invalid row breaks */
  readonly errors?: readonly {
    readonly field: string
    readonly message: string
  }[] | undefined
}

export interface EvidenceClientOptions {
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

export interface EvidenceCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface EvidenceErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class EvidenceApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'EvidenceApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: EvidenceErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: EvidenceErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class EvidenceNetworkError extends Error {
  override readonly name: string = 'EvidenceNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class EvidenceTimeoutError extends Error {
  override readonly name: string = 'EvidenceTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /api/v1/evidence/validate`. */
export interface ValidateEvidenceInput {
  /** A text alone is a body */
  readonly content: ContentInputInput | string
  /** Default: "eeat-core" */
  readonly policyVersion?: string | undefined
}

/** What the policy says */
export type ValidateEvidenceOutput = EvidenceValidation

export type ValidateEvidenceResponse = { readonly status: 200; readonly headers: Headers; readonly body: ValidateEvidenceOutput }

/** Refusals that `validateEvidence` declares; `code` tells them apart. */
export type ValidateEvidenceError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<400, 'invalid_json'>
  | EvidenceApiError<400, 'unknown_policy_version'>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<413, 'payload_too_large', { readonly limit: number }>
  | EvidenceApiError<415, 'unsupported_media_type'>
  | EvidenceApiError<429, 'evidence_validation_quota_exceeded'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `GET /api/v1/evidence/policies`. */
export type ListEvidencePoliciesInput = Readonly<Record<string, never>>

/** The policies */
export type ListEvidencePoliciesOutput = {
  readonly policies: readonly EvidencePolicy[]
}

export type ListEvidencePoliciesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListEvidencePoliciesOutput }

/** Refusals that `listEvidencePolicies` declares; `code` tells them apart. */
export type ListEvidencePoliciesError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `GET /api/v1/evidence/policies/:id`. */
export interface GetEvidencePolicyInput {
  /** Id of the policy, or id@version */
  readonly id: string
}

/** The policy */
export type GetEvidencePolicyOutput = WholeEvidencePolicy

export type GetEvidencePolicyResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetEvidencePolicyOutput }

/** Refusals that `getEvidencePolicy` declares; `code` tells them apart. */
export type GetEvidencePolicyError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<404, 'not_found'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `PUT /api/v1/evidence/policies/:id`. */
export interface PutEvidencePolicyInput {
  /** Id of the policy */
  readonly id: string
  readonly version: string
  readonly name: string
  readonly appliesTo: string
  readonly requirements: readonly ({
    readonly id: string
    readonly pillar: 'Experience' | 'Expertise' | 'Authoritativeness' | 'Trustworthiness'
    readonly type: string
    readonly severity: 'critical' | 'major' | 'minor'
    /** What is missing, as a gap says it */
    readonly description: string
    readonly when?: {
      readonly minWords?: number | undefined
      readonly domains?: readonly ('medical' | 'legal' | 'financial' | 'technology' | 'marketing' | 'business' | 'education' | 'health_wellness' | 'food' | 'food_science' | 'food_regulation' | 'ecommerce' | 'real_estate' | 'automotive' | 'general')[] | undefined
      readonly minNumericClaims?: number | undefined
    } | undefined
    readonly detector: {
      /** A detector with its version, such as dated@1 */
      readonly kind: string
      readonly params?: { readonly [key: string]: number } | undefined
    }
    /** Default: [] */
    readonly satisfiedBy?: readonly ('case_study' | 'customer_quote' | 'expert_quote' | 'original_visual' | 'proprietary_data' | 'first_hand_experience' | 'technical_diagram' | 'research_finding')[] | undefined
    readonly suggestion: string
  })[]
}

/**
 * This version is there already, and is the same
 * It is kept
 */
export type PutEvidencePolicyOutput = WholeEvidencePolicy

export type PutEvidencePolicyResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: WholeEvidencePolicy }
  | { readonly status: 201; readonly headers: Headers; readonly body: WholeEvidencePolicy }

/** Refusals that `putEvidencePolicy` declares; `code` tells them apart. */
export type PutEvidencePolicyError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<400, 'invalid_json'>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<402, 'evidence_policy_requires_pro'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<409, 'policy_id_reserved'>
  | EvidenceApiError<409, 'policy_limit'>
  | EvidenceApiError<409, 'policy_version_taken'>
  | EvidenceApiError<413, 'payload_too_large', { readonly limit: number }>
  | EvidenceApiError<415, 'unsupported_media_type'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `GET /api/v1/evidence/validations`. */
export interface ListEvidenceValidationsInput {
  /**
   * Validations a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page */
export type ListEvidenceValidationsOutput = {
  readonly validations: readonly CountedEvidenceValidation[]
  /** Present while there are more */
  readonly nextCursor?: string | undefined
}

export type ListEvidenceValidationsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListEvidenceValidationsOutput }

/** Refusals that `listEvidenceValidations` declares; `code` tells them apart. */
export type ListEvidenceValidationsError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `POST /api/v1/evidence/gap-fill`. */
export interface FillEvidenceGapsInput {
  /** A text alone is a body */
  readonly content: ContentInputInput | string
  /**
   * Id of a policy, or id@version
   * Default: "eeat-core"
   */
  readonly policyVersion?: string | undefined
  /**
   * 1 to 5; what is outside is brought to the nearest
   * Default: 3
   */
  readonly maxIterations?: number | undefined
  /** Gaps of these alone */
  readonly targetPillars?: readonly ('Experience' | 'Expertise' | 'Authoritativeness' | 'Trustworthiness')[] | undefined
  /** Assets of these alone; absent or empty: no matter */
  readonly assetPreferences?: {
    readonly domains?: readonly ('medical' | 'legal' | 'financial' | 'technology' | 'marketing' | 'business' | 'education' | 'health_wellness' | 'food' | 'food_science' | 'food_regulation' | 'ecommerce' | 'real_estate' | 'automotive' | 'general')[] | undefined
    readonly types?: readonly ('case_study' | 'customer_quote' | 'expert_quote' | 'original_visual' | 'proprietary_data' | 'first_hand_experience' | 'technical_diagram' | 'research_finding')[] | undefined
  } | undefined
  /** Use the same key for every retry of one request; it is remembered for 24 hours */
  readonly 'idempotency-key'?: string | undefined
  /** `respond-async` answers at once (RFC 7240) */
  readonly prefer?: string | undefined
}

/**
 * The revision
 * It is at work; ask again at Location
 */
export type FillEvidenceGapsOutput = EvidenceGapFill | EvidenceGapFillJob

export type FillEvidenceGapsResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: EvidenceGapFill }
  | { readonly status: 202; readonly headers: Headers; readonly body: EvidenceGapFillJob }

/** Refusals that `fillEvidenceGaps` declares; `code` tells them apart. */
export type FillEvidenceGapsError =
  | EvidenceApiError<400, 'empty_library'>
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<400, 'invalid_json'>
  | EvidenceApiError<400, 'unknown_policy_version'>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<402, 'evidence_gap_fill_requires_pro'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<409, 'idempotency_in_progress'>
  | EvidenceApiError<413, 'payload_too_large', { readonly limit: number }>
  | EvidenceApiError<415, 'unsupported_media_type'>
  | EvidenceApiError<422, 'idempotency_mismatch'>
  | EvidenceApiError<429, 'evidence_gap_fill_quota_exceeded'>
  | EvidenceApiError<429, 'evidence_gap_fill_rate_limited'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<502, 'asset_match_failed'>
  | EvidenceApiError<502, 'gap_fill_persist_failed'>
  | EvidenceApiError<502, 'llm_failed'>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `GET /api/v1/evidence/gap-fills/:id`. */
export interface GetEvidenceGapFillInput {
  /** Id of the gap-fill */
  readonly id: string
}

/** Its state */
export type GetEvidenceGapFillOutput = EvidenceGapFillJob

export type GetEvidenceGapFillResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetEvidenceGapFillOutput }

/** Refusals that `getEvidenceGapFill` declares; `code` tells them apart. */
export type GetEvidenceGapFillError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<404, 'not_found'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `GET /api/v1/evidence/gap-fills`. */
export interface ListEvidenceGapFillsInput {
  /**
   * Gap-fills a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page */
export type ListEvidenceGapFillsOutput = {
  readonly gapFills: readonly KeptEvidenceGapFill[]
  /** Present while there are more */
  readonly nextCursor?: string | undefined
}

export type ListEvidenceGapFillsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListEvidenceGapFillsOutput }

/** Refusals that `listEvidenceGapFills` declares; `code` tells them apart. */
export type ListEvidenceGapFillsError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `POST /api/v1/evidence/attest`. */
export interface AttestEvidenceInput {
  /** A text alone is a body */
  readonly content: ContentInputInput | string
  /**
   * Id of a policy, or id@version
   * Default: "eeat-core"
   */
  readonly policyVersion?: string | undefined
  /** Required. An object of texts, integers, booleans, lists and objects: what the public verify view shows */
  readonly publicPayload?: unknown
  /** A list of 1 to 100 texts: the plan that was approved */
  readonly approvedPlan?: unknown
  /**
   * Also fill gaps from the library, for receipt 2.2
   * Default: false
   */
  readonly runGapFill?: boolean | undefined
  readonly gapFillOptions?: {
    /**
     * 1 to 5; what is outside is brought to the nearest
     * Default: 3
     */
    readonly maxIterations?: number | undefined
    /** Gaps of these alone */
    readonly targetPillars?: readonly ('Experience' | 'Expertise' | 'Authoritativeness' | 'Trustworthiness')[] | undefined
    /** Assets of these alone; absent or empty: no matter */
    readonly assetPreferences?: {
      readonly domains?: readonly ('medical' | 'legal' | 'financial' | 'technology' | 'marketing' | 'business' | 'education' | 'health_wellness' | 'food' | 'food_science' | 'food_regulation' | 'ecommerce' | 'real_estate' | 'automotive' | 'general')[] | undefined
      readonly types?: readonly ('case_study' | 'customer_quote' | 'expert_quote' | 'original_visual' | 'proprietary_data' | 'first_hand_experience' | 'technical_diagram' | 'research_finding')[] | undefined
    } | undefined
  } | undefined
  /** Use the same key for every retry of one request; it is remembered for 24 hours */
  readonly 'idempotency-key'?: string | undefined
}

/** It is attested */
export type AttestEvidenceOutput = EvidenceAttestation

export type AttestEvidenceResponse = { readonly status: 201; readonly headers: Headers; readonly body: AttestEvidenceOutput }

/** Refusals that `attestEvidence` declares; `code` tells them apart. */
export type AttestEvidenceError =
  | EvidenceApiError<400, 'invalid_approved_plan'>
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<400, 'invalid_json'>
  | EvidenceApiError<400, 'invalid_public_payload'>
  | EvidenceApiError<400, 'unknown_policy_version'>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<402, 'evidence_attest_pro_required'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<409, 'idempotency_in_progress'>
  | EvidenceApiError<409, 'receipt_conflict'>
  | EvidenceApiError<413, 'payload_too_large', { readonly limit: number }>
  | EvidenceApiError<413, 'public_payload_too_large'>
  | EvidenceApiError<415, 'unsupported_media_type'>
  | EvidenceApiError<422, 'idempotency_mismatch'>
  | EvidenceApiError<429, 'evidence_attest_rate_limited'>
  | EvidenceApiError<429, 'evidence_gap_fills_quota_exceeded'>
  | EvidenceApiError<429, 'evidence_validations_quota_exceeded'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<502, 'attest_critique_bailed'>
  | EvidenceApiError<502, 'attest_failed'>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `GET /api/v1/evidence/attestations/:hash`. */
export interface GetEvidenceCritiqueInput {
  /** Hash of the receipt */
  readonly hash: string
}

/** The log */
export type GetEvidenceCritiqueOutput = EvidenceCritique

export type GetEvidenceCritiqueResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetEvidenceCritiqueOutput }

/** Refusals that `getEvidenceCritique` declares; `code` tells them apart. */
export type GetEvidenceCritiqueError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<404, 'not_found'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `GET /api/v1/evidence/library`. */
export interface ListEvidenceAssetsInput {
  /** Those of this type */
  readonly type?: 'case_study' | 'customer_quote' | 'expert_quote' | 'original_visual' | 'proprietary_data' | 'first_hand_experience' | 'technical_diagram' | 'research_finding' | undefined
  /** Those that touch this domain */
  readonly domain?: 'medical' | 'legal' | 'financial' | 'technology' | 'marketing' | 'business' | 'education' | 'health_wellness' | 'food' | 'food_science' | 'food_regulation' | 'ecommerce' | 'real_estate' | 'automotive' | 'general' | undefined
  /** Words that they hold, all of them */
  readonly q?: string | undefined
  /**
   * Assets a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page */
export type ListEvidenceAssetsOutput = {
  readonly assets: readonly EvidenceAsset[]
  /** Present while there are more */
  readonly nextCursor?: string | undefined
}

export type ListEvidenceAssetsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListEvidenceAssetsOutput }

/** Refusals that `listEvidenceAssets` declares; `code` tells them apart. */
export type ListEvidenceAssetsError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `POST /api/v1/evidence/library`. */
export interface CreateEvidenceAssetInput {
  /** What kind of evidence it is */
  readonly type: 'case_study' | 'customer_quote' | 'expert_quote' | 'original_visual' | 'proprietary_data' | 'first_hand_experience' | 'technical_diagram' | 'research_finding'
  readonly title: string
  /** Opaque: any members */
  readonly content: { readonly [key: string]: unknown }
  /** What it touches */
  readonly domains: readonly ('medical' | 'legal' | 'financial' | 'technology' | 'marketing' | 'business' | 'education' | 'health_wellness' | 'food' | 'food_science' | 'food_regulation' | 'ecommerce' | 'real_estate' | 'automotive' | 'general')[]
  /** Default: [] */
  readonly tags?: readonly string[] | undefined
  /** Default: null */
  readonly qualityScore?: number | null | undefined
  /** Default: "unverified" */
  readonly verificationStatus?: 'verified' | 'unverified' | 'pending' | 'disputed' | undefined
  /** Default: null */
  readonly authorName?: string | null | undefined
  /** Default: null */
  readonly authorBio?: string | null | undefined
  /** Default: null */
  readonly sourceUrl?: string | null | undefined
}

/** It is kept */
export type CreateEvidenceAssetOutput = {
  readonly asset: EvidenceAsset
}

export type CreateEvidenceAssetResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateEvidenceAssetOutput }

/** Refusals that `createEvidenceAsset` declares; `code` tells them apart. */
export type CreateEvidenceAssetError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<400, 'invalid_json'>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<402, 'library_limit'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<413, 'payload_too_large', { readonly limit: number }>
  | EvidenceApiError<415, 'unsupported_media_type'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<502, 'upstream_failed'>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `GET /api/v1/evidence/library/:id`. */
export interface GetEvidenceAssetInput {
  /** Id of the asset */
  readonly id: string
}

/** The asset */
export type GetEvidenceAssetOutput = {
  readonly asset: EvidenceAsset
}

export type GetEvidenceAssetResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetEvidenceAssetOutput }

/** Refusals that `getEvidenceAsset` declares; `code` tells them apart. */
export type GetEvidenceAssetError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<404, 'not_found'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `PUT /api/v1/evidence/library/:id`. */
export interface UpdateEvidenceAssetInput {
  /** Id of the asset */
  readonly id: string
  /** What kind of evidence it is */
  readonly type?: 'case_study' | 'customer_quote' | 'expert_quote' | 'original_visual' | 'proprietary_data' | 'first_hand_experience' | 'technical_diagram' | 'research_finding' | undefined
  readonly title?: string | undefined
  /** Opaque: any members */
  readonly content?: { readonly [key: string]: unknown } | undefined
  /** What it touches */
  readonly domains?: readonly ('medical' | 'legal' | 'financial' | 'technology' | 'marketing' | 'business' | 'education' | 'health_wellness' | 'food' | 'food_science' | 'food_regulation' | 'ecommerce' | 'real_estate' | 'automotive' | 'general')[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly qualityScore?: number | null | undefined
  readonly verificationStatus?: 'verified' | 'unverified' | 'pending' | 'disputed' | undefined
  readonly authorName?: string | null | undefined
  readonly authorBio?: string | null | undefined
  readonly sourceUrl?: string | null | undefined
}

/** The asset as it is now */
export type UpdateEvidenceAssetOutput = {
  readonly asset: EvidenceAsset
}

export type UpdateEvidenceAssetResponse = { readonly status: 200; readonly headers: Headers; readonly body: UpdateEvidenceAssetOutput }

/** Refusals that `updateEvidenceAsset` declares; `code` tells them apart. */
export type UpdateEvidenceAssetError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<400, 'invalid_json'>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<404, 'not_found'>
  | EvidenceApiError<413, 'payload_too_large', { readonly limit: number }>
  | EvidenceApiError<415, 'unsupported_media_type'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<502, 'upstream_failed'>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `DELETE /api/v1/evidence/library/:id`. */
export interface DeleteEvidenceAssetInput {
  /** Id of the asset */
  readonly id: string
}

/** It is gone */
export type DeleteEvidenceAssetOutput = {
  readonly id: string
  readonly deleted: true
}

export type DeleteEvidenceAssetResponse = { readonly status: 200; readonly headers: Headers; readonly body: DeleteEvidenceAssetOutput }

/** Refusals that `deleteEvidenceAsset` declares; `code` tells them apart. */
export type DeleteEvidenceAssetError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<404, 'not_found'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<502, 'upstream_failed'>
  | EvidenceApiError<503, 'unavailable'>

/** Input of `POST /api/v1/evidence/library/import`. */
export interface ImportEvidenceAssetsInput {
  /** Assets as the library takes them */
  readonly assets?: readonly unknown[] | undefined
  /** The same as CSV (RFC 4180), at most 1,000 rows */
  readonly csv?: string | undefined
}

/** What became of each row */
export type ImportEvidenceAssetsOutput = {
  readonly added: number
  /** Rows that are invalid, or for which there is no room */
  readonly refused: number
  readonly rows: readonly ImportedEvidenceRow[]
}

export type ImportEvidenceAssetsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ImportEvidenceAssetsOutput }

/** Refusals that `importEvidenceAssets` declares; `code` tells them apart. */
export type ImportEvidenceAssetsError =
  | EvidenceApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | EvidenceApiError<400, 'invalid_json'>
  | EvidenceApiError<401, 'unauthenticated'>
  | EvidenceApiError<403, 'forbidden'>
  | EvidenceApiError<413, 'payload_too_large', { readonly limit: number }>
  | EvidenceApiError<415, 'unsupported_media_type'>
  | EvidenceApiError<429, 'rate_limited'>
  | EvidenceApiError<500, 'internal', { readonly request_id: string }>
  | EvidenceApiError<502, 'upstream_failed'>
  | EvidenceApiError<503, 'unavailable'>

/** The routes of evidence. */
export interface EvidenceClient {
  /**
   * Check a text.
   * Checks a text by a policy, without a model: the same text and policy give the same answer. Takes one
   * validation of the cycle; the same again within an hour is the same validation and takes none. `policyVersion`
   * is the id of a policy, or `id@version`.
   * `POST /api/v1/evidence/validate`, retried after transient failures.
   * Authority: scope:evidence:run. Errors: invalid_input (400), invalid_json (400), unknown_policy_version (400),
   * unauthenticated (401), forbidden (403), payload_too_large (413), unsupported_media_type (415),
   * evidence_validation_quota_exceeded (429), rate_limited (429), internal (500), unavailable (503).
   */
  readonly validateEvidence: {
    (input: ValidateEvidenceInput, options?: EvidenceCallOptions): Promise<ValidateEvidenceOutput>
    /** The same with status and headers. */
    withResponse(input: ValidateEvidenceInput, options?: EvidenceCallOptions): Promise<ValidateEvidenceResponse>
  }

  /**
   * List policies.
   * Policies by which texts are checked: those of Signet, the default first, then those of the organisation by id,
   * newest version first. A version never changes.
   * `GET /api/v1/evidence/policies`, retried after transient failures.
   * Authority: scope:evidence:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listEvidencePolicies: {
    (input?: ListEvidencePoliciesInput, options?: EvidenceCallOptions): Promise<ListEvidencePoliciesOutput>
    /** The same with status and headers. */
    withResponse(input?: ListEvidencePoliciesInput, options?: EvidenceCallOptions): Promise<ListEvidencePoliciesResponse>
  }

  /**
   * A policy with its detectors.
   * The whole policy, so that anybody can make a verdict again: `id` is the newest version, `id@version` that one.
   * A policy of another organisation is answered like none.
   * `GET /api/v1/evidence/policies/:id`, retried after transient failures.
   * Authority: scope:evidence:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getEvidencePolicy: {
    (input: GetEvidencePolicyInput, options?: EvidenceCallOptions): Promise<GetEvidencePolicyOutput>
    /** The same with status and headers. */
    withResponse(input: GetEvidencePolicyInput, options?: EvidenceCallOptions): Promise<GetEvidencePolicyResponse>
  }

  /**
   * Keep a version of a policy.
   * Keeps a policy of the organisation under an id of its own, for plans Pro and Team. A version never changes and
   * stays for ever, because verdicts and receipts name it: the same again answers 200, another content needs
   * another version. An organisation keeps 20 versions; the limit holds exactly, however many are sent at once.
   * `PUT /api/v1/evidence/policies/:id`, retried after transient failures.
   * Authority: scope:evidence:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * evidence_policy_requires_pro (402), forbidden (403), policy_id_reserved (409), policy_limit (409),
   * policy_version_taken (409), payload_too_large (413), unsupported_media_type (415), rate_limited (429),
   * internal (500), unavailable (503).
   */
  readonly putEvidencePolicy: {
    (input: PutEvidencePolicyInput, options?: EvidenceCallOptions): Promise<PutEvidencePolicyOutput>
    /** The same with status and headers. */
    withResponse(input: PutEvidencePolicyInput, options?: EvidenceCallOptions): Promise<PutEvidencePolicyResponse>
  }

  /**
   * List validations.
   * Validations of the tenant that were counted, newest first. Contents are not kept; their hashes are.
   * `GET /api/v1/evidence/validations`, retried after transient failures.
   * Authority: scope:evidence:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listEvidenceValidations: {
    (input?: ListEvidenceValidationsInput, options?: EvidenceCallOptions): Promise<ListEvidenceValidationsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListEvidenceValidationsInput, options?: EvidenceCallOptions): Promise<ListEvidenceValidationsResponse>
  }
  /** The items of all pages of `listEvidenceValidations`, from the cursor of the input on. */
  readonly listEvidenceValidationsAll: (input?: ListEvidenceValidationsInput, options?: EvidenceCallOptions) => AsyncIterable<CountedEvidenceValidation>

  /**
   * Fill the gaps of a text.
   * Revises a text until a policy finds no gap, with evidence of the library: assets are put in with who says it,
   * and a language model, where one is configured, works them in; without one, rules do. Nothing stands in the
   * revision that neither the text nor an asset says: whatever a model makes up is refused. A request spends at
   * most 0.25 USD on models. Takes one gap-fill of the cycle, which every answer but 200 gives back; a text
   * without gaps is answered at once. With `Prefer: respond-async` the answer is 202 and the work goes on by
   * itself.
   * `POST /api/v1/evidence/gap-fill`, retried after transient failures.
   * Authority: scope:evidence:run. Errors: empty_library (400), invalid_input (400), invalid_json (400),
   * unknown_policy_version (400), unauthenticated (401), evidence_gap_fill_requires_pro (402), forbidden (403),
   * idempotency_in_progress (409), payload_too_large (413), unsupported_media_type (415), idempotency_mismatch
   * (422), evidence_gap_fill_quota_exceeded (429), evidence_gap_fill_rate_limited (429), rate_limited (429),
   * internal (500), asset_match_failed (502), gap_fill_persist_failed (502), llm_failed (502), unavailable (503).
   */
  readonly fillEvidenceGaps: {
    (input: FillEvidenceGapsInput, options?: EvidenceCallOptions): Promise<FillEvidenceGapsOutput>
    /** The same with status and headers. */
    withResponse(input: FillEvidenceGapsInput, options?: EvidenceCallOptions): Promise<FillEvidenceGapsResponse>
  }

  /**
   * A gap-fill that runs by itself.
   * How far a gap-fill is that was asked for with `Prefer: respond-async`, and its result. Kept for 7 days.
   * `GET /api/v1/evidence/gap-fills/:id`, retried after transient failures.
   * Authority: scope:evidence:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getEvidenceGapFill: {
    (input: GetEvidenceGapFillInput, options?: EvidenceCallOptions): Promise<GetEvidenceGapFillOutput>
    /** The same with status and headers. */
    withResponse(input: GetEvidenceGapFillInput, options?: EvidenceCallOptions): Promise<GetEvidenceGapFillResponse>
  }

  /**
   * List gap-fills.
   * Gap-fills of the tenant, newest first: their logs and hashes, without the texts.
   * `GET /api/v1/evidence/gap-fills`, retried after transient failures.
   * Authority: scope:evidence:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listEvidenceGapFills: {
    (input?: ListEvidenceGapFillsInput, options?: EvidenceCallOptions): Promise<ListEvidenceGapFillsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListEvidenceGapFillsInput, options?: EvidenceCallOptions): Promise<ListEvidenceGapFillsResponse>
  }
  /** The items of all pages of `listEvidenceGapFills`, from the cursor of the input on. */
  readonly listEvidenceGapFillsAll: (input?: ListEvidenceGapFillsInput, options?: EvidenceCallOptions) => AsyncIterable<KeptEvidenceGapFill>

  /**
   * Attest a text.
   * Checks a text, has its gaps attacked and mended, fills them from the library where that is asked for, checks
   * it again and issues a signed receipt that names policy, score and hashes. `publicPayload` is shown to
   * everybody who verifies it. Takes one validation of the cycle, and one gap-fill with `runGapFill`; every answer
   * but 201 gives them back. The same request again within 24 hours, by its Idempotency-Key or else by all its
   * members, has the same receipt and takes nothing.
   * `POST /api/v1/evidence/attest`, retried after transient failures.
   * Authority: scope:evidence:run. Errors: invalid_approved_plan (400), invalid_input (400), invalid_json (400),
   * invalid_public_payload (400), unknown_policy_version (400), unauthenticated (401),
   * evidence_attest_pro_required (402), forbidden (403), idempotency_in_progress (409), receipt_conflict (409),
   * payload_too_large (413), public_payload_too_large (413), unsupported_media_type (415), idempotency_mismatch
   * (422), evidence_attest_rate_limited (429), evidence_gap_fills_quota_exceeded (429),
   * evidence_validations_quota_exceeded (429), rate_limited (429), internal (500), attest_critique_bailed (502),
   * attest_failed (502), unavailable (503).
   */
  readonly attestEvidence: {
    (input: AttestEvidenceInput, options?: EvidenceCallOptions): Promise<AttestEvidenceOutput>
    /** The same with status and headers. */
    withResponse(input: AttestEvidenceInput, options?: EvidenceCallOptions): Promise<AttestEvidenceResponse>
  }

  /**
   * The attack log of a receipt.
   * What a text was attacked for before it was attested, and what came of it. Private to the tenant.
   * `GET /api/v1/evidence/attestations/:hash`, retried after transient failures.
   * Authority: scope:evidence:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getEvidenceCritique: {
    (input: GetEvidenceCritiqueInput, options?: EvidenceCallOptions): Promise<GetEvidenceCritiqueOutput>
    /** The same with status and headers. */
    withResponse(input: GetEvidenceCritiqueInput, options?: EvidenceCallOptions): Promise<GetEvidenceCritiqueResponse>
  }

  /**
   * List the library of evidence.
   * Assets of the tenant, newest first. `q` finds those in whose title, tags, author, source or content each of
   * its words stands, in any case. A page ends early where its assets are larger than 4 MB together.
   * `GET /api/v1/evidence/library`, retried after transient failures.
   * Authority: scope:evidence:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listEvidenceAssets: {
    (input?: ListEvidenceAssetsInput, options?: EvidenceCallOptions): Promise<ListEvidenceAssetsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListEvidenceAssetsInput, options?: EvidenceCallOptions): Promise<ListEvidenceAssetsResponse>
  }
  /** The items of all pages of `listEvidenceAssets`, from the cursor of the input on. */
  readonly listEvidenceAssetsAll: (input?: ListEvidenceAssetsInput, options?: EvidenceCallOptions) => AsyncIterable<EvidenceAsset>

  /**
   * Add to the library of evidence.
   * Keeps an asset for the tenant. Plan Free holds none, Pro and Team 50; the limit holds exactly, however many
   * are added at once.
   * `POST /api/v1/evidence/library`.
   * Authority: scope:evidence:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * library_limit (402), forbidden (403), payload_too_large (413), unsupported_media_type (415), rate_limited
   * (429), internal (500), upstream_failed (502), unavailable (503).
   */
  readonly createEvidenceAsset: {
    (input: CreateEvidenceAssetInput, options?: EvidenceCallOptions): Promise<CreateEvidenceAssetOutput>
    /** The same with status and headers. */
    withResponse(input: CreateEvidenceAssetInput, options?: EvidenceCallOptions): Promise<CreateEvidenceAssetResponse>
  }

  /**
   * An asset of the library.
   * The asset as it stands. One of another tenant is answered like none.
   * `GET /api/v1/evidence/library/:id`, retried after transient failures.
   * Authority: scope:evidence:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getEvidenceAsset: {
    (input: GetEvidenceAssetInput, options?: EvidenceCallOptions): Promise<GetEvidenceAssetOutput>
    /** The same with status and headers. */
    withResponse(input: GetEvidenceAssetInput, options?: EvidenceCallOptions): Promise<GetEvidenceAssetResponse>
  }

  /**
   * Change an asset of the library.
   * Replaces the members that are given, all in one write; `updatedAt` is new each time.
   * `PUT /api/v1/evidence/library/:id`, retried after transient failures.
   * Authority: scope:evidence:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), payload_too_large (413), unsupported_media_type (415), rate_limited (429),
   * internal (500), upstream_failed (502), unavailable (503).
   */
  readonly updateEvidenceAsset: {
    (input: UpdateEvidenceAssetInput, options?: EvidenceCallOptions): Promise<UpdateEvidenceAssetOutput>
    /** The same with status and headers. */
    withResponse(input: UpdateEvidenceAssetInput, options?: EvidenceCallOptions): Promise<UpdateEvidenceAssetResponse>
  }

  /**
   * Remove an asset from the library.
   * Removes it at once and for good, and makes room for another.
   * `DELETE /api/v1/evidence/library/:id`.
   * Authority: scope:evidence:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), rate_limited (429), internal (500), upstream_failed (502), unavailable (503).
   */
  readonly deleteEvidenceAsset: {
    (input: DeleteEvidenceAssetInput, options?: EvidenceCallOptions): Promise<DeleteEvidenceAssetOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteEvidenceAssetInput, options?: EvidenceCallOptions): Promise<DeleteEvidenceAssetResponse>
  }

  /**
   * Add many to the library of evidence.
   * Adds assets, as `assets` or as `csv`: exactly one of them. Each row stands alone: what is wrong with one keeps
   * no other out. What the library has already is not added again, so that the same import can be sent again after
   * a failure. The first row of CSV names members of an asset; domains and tags are separated by `;`, `content` is
   * a JSON object or plain text, which becomes `{text}`, and an empty cell is left out.
   * `POST /api/v1/evidence/library/import`, retried after transient failures.
   * Authority: scope:evidence:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500),
   * upstream_failed (502), unavailable (503).
   */
  readonly importEvidenceAssets: {
    (input?: ImportEvidenceAssetsInput, options?: EvidenceCallOptions): Promise<ImportEvidenceAssetsOutput>
    /** The same with status and headers. */
    withResponse(input?: ImportEvidenceAssetsInput, options?: EvidenceCallOptions): Promise<ImportEvidenceAssetsResponse>
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
  options: EvidenceClientOptions,
  operation: Operation,
  input: Input,
  call: EvidenceCallOptions,
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

const requestOf = (options: EvidenceClientOptions, operation: Operation, input: Input, call: EvidenceCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): EvidenceApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new EvidenceApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new EvidenceApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | EvidenceApiError> => {
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
  options: EvidenceClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | EvidenceApiError | EvidenceNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof EvidenceApiError) return cause
    return new EvidenceNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: EvidenceApiError | EvidenceNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof EvidenceApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: EvidenceClientOptions,
  operation: Operation,
  input: Input,
  call: EvidenceCallOptions,
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
    const isTransient = result instanceof EvidenceNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: EvidenceClientOptions,
  operation: Operation,
  input: Input,
  call: EvidenceCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new EvidenceTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: EvidenceClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: EvidenceCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: EvidenceCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: EvidenceCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: EvidenceCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: EvidenceCallOptions | undefined,
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
  validateEvidence: {
    name: 'validateEvidence',
    method: 'POST',
    path: '/api/v1/evidence/validate',
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
    errors: { invalid_input: 400, invalid_json: 400, unknown_policy_version: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, evidence_validation_quota_exceeded: 429, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listEvidencePolicies: {
    name: 'listEvidencePolicies',
    method: 'GET',
    path: '/api/v1/evidence/policies',
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
  getEvidencePolicy: {
    name: 'getEvidencePolicy',
    method: 'GET',
    path: '/api/v1/evidence/policies/{id}',
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
  putEvidencePolicy: {
    name: 'putEvidencePolicy',
    method: 'PUT',
    path: '/api/v1/evidence/policies/{id}',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, evidence_policy_requires_pro: 402, forbidden: 403, policy_id_reserved: 409, policy_limit: 409, policy_version_taken: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listEvidenceValidations: {
    name: 'listEvidenceValidations',
    method: 'GET',
    path: '/api/v1/evidence/validations',
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
  fillEvidenceGaps: {
    name: 'fillEvidenceGaps',
    method: 'POST',
    path: '/api/v1/evidence/gap-fill',
    query: [],
    headers: ['idempotency-key', 'prefer'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: true,
    statuses: [200, 202],
    json: [200, 202],
    isRaw: false,
    errors: { empty_library: 400, invalid_input: 400, invalid_json: 400, unknown_policy_version: 400, unauthenticated: 401, evidence_gap_fill_requires_pro: 402, forbidden: 403, idempotency_in_progress: 409, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, evidence_gap_fill_quota_exceeded: 429, evidence_gap_fill_rate_limited: 429, rate_limited: 429, internal: 500, asset_match_failed: 502, gap_fill_persist_failed: 502, llm_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  getEvidenceGapFill: {
    name: 'getEvidenceGapFill',
    method: 'GET',
    path: '/api/v1/evidence/gap-fills/{id}',
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
  listEvidenceGapFills: {
    name: 'listEvidenceGapFills',
    method: 'GET',
    path: '/api/v1/evidence/gap-fills',
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
  attestEvidence: {
    name: 'attestEvidence',
    method: 'POST',
    path: '/api/v1/evidence/attest',
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
    errors: { invalid_approved_plan: 400, invalid_input: 400, invalid_json: 400, invalid_public_payload: 400, unknown_policy_version: 400, unauthenticated: 401, evidence_attest_pro_required: 402, forbidden: 403, idempotency_in_progress: 409, receipt_conflict: 409, payload_too_large: 413, public_payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, evidence_attest_rate_limited: 429, evidence_gap_fills_quota_exceeded: 429, evidence_validations_quota_exceeded: 429, rate_limited: 429, internal: 500, attest_critique_bailed: 502, attest_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  getEvidenceCritique: {
    name: 'getEvidenceCritique',
    method: 'GET',
    path: '/api/v1/evidence/attestations/{hash}',
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
  listEvidenceAssets: {
    name: 'listEvidenceAssets',
    method: 'GET',
    path: '/api/v1/evidence/library',
    query: ['type', 'domain', 'q', 'limit', 'cursor'],
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
  createEvidenceAsset: {
    name: 'createEvidenceAsset',
    method: 'POST',
    path: '/api/v1/evidence/library',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, library_limit: 402, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  getEvidenceAsset: {
    name: 'getEvidenceAsset',
    method: 'GET',
    path: '/api/v1/evidence/library/{id}',
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
  updateEvidenceAsset: {
    name: 'updateEvidenceAsset',
    method: 'PUT',
    path: '/api/v1/evidence/library/{id}',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  deleteEvidenceAsset: {
    name: 'deleteEvidenceAsset',
    method: 'DELETE',
    path: '/api/v1/evidence/library/{id}',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  importEvidenceAssets: {
    name: 'importEvidenceAssets',
    method: 'POST',
    path: '/api/v1/evidence/library/import',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface EvidenceErrors {
  readonly validateEvidence: ValidateEvidenceError
  readonly listEvidencePolicies: ListEvidencePoliciesError
  readonly getEvidencePolicy: GetEvidencePolicyError
  readonly putEvidencePolicy: PutEvidencePolicyError
  readonly listEvidenceValidations: ListEvidenceValidationsError
  readonly fillEvidenceGaps: FillEvidenceGapsError
  readonly getEvidenceGapFill: GetEvidenceGapFillError
  readonly listEvidenceGapFills: ListEvidenceGapFillsError
  readonly attestEvidence: AttestEvidenceError
  readonly getEvidenceCritique: GetEvidenceCritiqueError
  readonly listEvidenceAssets: ListEvidenceAssetsError
  readonly createEvidenceAsset: CreateEvidenceAssetError
  readonly getEvidenceAsset: GetEvidenceAssetError
  readonly updateEvidenceAsset: UpdateEvidenceAssetError
  readonly deleteEvidenceAsset: DeleteEvidenceAssetError
  readonly importEvidenceAssets: ImportEvidenceAssetsError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isEvidenceError = <Name extends keyof EvidenceErrors>(
  operation: Name,
  error: unknown,
): error is EvidenceErrors[Name] => {
  if (!(error instanceof EvidenceApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of evidence: methods can be taken off it, and it keeps no connection of its own. */
export const createEvidenceClient = (options: EvidenceClientOptions): EvidenceClient => {
  return {
    validateEvidence: method<ValidateEvidenceOutput, ValidateEvidenceResponse>(options, operations.validateEvidence),
    listEvidencePolicies: method<ListEvidencePoliciesOutput, ListEvidencePoliciesResponse>(options, operations.listEvidencePolicies),
    getEvidencePolicy: method<GetEvidencePolicyOutput, GetEvidencePolicyResponse>(options, operations.getEvidencePolicy),
    putEvidencePolicy: method<PutEvidencePolicyOutput, PutEvidencePolicyResponse>(options, operations.putEvidencePolicy),
    listEvidenceValidations: method<ListEvidenceValidationsOutput, ListEvidenceValidationsResponse>(options, operations.listEvidenceValidations),
    listEvidenceValidationsAll: (input, call) =>
      pages(method(options, operations.listEvidenceValidations), input, call, 'validations', 'nextCursor'),
    fillEvidenceGaps: method<FillEvidenceGapsOutput, FillEvidenceGapsResponse>(options, operations.fillEvidenceGaps),
    getEvidenceGapFill: method<GetEvidenceGapFillOutput, GetEvidenceGapFillResponse>(options, operations.getEvidenceGapFill),
    listEvidenceGapFills: method<ListEvidenceGapFillsOutput, ListEvidenceGapFillsResponse>(options, operations.listEvidenceGapFills),
    listEvidenceGapFillsAll: (input, call) =>
      pages(method(options, operations.listEvidenceGapFills), input, call, 'gapFills', 'nextCursor'),
    attestEvidence: method<AttestEvidenceOutput, AttestEvidenceResponse>(options, operations.attestEvidence),
    getEvidenceCritique: method<GetEvidenceCritiqueOutput, GetEvidenceCritiqueResponse>(options, operations.getEvidenceCritique),
    listEvidenceAssets: method<ListEvidenceAssetsOutput, ListEvidenceAssetsResponse>(options, operations.listEvidenceAssets),
    listEvidenceAssetsAll: (input, call) =>
      pages(method(options, operations.listEvidenceAssets), input, call, 'assets', 'nextCursor'),
    createEvidenceAsset: method<CreateEvidenceAssetOutput, CreateEvidenceAssetResponse>(options, operations.createEvidenceAsset),
    getEvidenceAsset: method<GetEvidenceAssetOutput, GetEvidenceAssetResponse>(options, operations.getEvidenceAsset),
    updateEvidenceAsset: method<UpdateEvidenceAssetOutput, UpdateEvidenceAssetResponse>(options, operations.updateEvidenceAsset),
    deleteEvidenceAsset: method<DeleteEvidenceAssetOutput, DeleteEvidenceAssetResponse>(options, operations.deleteEvidenceAsset),
    importEvidenceAssets: method<ImportEvidenceAssetsOutput, ImportEvidenceAssetsResponse>(options, operations.importEvidenceAssets),
  }
}
