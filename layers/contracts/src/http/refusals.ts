import type { FieldError } from '../parse-request.ts'
import { type Refusal, refusal } from './refusal.ts'

const NO_CREDENTIAL = 'This operation requires a credential: send Authorization: Bearer <key> or X-API-Key'

/** 400: the input is invalid. The sentence repeats the first error, so that a log line alone is useful. */
export const invalidInput = (errors: readonly FieldError[]): Refusal<'invalid_input'> => {
  const [first] = errors
  const omitted = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  const sentence = first
    ? `${first.field ? `${first.field} ` : ''}${first.message}${omitted}`
    : 'The request is not valid'
  return refusal('invalid_input', sentence, { extras: { errors } })
}

/** 400: `detail` is the parser's message. */
export const invalidJson = (detail: string): Refusal<'invalid_json'> =>
  refusal('invalid_json', `The body is not valid JSON: ${detail}`)

/** 401. Default sentence: for a request without a credential. */
export const unauthenticated = (error: string = NO_CREDENTIAL): Refusal<'unauthenticated'> =>
  refusal('unauthenticated', error)

/** 403: the caller is authenticated but not allowed. The sentence names the missing permission. */
export const forbidden = (error: string): Refusal<'forbidden'> => refusal('forbidden', error)

/** 404: the resource does not exist, or the caller cannot access it. */
export const notFound = (error: string): Refusal<'not_found'> => refusal('not_found', error)

/** 405 with the Allow header that RFC 9110 15.5.6 requires. */
export const methodNotAllowed = (
  method: string,
  path: string,
  allow: readonly string[],
): Refusal<'method_not_allowed'> =>
  refusal('method_not_allowed', `${method} is not allowed on ${path}; allowed: ${allow.join(', ')}`, {
    headers: { allow: allow.join(', ') },
  })

/** 413: `limit` is in bytes; `subject` is the subject of the sentence. */
export const payloadTooLarge = (limit: number, subject = 'The body'): Refusal<'payload_too_large'> =>
  refusal('payload_too_large', `${subject} is larger than ${limit} bytes`, { extras: { limit } })

/** 415: the sentence contains the received type and the accepted types. */
export const unsupportedMediaType = (received: string, accepted: string): Refusal<'unsupported_media_type'> =>
  refusal('unsupported_media_type', `Send content-type: ${accepted} (got ${received})`)

/** 503 with Retry-After in seconds. `cause` is logged and never shown to the caller. */
export const unavailable = (error: string, retryAfterSeconds: number, cause?: unknown): Refusal<'unavailable'> =>
  refusal('unavailable', error, { cause, headers: { 'retry-after': String(retryAfterSeconds) } })
