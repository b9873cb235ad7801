export interface ErrorMeaning {
  readonly status: number
  readonly description: string
}

/**
 * The codes that every service shares. The body of an error is `{ error, code, … }`: `error` is a sentence for a
 * person, `code` one of these words (or one that the endpoint declares itself).
 */
export const errorCodes = {
  invalid_json: { status: 400, description: 'The body is not well-formed JSON.' },
  invalid_input: { status: 400, description: 'A field, query parameter or header breaks its rule; see `errors`.' },
  unauthenticated: { status: 401, description: 'No credential, or one that is unknown, expired or revoked.' },
  plan_required: { status: 402, description: 'The plan does not include this; `upgrade` says where to get one.' },
  forbidden: { status: 403, description: 'The credential is good but may not do this.' },
  model_locked: { status: 403, description: 'The model is locked for this caller.' },
  not_found: { status: 404, description: 'There is no such thing, or the caller may not know of it.' },
  method_not_allowed: { status: 405, description: 'The path exists with other methods; see the Allow header.' },
  conflict: { status: 409, description: 'The request contradicts the present state of the resource.' },
  invalid_transition: { status: 409, description: 'The present state does not allow this operation; see `allowed`.' },
  version_conflict: { status: 409, description: 'Somebody changed the resource first; the body names its version.' },
  idempotency_in_progress: { status: 409, description: 'The first request with this key is still being answered.' },
  gone: { status: 410, description: 'It existed and has been removed for good.' },
  payload_too_large: { status: 413, description: 'The body is larger than `limit` bytes.' },
  unsupported_media_type: { status: 415, description: 'The content type is not one that this operation reads.' },
  unprocessable: { status: 422, description: 'The request is well formed but cannot be carried out.' },
  idempotency_mismatch: { status: 422, description: 'The idempotency key was used before with another request.' },
  quota_exceeded: { status: 429, description: 'The quota of the period is used up; see Retry-After.' },
  insufficient_credits: { status: 429, description: 'There are not enough credits for this request.' },
  rate_limited: { status: 429, description: 'Too many requests; see Retry-After.' },
  internal: { status: 500, description: 'A fault of ours; quote `request_id` when you report it.' },
  upstream_failed: { status: 502, description: 'A service that we depend on failed.' },
  spend_ceiling: {
    status: 503,
    description: 'The service has used what it may in a day of UTC; `retry_after` and Retry-After say when it goes on.',
  },
  unavailable: { status: 503, description: 'Not available at the moment; see Retry-After.' },
} as const satisfies Readonly<Record<string, ErrorMeaning>>

export type ErrorCode = keyof typeof errorCodes

export interface DeclaredError extends ErrorMeaning {
  readonly code: string
}

/** How an endpoint names an error: a shared code, or its own code with a status (400 to 599). */
export type ErrorReference =
  | ErrorCode
  | { readonly code: string; readonly status: number; readonly description?: string | undefined }

const isShared = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)

/** Resolves a reference against the shared table; `undefined` when the word is unknown and carries no status. */
export const resolveError = (reference: ErrorReference | string): DeclaredError | undefined => {
  if (typeof reference === 'string') {
    return isShared(reference) ? { code: reference, ...errorCodes[reference] } : undefined
  }
  const { code, status } = reference
  const shared = isShared(code) ? errorCodes[code].description : undefined
  return { code, status, description: reference.description ?? shared ?? `Refused with the code ${code}.` }
}

/** Codes of routing, authority, limits and parsing: every operation may answer them without declaring them. */
const pipelineCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'not_found',
  'method_not_allowed',
  'unauthenticated',
  'forbidden',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_json',
  'invalid_input',
  'rate_limited',
  'unavailable',
])

/** Whether a refusal may come from the pipeline around an operation rather than from the operation itself. */
export const isPipelineCode = (code: string): code is ErrorCode => pipelineCodes.has(code)
