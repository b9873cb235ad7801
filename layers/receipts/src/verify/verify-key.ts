import { isSignedBy } from '../ed25519.ts'
import { PAYLOAD_TYPE, preAuthEncoding } from '../envelope.ts'
import type { EnvelopeSignature, OpenedEnvelope } from '../envelope-format.ts'
import { keyVerdict } from '../key-verdict.ts'
import { type PublicKeyRecord, rawOfRecord, thumbprint } from '../public-keys.ts'
import { type Check, finding } from './checks.ts'

export interface KeyEvidence {
  readonly keys?: readonly PublicKeyRecord[]
  /** If not empty, one of these keys (32 bytes each) must have signed, regardless of the key set. */
  readonly pinnedKeys?: readonly Uint8Array[]
}

/** A signature and the key that supposedly made it, if known. */
export interface SignerKey {
  readonly signature: EnvelopeSignature
  readonly publicKey?: Uint8Array
  readonly record?: PublicKeyRecord
  readonly isPinned: boolean
}

const keyOf = (signature: EnvelopeSignature, { keys = [], pinnedKeys = [] }: KeyEvidence): SignerKey => {
  const record = keys.find(({ kid }) => kid === signature.keyid)
  const pinned = pinnedKeys.find((key) => thumbprint(key) === signature.keyid)
  const publicKey = pinned ?? (record && rawOfRecord(record))
  return { signature, isPinned: pinned !== undefined, ...(publicKey && { publicKey }), ...(record && { record }) }
}

/**
 * Returns the first signature by a known key, or else the first signature. The algorithm is always Ed25519, regardless
 * of the key ID.
 */
export const signerKeyOf = ({ signatures }: OpenedEnvelope, evidence: KeyEvidence): SignerKey => {
  const keys = signatures.map((signature) => keyOf(signature, evidence))
  return keys.find(({ publicKey }) => publicKey) ?? (keys[0] as SignerKey)
}

export const verifySignature = async (body: Uint8Array, { publicKey, signature }: SignerKey): Promise<Check> => {
  if (!publicKey) return finding('signature', 'unread')
  const isValid = await isSignedBy(publicKey, preAuthEncoding(PAYLOAD_TYPE, body), signature.sig)
  return finding('signature', isValid ? 'good' : 'wrong')
}

export const verifyKey = (
  { publicKey, record, isPinned }: SignerKey,
  { pinnedKeys = [] }: KeyEvidence,
  issuedAt: string,
  cosignedAt: string | undefined,
): Check => {
  if (pinnedKeys.length > 0 && !isPinned) return finding('key', 'not_trusted')
  if (!publicKey) return finding('key', 'unknown')
  return finding('key', record ? keyVerdict(record, issuedAt, cosignedAt) : 'pinned')
}
