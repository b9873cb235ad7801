import { toBase64 } from './base64.ts'
import { requireSignable, type Signer } from './signer.ts'

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

/** A signed statement in transport form (DSSE 1.0). */
export interface Envelope {
  /** The body in base64 with padding. */
  readonly payload: string
  readonly payloadType: string
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[]
}

const utf8 = new TextEncoder()

/**
 * Returns the bytes to sign (DSSE PAE): type and body, each with its length, so that the boundary between them is
 * unambiguous.
 */
export const preAuthEncoding = (type: string, body: Uint8Array): Uint8Array => {
  const length = utf8.encode(type).length
  const head = utf8.encode(`DSSEv1 ${length} ${type} ${body.length} `)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

/**
 * Signs a body.
 * @throws RangeError for a body that is too long to be signed
 */
export const seal = async (body: Uint8Array, signer: Signer): Promise<Envelope> => {
  const message = preAuthEncoding(PAYLOAD_TYPE, body)
  requireSignable(message)
  const sig = toBase64(await signer.sign(message))
  return { payload: toBase64(body), payloadType: PAYLOAD_TYPE, signatures: [{ keyid: signer.kid, sig }] }
}
