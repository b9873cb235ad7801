// Made from the contract "notebooks" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface Notebook {
  readonly id: string
  readonly workspaceId: string
  readonly title: string
  /** For people; not used for answers */
  readonly description: string
  /** Instructions for answers and artifacts of this notebook */
  readonly instructions: string
  /** Entries of your own, at most 20 */
  readonly metadata: { readonly [key: string]: string }
  /** Increases with every change of the members above, and of the sources */
  readonly version: number
  /** Live sources */
  readonly sources: number
  /** Hash of the live sources and the instructions; artifacts are compared with it */
  readonly sourceSetHash: string
  readonly createdAt: string
  readonly updatedAt: string
}

export interface NotebookSource {
  readonly id: string
  readonly uploadId: string
  /** Increases when the upload is replaced */
  readonly version: number
  /** State of its upload; removed: it is not used any more */
  readonly status: 'queued' | 'detecting' | 'ingesting' | 'indexing' | 'completed' | 'completed_with_errors' | 'failed' | 'deleting' | 'removed'
  readonly conversations: number
  /** Hash of its conversations; null until it is read */
  readonly contentHash: string | null
  readonly addedAt: string
  readonly removedAt: string | null
}

export interface Artifact {
  readonly id: string
  readonly kind: 'briefing_doc' | 'faq_glossary' | 'implementation_plan' | 'world_bible'
  readonly title: string
  readonly state: 'queued' | 'generating' | 'ready' | 'failed'
  /** Sources or instructions have changed since it was made */
  readonly stale: boolean
  readonly createdAt: string
  readonly endedAt: string | null
  /** Empty where it is not stale */
  readonly staleReasons: readonly ('source_added' | 'source_removed' | 'source_updated' | 'instructions_changed')[]
  /** Name and version of the generator */
  readonly generator: string | null
  /** A newer generator exists; this alone does not make it stale */
  readonly generatorOutdated: boolean
  /** Hash of the notebook when the run began */
  readonly sourceSetHash: string | null
  /** Sections that the last run made again; the others were unchanged */
  readonly regenerated: readonly string[]
  /** Reason of the failure */
  readonly failure: string | null
  readonly sections: readonly ArtifactSection[]
}

export interface ArtifactCitation {
  readonly conversationId: string
  readonly title: string
  readonly messageIds: readonly string[]
  readonly createdAt: string | null
  /** As it stands in the conversation */
  readonly quote: string
  readonly branch: 'active' | 'other'
  /** The source of the conversation */
  readonly sourceId: string | null
  readonly byteRange: ByteRange
}

export interface ArtifactSection {
  /** Key of the section */
  readonly key: string
  readonly heading: string
  readonly items: readonly {
    /** A question, term, name or date to which the text belongs */
    readonly label: string | null
    readonly text: string
    readonly citations: readonly ArtifactCitation[]
  }[]
}

export interface ArtifactSummary {
  readonly id: string
  readonly kind: 'briefing_doc' | 'faq_glossary' | 'implementation_plan' | 'world_bible'
  readonly title: string
  readonly state: 'queued' | 'generating' | 'ready' | 'failed'
  /** Sources or instructions have changed since it was made */
  readonly stale: boolean
  readonly createdAt: string
  readonly endedAt: string | null
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

export interface NotebooksClientOptions {
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

export interface NotebooksCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface NotebooksErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class NotebooksApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'NotebooksApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: NotebooksErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: NotebooksErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class NotebooksNetworkError extends Error {
  override readonly name: string = 'NotebooksNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class NotebooksTimeoutError extends Error {
  override readonly name: string = 'NotebooksTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `GET /api/v2/workspaces`. */
export type ListWorkspacesInput = Readonly<Record<string, never>>

/** The one */
export type ListWorkspacesOutput = {
  readonly workspaces: readonly {
    readonly id: string
  }[]
}

export type ListWorkspacesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListWorkspacesOutput }

/** Refusals that `listWorkspaces` declares; `code` tells them apart. */
export type ListWorkspacesError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `POST /api/v2/workspaces/:wId/notebooks`. */
export interface CreateNotebookInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  readonly title: string
  /**
   * For people; not used for answers
   * Default: ""
   */
  readonly description?: string | undefined
  /**
   * Instructions for answers and artifacts of this notebook
   * Default: ""
   */
  readonly instructions?: string | undefined
  /**
   * Entries of your own, at most 20
   * Default: {}
   */
  readonly metadata?: { readonly [key: string]: string } | undefined
}

/** The notebook */
export type CreateNotebookOutput = Notebook

export type CreateNotebookResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateNotebookOutput }

/** Refusals that `createNotebook` declares; `code` tells them apart. */
export type CreateNotebookError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<400, 'invalid_json'>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<409, 'notebook_limit_reached'>
  | NotebooksApiError<413, 'payload_too_large', { readonly limit: number }>
  | NotebooksApiError<415, 'unsupported_media_type'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `GET /api/v2/workspaces/:wId/notebooks`. */
export interface ListNotebooksInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /**
   * Notebooks a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** nextCursor of the page before */
  readonly cursor?: string | undefined
}

/** A page */
export type ListNotebooksOutput = {
  readonly notebooks: readonly Notebook[]
  readonly nextCursor: string | null
}

export type ListNotebooksResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListNotebooksOutput }

/** Refusals that `listNotebooks` declares; `code` tells them apart. */
export type ListNotebooksError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `GET /api/v2/workspaces/:wId/notebooks/:nId`. */
export interface GetNotebookInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
}

/** The notebook */
export type GetNotebookOutput = Notebook

export type GetNotebookResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetNotebookOutput }

/** Refusals that `getNotebook` declares; `code` tells them apart. */
export type GetNotebookError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `PATCH /api/v2/workspaces/:wId/notebooks/:nId`. */
export interface UpdateNotebookInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
  readonly title?: string | undefined
  /** For people; not used for answers */
  readonly description?: string | undefined
  /** Instructions for answers and artifacts of this notebook */
  readonly instructions?: string | undefined
  /** Entries of your own, at most 20 */
  readonly metadata?: { readonly [key: string]: string } | undefined
  /** The ETag on which the change is based, or * */
  readonly 'if-match'?: string | undefined
}

/** The notebook */
export type UpdateNotebookOutput = Notebook

export type UpdateNotebookResponse = { readonly status: 200; readonly headers: Headers; readonly body: UpdateNotebookOutput }

/** Refusals that `updateNotebook` declares; `code` tells them apart. */
export type UpdateNotebookError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<400, 'invalid_json'>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<412, 'version_mismatch'>
  | NotebooksApiError<413, 'payload_too_large', { readonly limit: number }>
  | NotebooksApiError<415, 'unsupported_media_type'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `DELETE /api/v2/workspaces/:wId/notebooks/:nId`. */
export interface DeleteNotebookInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
  /** The ETag on which the change is based, or * */
  readonly 'if-match'?: string | undefined
}

/** The notebook is deleted */
export type DeleteNotebookOutput = undefined

export type DeleteNotebookResponse = { readonly status: 204; readonly headers: Headers; readonly body: DeleteNotebookOutput }

/** Refusals that `deleteNotebook` declares; `code` tells them apart. */
export type DeleteNotebookError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<412, 'version_mismatch'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `POST /api/v2/workspaces/:wId/notebooks/:nId/restore`. */
export interface RestoreNotebookInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
}

/** The notebook */
export type RestoreNotebookOutput = Notebook

export type RestoreNotebookResponse = { readonly status: 200; readonly headers: Headers; readonly body: RestoreNotebookOutput }

/** Refusals that `restoreNotebook` declares; `code` tells them apart. */
export type RestoreNotebookError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `POST /api/v2/workspaces/:wId/notebooks/:nId/sources`. */
export interface AddSourceInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
  /** A complete upload */
  readonly uploadId: string
}

/**
 * The source existed already
 * It is added
 */
export type AddSourceOutput = NotebookSource

export type AddSourceResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: NotebookSource }
  | { readonly status: 201; readonly headers: Headers; readonly body: NotebookSource }

/** Refusals that `addSource` declares; `code` tells them apart. */
export type AddSourceError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<400, 'invalid_json'>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<409, 'source_limit_reached'>
  | NotebooksApiError<409, 'upload_not_complete'>
  | NotebooksApiError<413, 'payload_too_large', { readonly limit: number }>
  | NotebooksApiError<415, 'unsupported_media_type'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `GET /api/v2/workspaces/:wId/notebooks/:nId/sources`. */
export interface ListSourcesInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
}

/** All of them */
export type ListSourcesOutput = {
  readonly sources: readonly NotebookSource[]
}

export type ListSourcesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListSourcesOutput }

/** Refusals that `listSources` declares; `code` tells them apart. */
export type ListSourcesError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `PUT /api/v2/workspaces/:wId/notebooks/:nId/sources/:sId`. */
export interface ReplaceSourceInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
  /** Id of the source */
  readonly sId: string
  /** A complete upload */
  readonly uploadId: string
}

/** The source */
export type ReplaceSourceOutput = NotebookSource

export type ReplaceSourceResponse = { readonly status: 200; readonly headers: Headers; readonly body: ReplaceSourceOutput }

/** Refusals that `replaceSource` declares; `code` tells them apart. */
export type ReplaceSourceError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<400, 'invalid_json'>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<409, 'upload_not_complete'>
  | NotebooksApiError<413, 'payload_too_large', { readonly limit: number }>
  | NotebooksApiError<415, 'unsupported_media_type'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `DELETE /api/v2/workspaces/:wId/notebooks/:nId/sources/:sId`. */
export interface RemoveSourceInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
  /** Id of the source */
  readonly sId: string
}

/** It is out */
export type RemoveSourceOutput = undefined

export type RemoveSourceResponse = { readonly status: 204; readonly headers: Headers; readonly body: RemoveSourceOutput }

/** Refusals that `removeSource` declares; `code` tells them apart. */
export type RemoveSourceError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `POST /api/v2/workspaces/:wId/notebooks/:nId/artifacts`. */
export interface CreateArtifactInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
  readonly kind: 'briefing_doc' | 'faq_glossary' | 'implementation_plan' | 'world_bible'
  /** Default: from its kind and the notebook */
  readonly title?: string | undefined
}

/** The artifact is being made */
export type CreateArtifactOutput = Artifact

export type CreateArtifactResponse = { readonly status: 202; readonly headers: Headers; readonly body: CreateArtifactOutput }

/** Refusals that `createArtifact` declares; `code` tells them apart. */
export type CreateArtifactError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<400, 'invalid_json'>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<409, 'artifact_limit_reached'>
  | NotebooksApiError<409, 'no_sources'>
  | NotebooksApiError<413, 'payload_too_large', { readonly limit: number }>
  | NotebooksApiError<415, 'unsupported_media_type'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `GET /api/v2/workspaces/:wId/notebooks/:nId/artifacts`. */
export interface ListArtifactsInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
}

/** All of them */
export type ListArtifactsOutput = {
  readonly artifacts: readonly ArtifactSummary[]
}

export type ListArtifactsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListArtifactsOutput }

/** Refusals that `listArtifacts` declares; `code` tells them apart. */
export type ListArtifactsError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `GET /api/v2/workspaces/:wId/notebooks/:nId/artifacts/:aId`. */
export interface GetArtifactInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
  /** Id of the artifact */
  readonly aId: string
}

/** The artifact */
export type GetArtifactOutput = Artifact

export type GetArtifactResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetArtifactOutput }

/** Refusals that `getArtifact` declares; `code` tells them apart. */
export type GetArtifactError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `POST /api/v2/workspaces/:wId/notebooks/:nId/artifacts/:aId/regenerate`. */
export interface RegenerateArtifactInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
  /** Id of the artifact */
  readonly aId: string
}

/** The artifact is being made; a run in progress continues */
export type RegenerateArtifactOutput = Artifact

export type RegenerateArtifactResponse = { readonly status: 202; readonly headers: Headers; readonly body: RegenerateArtifactOutput }

/** Refusals that `regenerateArtifact` declares; `code` tells them apart. */
export type RegenerateArtifactError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `DELETE /api/v2/workspaces/:wId/notebooks/:nId/artifacts/:aId`. */
export interface DeleteArtifactInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
  /** Id of the artifact */
  readonly aId: string
}

/** It is gone */
export type DeleteArtifactOutput = undefined

export type DeleteArtifactResponse = { readonly status: 204; readonly headers: Headers; readonly body: DeleteArtifactOutput }

/** Refusals that `deleteArtifact` declares; `code` tells them apart. */
export type DeleteArtifactError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `POST /api/v2/workspaces/:wId/notebooks/:nId/search`. */
export interface SearchNotebookInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
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
export type SearchNotebookOutput = {
  readonly results: readonly SearchResult[]
}

export type SearchNotebookResponse = { readonly status: 200; readonly headers: Headers; readonly body: SearchNotebookOutput }

/** Refusals that `searchNotebook` declares; `code` tells them apart. */
export type SearchNotebookError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<400, 'invalid_json'>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<413, 'payload_too_large', { readonly limit: number }>
  | NotebooksApiError<415, 'unsupported_media_type'>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'unavailable'>

/** Input of `POST /api/v2/workspaces/:wId/notebooks/:nId/chat`. */
export interface AskNotebookInput {
  /** Id of the workspace: that of the organisation */
  readonly wId: string
  /** Id of the notebook */
  readonly nId: string
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
export type AskNotebookOutput = ChatAnswer

export type AskNotebookResponse = { readonly status: 200; readonly headers: Headers; readonly body: AskNotebookOutput }

/** Refusals that `askNotebook` declares; `code` tells them apart. */
export type AskNotebookError =
  | NotebooksApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | NotebooksApiError<400, 'invalid_json'>
  | NotebooksApiError<401, 'unauthenticated'>
  | NotebooksApiError<403, 'forbidden'>
  | NotebooksApiError<404, 'not_found'>
  | NotebooksApiError<413, 'payload_too_large', { readonly limit: number }>
  | NotebooksApiError<415, 'unsupported_media_type'>
  | NotebooksApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | NotebooksApiError<429, 'rate_limited'>
  | NotebooksApiError<500, 'internal', { readonly request_id: string }>
  | NotebooksApiError<503, 'spend_ceiling'>
  | NotebooksApiError<503, 'unavailable'>

/** The routes of notebooks. */
export interface NotebooksClient {
  /**
   * List workspaces.
   * A credential has one workspace, that of its organisation. Its id is part of the addresses of notebooks.
   * `GET /api/v2/workspaces`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listWorkspaces: {
    (input?: ListWorkspacesInput, options?: NotebooksCallOptions): Promise<ListWorkspacesOutput>
    /** The same with status and headers. */
    withResponse(input?: ListWorkspacesInput, options?: NotebooksCallOptions): Promise<ListWorkspacesResponse>
  }

  /**
   * Create a notebook.
   * Creates a notebook without sources. A workspace has at most 200.
   * `POST /api/v2/workspaces/:wId/notebooks`.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), notebook_limit_reached (409), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly createNotebook: {
    (input: CreateNotebookInput, options?: NotebooksCallOptions): Promise<CreateNotebookOutput>
    /** The same with status and headers. */
    withResponse(input: CreateNotebookInput, options?: NotebooksCallOptions): Promise<CreateNotebookResponse>
  }

  /**
   * List notebooks.
   * Newest first.
   * `GET /api/v2/workspaces/:wId/notebooks`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly listNotebooks: {
    (input: ListNotebooksInput, options?: NotebooksCallOptions): Promise<ListNotebooksOutput>
    /** The same with status and headers. */
    withResponse(input: ListNotebooksInput, options?: NotebooksCallOptions): Promise<ListNotebooksResponse>
  }
  /** The items of all pages of `listNotebooks`, from the cursor of the input on. */
  readonly listNotebooksAll: (input: ListNotebooksInput, options?: NotebooksCallOptions) => AsyncIterable<Notebook>

  /**
   * A notebook.
   * The notebook with the number of its sources, and the hash that artifacts are compared with.
   * `GET /api/v2/workspaces/:wId/notebooks/:nId`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getNotebook: {
    (input: GetNotebookInput, options?: NotebooksCallOptions): Promise<GetNotebookOutput>
    /** The same with status and headers. */
    withResponse(input: GetNotebookInput, options?: NotebooksCallOptions): Promise<GetNotebookResponse>
  }

  /**
   * Change a notebook.
   * Replaces the named members. With If-Match the change applies to that version only. Changed instructions make
   * artifacts stale; a changed title or description does not.
   * `PATCH /api/v2/workspaces/:wId/notebooks/:nId`.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), version_mismatch (412), payload_too_large (413), unsupported_media_type
   * (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly updateNotebook: {
    (input: UpdateNotebookInput, options?: NotebooksCallOptions): Promise<UpdateNotebookOutput>
    /** The same with status and headers. */
    withResponse(input: UpdateNotebookInput, options?: NotebooksCallOptions): Promise<UpdateNotebookResponse>
  }

  /**
   * Delete a notebook.
   * Deletes the notebook and its artifacts. The notebook itself can be restored within 30 days; conversations stay
   * in the archive.
   * `DELETE /api/v2/workspaces/:wId/notebooks/:nId`.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), version_mismatch (412), rate_limited (429), internal (500), unavailable (503).
   */
  readonly deleteNotebook: {
    (input: DeleteNotebookInput, options?: NotebooksCallOptions): Promise<DeleteNotebookOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteNotebookInput, options?: NotebooksCallOptions): Promise<DeleteNotebookResponse>
  }

  /**
   * Restore a deleted notebook.
   * Restores a notebook with its sources, within 30 days of its deletion.
   * `POST /api/v2/workspaces/:wId/notebooks/:nId/restore`, retried after transient failures.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly restoreNotebook: {
    (input: RestoreNotebookInput, options?: NotebooksCallOptions): Promise<RestoreNotebookOutput>
    /** The same with status and headers. */
    withResponse(input: RestoreNotebookInput, options?: NotebooksCallOptions): Promise<RestoreNotebookResponse>
  }

  /**
   * Add an upload to a notebook.
   * Adds an uploaded file as a source; the notebook then includes its conversations. Adding the same upload again
   * returns the same source. A notebook has at most 50.
   * `POST /api/v2/workspaces/:wId/notebooks/:nId/sources`, retried after transient failures.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), source_limit_reached (409), upload_not_complete (409), payload_too_large
   * (413), unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly addSource: {
    (input: AddSourceInput, options?: NotebooksCallOptions): Promise<AddSourceOutput>
    /** The same with status and headers. */
    withResponse(input: AddSourceInput, options?: NotebooksCallOptions): Promise<AddSourceResponse>
  }

  /**
   * List sources.
   * In the order in which they were added, including removed ones.
   * `GET /api/v2/workspaces/:wId/notebooks/:nId/sources`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly listSources: {
    (input: ListSourcesInput, options?: NotebooksCallOptions): Promise<ListSourcesOutput>
    /** The same with status and headers. */
    withResponse(input: ListSourcesInput, options?: NotebooksCallOptions): Promise<ListSourcesResponse>
  }

  /**
   * Replace the upload of a source.
   * For a newer export of the same account. Artifacts made from the older one become stale.
   * `PUT /api/v2/workspaces/:wId/notebooks/:nId/sources/:sId`.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), upload_not_complete (409), payload_too_large (413), unsupported_media_type
   * (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly replaceSource: {
    (input: ReplaceSourceInput, options?: NotebooksCallOptions): Promise<ReplaceSourceOutput>
    /** The same with status and headers. */
    withResponse(input: ReplaceSourceInput, options?: NotebooksCallOptions): Promise<ReplaceSourceResponse>
  }

  /**
   * Remove a source.
   * The upload and its conversations stay in the archive.
   * `DELETE /api/v2/workspaces/:wId/notebooks/:nId/sources/:sId`.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly removeSource: {
    (input: RemoveSourceInput, options?: NotebooksCallOptions): Promise<RemoveSourceOutput>
    /** The same with status and headers. */
    withResponse(input: RemoveSourceInput, options?: NotebooksCallOptions): Promise<RemoveSourceResponse>
  }

  /**
   * Create an artifact.
   * Makes a document from the sources, each statement with the passages that support it. briefing_doc: summary,
   * key points, decisions, open questions. faq_glossary: questions, terms. implementation_plan: goals, steps,
   * risks, dependencies. world_bible: entities, places, rules, timeline, contradictions. Poll it until it is
   * ready. A notebook has at most 100.
   * `POST /api/v2/workspaces/:wId/notebooks/:nId/artifacts`.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), artifact_limit_reached (409), no_sources (409), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly createArtifact: {
    (input: CreateArtifactInput, options?: NotebooksCallOptions): Promise<CreateArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: CreateArtifactInput, options?: NotebooksCallOptions): Promise<CreateArtifactResponse>
  }

  /**
   * List artifacts.
   * Newest first.
   * `GET /api/v2/workspaces/:wId/notebooks/:nId/artifacts`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly listArtifacts: {
    (input: ListArtifactsInput, options?: NotebooksCallOptions): Promise<ListArtifactsOutput>
    /** The same with status and headers. */
    withResponse(input: ListArtifactsInput, options?: NotebooksCallOptions): Promise<ListArtifactsResponse>
  }

  /**
   * An artifact.
   * The artifact with its sections, and whether it is stale.
   * `GET /api/v2/workspaces/:wId/notebooks/:nId/artifacts/:aId`, retried after transient failures.
   * Authority: scope:archive:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getArtifact: {
    (input: GetArtifactInput, options?: NotebooksCallOptions): Promise<GetArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: GetArtifactInput, options?: NotebooksCallOptions): Promise<GetArtifactResponse>
  }

  /**
   * Make an artifact again.
   * Makes the sections again whose passages, instructions or generator have changed; the rest stays.
   * `POST /api/v2/workspaces/:wId/notebooks/:nId/artifacts/:aId/regenerate`, retried after transient failures.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly regenerateArtifact: {
    (input: RegenerateArtifactInput, options?: NotebooksCallOptions): Promise<RegenerateArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: RegenerateArtifactInput, options?: NotebooksCallOptions): Promise<RegenerateArtifactResponse>
  }

  /**
   * Delete an artifact.
   * Deletes the artifact; it can be created again.
   * `DELETE /api/v2/workspaces/:wId/notebooks/:nId/artifacts/:aId`.
   * Authority: scope:archive:ingest. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly deleteArtifact: {
    (input: DeleteArtifactInput, options?: NotebooksCallOptions): Promise<DeleteArtifactOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteArtifactInput, options?: NotebooksCallOptions): Promise<DeleteArtifactResponse>
  }

  /**
   * Search a notebook.
   * As the search of the archive, restricted to the sources of the notebook.
   * `POST /api/v2/workspaces/:wId/notebooks/:nId/search`.
   * Authority: scope:archive:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), payload_too_large (413), unsupported_media_type (415), rate_limited (429),
   * internal (500), unavailable (503).
   */
  readonly searchNotebook: {
    (input: SearchNotebookInput, options?: NotebooksCallOptions): Promise<SearchNotebookOutput>
    /** The same with status and headers. */
    withResponse(input: SearchNotebookInput, options?: NotebooksCallOptions): Promise<SearchNotebookResponse>
  }

  /**
   * Ask a notebook.
   * As the chat of the archive, restricted to the sources of the notebook and with its instructions. With `Accept:
   * text/event-stream` the answer comes as events.
   * `POST /api/v2/workspaces/:wId/notebooks/:nId/chat`.
   * Authority: scope:archive:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), payload_too_large (413), unsupported_media_type (415), quota_exceeded (429),
   * rate_limited (429), internal (500), spend_ceiling (503), unavailable (503).
   */
  readonly askNotebook: {
    (input: AskNotebookInput, options?: NotebooksCallOptions): Promise<AskNotebookOutput>
    /** The same with status and headers. */
    withResponse(input: AskNotebookInput, options?: NotebooksCallOptions): Promise<AskNotebookResponse>
    /** The answer piece by piece, as the header accept asks for it; refusals are thrown as ever. */
    stream(input: AskNotebookInput, options?: NotebooksCallOptions): Promise<Response>
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
  options: NotebooksClientOptions,
  operation: Operation,
  input: Input,
  call: NotebooksCallOptions,
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

const requestOf = (options: NotebooksClientOptions, operation: Operation, input: Input, call: NotebooksCallOptions) => {
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

const apiErrorOf = (operation: Operation, response: Response, text: string): NotebooksApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new NotebooksApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new NotebooksApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | NotebooksApiError> => {
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
  options: NotebooksClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | NotebooksApiError | NotebooksNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof NotebooksApiError) return cause
    return new NotebooksNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: NotebooksApiError | NotebooksNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof NotebooksApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: NotebooksClientOptions,
  operation: Operation,
  input: Input,
  call: NotebooksCallOptions,
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
    const isTransient = result instanceof NotebooksNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: NotebooksClientOptions,
  operation: Operation,
  input: Input,
  call: NotebooksCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new NotebooksTimeoutError(operation.name, timeout)), timeout)
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

const method = <Output, Whole>(options: NotebooksClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: NotebooksCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: NotebooksCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: NotebooksCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: NotebooksCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: NotebooksCallOptions | undefined,
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
  listWorkspaces: {
    name: 'listWorkspaces',
    method: 'GET',
    path: '/api/v2/workspaces',
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
  createNotebook: {
    name: 'createNotebook',
    method: 'POST',
    path: '/api/v2/workspaces/{wId}/notebooks',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, notebook_limit_reached: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listNotebooks: {
    name: 'listNotebooks',
    method: 'GET',
    path: '/api/v2/workspaces/{wId}/notebooks',
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
  getNotebook: {
    name: 'getNotebook',
    method: 'GET',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}',
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
  updateNotebook: {
    name: 'updateNotebook',
    method: 'PATCH',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}',
    query: [],
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, version_mismatch: 412, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  deleteNotebook: {
    name: 'deleteNotebook',
    method: 'DELETE',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}',
    query: [],
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, version_mismatch: 412, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  restoreNotebook: {
    name: 'restoreNotebook',
    method: 'POST',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/restore',
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
  addSource: {
    name: 'addSource',
    method: 'POST',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/sources',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, source_limit_reached: 409, upload_not_complete: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listSources: {
    name: 'listSources',
    method: 'GET',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/sources',
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
  replaceSource: {
    name: 'replaceSource',
    method: 'PUT',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/sources/{sId}',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, upload_not_complete: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  removeSource: {
    name: 'removeSource',
    method: 'DELETE',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/sources/{sId}',
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
  createArtifact: {
    name: 'createArtifact',
    method: 'POST',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/artifacts',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, artifact_limit_reached: 409, no_sources: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listArtifacts: {
    name: 'listArtifacts',
    method: 'GET',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/artifacts',
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
  getArtifact: {
    name: 'getArtifact',
    method: 'GET',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/artifacts/{aId}',
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
  regenerateArtifact: {
    name: 'regenerateArtifact',
    method: 'POST',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/artifacts/{aId}/regenerate',
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
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  deleteArtifact: {
    name: 'deleteArtifact',
    method: 'DELETE',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/artifacts/{aId}',
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
  searchNotebook: {
    name: 'searchNotebook',
    method: 'POST',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/search',
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
  askNotebook: {
    name: 'askNotebook',
    method: 'POST',
    path: '/api/v2/workspaces/{wId}/notebooks/{nId}/chat',
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
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, quota_exceeded: 429, rate_limited: 429, internal: 500, spend_ceiling: 503, unavailable: 503 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface NotebooksErrors {
  readonly listWorkspaces: ListWorkspacesError
  readonly createNotebook: CreateNotebookError
  readonly listNotebooks: ListNotebooksError
  readonly getNotebook: GetNotebookError
  readonly updateNotebook: UpdateNotebookError
  readonly deleteNotebook: DeleteNotebookError
  readonly restoreNotebook: RestoreNotebookError
  readonly addSource: AddSourceError
  readonly listSources: ListSourcesError
  readonly replaceSource: ReplaceSourceError
  readonly removeSource: RemoveSourceError
  readonly createArtifact: CreateArtifactError
  readonly listArtifacts: ListArtifactsError
  readonly getArtifact: GetArtifactError
  readonly regenerateArtifact: RegenerateArtifactError
  readonly deleteArtifact: DeleteArtifactError
  readonly searchNotebook: SearchNotebookError
  readonly askNotebook: AskNotebookError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isNotebooksError = <Name extends keyof NotebooksErrors>(
  operation: Name,
  error: unknown,
): error is NotebooksErrors[Name] => {
  if (!(error instanceof NotebooksApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of notebooks: methods can be taken off it, and it keeps no connection of its own. */
export const createNotebooksClient = (options: NotebooksClientOptions): NotebooksClient => {
  return {
    listWorkspaces: method<ListWorkspacesOutput, ListWorkspacesResponse>(options, operations.listWorkspaces),
    createNotebook: method<CreateNotebookOutput, CreateNotebookResponse>(options, operations.createNotebook),
    listNotebooks: method<ListNotebooksOutput, ListNotebooksResponse>(options, operations.listNotebooks),
    listNotebooksAll: (input, call) =>
      pages(method(options, operations.listNotebooks), input, call, 'notebooks', 'nextCursor'),
    getNotebook: method<GetNotebookOutput, GetNotebookResponse>(options, operations.getNotebook),
    updateNotebook: method<UpdateNotebookOutput, UpdateNotebookResponse>(options, operations.updateNotebook),
    deleteNotebook: method<DeleteNotebookOutput, DeleteNotebookResponse>(options, operations.deleteNotebook),
    restoreNotebook: method<RestoreNotebookOutput, RestoreNotebookResponse>(options, operations.restoreNotebook),
    addSource: method<AddSourceOutput, AddSourceResponse>(options, operations.addSource),
    listSources: method<ListSourcesOutput, ListSourcesResponse>(options, operations.listSources),
    replaceSource: method<ReplaceSourceOutput, ReplaceSourceResponse>(options, operations.replaceSource),
    removeSource: method<RemoveSourceOutput, RemoveSourceResponse>(options, operations.removeSource),
    createArtifact: method<CreateArtifactOutput, CreateArtifactResponse>(options, operations.createArtifact),
    listArtifacts: method<ListArtifactsOutput, ListArtifactsResponse>(options, operations.listArtifacts),
    getArtifact: method<GetArtifactOutput, GetArtifactResponse>(options, operations.getArtifact),
    regenerateArtifact: method<RegenerateArtifactOutput, RegenerateArtifactResponse>(options, operations.regenerateArtifact),
    deleteArtifact: method<DeleteArtifactOutput, DeleteArtifactResponse>(options, operations.deleteArtifact),
    searchNotebook: method<SearchNotebookOutput, SearchNotebookResponse>(options, operations.searchNotebook),
    askNotebook: method<AskNotebookOutput, AskNotebookResponse>(options, operations.askNotebook),
  }
}
