const ALGORITHM = 'Ed25519'

/** WebCrypto wants bytes of their own, not a part of something shared. */
const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

/**
 * Whether a message was signed by a key (RFC 8032, pure Ed25519). Keys and signatures of a wrong length are a no. It is
 * WebCrypto's, which Node 20 and browsers have.
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
    // Bytes that are no point of the curve.
    if (error instanceof DOMException && error.name === 'DataError') return false
    throw error
  }
}
