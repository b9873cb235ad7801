import type { ReplyHeaders, StreamBody } from '../wire-types.ts'

/** A request in the engine's format. */
export interface Incoming {
  /** Upper case. */
  readonly method: string
  /** The raw path, still percent-encoded and without the query. */
  readonly path: string
  readonly query: URLSearchParams | Readonly<Record<string, string | readonly string[] | undefined>>
  /** Lower-case names. Values of a repeated name are joined. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Returns the bytes of the body. Called only if the endpoint has one.
   * @throws Refusal 413 `payload_too_large` if there are more than `limit` bytes
   */
  readonly bytes: (limit: number) => Promise<Uint8Array> | Uint8Array
}

export type OutgoingBody = string | Uint8Array | StreamBody | undefined

/** A response of the engine. Header names are in lower case. */
export interface Outgoing {
  readonly status: number
  readonly headers: ReplyHeaders
  readonly body: OutgoingBody
}
