// Made from the contract "archive" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface ArchiveKey {
  readonly id: string
  /** A name to recognise the key */
  readonly name: string
  /** read; ingest: read and uploads; admin: ingest and keys */
  readonly scope: 'read' | 'ingest' | 'admin'
  /** Prefix of the key */
  readonly prefix: string
  readonly createdAt: string
  /** Expiry; null: it is valid until it is revoked */
  readonly expiresAt: string | null
}

export interface NewArchiveKey {
  readonly id: string
  /** A name to recognise the key */
  readonly name: string
  /** read; ingest: read and uploads; admin: ingest and keys */
  readonly scope: 'read' | 'ingest' | 'admin'
  /** Prefix of the key */
  readonly prefix: string
  readonly createdAt: string
  /** Expiry; null: it is valid until it is revoked */
  readonly expiresAt: string | null
  /** The key itself. It is shown only once and not stored */
  readonly key: string
}

/** Byte range of the conversation in the upload */
export interface ByteRange {
  readonly uploadId: string
  /** Which file of the upload, from 0; of a ZIP its members of conversations in order */
  readonly file: number
  /** First byte */
  readonly start: number
  /** Offset after its last byte */
  readonly end: number
}

export interface ConversationSummary {
  readonly id: string
  readonly title: string
  readonly vendor: 'chatgpt' | 'claude' | 'deepseek' | 'gemini' | 'grok' | 'librechat' | 'mistral' | 'open-webui' | 'perplexity' | 'thread'
  readonly model: string | null
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly messageCount: number
  /** Hash of its content; changes with each import that changes it */
  readonly version: string
  readonly byteRange: ByteRange
}

export interface SearchHit {
  /** Messages of the passage */
  readonly messageIds: readonly string[]
  /** other: an earlier version of a question or an answer */
  readonly branch: 'active' | 'other'
  readonly kind: 'messages' | 'attachment'
  readonly createdAt: string | null
  readonly score: number
  readonly snippet: {
    readonly text: string
    /** Matched words, as offsets in `text` */
    readonly highlights: readonly {
      readonly start: number
      /** Offset after its last character */
      readonly end: number
    }[]
  }
}

export interface SearchResult {
  readonly conversation: ConversationSummary
  /**
   * Score of its best passage: the cosine of query and passage if the embedding is semantic, otherwise the share
   * of the best possible match of the words. Results are ordered by rank; a score is never above that of the
   * result before it.
   */
  readonly score: number
  /** Its best passages */
  readonly hits: readonly SearchHit[]
}

export interface ConversationDetail {
  readonly id: string
  readonly title: string
  readonly vendor: 'chatgpt' | 'claude' | 'deepseek' | 'gemini' | 'grok' | 'librechat' | 'mistral' | 'open-webui' | 'perplexity' | 'thread'
  readonly model: string | null
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly messageCount: number
  /** Hash of its content; changes with each import that changes it */
  readonly version: string
  readonly byteRange: ByteRange
  readonly project?: string | undefined
  /** Custom instructions and memories that were in force */
  readonly instructions?: string | undefined
  /** Parents before their children */
  readonly messages: readonly {
    readonly id: string
    /** Parent message; null: none */
    readonly parentId: string | null
    readonly role: 'user' | 'assistant' | 'system' | 'tool'
    readonly author?: string | undefined
    readonly createdAt: string | null
    readonly model: string | null
    /** The vendor does not show it */
    readonly hidden: boolean
    /** other: an earlier version of a question or an answer */
    readonly branch: 'active' | 'other'
    readonly parts: readonly {
      readonly kind: 'text' | 'code' | 'canvas' | 'transcript' | 'attachment' | 'plain' | 'pointer' | 'reasoning' | 'web' | 'output' | 'tool' | 'unknown'
      readonly text: string
      readonly name?: string | undefined
      /** The vendor’s name for it */
      readonly type?: string | undefined
      /** The text is truncated: export the conversation */
      readonly truncated: boolean
    }[]
  }[]
  /** null: these are the last messages */
  readonly nextCursor: string | null
}

export interface ChatAnswer {
  readonly answer: string
  /**
   * Why there is no answer: nothing matches the question, the matches do not answer it, or no statement of the
   * answer could be verified. null: the question is answered
   */
  readonly refused: 'nothing_found' | 'not_in_archive' | 'unsupported' | null
  readonly citations: readonly Citation[]
  /** Steps of the answer; never the reasoning of an archived model */
  readonly reasoning: readonly ReasoningStep[]
  /** The question as searched, completed by the history */
  readonly question: string
  /** Exchanges of the history that were used: at most the last 4 */
  readonly historyUsed: number
  /** Tokens of the passages used */
  readonly contextTokens: number
  /** Generator of the answer; `extractive`: sentences of the archive, without a model */
  readonly model: string
}

export interface Citation {
  /** c1, c2 … in the order of the answer */
  readonly id: string
  readonly conversationId: string
  readonly title: string
  /** The messages of the passage that holds the quote */
  readonly messageIds: readonly string[]
  readonly createdAt: string | null
  /** Verified to occur in the passage word for word */
  readonly quote: string
  /** First character of `answer` that it supports */
  readonly answerStart: number
  /** Offset after the last character */
  readonly answerEnd: number
  /** How well the passage fits the question */
  readonly score: number
  /** other: an earlier version of a question or an answer */
  readonly branch: 'active' | 'other'
  readonly byteRange: ByteRange
}

export interface ReasoningStep {
  readonly step: 'question' | 'retrieval' | 'context' | 'answer' | 'verification'
  readonly detail: string
}

export interface NextPart {
  /** Number of the next part */
  readonly part: number
  /** Its exact size in bytes */
  readonly bytes: number
  /** Address to PUT its bytes, without a credential */
  readonly url: string
  /** Expiry of the address; then request a new one */
  readonly urlExpiresAt: string
}

export interface Upload {
  readonly id: string
  readonly name: string
  /** Of the whole file */
  readonly bytes: number
  /** created: no part is stored yet; expired: no more parts are accepted */
  readonly state: 'created' | 'uploading' | 'uploaded' | 'aborted' | 'expired'
  readonly createdAt: string
  /** It must be completed by then; null: it is complete */
  readonly expiresAt: string | null
  /** State of the import; null: not begun */
  readonly ingestion: 'queued' | 'detecting' | 'ingesting' | 'indexing' | 'completed' | 'completed_with_errors' | 'failed' | 'deleting' | null
}

export interface UploadStatus {
  readonly id: string
  readonly name: string
  /** Of the whole file */
  readonly bytes: number
  /** created: no part is stored yet; expired: no more parts are accepted */
  readonly state: 'created' | 'uploading' | 'uploaded' | 'aborted' | 'expired'
  readonly createdAt: string
  /** It must be completed by then; null: it is complete */
  readonly expiresAt: string | null
  /** State of the import; null: not begun */
  readonly ingestion: 'queued' | 'detecting' | 'ingesting' | 'indexing' | 'completed' | 'completed_with_errors' | 'failed' | 'deleting' | null
  /** Size of every part but the last; null: it was uploaded in one request */
  readonly partBytes: number | null
  /** Number of stored parts: continue with the next */
  readonly partsDone: number | null
  /** Bytes to read; more than `bytes` if a ZIP is unpacked */
  readonly bytesTotal: number
  readonly bytesDone: number
  /** Each item of the file is counted in exactly one member; together they are `seen` */
  readonly conversations: {
    readonly seen: number
    readonly ingested: number
    readonly unchanged: number
    readonly updated: number
    readonly empty: number
    readonly failed: number
    readonly oversize: number
    readonly unsupported: number
  }
  /** Time of the last checkpoint, from which a new worker continues */
  readonly lastCheckpoint: string | null
  /** The service has embedded what it may today: reading goes on then at the latest, where it stopped */
  readonly pausedUntil: string | null
  /** Estimate by the pace so far; null: unknown */
  readonly etaSeconds: number | null
  /** Why the upload, or one of its files, could not be read to its end */
  readonly failure: string | null
  /** The first items that could not be read */
  readonly errors: readonly {
    /** The file of a ZIP, or the upload itself */
    readonly file: string
    /** Which item of the file, from 0 */
    readonly index: number
    /** Its first byte */
    readonly start: number
    /** Offset after its last byte */
    readonly end: number
    /**
     * invalid_json, truncated, too_deep, oversize, unknown_shape, no_messages, unread_text; of what is left of a
     * file: too_many_attempts, not_storable
     */
    readonly code: string
  }[]
  /** Items that are whole and not understood, by the names of their members; the first of each */
  readonly unsupported: readonly {
    /** The file of a ZIP, or the upload itself */
    readonly file: string
    /** Which item of the file, from 0 */
    readonly index: number
    /** Its first byte */
    readonly start: number
    /** Offset after its last byte */
    readonly end: number
    /**
     * invalid_json, truncated, too_deep, oversize, unknown_shape, no_messages, unread_text; of what is left of a
     * file: too_many_attempts, not_storable
     */
    readonly code: string
    /** Names of members of the first such item */
    readonly keys: readonly string[]
    /** Items of this shape */
    readonly count: number
  }[]
}

export interface Stats {
  /** Each once, in its latest version */
  readonly conversations: number
  /** In all branches, without those that the vendor hides */
  readonly messages: number
  /** Passages in the index, including older versions not dropped yet */
  readonly windows: number
  readonly bytes: {
    /** Of the uploaded exports */
    readonly uploaded: number
    /** Of the stored conversations, compressed */
    readonly stored: number
  }
  /** Most first */
  readonly vendors: readonly {
    readonly vendor: 'chatgpt' | 'claude' | 'deepseek' | 'gemini' | 'grok' | 'librechat' | 'mistral' | 'open-webui' | 'perplexity' | 'thread'
    /** Number of its conversations */
    readonly conversations: number
  }[]
  /** Models of the answers, most frequent first; conversations without a model are not counted */
  readonly models: readonly {
    /** The vendor’s name for it */
    readonly model: string
    /** Number of its conversations */
    readonly conversations: number
  }[]
  /** By month of the beginning, oldest first; conversations without a date are not counted */
  readonly months: readonly {
    readonly month: string
    /** Number of its conversations */
    readonly conversations: number
  }[]
  /** Beginning of the first */
  readonly oldest: string | null
  /** Last change */
  readonly newest: string | null
  readonly imports: {
    /** Imports that were begun, at most a thousand */
    readonly total: number
    readonly underway: number
    /** Including those with errors in some items */
    readonly completed: number
    readonly failed: number
  }
  /** Time of the last count; null: not counted yet */
  readonly countedAt: string | null
  /**
   * Whether nothing has been imported or deleted since. Otherwise a new count is in progress: ask again in some
   * seconds
   */
  readonly fresh: boolean
  /** What the plan of the organisation allows, and what is used; beyond it 429 quota_exceeded */
  readonly quotas: {
    readonly plan: 'free' | 'pro' | 'team'
    /** Bytes of uploads, stored and begun */
    readonly bytes: {
      readonly used: number
      readonly limit: number
    }
    /** Tokens of texts embedded this month, by estimate */
    readonly embeddingTokens: {
      readonly used: number
      readonly limit: number
    }
    /** Questions this month, to the archive and to notebooks */
    readonly questions: {
      readonly used: number
      readonly limit: number
    }
    /** The month is that of UTC */
    readonly monthEndsAt: string
  }
  /**
   * surveyed: a pass over the conversations is in progress. After a change of the embedding model, or of the index
   * itself, it adds the missing ones. Until then they are found by words only, or not at all
   */
  readonly index: {
    readonly state: 'ready' | 'surveyed'
    /** Conversations counted so far */
    readonly surveyed: number
    /** Conversations that were indexed again */
    readonly added: number
  }
}

export interface Telemetry {
  /** Today first, each day once */
  readonly days: readonly TelemetryDay[]
  /** Of these days */
  readonly total: {
    /** Imports that were begun, without uploads deleted since */
    readonly imports: number
    /** Passages indexed */
    readonly windowsEmbedded: number
    /** Requests to the embedding model, including failed ones */
    readonly embeddingCalls: number
    /** Texts in them: passages and queries */
    readonly embeddingTexts: number
    /** Of the archive and of notebooks, including similar conversations */
    readonly searches: number
    /** To the archive and to notebooks */
    readonly questions: number
    /** Questions that the archive did not answer */
    readonly refusals: number
    /** Input tokens of the language model, by its own count; 0 without a model */
    readonly tokensIn: number
    /** Output tokens */
    readonly tokensOut: number
  }
  /** Present embedding model; `offline`: without a model, and without a price */
  readonly embeddingModel: string
  /** Present language model; `none`: sentences of the archive, without a price */
  readonly languageModel: string
}

export interface TelemetryDay {
  /** In UTC */
  readonly day: string
  /** Imports that were begun, without uploads deleted since */
  readonly imports: number
  /** Passages indexed */
  readonly windowsEmbedded: number
  /** Requests to the embedding model, including failed ones */
  readonly embeddingCalls: number
  /** Texts in them: passages and queries */
  readonly embeddingTexts: number
  /** Of the archive and of notebooks, including similar conversations */
  readonly searches: number
  /** To the archive and to notebooks */
  readonly questions: number
  /** Questions that the archive did not answer */
  readonly refusals: number
  /** Input tokens of the language model, by its own count; 0 without a model */
  readonly tokensIn: number
  /** Output tokens */
  readonly tokensOut: number
}

export interface ArchiveClientOptions {
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

export interface ArchiveCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface ArchiveErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class ArchiveApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'ArchiveApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: ArchiveErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: ArchiveErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class ArchiveNetworkError extends Error {
  override readonly name: string = 'ArchiveNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class ArchiveTimeoutError extends Error {
  override readonly name: string = 'ArchiveTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /api/auth/keys`. */
export interface CreateArchiveKeyInput {
  /** A name to recognise the key */
  readonly name: string
  /**
   * read; ingest: read and uploads; admin: ingest and keys
   * Default: "read"
   */
  readonly scope?: 'read' | 'ingest' | 'admin' | undefined
  /** Expiry */
  readonly expiresAt?: string | undefined
}

/** The key */
export type CreateArchiveKeyOutput = NewArchiveKey

export type CreateArchiveKeyResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateArchiveKeyOutput }

/** Refusals that `createArchiveKey` declares; `code` tells them apart. */
export type CreateArchiveKeyError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<400, 'invalid_json'>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<409, 'key_limit_reached'>
  | ArchiveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ArchiveApiError<415, 'unsupported_media_type'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `GET /api/auth/keys`. */
export type ListArchiveKeysInput = Readonly<Record<string, never>>

/** All of them */
export type ListArchiveKeysOutput = {
  readonly keys: readonly ArchiveKey[]
}

export type ListArchiveKeysResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListArchiveKeysOutput }

/** Refusals that `listArchiveKeys` declares; `code` tells them apart. */
export type ListArchiveKeysError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `DELETE /api/auth/keys/:id`. */
export interface RevokeArchiveKeyInput {
  /** Id of the key */
  readonly id: string
}

/** The key is revoked */
export type RevokeArchiveKeyOutput = undefined

export type RevokeArchiveKeyResponse = { readonly status: 204; readonly headers: Headers; readonly body: RevokeArchiveKeyOutput }

/** Refusals that `revokeArchiveKey` declares; `code` tells them apart. */
export type RevokeArchiveKeyError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<404, 'not_found'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `GET /api/search`. */
export interface SearchArchiveInput {
  /** The query */
  readonly q: string
  /**
   * Most conversations
   * Default: 10
   */
  readonly limit?: number | undefined
  /**
   * Results with a lower score are omitted
   * Default: 0
   */
  readonly threshold?: number | undefined
  /**
   * all: also regenerated answers
   * Default: "active"
   */
  readonly branches?: 'active' | 'all' | undefined
  /** Not before */
  readonly from?: string | undefined
  /** Before */
  readonly to?: string | undefined
  /** Vendor of the export */
  readonly vendor?: 'chatgpt' | 'claude' | 'deepseek' | 'gemini' | 'grok' | 'librechat' | 'mistral' | 'open-webui' | 'perplexity' | 'thread' | undefined
  /** The model that answered, as its vendor calls it */
  readonly model?: string | undefined
}

/** The results */
export type SearchArchiveOutput = {
  readonly results: readonly SearchResult[]
}

export type SearchArchiveResponse = { readonly status: 200; readonly headers: Headers; readonly body: SearchArchiveOutput }

/** Refusals that `searchArchive` declares; `code` tells them apart. */
export type SearchArchiveError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `GET /api/conversations/:id/similar`. */
export interface SimilarConversationsInput {
  /** Id of the conversation */
  readonly id: string
  /**
   * Most conversations
   * Default: 10
   */
  readonly limit?: number | undefined
}

/** Most similar first */
export type SimilarConversationsOutput = {
  readonly results: readonly SearchResult[]
}

export type SimilarConversationsResponse = { readonly status: 200; readonly headers: Headers; readonly body: SimilarConversationsOutput }

/** Refusals that `similarConversations` declares; `code` tells them apart. */
export type SimilarConversationsError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<404, 'not_found'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `GET /api/conversations`. */
export interface ListConversationsInput {
  /**
   * Conversations a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
  /** Not before */
  readonly from?: string | undefined
  /** Before */
  readonly to?: string | undefined
  /** Vendor of the export */
  readonly vendor?: 'chatgpt' | 'claude' | 'deepseek' | 'gemini' | 'grok' | 'librechat' | 'mistral' | 'open-webui' | 'perplexity' | 'thread' | undefined
  /** The model that answered, as its vendor calls it */
  readonly model?: string | undefined
}

/** A page */
export type ListConversationsOutput = {
  readonly conversations: readonly ConversationSummary[]
  readonly nextCursor: string | null
}

export type ListConversationsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListConversationsOutput }

/** Refusals that `listConversations` declares; `code` tells them apart. */
export type ListConversationsError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `GET /api/conversations/:id`. */
export interface GetConversationInput {
  /** Id of the conversation */
  readonly id: string
  /** Default: "active" */
  readonly branches?: 'active' | 'all' | undefined
  /**
   * Messages at once
   * Default: 200
   */
  readonly limit?: number | undefined
  /** nextCursor of the previous page */
  readonly cursor?: string | undefined
}

/** The conversation */
export type GetConversationOutput = ConversationDetail

export type GetConversationResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetConversationOutput }

/** Refusals that `getConversation` declares; `code` tells them apart. */
export type GetConversationError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<404, 'not_found'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `POST /api/chat`. */
export interface AskArchiveInput {
  /** The question */
  readonly question: string
  /**
   * Earlier questions and answers, oldest first; the last 4 exchanges are used
   * Default: []
   */
  readonly history?: readonly {
    readonly role: 'user' | 'assistant'
    readonly content: string
  }[] | undefined
  /**
   * all: also regenerated answers
   * Default: "active"
   */
  readonly branches?: 'active' | 'all' | undefined
  /** Not before */
  readonly from?: string | undefined
  /** Before */
  readonly to?: string | undefined
  /** Vendor of the export */
  readonly vendor?: 'chatgpt' | 'claude' | 'deepseek' | 'gemini' | 'grok' | 'librechat' | 'mistral' | 'open-webui' | 'perplexity' | 'thread' | undefined
  /** The model that answered, as its vendor calls it */
  readonly model?: string | undefined
  /** text/event-stream for events */
  readonly accept?: string | undefined
}

/** The answer, or events */
export type AskArchiveOutput = ChatAnswer

export type AskArchiveResponse = { readonly status: 200; readonly headers: Headers; readonly body: AskArchiveOutput }

/** Refusals that `askArchive` declares; `code` tells them apart. */
export type AskArchiveError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<400, 'invalid_json'>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ArchiveApiError<415, 'unsupported_media_type'>
  | ArchiveApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'spend_ceiling'>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `GET /api/conversations/:id/export`. */
export interface ExportConversationInput {
  /** Id of the conversation */
  readonly id: string
  /** Default: "markdown" */
  readonly format?: 'markdown' | 'json' | undefined
}

/** The file */
export type ExportConversationOutput = Response

export type ExportConversationResponse = { readonly status: 200; readonly headers: Headers; readonly body: ExportConversationOutput }

/** Refusals that `exportConversation` declares; `code` tells them apart. */
export type ExportConversationError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<404, 'not_found'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `POST /api/uploads/simple`. */
export interface CreateSimpleUploadInput {
  /**
   * Name of the file, for display only
   * Default: "conversations.json"
   */
  readonly name?: string | undefined
  readonly body: NonNullable<RequestInit['body']>
}

/** The upload is stored and being read */
export type CreateSimpleUploadOutput = UploadStatus

export type CreateSimpleUploadResponse = { readonly status: 202; readonly headers: Headers; readonly body: CreateSimpleUploadOutput }

/** Refusals that `createSimpleUpload` declares; `code` tells them apart. */
export type CreateSimpleUploadError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ArchiveApiError<413, 'zip_needs_parts'>
  | ArchiveApiError<415, 'unsupported_media_type'>
  | ArchiveApiError<422, 'empty_file'>
  | ArchiveApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'spend_ceiling'>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `POST /api/uploads`. */
export interface CreateUploadInput {
  /** Name of the file, for display only */
  readonly name: string
  /** Of the whole file */
  readonly bytes: number
}

/** It is begun */
export type CreateUploadOutput = {
  readonly upload: Upload
  readonly partBytes: 52428800
  readonly next: NextPart
}

export type CreateUploadResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateUploadOutput }

/** Refusals that `createUpload` declares; `code` tells them apart. */
export type CreateUploadError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<400, 'invalid_json'>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ArchiveApiError<415, 'unsupported_media_type'>
  | ArchiveApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'spend_ceiling'>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `POST /api/uploads/:id/parts`. */
export interface NextUploadPartInput {
  /** Id of the upload */
  readonly id: string
  /** The confirmed part */
  readonly part: number
  /** Its ETag from the response to the PUT */
  readonly etag?: string | undefined
}

/** The next part; null: it was the last, complete the upload */
export type NextUploadPartOutput = {
  readonly partsDone: number
  readonly next: NextPart | null
}

export type NextUploadPartResponse = { readonly status: 200; readonly headers: Headers; readonly body: NextUploadPartOutput }

/** Refusals that `nextUploadPart` declares; `code` tells them apart. */
export type NextUploadPartError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<400, 'invalid_json'>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<404, 'not_found'>
  | ArchiveApiError<409, 'not_uploading'>
  | ArchiveApiError<409, 'part_missing'>
  | ArchiveApiError<409, 'part_out_of_order'>
  | ArchiveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ArchiveApiError<415, 'unsupported_media_type'>
  | ArchiveApiError<422, 'part_size'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'spend_ceiling'>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `POST /api/uploads/:id/complete`. */
export interface CompleteUploadInput {
  /** Id of the upload */
  readonly id: string
}

/** The upload is stored and being read */
export type CompleteUploadOutput = UploadStatus

export type CompleteUploadResponse = { readonly status: 202; readonly headers: Headers; readonly body: CompleteUploadOutput }

/** Refusals that `completeUpload` declares; `code` tells them apart. */
export type CompleteUploadError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<404, 'not_found'>
  | ArchiveApiError<409, 'not_uploading'>
  | ArchiveApiError<409, 'part_missing'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `GET /api/uploads/:id/status`. */
export interface GetUploadStatusInput {
  /** Id of the upload */
  readonly id: string
}

/** The status */
export type GetUploadStatusOutput = UploadStatus

export type GetUploadStatusResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetUploadStatusOutput }

/** Refusals that `getUploadStatus` declares; `code` tells them apart. */
export type GetUploadStatusError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<404, 'not_found'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `GET /api/uploads`. */
export interface ListUploadsInput {
  /**
   * Uploads a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** nextCursor of the page before */
  readonly cursor?: string | undefined
}

/** A page */
export type ListUploadsOutput = {
  readonly uploads: readonly Upload[]
  readonly nextCursor: string | null
}

export type ListUploadsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListUploadsOutput }

/** Refusals that `listUploads` declares; `code` tells them apart. */
export type ListUploadsError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `DELETE /api/uploads/:id`. */
export interface DeleteUploadInput {
  /** Id of the upload */
  readonly id: string
}

/** aborted: its parts are removed; deleting: its conversations are being removed */
export type DeleteUploadOutput = {
  readonly id: string
  readonly state: 'aborted' | 'deleting'
}

export type DeleteUploadResponse = { readonly status: 202; readonly headers: Headers; readonly body: DeleteUploadOutput }

/** Refusals that `deleteUpload` declares; `code` tells them apart. */
export type DeleteUploadError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<404, 'not_found'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `GET /api/stats`. */
export type GetStatsInput = Readonly<Record<string, never>>

/** The numbers */
export type GetStatsOutput = Stats

export type GetStatsResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetStatsOutput }

/** Refusals that `getStats` declares; `code` tells them apart. */
export type GetStatsError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `GET /api/telemetry`. */
export interface GetTelemetryInput {
  /**
   * Days, including today
   * Default: 30
   */
  readonly limit?: number | undefined
}

/** The days */
export type GetTelemetryOutput = Telemetry

export type GetTelemetryResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetTelemetryOutput }

/** Refusals that `getTelemetry` declares; `code` tells them apart. */
export type GetTelemetryError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<401, 'unauthenticated'>
  | ArchiveApiError<403, 'forbidden'>
  | ArchiveApiError<429, 'rate_limited'>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>
  | ArchiveApiError<503, 'unavailable'>

/** Input of `GET /`. */
export type GetArchivePageInput = Readonly<Record<string, never>>

/**
 * HTML, without an edge
 * To the console
 */
export type GetArchivePageOutput = Response

export type GetArchivePageResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Response }
  | { readonly status: 302; readonly headers: Headers; readonly body: Response }

/** Refusals that `getArchivePage` declares; `code` tells them apart. */
export type GetArchivePageError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /api/health`. */
export type GetArchiveHealthInput = Readonly<Record<string, never>>

/** The service is up */
export type GetArchiveHealthOutput = {
  readonly status: 'ok'
  readonly version: string
}

export type GetArchiveHealthResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetArchiveHealthOutput }

/** Refusals that `getArchiveHealth` declares; `code` tells them apart. */
export type GetArchiveHealthError =
  | ArchiveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ArchiveApiError<500, 'internal', { readonly request_id: string }>

/** The routes of archive. */
export interface ArchiveClient {
  /**
   * Create a key.
   * Creates a key for the archive of the organisation and returns it once.
   * `POST /api/auth/keys`.
   * Authority: scope:archive:admin. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), key_limit_reached (409), payload_too_large (413), unsupported_media_type (415), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly createArchiveKey: {
    (input: CreateArchiveKeyInput, options?: ArchiveCallOptions): Promise<CreateArchiveKeyOutput>
    /** The same with status and headers. */
    withResponse(input: CreateArchiveKeyInput, options?: ArchiveCallOptions): Promise<CreateArchiveKeyResponse>
  }

  /**
   * List keys.
   * Shown by prefix only, newest first. Keys that also have other scopes are not listed.
   * `GET /api/auth/keys`, retried after transient failures.
   * Authority: scope:archive:admin. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listArchiveKeys: {
    (input?: ListArchiveKeysInput, options?: ArchiveCallOptions): Promise<ListArchiveKeysOutput>
    /** The same with status and headers. */
    withResponse(input?: ListArchiveKeysInput, options?: ArchiveCallOptions): Promise<ListArchiveKeysResponse>
  }

  /**
   * Revoke a key.
   * Requests with the key are refused with 401 from then on.
   * `DELETE /api/auth/keys/:id`.
   * Authority: scope:archive:admin. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly revokeArchiveKey: {
    (input: RevokeArchiveKeyInput, options?: ArchiveCallOptions): Promise<RevokeArchiveKeyOutput>
    /** The same with status and headers. */
    withResponse(input: RevokeArchiveKeyInput, options?: ArchiveCallOptions): Promise<RevokeArchiveKeyResponse>
  }

  /**
   * Search the archive.
   * Conversations by meaning and by words, best first, with the matching passages. Only latest versions are
   * searched.
   * `GET /api/search`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly searchArchive: {
    (input: SearchArchiveInput, options?: ArchiveCallOptions): Promise<SearchArchiveOutput>
    /** The same with status and headers. */
    withResponse(input: SearchArchiveInput, options?: ArchiveCallOptions): Promise<SearchArchiveResponse>
  }

  /**
   * Find similar conversations.
   * By its title, its beginning and its most frequent words; without the conversation itself and copies of it.
   * `GET /api/conversations/:id/similar`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly similarConversations: {
    (input: SimilarConversationsInput, options?: ArchiveCallOptions): Promise<SimilarConversationsOutput>
    /** The same with status and headers. */
    withResponse(input: SimilarConversationsInput, options?: ArchiveCallOptions): Promise<SimilarConversationsResponse>
  }

  /**
   * List conversations.
   * The conversations of the archive by last change, newest first. With a filter a page may have fewer than
   * `limit`; continue while there is a `nextCursor`.
   * `GET /api/conversations`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listConversations: {
    (input?: ListConversationsInput, options?: ArchiveCallOptions): Promise<ListConversationsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListConversationsInput, options?: ArchiveCallOptions): Promise<ListConversationsResponse>
  }
  /** The items of all pages of `listConversations`, from the cursor of the input on. */
  readonly listConversationsAll: (input?: ListConversationsInput, options?: ArchiveCallOptions) => AsyncIterable<ConversationSummary>

  /**
   * Read a conversation.
   * The latest version of the conversation; with `branches=all` also earlier questions and answers.
   * `GET /api/conversations/:id`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getConversation: {
    (input: GetConversationInput, options?: ArchiveCallOptions): Promise<GetConversationOutput>
    /** The same with status and headers. */
    withResponse(input: GetConversationInput, options?: ArchiveCallOptions): Promise<GetConversationResponse>
  }
  /** The items of all pages of `getConversation`, from the cursor of the input on. */
  readonly getConversationAll: (input: GetConversationInput, options?: ArchiveCallOptions) => AsyncIterable<{
    readonly id: string
    /** Parent message; null: none */
    readonly parentId: string | null
    readonly role: 'user' | 'assistant' | 'system' | 'tool'
    readonly author?: string | undefined
    readonly createdAt: string | null
    readonly model: string | null
    /** The vendor does not show it */
    readonly hidden: boolean
    /** other: an earlier version of a question or an answer */
    readonly branch: 'active' | 'other'
    readonly parts: readonly {
      readonly kind: 'text' | 'code' | 'canvas' | 'transcript' | 'attachment' | 'plain' | 'pointer' | 'reasoning' | 'web' | 'output' | 'tool' | 'unknown'
      readonly text: string
      readonly name?: string | undefined
      /** The vendor’s name for it */
      readonly type?: string | undefined
      /** The text is truncated: export the conversation */
      readonly truncated: boolean
    }[]
  }>

  /**
   * Ask the archive.
   * Answers from the archive only, each statement with a verified quote, or says that the archive does not answer
   * the question. With `Accept: text/event-stream` the answer comes as events: `reasoning` for each step, `claim`
   * for each statement with its citations as soon as its quotes are verified, then `answer` with the whole, or
   * `error`.
   * `POST /api/chat`.
   * Authority: scope:archive:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), payload_too_large (413), unsupported_media_type (415), quota_exceeded (429), rate_limited
   * (429), internal (500), spend_ceiling (503), unavailable (503).
   */
  readonly askArchive: {
    (input: AskArchiveInput, options?: ArchiveCallOptions): Promise<AskArchiveOutput>
    /** The same with status and headers. */
    withResponse(input: AskArchiveInput, options?: ArchiveCallOptions): Promise<AskArchiveResponse>
    /** The answer piece by piece, as the header accept asks for it; refusals are thrown as ever. */
    stream(input: AskArchiveInput, options?: ArchiveCallOptions): Promise<Response>
  }

  /**
   * Export a conversation.
   * The whole conversation with all branches as JSON, or its active branch as Markdown, as a file.
   * `GET /api/conversations/:id/export`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly exportConversation: {
    (input: ExportConversationInput, options?: ArchiveCallOptions): Promise<ExportConversationOutput>
    /** The same with status and headers. */
    withResponse(input: ExportConversationInput, options?: ArchiveCallOptions): Promise<ExportConversationResponse>
  }

  /**
   * Upload a small export.
   * Accepts a file of fewer than 5000000 bytes as the body, JSON, one JSON per line or a page of activities, and
   * begins to read it. Upload a ZIP or a larger file in parts: POST /api/uploads.
   * `POST /api/uploads/simple`.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * payload_too_large (413), zip_needs_parts (413), unsupported_media_type (415), empty_file (422), quota_exceeded
   * (429), rate_limited (429), internal (500), spend_ceiling (503), unavailable (503).
   */
  readonly createSimpleUpload: {
    (input: CreateSimpleUploadInput, options?: ArchiveCallOptions): Promise<CreateSimpleUploadOutput>
    /** The same with status and headers. */
    withResponse(input: CreateSimpleUploadInput, options?: ArchiveCallOptions): Promise<CreateSimpleUploadResponse>
  }

  /**
   * Begin an upload in parts.
   * For files of up to 53687091200 bytes and ZIPs as vendors send them. Parts of 52428800 bytes are uploaded one
   * after the other, each to an address of its own; the response contains the first address.
   * `POST /api/uploads`.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), payload_too_large (413), unsupported_media_type (415), quota_exceeded (429), rate_limited
   * (429), internal (500), spend_ceiling (503), unavailable (503).
   */
  readonly createUpload: {
    (input: CreateUploadInput, options?: ArchiveCallOptions): Promise<CreateUploadOutput>
    /** The same with status and headers. */
    withResponse(input: CreateUploadInput, options?: ArchiveCallOptions): Promise<CreateUploadResponse>
  }

  /**
   * The address of the next part.
   * Confirms a part and returns the address of the next one. Repeating the request returns the same part with a
   * new address. `part` 0 requests the first address.
   * `POST /api/uploads/:id/parts`, retried after transient failures.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), not_uploading (409), part_missing (409), part_out_of_order (409),
   * payload_too_large (413), unsupported_media_type (415), part_size (422), rate_limited (429), internal (500),
   * spend_ceiling (503), unavailable (503).
   */
  readonly nextUploadPart: {
    (input: NextUploadPartInput, options?: ArchiveCallOptions): Promise<NextUploadPartOutput>
    /** The same with status and headers. */
    withResponse(input: NextUploadPartInput, options?: ArchiveCallOptions): Promise<NextUploadPartResponse>
  }

  /**
   * Complete an upload.
   * Checks that all parts are stored, and begins to read the file. Repeating the request changes nothing.
   * `POST /api/uploads/:id/complete`, retried after transient failures.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), not_uploading (409), part_missing (409), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly completeUpload: {
    (input: CompleteUploadInput, options?: ArchiveCallOptions): Promise<CompleteUploadOutput>
    /** The same with status and headers. */
    withResponse(input: CompleteUploadInput, options?: ArchiveCallOptions): Promise<CompleteUploadResponse>
  }

  /**
   * Get the status of an upload.
   * Bytes, conversations by outcome, and the first errors with their byte ranges.
   * `GET /api/uploads/:id/status`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getUploadStatus: {
    (input: GetUploadStatusInput, options?: ArchiveCallOptions): Promise<GetUploadStatusOutput>
    /** The same with status and headers. */
    withResponse(input: GetUploadStatusInput, options?: ArchiveCallOptions): Promise<GetUploadStatusResponse>
  }

  /**
   * List uploads.
   * Newest first.
   * `GET /api/uploads`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listUploads: {
    (input?: ListUploadsInput, options?: ArchiveCallOptions): Promise<ListUploadsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListUploadsInput, options?: ArchiveCallOptions): Promise<ListUploadsResponse>
  }
  /** The items of all pages of `listUploads`, from the cursor of the input on. */
  readonly listUploadsAll: (input?: ListUploadsInput, options?: ArchiveCallOptions) => AsyncIterable<Upload>

  /**
   * Abort or delete an upload.
   * Aborts an incomplete upload and removes its parts. Deletes a complete one with all conversations that no other
   * upload contains; for the others the version of another upload becomes current again.
   * `DELETE /api/uploads/:id`.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly deleteUpload: {
    (input: DeleteUploadInput, options?: ArchiveCallOptions): Promise<DeleteUploadOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteUploadInput, options?: ArchiveCallOptions): Promise<DeleteUploadResponse>
  }

  /**
   * Statistics of the archive.
   * Conversations, messages, passages and bytes, by vendor, model and month. Imports and uploaded bytes are
   * current; the rest was counted at `countedAt`, at most once a minute.
   * `GET /api/stats`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getStats: {
    (input?: GetStatsInput, options?: ArchiveCallOptions): Promise<GetStatsOutput>
    /** The same with status and headers. */
    withResponse(input?: GetStatsInput, options?: ArchiveCallOptions): Promise<GetStatsResponse>
  }

  /**
   * Usage of the archive by day.
   * Billable units that the operations of the workspace used. The counts are estimates, not a bill: repeated work
   * after a failure counts twice, and a count may lag by one request.
   * `GET /api/telemetry`, retried after transient failures.
   * Authority: scope:archive:admin. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getTelemetry: {
    (input?: GetTelemetryInput, options?: ArchiveCallOptions): Promise<GetTelemetryOutput>
    /** The same with status and headers. */
    withResponse(input?: GetTelemetryInput, options?: ArchiveCallOptions): Promise<GetTelemetryResponse>
  }

  /**
   * What is here.
   * Redirects to the console. A deployment without an edge has none, and a page says what is here.
   * `GET /`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly getArchivePage: {
    (input?: GetArchivePageInput, options?: ArchiveCallOptions): Promise<GetArchivePageOutput>
    /** The same with status and headers. */
    withResponse(input?: GetArchivePageInput, options?: ArchiveCallOptions): Promise<GetArchivePageResponse>
  }

  /**
   * Health check.
   * Answers without accessing data.
   * `GET /api/health`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly getArchiveHealth: {
    (input?: GetArchiveHealthInput, options?: ArchiveCallOptions): Promise<GetArchiveHealthOutput>
    /** The same with status and headers. */
    withResponse(input?: GetArchiveHealthInput, options?: ArchiveCallOptions): Promise<GetArchiveHealthResponse>
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
  options: ArchiveClientOptions,
  operation: Operation,
  input: Input,
  call: ArchiveCallOptions,
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

const requestOf = (options: ArchiveClientOptions, operation: Operation, input: Input, call: ArchiveCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): ArchiveApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new ArchiveApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new ArchiveApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | ArchiveApiError> => {
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
  options: ArchiveClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | ArchiveApiError | ArchiveNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof ArchiveApiError) return cause
    return new ArchiveNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: ArchiveApiError | ArchiveNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof ArchiveApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: ArchiveClientOptions,
  operation: Operation,
  input: Input,
  call: ArchiveCallOptions,
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
    const isTransient = result instanceof ArchiveNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: ArchiveClientOptions,
  operation: Operation,
  input: Input,
  call: ArchiveCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new ArchiveTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: ArchiveClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: ArchiveCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: ArchiveCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: ArchiveCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: ArchiveCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: ArchiveCallOptions | undefined,
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
  createArchiveKey: {
    name: 'createArchiveKey',
    method: 'POST',
    path: '/api/auth/keys',
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
  listArchiveKeys: {
    name: 'listArchiveKeys',
    method: 'GET',
    path: '/api/auth/keys',
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
  revokeArchiveKey: {
    name: 'revokeArchiveKey',
    method: 'DELETE',
    path: '/api/auth/keys/{id}',
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
  searchArchive: {
    name: 'searchArchive',
    method: 'GET',
    path: '/api/search',
    query: ['q', 'limit', 'threshold', 'branches', 'from', 'to', 'vendor', 'model'],
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
  similarConversations: {
    name: 'similarConversations',
    method: 'GET',
    path: '/api/conversations/{id}/similar',
    query: ['limit'],
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
  listConversations: {
    name: 'listConversations',
    method: 'GET',
    path: '/api/conversations',
    query: ['limit', 'cursor', 'from', 'to', 'vendor', 'model'],
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
  getConversation: {
    name: 'getConversation',
    method: 'GET',
    path: '/api/conversations/{id}',
    query: ['branches', 'limit', 'cursor'],
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
  askArchive: {
    name: 'askArchive',
    method: 'POST',
    path: '/api/chat',
    query: [],
    headers: ['accept'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, quota_exceeded: 429, rate_limited: 429, internal: 500, spend_ceiling: 503, unavailable: 503 },
    codesByStatus: false,
  },
  exportConversation: {
    name: 'exportConversation',
    method: 'GET',
    path: '/api/conversations/{id}/export',
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
  createSimpleUpload: {
    name: 'createSimpleUpload',
    method: 'POST',
    path: '/api/uploads/simple',
    query: ['name'],
    headers: [],
    nested: [],
    body: 'raw',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [202],
    json: [202],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, zip_needs_parts: 413, unsupported_media_type: 415, empty_file: 422, quota_exceeded: 429, rate_limited: 429, internal: 500, spend_ceiling: 503, unavailable: 503 },
    codesByStatus: false,
  },
  createUpload: {
    name: 'createUpload',
    method: 'POST',
    path: '/api/uploads',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, quota_exceeded: 429, rate_limited: 429, internal: 500, spend_ceiling: 503, unavailable: 503 },
    codesByStatus: false,
  },
  nextUploadPart: {
    name: 'nextUploadPart',
    method: 'POST',
    path: '/api/uploads/{id}/parts',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, not_uploading: 409, part_missing: 409, part_out_of_order: 409, payload_too_large: 413, unsupported_media_type: 415, part_size: 422, rate_limited: 429, internal: 500, spend_ceiling: 503, unavailable: 503 },
    codesByStatus: false,
  },
  completeUpload: {
    name: 'completeUpload',
    method: 'POST',
    path: '/api/uploads/{id}/complete',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [202],
    json: [202],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, not_uploading: 409, part_missing: 409, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getUploadStatus: {
    name: 'getUploadStatus',
    method: 'GET',
    path: '/api/uploads/{id}/status',
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
  listUploads: {
    name: 'listUploads',
    method: 'GET',
    path: '/api/uploads',
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
  deleteUpload: {
    name: 'deleteUpload',
    method: 'DELETE',
    path: '/api/uploads/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [202],
    json: [202],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getStats: {
    name: 'getStats',
    method: 'GET',
    path: '/api/stats',
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
  getTelemetry: {
    name: 'getTelemetry',
    method: 'GET',
    path: '/api/telemetry',
    query: ['limit'],
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
  getArchivePage: {
    name: 'getArchivePage',
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
  getArchiveHealth: {
    name: 'getArchiveHealth',
    method: 'GET',
    path: '/api/health',
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
export interface ArchiveErrors {
  readonly createArchiveKey: CreateArchiveKeyError
  readonly listArchiveKeys: ListArchiveKeysError
  readonly revokeArchiveKey: RevokeArchiveKeyError
  readonly searchArchive: SearchArchiveError
  readonly similarConversations: SimilarConversationsError
  readonly listConversations: ListConversationsError
  readonly getConversation: GetConversationError
  readonly askArchive: AskArchiveError
  readonly exportConversation: ExportConversationError
  readonly createSimpleUpload: CreateSimpleUploadError
  readonly createUpload: CreateUploadError
  readonly nextUploadPart: NextUploadPartError
  readonly completeUpload: CompleteUploadError
  readonly getUploadStatus: GetUploadStatusError
  readonly listUploads: ListUploadsError
  readonly deleteUpload: DeleteUploadError
  readonly getStats: GetStatsError
  readonly getTelemetry: GetTelemetryError
  readonly getArchivePage: GetArchivePageError
  readonly getArchiveHealth: GetArchiveHealthError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isArchiveError = <Name extends keyof ArchiveErrors>(
  operation: Name,
  error: unknown,
): error is ArchiveErrors[Name] => {
  if (!(error instanceof ArchiveApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of archive: methods can be taken off it, and it keeps no connection of its own. */
export const createArchiveClient = (options: ArchiveClientOptions): ArchiveClient => {
  return {
    createArchiveKey: method<CreateArchiveKeyOutput, CreateArchiveKeyResponse>(options, operations.createArchiveKey),
    listArchiveKeys: method<ListArchiveKeysOutput, ListArchiveKeysResponse>(options, operations.listArchiveKeys),
    revokeArchiveKey: method<RevokeArchiveKeyOutput, RevokeArchiveKeyResponse>(options, operations.revokeArchiveKey),
    searchArchive: method<SearchArchiveOutput, SearchArchiveResponse>(options, operations.searchArchive),
    similarConversations: method<SimilarConversationsOutput, SimilarConversationsResponse>(options, operations.similarConversations),
    listConversations: method<ListConversationsOutput, ListConversationsResponse>(options, operations.listConversations),
    listConversationsAll: (input, call) =>
      pages(method(options, operations.listConversations), input, call, 'conversations', 'nextCursor'),
    getConversation: method<GetConversationOutput, GetConversationResponse>(options, operations.getConversation),
    getConversationAll: (input, call) =>
      pages(method(options, operations.getConversation), input, call, 'messages', 'nextCursor'),
    askArchive: method<AskArchiveOutput, AskArchiveResponse>(options, operations.askArchive),
    exportConversation: method<ExportConversationOutput, ExportConversationResponse>(options, operations.exportConversation),
    createSimpleUpload: method<CreateSimpleUploadOutput, CreateSimpleUploadResponse>(options, operations.createSimpleUpload),
    createUpload: method<CreateUploadOutput, CreateUploadResponse>(options, operations.createUpload),
    nextUploadPart: method<NextUploadPartOutput, NextUploadPartResponse>(options, operations.nextUploadPart),
    completeUpload: method<CompleteUploadOutput, CompleteUploadResponse>(options, operations.completeUpload),
    getUploadStatus: method<GetUploadStatusOutput, GetUploadStatusResponse>(options, operations.getUploadStatus),
    listUploads: method<ListUploadsOutput, ListUploadsResponse>(options, operations.listUploads),
    listUploadsAll: (input, call) =>
      pages(method(options, operations.listUploads), input, call, 'uploads', 'nextCursor'),
    deleteUpload: method<DeleteUploadOutput, DeleteUploadResponse>(options, operations.deleteUpload),
    getStats: method<GetStatsOutput, GetStatsResponse>(options, operations.getStats),
    getTelemetry: method<GetTelemetryOutput, GetTelemetryResponse>(options, operations.getTelemetry),
    getArchivePage: method<GetArchivePageOutput, GetArchivePageResponse>(options, operations.getArchivePage),
    getArchiveHealth: method<GetArchiveHealthOutput, GetArchiveHealthResponse>(options, operations.getArchiveHealth),
  }
}
