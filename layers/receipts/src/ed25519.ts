const ALGORITHM = 'Ed25519'

/** WebCrypto requires a separate buffer, not a view of a shared one. */
const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

/**
 * Returns whether a key signed a message (RFC 8032, pure Ed25519); false for keys and signatures of a wrong length.
 * Uses WebCrypto, which Node 20 and browsers support.
 */
export const isSignedBy = async (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> => {
  if (publicKey.length !== 32 || signature.length !== 64) return false
  try {
    const key = await crypto.subtle.importKey('raw', copyOf(publicKey), ALGORITHM, false, ['verify'])
    return await crypto.subtle.verify(ALGORITHM, key, copyOf(signature), copyOf(message))
  } catch (error) {
    // The key bytes are not a point on the curve.
    if (error instanceof DOMException && error.name === 'DataError') return false
    throw error
  }
}
