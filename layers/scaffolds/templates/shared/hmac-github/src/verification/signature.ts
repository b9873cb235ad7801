import { createHash } from 'node:crypto'

/** A request whose signature is to be checked. */
export interface SignedRequest {
  readonly headers: Headers
  readonly body: Uint8Array
}

/** The signature that a request claims. */
export interface ClaimedSignature {
  readonly id: string
  readonly encoding: 'hex' | 'base64'
  readonly signatures: readonly string[]
  /** The signed bytes. */
  readonly content: Uint8Array
}

/**
 * GitHub: "sha256=<hex>" over the body. Neither time nor delivery is signed, so the digest of the body is the ID of the
 * event.
 */
export const readSignature = ({ headers, body }: SignedRequest): ClaimedSignature => ({
  id: createHash('sha256').update(body).digest('hex'),
  encoding: 'hex',
  signatures: [(headers.get('x-hub-signature-256') ?? '').replace(/^sha256=/, '')],
  content: body,
})

/** The key is used as the sender displays it, including any prefix. */
export const bytesOf = (key: string): Buffer => Buffer.from(key)
