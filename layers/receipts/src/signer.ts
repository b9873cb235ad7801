/**
 * A key that signs receipts or the log, independent of its storage. Pure Ed25519 (RFC 8032): signatures are
 * deterministic.
 */
export interface Signer {
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** 64 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>
}

/**
 * Maximum message size in bytes that AWS KMS signs unhashed. All signers reject longer messages, so that behavior does
 * not depend on where the key is stored.
 */
export const SIGNED_MAX = 4_096

/** @throws RangeError for a message beyond `SIGNED_MAX` bytes. */
export const requireSignable = (message: Uint8Array): void => {
  if (message.length > SIGNED_MAX)
    throw new RangeError(`A signed message can have at most ${SIGNED_MAX} bytes, not ${message.length}`)
}
