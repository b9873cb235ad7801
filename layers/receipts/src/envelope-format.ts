import { bytesOfBase64 } from './base64.ts'
import { type Envelope, PAYLOAD_TYPE } from './envelope.ts'
import { isMembers, ReceiptFormatError } from './statement-format.ts'

const PAYLOAD_MAX = 8_192
const SIGNATURES_MAX = 8

/**
 * A signature with the name of the key that supposedly made it. The key name is only a hint: it does not select an
 * algorithm.
 */
export interface EnvelopeSignature {
  readonly keyid: string
  /** 64 bytes. */
  readonly sig: Uint8Array
}

export interface OpenedEnvelope {
  readonly body: Uint8Array
  readonly signatures: readonly EnvelopeSignature[]
}

const signatureOf = (value: unknown): EnvelopeSignature => {
  const { keyid, sig } = isMembers(value) ? value : {}
  const bytes = typeof sig === 'string' && sig.length === 88 ? bytesOfBase64(sig) : undefined
  if (typeof keyid !== 'string' || bytes?.length !== 64)
    throw new ReceiptFormatError('A signature must have a keyid, and a sig of 64 bytes in base64')
  return { keyid, sig: bytes }
}

/**
 * Parses an envelope. Do not trust its content before a signature is verified.
 * @throws ReceiptFormatError for anything other than an envelope of a statement.
 */
export const readEnvelope = (value: unknown): OpenedEnvelope => {
  const { payload, payloadType, signatures } = (isMembers(value) ? value : {}) as Partial<Envelope>
  if (payloadType !== PAYLOAD_TYPE)
    throw new ReceiptFormatError(`The payload type of an envelope must be ${PAYLOAD_TYPE}`)
  const body = typeof payload === 'string' && payload.length <= PAYLOAD_MAX ? bytesOfBase64(payload) : undefined
  if (!body) throw new ReceiptFormatError('The payload of an envelope must be a statement in base64')
  if (!Array.isArray(signatures) || signatures.length === 0 || signatures.length > SIGNATURES_MAX)
    throw new ReceiptFormatError(`An envelope must have 1 to ${SIGNATURES_MAX} signatures`)
  return { body, signatures: signatures.map(signatureOf) }
}
