interface About {
  /** The field of the body, the query or the headers that is wrong. */
  readonly field?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A refusal that the caller may read: it names the rule, and nothing of the inside. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  /** Headers that the answer must have, as RFC 9110 wants of 401 and 405. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, about: About = {}) {
    super(message)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.field = about.field
    this.headers = about.headers ?? {}
  }
}

// #if invalid
export const invalid = (field: string, message: string): Problem =>
  new Problem(400, 'invalid_input', message, { field })
// #endif
// #if absent
export const absent = (): Problem => new Problem(404, 'not_found', 'The resource does not exist')
// #endif
