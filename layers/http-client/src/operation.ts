export interface Operation {
  readonly name: string
  readonly method: string
  /** A path with parameters in braces: `/v2/jobs/{id}`. */
  readonly path: string
  /** `raw`: the body of a success is bytes, text or a stream instead of JSON. */
  readonly answer: 'json' | 'raw'
  /** Media type of the request body. Absent: no body, or one of several types that the caller sets in a header. */
  readonly mediaType?: string
  /** True if repeating the request has no further effect (RFC 9110 9.2.2, or as declared by the contract). */
  readonly repeatable: boolean
  /** True if the operation accepts an `Idempotency-Key`, which makes a repetition safe. */
  readonly keyed: boolean
  /** Statuses outside 200 to 299 that the contract declares as a success, such as 304. */
  readonly otherStatuses?: readonly number[]
}

/** An operation whose path parameters, query, headers and body are members of one flat input. */
export interface FlatOperation extends Operation {
  readonly query?: readonly string[]
  readonly headers?: readonly string[]
  /** `fields`: JSON of all members that are in no other part. `raw`: the member `body`, unchanged. */
  readonly body?: 'fields' | 'raw'
}
