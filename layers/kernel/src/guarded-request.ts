import type { Buffer } from 'node:buffer'

/** The answer to a guarded request. The body is read completely, up to `maxBytes`, or not at all. */
export interface GuardedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface GuardedRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** From connect to the last byte, in milliseconds. */
  readonly timeoutMs?: number
  /** Maximum bytes; a larger body is an error. `headers only`: the body is not read. */
  readonly maxBytes?: number | 'headers only'
  /** Private addresses that are permitted, for tests and the local runner only. */
  readonly allowAddresses?: readonly string[]
}

export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<GuardedResponse>

/** A URL that must not be fetched: wrong scheme, credentials in the URL, or an address in a private network. */
export class BlockedUrl extends Error {
  override readonly name = 'BlockedUrl'
}
