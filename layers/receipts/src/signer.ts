/** A key that signs receipts or the log, wherever it lies. Pure Ed25519 (RFC 8032): the same message has one signature. */
export interface Signer {
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** 64 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>
}

/** What AWS KMS signs at most, as it is. Every signer refuses longer messages, so that none depends on where its key lies. */
export const SIGNED_MAX = 4_096

/** @throws RangeError for a message that some signer could not sign. */
export const requireSignable = (message: Uint8Array): void => {
  if (message.length > SIGNED_MAX)
    throw new RangeError(`A signature is over at most ${SIGNED_MAX} bytes, not ${message.length}`)
}
