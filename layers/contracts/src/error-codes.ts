export interface ErrorMeaning {
  readonly status: number
  readonly description: string
}

/**
 * The codes that all services share. The body of an error is `{ error, code, … }`: `error` is a sentence for users, and
 * `code` is one of these codes or a code that the endpoint declares.
 */
export const errorCodes = {
  invalid_json: { status: 400, description: 'The body is not well-formed JSON.' },
  invalid_input: { status: 400, description: 'A field, query parameter or header is invalid; see `errors`.' },
  unauthenticated: { status: 401, description: 'The credential is missing, unknown, expired or revoked.' },
  plan_required: {
    status: 402,
    description: 'The plan does not include this feature; `upgrade` contains the URL of the plans.',
  },
  forbidden: { status: 403, description: 'The credential is valid but lacks permission.' },
  model_locked: {
    status: 403,
    description:
      'The model is not available yet: it is unlocked when enough customers have bought credits or an Agency plan. For the progress, see `GET /v2/models`.',
  },
  not_found: { status: 404, description: 'The resource does not exist, or the caller cannot access it.' },
  method_not_allowed: {
    status: 405,
    description: 'The path exists but does not support this method; see the Allow header.',
  },
  conflict: { status: 409, description: 'The request conflicts with the current state of the resource.' },
  invalid_transition: { status: 409, description: 'The current state does not allow this operation; see `allowed`.' },
  version_conflict: {
    status: 409,
    description: 'Another request changed the resource first; the body contains the current version.',
  },
  idempotency_in_progress: {
    status: 409,
    description: 'The first request with this idempotency key is still running. Try again later.',
  },
  gone: { status: 410, description: 'The resource existed and was permanently deleted.' },
  payload_too_large: { status: 413, description: 'The body exceeds `limit` bytes.' },
  unsupported_media_type: { status: 415, description: 'The operation does not support this content type.' },
  unprocessable: { status: 422, description: 'The request is well formed but cannot be processed.' },
  idempotency_mismatch: {
    status: 422,
    description: 'The idempotency key was already used for another request. Use a new idempotency key.',
  },
  quota_exceeded: { status: 429, description: 'The quota for this period is used up; see `Retry-After`.' },
  insufficient_credits: {
    status: 429,
    description: 'The credit balance is too low for this request. Buy credits or change the plan.',
  },
  rate_limited: { status: 429, description: 'Too many requests; see `Retry-After`.' },
  internal: { status: 500, description: 'An internal error occurred; include `request_id` when you report it.' },
  upstream_failed: { status: 502, description: 'An upstream service failed. Try again later.' },
  spend_ceiling: {
    status: 503,
    description:
      'The service has reached its daily spending limit (UTC). `retry_after` and `Retry-After` state when the service is available again.',
  },
  unavailable: { status: 503, description: 'The service is temporarily unavailable; see `Retry-After`.' },
} as const satisfies Readonly<Record<string, ErrorMeaning>>

export type ErrorCode = keyof typeof errorCodes

export interface DeclaredError extends ErrorMeaning {
  readonly code: string
}

/** A declared error: a shared code, or a specific code with a status (400 to 599). */
export type ErrorReference =
  | ErrorCode
  | { readonly code: string; readonly status: number; readonly description?: string | undefined }

const isShared = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code)

/** Resolves a reference against the shared table; `undefined` if the code is unknown and has no status. */
export const resolveError = (reference: ErrorReference | string): DeclaredError | undefined => {
  if (typeof reference === 'string') {
    return isShared(reference) ? { code: reference, ...errorCodes[reference] } : undefined
  }
  const { code, status } = reference
  const shared = isShared(code) ? errorCodes[code].description : undefined
  return { code, status, description: reference.description ?? shared ?? `The request failed with the code ${code}.` }
}

/** Codes of routing, authority, limits and parsing. Every operation may return them without declaring them. */
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

/** Returns true if the pipeline may return the code for an operation that does not declare it. */
export const isPipelineCode = (code: string): code is ErrorCode => pipelineCodes.has(code)
