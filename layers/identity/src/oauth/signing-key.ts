import { createECDH, createHash, hkdfSync } from 'node:crypto'
import type { JWK } from 'jose'

/** A P-256 key pair as JSON Web Key; its ID is the thumbprint of the public key (RFC 7638). */
export interface SigningKey {
  readonly kid: string
  readonly privateJwk: JWK
  readonly publicJwk: PublicKey
}

export interface PublicKey {
  readonly kid: string
  readonly x: string
  readonly y: string
}

const SALT = 'signet agent tokens'
/** A number beyond the order of the curve is not a valid key, so the next one is drawn. Probability: 2^-32. */
const DRAWS_MAX = 8

const privateBytes = (secret: string, draw: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, SALT, `es256 signing key ${draw}`, 32))

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** Hashes the fields of the public key, sorted by name and without spaces (RFC 7638 3). */
const thumbprint = (x: string, y: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url')

/**
 * Derives the signing key from a random secret. It is the same in every instance, so only the secret is stored. Another
 * secret gives another key.
 */
export const signingKeyOf = (secret: string): SigningKey => {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const bytes = privateBytes(secret, draw)
    const curve = createECDH('prime256v1')
    try {
      curve.setPrivateKey(bytes)
    } catch {
      continue
    }
    // Uncompressed point: 4, then both coordinates.
    const point = curve.getPublicKey()
    const x = base64url(point.subarray(1, 33))
    const y = base64url(point.subarray(33))
    const kid = thumbprint(x, y)
    return {
      kid,
      publicJwk: { kid, x, y },
      privateJwk: { kty: 'EC', crv: 'P-256', alg: 'ES256', kid, x, y, d: base64url(bytes) },
    }
  }
  throw new Error('No signing key could be derived from the secret')
}

/** Returns the entry for the published key set (RFC 7517). */
export const publishedJwk = ({ kid, x, y }: PublicKey) => ({
  kty: 'EC' as const,
  crv: 'P-256' as const,
  alg: 'ES256' as const,
  use: 'sig' as const,
  kid,
  x,
  y,
})
