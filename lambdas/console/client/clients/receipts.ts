// Made from the contract "receipts" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface ListedReceipt {
  readonly hash: string
  readonly kind: string
  /** Place in the chain of the organisation, from 1 */
  readonly seq: number
  /** SHA-256 of what it is about */
  readonly subject: string
  /** The same in words of its owner, such as the id of a job */
  readonly ref: string | null
  readonly issuedAt: string
  readonly claimsVisibility: 'public' | 'private'
  readonly verifyUrl: string
  /** What became of it */
  readonly state: 'active' | 'withdrawn' | 'superseded'
  /** Whether the log has it; false: it will be there within minutes */
  readonly logged: boolean
}

export interface Receipt {
  readonly hash: string
  readonly kind: string
  /** Place in the chain of the organisation, from 1 */
  readonly seq: number
  /** SHA-256 of what it is about */
  readonly subject: string
  /** The same in words of its owner, such as the id of a job */
  readonly ref: string | null
  readonly issuedAt: string
  readonly claimsVisibility: 'public' | 'private'
  readonly verifyUrl: string
  /** What became of it */
  readonly state: 'active' | 'withdrawn' | 'superseded'
  /** Whether the log has it; false: it will be there within minutes */
  readonly logged: boolean
  readonly envelope: ReceiptEnvelope
  /** Public claims, which the receipt names by their digest */
  readonly claims?: unknown
  /** What proves private claims; absent once what they describe is gone */
  readonly opening?: {
    readonly salt: string
    readonly claims: unknown
  } | undefined
  /** Its place in the log; null: it will be there within minutes */
  readonly log: {
    readonly year: string
    readonly index: number
  } | null
  readonly status: ReceiptStatus
}

export interface ReceiptEnvelope {
  /** The body in base64 */
  readonly payload: string
  readonly payloadType: string
  readonly signatures: readonly {
    readonly keyid: string
    readonly sig: string
  }[]
}

export interface ReceiptStatus {
  readonly state: 'active' | 'withdrawn' | 'superseded'
  readonly at: string | null
  readonly reason: string | null
  /** Hash of the receipt that withdraws it, or that stands in its place */
  readonly by: string | null
}

export interface ReceiptKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  /** RFC 7638 thumbprint */
  readonly kid: string
  readonly use: 'sig'
  readonly alg: 'Ed25519'
  readonly purpose: 'receipt' | 'log'
  readonly status: 'active' | 'retired' | 'revoked'
  readonly valid_from: string
  readonly valid_until?: string | undefined
  readonly revoked_at?: string | undefined
}

export interface ReceiptsClientOptions {
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

export interface ReceiptsCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface ReceiptsErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class ReceiptsApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'ReceiptsApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: ReceiptsErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: ReceiptsErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class ReceiptsNetworkError extends Error {
  override readonly name: string = 'ReceiptsNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class ReceiptsTimeoutError extends Error {
  override readonly name: string = 'ReceiptsTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `GET /api/receipts`. */
export interface ListReceiptsInput {
  /** What the receipt is about */
  readonly kind?: 'evidence.publish' | 'agent.run' | 'ciso.intake' | 'flow' | 'grader.run' | 'reading' | 'image' | 'receipt.withdraw' | 'key.event' | 'ledger.statement' | 'flags.audit' | 'archive.import' | 'trust.acceptance' | undefined
  /** SHA-256 of what they are about */
  readonly subject?: string | undefined
  /** Issued then or later */
  readonly from?: string | undefined
  /** Issued before then */
  readonly until?: string | undefined
  /**
   * Receipts a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
}

/** A page */
export type ListReceiptsOutput = {
  readonly receipts: readonly ListedReceipt[]
  readonly next_cursor: string | null
}

export type ListReceiptsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListReceiptsOutput }

/** Refusals that `listReceipts` declares; `code` tells them apart. */
export type ListReceiptsError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<401, 'unauthenticated'>
  | ReceiptsApiError<403, 'forbidden'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** Input of `GET /api/receipts/:hash`. */
export interface GetReceiptInput {
  /** Hash of the receipt */
  readonly hash: string
}

/** The receipt */
export type GetReceiptOutput = Receipt

export type GetReceiptResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetReceiptOutput }

/** Refusals that `getReceipt` declares; `code` tells them apart. */
export type GetReceiptError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<401, 'unauthenticated'>
  | ReceiptsApiError<403, 'forbidden'>
  | ReceiptsApiError<404, 'not_found'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** Input of `POST /api/receipts/:hash/withdraw`. */
export interface WithdrawReceiptInput {
  /** Hash of the receipt */
  readonly hash: string
  /** Why, for everybody to read */
  readonly reason: string
  /** Hash of the receipt that stands in its place */
  readonly superseded_by?: string | undefined
}

/** It is withdrawn or superseded */
export type WithdrawReceiptOutput = {
  /** Hash of the receipt that says so */
  readonly hash: string
  readonly verifyUrl: string
  readonly status: ReceiptStatus
}

export type WithdrawReceiptResponse = { readonly status: 200; readonly headers: Headers; readonly body: WithdrawReceiptOutput }

/** Refusals that `withdrawReceipt` declares; `code` tells them apart. */
export type WithdrawReceiptError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<400, 'invalid_json'>
  | ReceiptsApiError<401, 'unauthenticated'>
  | ReceiptsApiError<403, 'forbidden'>
  | ReceiptsApiError<404, 'not_found'>
  | ReceiptsApiError<409, 'conflict'>
  | ReceiptsApiError<409, 'receipt_conflict'>
  | ReceiptsApiError<413, 'payload_too_large', { readonly limit: number }>
  | ReceiptsApiError<415, 'unsupported_media_type'>
  | ReceiptsApiError<422, 'unprocessable'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** Input of `GET /api/receipts/:hash/files/:form`. */
export interface DownloadReceiptInput {
  /** Hash of the receipt */
  readonly hash: string
  /** Which file */
  readonly form: 'zip' | 'dsse.json' | 'sigstore.json' | 'tlog-proof'
  /**
   * Whether the ZIP proves the private claims, too
   * Default: false
   */
  readonly opening?: boolean | undefined
}

/** The file */
export type DownloadReceiptOutput = Response

export type DownloadReceiptResponse = { readonly status: 200; readonly headers: Headers; readonly body: DownloadReceiptOutput }

/** Refusals that `downloadReceipt` declares; `code` tells them apart. */
export type DownloadReceiptError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<401, 'unauthenticated'>
  | ReceiptsApiError<403, 'forbidden'>
  | ReceiptsApiError<404, 'not_found'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** Input of `GET /verify/:receipt`. */
export interface VerifyReceiptPageInput {
  /** Hash of the receipt, with the ending of the form */
  readonly receipt: string
  /** text/html for the page */
  readonly accept?: string | undefined
  /** ETag of the copy that the client has */
  readonly 'if-none-match'?: string | undefined
}

/**
 * The receipt in this form
 * The copy of the client is current
 */
export type VerifyReceiptPageOutput = Response

export type VerifyReceiptPageResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Response }
  | { readonly status: 304; readonly headers: Headers; readonly body: Response }

/** Refusals that `verifyReceiptPage` declares; `code` tells them apart. */
export type VerifyReceiptPageError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<404, 'not_found'>
  | ReceiptsApiError<429, 'rate_limited'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** Input of `GET /.well-known/jwks.json`. */
export type ReadJwksInput = Readonly<Record<string, never>>

/** The keys */
export type ReadJwksOutput = {
  readonly keys: readonly ReceiptKey[]
}

export type ReadJwksResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadJwksOutput }

/** Refusals that `readJwks` declares; `code` tells them apart. */
export type ReadJwksError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<429, 'rate_limited'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** Input of `GET /.well-known/log-vkey`. */
export type ReadLogKeysInput = Readonly<Record<string, never>>

/** The keys */
export type ReadLogKeysOutput = Response

export type ReadLogKeysResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadLogKeysOutput }

/** Refusals that `readLogKeys` declares; `code` tells them apart. */
export type ReadLogKeysError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<429, 'rate_limited'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** Input of `GET /log/:year/checkpoint`. */
export interface ReadCheckpointInput {
  /** Year of the log */
  readonly year: string
}

/** The checkpoint */
export type ReadCheckpointOutput = Response

export type ReadCheckpointResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadCheckpointOutput }

/** Refusals that `readCheckpoint` declares; `code` tells them apart. */
export type ReadCheckpointError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<404, 'not_found'>
  | ReceiptsApiError<429, 'rate_limited'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** Input of `GET /log/:year/tile/:level/:a`. */
export interface ReadTileInput {
  /** Year of the log */
  readonly year: string
  /** Level of the tile */
  readonly level: string
  /** Part of the path of a tile */
  readonly a: string
}

/** The tile */
export type ReadTileOutput = Response

export type ReadTileResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadTileOutput }

/** Refusals that `readTile` declares; `code` tells them apart. */
export type ReadTileError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<404, 'not_found'>
  | ReceiptsApiError<429, 'rate_limited'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** Input of `GET /log/:year/tile/:level/:a/:b`. */
export interface ReadTileOfTwoPartsInput {
  /** Year of the log */
  readonly year: string
  /** Level of the tile */
  readonly level: string
  /** Part of the path of a tile */
  readonly a: string
  /** Part of the path of a tile */
  readonly b: string
}

/** The tile */
export type ReadTileOfTwoPartsOutput = Response

export type ReadTileOfTwoPartsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadTileOfTwoPartsOutput }

/** Refusals that `readTileOfTwoParts` declares; `code` tells them apart. */
export type ReadTileOfTwoPartsError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<404, 'not_found'>
  | ReceiptsApiError<429, 'rate_limited'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** Input of `GET /log/:year/tile/:level/:a/:b/:c`. */
export interface ReadTileOfThreePartsInput {
  /** Year of the log */
  readonly year: string
  /** Level of the tile */
  readonly level: string
  /** Part of the path of a tile */
  readonly a: string
  /** Part of the path of a tile */
  readonly b: string
  /** Part of the path of a tile */
  readonly c: string
}

/** The tile */
export type ReadTileOfThreePartsOutput = Response

export type ReadTileOfThreePartsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadTileOfThreePartsOutput }

/** Refusals that `readTileOfThreeParts` declares; `code` tells them apart. */
export type ReadTileOfThreePartsError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<404, 'not_found'>
  | ReceiptsApiError<429, 'rate_limited'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** Input of `GET /log/:year/tile/:level/:a/:b/:c/:d`. */
export interface ReadTileOfFourPartsInput {
  /** Year of the log */
  readonly year: string
  /** Level of the tile */
  readonly level: string
  /** Part of the path of a tile */
  readonly a: string
  /** Part of the path of a tile */
  readonly b: string
  /** Part of the path of a tile */
  readonly c: string
  /** Part of the path of a tile */
  readonly d: string
}

/** The tile */
export type ReadTileOfFourPartsOutput = Response

export type ReadTileOfFourPartsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReadTileOfFourPartsOutput }

/** Refusals that `readTileOfFourParts` declares; `code` tells them apart. */
export type ReadTileOfFourPartsError =
  | ReceiptsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ReceiptsApiError<404, 'not_found'>
  | ReceiptsApiError<429, 'rate_limited'>
  | ReceiptsApiError<500, 'internal', { readonly request_id: string }>
  | ReceiptsApiError<503, 'unavailable'>

/** The routes of receipts. */
export interface ReceiptsClient {
  /**
   * List receipts.
   * Receipts of the organisation, newest first.
   * `GET /api/receipts`, retried after transient failures.
   * Authority: scope:receipts:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly listReceipts: {
    (input?: ListReceiptsInput, options?: ReceiptsCallOptions): Promise<ListReceiptsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListReceiptsInput, options?: ReceiptsCallOptions): Promise<ListReceiptsResponse>
  }
  /** The items of all pages of `listReceipts`, from the cursor of the input on. */
  readonly listReceiptsAll: (input?: ListReceiptsInput, options?: ReceiptsCallOptions) => AsyncIterable<ListedReceipt>

  /**
   * A receipt.
   * The receipt as it was signed, with its claims: private ones with the salt that proves them, as long as what
   * they describe is there.
   * `GET /api/receipts/:hash`, retried after transient failures.
   * Authority: scope:receipts:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), unavailable (503).
   */
  readonly getReceipt: {
    (input: GetReceiptInput, options?: ReceiptsCallOptions): Promise<GetReceiptOutput>
    /** The same with status and headers. */
    withResponse(input: GetReceiptInput, options?: ReceiptsCallOptions): Promise<GetReceiptResponse>
  }

  /**
   * Withdraw a receipt.
   * Issues a receipt that takes this one back, or says which other one of the organisation stands in its place. It
   * stays valid, and whoever verifies it sees what became of it. The reason is public. The same request again
   * changes nothing.
   * `POST /api/receipts/:hash/withdraw`, retried after transient failures.
   * Authority: scope:receipts:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), conflict (409), receipt_conflict (409), payload_too_large (413),
   * unsupported_media_type (415), unprocessable (422), internal (500), unavailable (503).
   */
  readonly withdrawReceipt: {
    (input: WithdrawReceiptInput, options?: ReceiptsCallOptions): Promise<WithdrawReceiptOutput>
    /** The same with status and headers. */
    withResponse(input: WithdrawReceiptInput, options?: ReceiptsCallOptions): Promise<WithdrawReceiptResponse>
  }

  /**
   * Download a receipt.
   * A file to hand on, also of a private receipt: `zip` is all that a check without a network takes, `dsse.json`
   * the envelope, `sigstore.json` a bundle v0.3, `tlog-proof` the proof of the log. With `opening` the ZIP proves
   * the private claims to whoever gets it.
   * `GET /api/receipts/:hash/files/:form`, retried after transient failures.
   * Authority: scope:receipts:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), unavailable (503).
   */
  readonly downloadReceipt: {
    (input: DownloadReceiptInput, options?: ReceiptsCallOptions): Promise<DownloadReceiptOutput>
    /** The same with status and headers. */
    withResponse(input: DownloadReceiptInput, options?: ReceiptsCallOptions): Promise<DownloadReceiptResponse>
  }

  /**
   * Verify a receipt.
   * What anybody may know of a receipt, by its hash and the ending of its form: a page for browsers or JSON
   * (none), `.json`, `.dsse.json` (the envelope), `.sigstore.json` (a bundle v0.3), `.tlog-proof`
   * (c2sp.org/tlog-proof) and `.zip` (all that a check without a network takes). Of a private receipt there are
   * the checks, its kind and its time, and the other forms are not found: its owner hands them on.
   * `GET /verify/:receipt`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly verifyReceiptPage: {
    (input: VerifyReceiptPageInput, options?: ReceiptsCallOptions): Promise<VerifyReceiptPageOutput>
    /** The same with status and headers. */
    withResponse(input: VerifyReceiptPageInput, options?: ReceiptsCallOptions): Promise<VerifyReceiptPageResponse>
  }

  /**
   * Keys of receipts.
   * Every key that has signed receipts or their log, with the time for which it is trusted (RFC 7517, RFC 8037).
   * None is ever taken out.
   * `GET /.well-known/jwks.json`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), rate_limited (429), internal (500), unavailable (503).
   */
  readonly readJwks: {
    (input?: ReadJwksInput, options?: ReceiptsCallOptions): Promise<ReadJwksOutput>
    /** The same with status and headers. */
    withResponse(input?: ReadJwksInput, options?: ReceiptsCallOptions): Promise<ReadJwksResponse>
    /** The answer piece by piece, as the header accept asks for it; refusals are thrown as ever. */
    stream(input?: ReadJwksInput, options?: ReceiptsCallOptions): Promise<Response>
  }

  /**
   * Keys of the log and of its witness.
   * The keys of the logs of all years, the newest first, and of the witness that cosigned them, a line each
   * (c2sp.org/signed-note).
   * `GET /.well-known/log-vkey`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), rate_limited (429), internal (500), unavailable (503).
   */
  readonly readLogKeys: {
    (input?: ReadLogKeysInput, options?: ReceiptsCallOptions): Promise<ReadLogKeysOutput>
    /** The same with status and headers. */
    withResponse(input?: ReadLogKeysInput, options?: ReceiptsCallOptions): Promise<ReadLogKeysResponse>
  }

  /**
   * Checkpoint of the log.
   * Size and root of the log of a year, signed (c2sp.org/tlog-checkpoint).
   * `GET /log/:year/checkpoint`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readCheckpoint: {
    (input: ReadCheckpointInput, options?: ReceiptsCallOptions): Promise<ReadCheckpointOutput>
    /** The same with status and headers. */
    withResponse(input: ReadCheckpointInput, options?: ReceiptsCallOptions): Promise<ReadCheckpointResponse>
  }

  /**
   * Tile of the log.
   * Hashes of a part of the tree, or the entries themselves with `entries` as level (c2sp.org/tlog-tiles). It
   * never changes. An entry is the blinded hash of a receipt.
   * `GET /log/:year/tile/:level/:a`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTile: {
    (input: ReadTileInput, options?: ReceiptsCallOptions): Promise<ReadTileOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTileInput, options?: ReceiptsCallOptions): Promise<ReadTileResponse>
  }

  /**
   * Tile of the log.
   * Hashes of a part of the tree, or the entries themselves with `entries` as level (c2sp.org/tlog-tiles). It
   * never changes. An entry is the blinded hash of a receipt.
   * `GET /log/:year/tile/:level/:a/:b`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTileOfTwoParts: {
    (input: ReadTileOfTwoPartsInput, options?: ReceiptsCallOptions): Promise<ReadTileOfTwoPartsOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTileOfTwoPartsInput, options?: ReceiptsCallOptions): Promise<ReadTileOfTwoPartsResponse>
  }

  /**
   * Tile of the log.
   * Hashes of a part of the tree, or the entries themselves with `entries` as level (c2sp.org/tlog-tiles). It
   * never changes. An entry is the blinded hash of a receipt.
   * `GET /log/:year/tile/:level/:a/:b/:c`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTileOfThreeParts: {
    (input: ReadTileOfThreePartsInput, options?: ReceiptsCallOptions): Promise<ReadTileOfThreePartsOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTileOfThreePartsInput, options?: ReceiptsCallOptions): Promise<ReadTileOfThreePartsResponse>
  }

  /**
   * Tile of the log.
   * Hashes of a part of the tree, or the entries themselves with `entries` as level (c2sp.org/tlog-tiles). It
   * never changes. An entry is the blinded hash of a receipt.
   * `GET /log/:year/tile/:level/:a/:b/:c/:d`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), not_found (404), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly readTileOfFourParts: {
    (input: ReadTileOfFourPartsInput, options?: ReceiptsCallOptions): Promise<ReadTileOfFourPartsOutput>
    /** The same with status and headers. */
    withResponse(input: ReadTileOfFourPartsInput, options?: ReceiptsCallOptions): Promise<ReadTileOfFourPartsResponse>
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
  options: ReceiptsClientOptions,
  operation: Operation,
  input: Input,
  call: ReceiptsCallOptions,
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

const requestOf = (options: ReceiptsClientOptions, operation: Operation, input: Input, call: ReceiptsCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): ReceiptsApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new ReceiptsApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new ReceiptsApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | ReceiptsApiError> => {
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
  options: ReceiptsClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | ReceiptsApiError | ReceiptsNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof ReceiptsApiError) return cause
    return new ReceiptsNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: ReceiptsApiError | ReceiptsNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof ReceiptsApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: ReceiptsClientOptions,
  operation: Operation,
  input: Input,
  call: ReceiptsCallOptions,
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
    const isTransient = result instanceof ReceiptsNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: ReceiptsClientOptions,
  operation: Operation,
  input: Input,
  call: ReceiptsCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new ReceiptsTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: ReceiptsClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: ReceiptsCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: ReceiptsCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: ReceiptsCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: ReceiptsCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: ReceiptsCallOptions | undefined,
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
  listReceipts: {
    name: 'listReceipts',
    method: 'GET',
    path: '/api/receipts',
    query: ['kind', 'subject', 'from', 'until', 'limit', 'cursor'],
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
  getReceipt: {
    name: 'getReceipt',
    method: 'GET',
    path: '/api/receipts/{hash}',
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
  withdrawReceipt: {
    name: 'withdrawReceipt',
    method: 'POST',
    path: '/api/receipts/{hash}/withdraw',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, conflict: 409, receipt_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, unprocessable: 422, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  downloadReceipt: {
    name: 'downloadReceipt',
    method: 'GET',
    path: '/api/receipts/{hash}/files/{form}',
    query: ['opening'],
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  verifyReceiptPage: {
    name: 'verifyReceiptPage',
    method: 'GET',
    path: '/verify/{receipt}',
    query: [],
    headers: ['accept', 'if-none-match'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 304],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readJwks: {
    name: 'readJwks',
    method: 'GET',
    path: '/.well-known/jwks.json',
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
    errors: { invalid_input: 400, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  readLogKeys: {
    name: 'readLogKeys',
    method: 'GET',
    path: '/.well-known/log-vkey',
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
  readCheckpoint: {
    name: 'readCheckpoint',
    method: 'GET',
    path: '/log/{year}/checkpoint',
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
  readTile: {
    name: 'readTile',
    method: 'GET',
    path: '/log/{year}/tile/{level}/{a}',
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
  readTileOfTwoParts: {
    name: 'readTileOfTwoParts',
    method: 'GET',
    path: '/log/{year}/tile/{level}/{a}/{b}',
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
  readTileOfThreeParts: {
    name: 'readTileOfThreeParts',
    method: 'GET',
    path: '/log/{year}/tile/{level}/{a}/{b}/{c}',
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
  readTileOfFourParts: {
    name: 'readTileOfFourParts',
    method: 'GET',
    path: '/log/{year}/tile/{level}/{a}/{b}/{c}/{d}',
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
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface ReceiptsErrors {
  readonly listReceipts: ListReceiptsError
  readonly getReceipt: GetReceiptError
  readonly withdrawReceipt: WithdrawReceiptError
  readonly downloadReceipt: DownloadReceiptError
  readonly verifyReceiptPage: VerifyReceiptPageError
  readonly readJwks: ReadJwksError
  readonly readLogKeys: ReadLogKeysError
  readonly readCheckpoint: ReadCheckpointError
  readonly readTile: ReadTileError
  readonly readTileOfTwoParts: ReadTileOfTwoPartsError
  readonly readTileOfThreeParts: ReadTileOfThreePartsError
  readonly readTileOfFourParts: ReadTileOfFourPartsError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isReceiptsError = <Name extends keyof ReceiptsErrors>(
  operation: Name,
  error: unknown,
): error is ReceiptsErrors[Name] => {
  if (!(error instanceof ReceiptsApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of receipts: methods can be taken off it, and it keeps no connection of its own. */
export const createReceiptsClient = (options: ReceiptsClientOptions): ReceiptsClient => {
  return {
    listReceipts: method<ListReceiptsOutput, ListReceiptsResponse>(options, operations.listReceipts),
    listReceiptsAll: (input, call) =>
      pages(method(options, operations.listReceipts), input, call, 'receipts', 'next_cursor'),
    getReceipt: method<GetReceiptOutput, GetReceiptResponse>(options, operations.getReceipt),
    withdrawReceipt: method<WithdrawReceiptOutput, WithdrawReceiptResponse>(options, operations.withdrawReceipt),
    downloadReceipt: method<DownloadReceiptOutput, DownloadReceiptResponse>(options, operations.downloadReceipt),
    verifyReceiptPage: method<VerifyReceiptPageOutput, VerifyReceiptPageResponse>(options, operations.verifyReceiptPage),
    readJwks: method<ReadJwksOutput, ReadJwksResponse>(options, operations.readJwks),
    readLogKeys: method<ReadLogKeysOutput, ReadLogKeysResponse>(options, operations.readLogKeys),
    readCheckpoint: method<ReadCheckpointOutput, ReadCheckpointResponse>(options, operations.readCheckpoint),
    readTile: method<ReadTileOutput, ReadTileResponse>(options, operations.readTile),
    readTileOfTwoParts: method<ReadTileOfTwoPartsOutput, ReadTileOfTwoPartsResponse>(options, operations.readTileOfTwoParts),
    readTileOfThreeParts: method<ReadTileOfThreePartsOutput, ReadTileOfThreePartsResponse>(options, operations.readTileOfThreeParts),
    readTileOfFourParts: method<ReadTileOfFourPartsOutput, ReadTileOfFourPartsResponse>(options, operations.readTileOfFourParts),
  }
}
