/** One thing wrong with an input: the dotted name of the field and the rule it breaks, in words for a person. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** What the caller reads. `code` is a stable snake_case word; extras are those that the route's contract names. */
export interface RefusalBody {
  readonly error: string
  readonly code: string
  /** Path where money helps. */
  readonly upgrade?: string
  readonly errors?: readonly FieldError[]
  readonly [extra: string]: unknown
}

export interface RefusalOptions extends ErrorOptions {
  /** Response headers such as Retry-After or Allow. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A "no" that the caller may read. Whatever else is thrown is a fault: logged whole, answered as a bare 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly body: RefusalBody
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, body: RefusalBody, options: RefusalOptions = {}) {
    super(body.error, options)
    this.status = status
    this.body = body
    this.headers = options.headers ?? {}
  }
}

/** 400: the input parsed but breaks rules; the sentence repeats the first so that a log line alone is useful. */
export const invalidInput = (errors: readonly FieldError[]): Refusal => {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  const sentence = first ? `${first.field ? `${first.field} ` : ''}${first.message}${more}` : 'The request is not valid'
  return new Refusal(400, { error: sentence, code: 'invalid_input', errors })
}

/** 400: `detail` is the parser's own sentence. */
export const invalidJson = (detail: string): Refusal =>
  new Refusal(400, { error: `The body cannot be read as JSON: ${detail}`, code: 'invalid_json' })

const NO_CREDENTIAL = 'This needs a credential: send Authorization: Bearer <key> or X-API-Key'

/** 401 with the challenge that RFC 9110 11.6.1 asks for; without a sentence, for a request that carries no credential. */
export const unauthenticated = (error: string = NO_CREDENTIAL): Refusal =>
  new Refusal(401, { error, code: 'unauthenticated' }, { headers: { 'www-authenticate': 'Bearer realm="signet"' } })

/** 403: the caller is known and may not; the sentence says what is missing. */
export const forbidden = (error: string): Refusal => new Refusal(403, { error, code: 'forbidden' })

/** 404: also for what is there but not the caller's. */
export const notFound = (error: string): Refusal => new Refusal(404, { error, code: 'not_found' })

/** 405 with the Allow header that RFC 9110 15.5.6 asks for. */
export const methodNotAllowed = (method: string, path: string, allow: readonly string[]): Refusal =>
  new Refusal(
    405,
    { error: `${method} is not allowed on ${path}; allowed: ${allow.join(', ')}`, code: 'method_not_allowed' },
    { headers: { allow: allow.join(', ') } },
  )

/** 413: `limit` is in bytes; `what` is the subject of the sentence. */
export const payloadTooLarge = (limit: number, what = 'The body'): Refusal =>
  new Refusal(413, { error: `${what} is larger than ${limit} bytes`, code: 'payload_too_large', limit })

/** 415: names the type that was sent and the one to send. */
export const unsupportedMediaType = (got: string, accepted: string): Refusal =>
  new Refusal(415, { error: `Send content-type: ${accepted} (got ${got})`, code: 'unsupported_media_type' })

/** 503 with Retry-After; `cause` is logged and never shown. */
export const unavailable = (error: string, retryAfterSeconds: number, cause?: unknown): Refusal =>
  new Refusal(503, { error, code: 'unavailable' }, { cause, headers: { 'retry-after': String(retryAfterSeconds) } })
