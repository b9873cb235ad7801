export interface Operation {
  readonly name: string
  readonly method: string
  /** A path with parameters in braces: `/v2/jobs/{id}`. */
  readonly path: string
  /** `raw`: the body of a success is bytes, text or a stream, not JSON. */
  readonly answer: 'json' | 'raw'
  /** The media type of the request body. Absent: no body, or one of several types that the caller names in a header. */
  readonly mediaType?: string
  /** Whether a request may be sent again without further effect (RFC 9110 9.2.2, or the contract says so). */
  readonly repeatable: boolean
  /** Whether the operation takes an `Idempotency-Key`, which makes a repetition harmless. */
  readonly keyed: boolean
  /** Statuses outside 200 to 299 that the contract declares as a success, such as 304. */
  readonly otherStatuses?: readonly number[]
}

/** An operation whose path parameters, query, headers and body are members of one flat input. */
export interface FlatOperation extends Operation {
  readonly query?: readonly string[]
  readonly headers?: readonly string[]
  /** `fields`: JSON of all members that are in no other part. `raw`: the member `body`, as it is. */
  readonly body?: 'fields' | 'raw'
}
