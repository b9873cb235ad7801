import { bytesOfBase64, bytesOfBase64Url, toBase64, toBase64Url } from './base64.ts'
import { canonicalJson, sha256 } from './digest/index.ts'
import { toHex } from './hex.ts'

const KEY_BYTES = 32

/** `active`: signs. `retired`: trusted for its past signatures. `revoked`: possibly compromised. */
export const KEY_STATES = ['active', 'retired', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** A key of the key set and its validity. Times are RFC 3339. Keys are never deleted. */
export interface PublicKeyRecord {
  readonly kid: string
  /** The 32 bytes of the key in base64url. */
  readonly x: string
  readonly use: 'receipt' | 'log'
  readonly status: KeyState
  readonly valid_from: string
  readonly valid_until: string | null
  readonly revoked_at: string | null
}

/** Returns the ID of a key (`kid`): the digest of its JWK (RFC 7638), 43 characters. */
export const thumbprint = (publicKey: Uint8Array): string =>
  toBase64Url(sha256(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x: toBase64Url(publicKey) })))

/** A key as a JWK (RFC 8037), with its validity. */
export interface Jwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly kid: string
  readonly use: 'sig'
  readonly alg: 'Ed25519'
  readonly purpose: 'receipt' | 'log'
  readonly status: KeyState
  readonly valid_from: string
  readonly valid_until?: string
  readonly revoked_at?: string
}

/** Returns the key set in its published form (RFC 7517), omitting fields that do not apply. */
export const jwksOf = (records: readonly PublicKeyRecord[]): { readonly keys: readonly Jwk[] } => ({
  keys: records.map(({ kid, x, use, status, valid_from, valid_until, revoked_at }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid,
    use: 'sig',
    alg: 'Ed25519',
    purpose: use,
    status,
    valid_from,
    ...(valid_until !== null && { valid_until }),
    ...(revoked_at !== null && { revoked_at }),
  })),
})

/** DER prefix of the SubjectPublicKeyInfo of an Ed25519 key (RFC 8410); the 32 bytes of the key follow. */
const SPKI_PREFIX = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)

/** Returns the key in DER, as AWS KMS returns it: 44 bytes. */
const spkiOf = (publicKey: Uint8Array): Uint8Array => {
  const der = new Uint8Array(SPKI_PREFIX.length + KEY_BYTES)
  der.set(SPKI_PREFIX)
  der.set(publicKey, SPKI_PREFIX.length)
  return der
}

/** Returns the 32 bytes of a key in DER; undefined if it is not an Ed25519 key. */
export const rawOfSpki = (der: Uint8Array): Uint8Array | undefined =>
  der.length === SPKI_PREFIX.length + KEY_BYTES && SPKI_PREFIX.every((byte, index) => der[index] === byte)
    ? der.slice(SPKI_PREFIX.length)
    : undefined

const PEM_HEADER = '-----BEGIN PUBLIC KEY-----'
const PEM_FOOTER = '-----END PUBLIC KEY-----'

/** Returns the key in PEM, for openssl. */
export const pemOf = (publicKey: Uint8Array): string => `${PEM_HEADER}\n${toBase64(spkiOf(publicKey))}\n${PEM_FOOTER}\n`

/** Returns the 32 bytes of a key in PEM; undefined if it is not an Ed25519 key. */
export const rawOfPem = (pem: string): Uint8Array | undefined => {
  const text = pem.trim().replaceAll(/\r?\n/g, '')
  if (!text.startsWith(PEM_HEADER) || !text.endsWith(PEM_FOOTER)) return undefined
  const der = bytesOfBase64(text.slice(PEM_HEADER.length, -PEM_FOOTER.length))
  return der && rawOfSpki(der)
}

/** Returns the 32 bytes of a key of the set; undefined if `x` is malformed or `kid` does not match it. */
export const rawOfRecord = ({ x, kid }: Pick<PublicKeyRecord, 'x' | 'kid'>): Uint8Array | undefined => {
  const raw = bytesOfBase64Url(x)
  return raw?.length === KEY_BYTES && thumbprint(raw) === kid ? raw : undefined
}

/**
 * Decodes a thumbprint to its digest in hexadecimal, which is the subject of receipts about keys. @throws TypeError for
 * any other text.
 */
export const sha256OfKid = (kid: string): string => {
  const digest = bytesOfBase64Url(kid)
  if (digest?.length !== KEY_BYTES)
    throw new TypeError('A kid must be the thumbprint of a key: 43 base64url characters')
  return toHex(digest)
}
