import { isSignedBy } from '../ed25519.ts'
import { PAYLOAD_TYPE, preAuthEncoding } from '../envelope.ts'
import type { EnvelopeSignature, OpenedEnvelope } from '../envelope-format.ts'
import { keyVerdict } from '../key-verdict.ts'
import { type PublicKeyRecord, rawOfRecord, thumbprint } from '../public-keys.ts'
import { type Check, finding } from './checks.ts'

export interface KeyEvidence {
  readonly keys?: readonly PublicKeyRecord[]
  /** If not empty, one of them must have signed, regardless of the key set. 32 bytes each. */
  readonly pinnedKeys?: readonly Uint8Array[]
}

/** The key that supposedly signed, as far as it is known. */
export interface FoundKey {
  readonly signature: EnvelopeSignature
  readonly publicKey?: Uint8Array
  readonly record?: PublicKeyRecord
  readonly isPinned: boolean
}

const keyOf = (signature: EnvelopeSignature, { keys = [], pinnedKeys = [] }: KeyEvidence): FoundKey => {
  const record = keys.find(({ kid }) => kid === signature.keyid)
  const pinned = pinnedKeys.find((key) => thumbprint(key) === signature.keyid)
  const publicKey = pinned ?? (record && rawOfRecord(record))
  return { signature, isPinned: pinned !== undefined, ...(publicKey && { publicKey }), ...(record && { record }) }
}

/**
 * Returns the signature by a known key, or else the first one. The algorithm is always Ed25519, regardless of the key's
 * name.
 */
export const foundKey = ({ signatures }: OpenedEnvelope, evidence: KeyEvidence): FoundKey => {
  const keys = signatures.map((signature) => keyOf(signature, evidence))
  return keys.find(({ publicKey }) => publicKey) ?? (keys[0] as FoundKey)
}

export const verifySignature = async (body: Uint8Array, { publicKey, signature }: FoundKey): Promise<Check> => {
  if (!publicKey) return finding('signature', 'unread')
  const isGood = await isSignedBy(publicKey, preAuthEncoding(PAYLOAD_TYPE, body), signature.sig)
  return finding('signature', isGood ? 'good' : 'wrong')
}

export const verifyKey = (
  { publicKey, record, isPinned }: FoundKey,
  { pinnedKeys = [] }: KeyEvidence,
  issuedAt: string,
  cosignedAt: string | undefined,
): Check => {
  if (pinnedKeys.length > 0 && !isPinned) return finding('key', 'not_trusted')
  if (!publicKey) return finding('key', 'unknown')
  return finding('key', record ? keyVerdict(record, issuedAt, cosignedAt) : 'pinned')
}
