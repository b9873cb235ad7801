interface ProblemDetails {
  /** The invalid field of the body, the query or the headers. */
  readonly field?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An error for the caller. It names the broken rule and no internal details. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  /** Response headers, such as those that RFC 9110 requires for 401 and 405. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, details: ProblemDetails = {}) {
    super(message)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.field = details.field
    this.headers = details.headers ?? {}
  }
}

// #if invalid
export const invalid = (field: string, message: string): Problem =>
  new Problem(400, 'invalid_input', message, { field })
// #endif
// #if absent
export const absent = (): Problem => new Problem(404, 'not_found', 'The resource does not exist')
// #endif
