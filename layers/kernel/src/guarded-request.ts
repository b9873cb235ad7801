import type { Buffer } from 'node:buffer'

/** The answer to a guarded request. The body is read whole, up to `maxBytes`, or not at all. */
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
  /** A larger body is an error. `headers only`: the body is not read. */
  readonly maxBytes?: number | 'headers only'
  /** Addresses that may be reached although they are private; for tests and the local runner only. */
  readonly allowAddresses?: readonly string[]
}

export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<GuardedResponse>

/** The URL may not be fetched: wrong scheme, credentials in it, or an address in a private network. */
export class BlockedUrl extends Error {
  override readonly name = 'BlockedUrl'
}
