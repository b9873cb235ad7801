import { bytesOfBase64, bytesOfBase64Url, toBase64, toBase64Url } from './base64.ts'
import { canonicalJson, sha256 } from './digest/index.ts'
import { toHex } from './hex.ts'

const KEY_BYTES = 32

/** `active` signs, `retired` signed and is trusted for that time, `revoked` may be in the hands of others. */
export const KEY_STATES = ['active', 'retired', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** A key of the key set, with the time for which it is trusted. Times are RFC 3339. Keys are never deleted. */
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

/** The name of a key: the digest of its own JWK (RFC 7638), 43 characters. */
export const thumbprint = (publicKey: Uint8Array): string =>
  toBase64Url(sha256(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x: toBase64Url(publicKey) })))

/** A key as a JWK (RFC 8037), with the members that say when it is trusted. */
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

/** The key set as it is published (RFC 7517). What does not apply is left out. */
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

/** SubjectPublicKeyInfo of an Ed25519 key, but for the key (RFC 8410). */
const SPKI_HEAD = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)

/** The key in DER, as AWS KMS gives it: 44 bytes. */
const spkiOf = (publicKey: Uint8Array): Uint8Array => {
  const der = new Uint8Array(SPKI_HEAD.length + KEY_BYTES)
  der.set(SPKI_HEAD)
  der.set(publicKey, SPKI_HEAD.length)
  return der
}

/** The 32 bytes of a key in DER; undefined for what is no Ed25519 key. */
export const rawOfSpki = (der: Uint8Array): Uint8Array | undefined =>
  der.length === SPKI_HEAD.length + KEY_BYTES && SPKI_HEAD.every((byte, at) => der[at] === byte)
    ? der.slice(SPKI_HEAD.length)
    : undefined

const PEM_FIRST = '-----BEGIN PUBLIC KEY-----'
const PEM_LAST = '-----END PUBLIC KEY-----'

/** The key as openssl reads it. */
export const pemOf = (publicKey: Uint8Array): string => `${PEM_FIRST}\n${toBase64(spkiOf(publicKey))}\n${PEM_LAST}\n`

/** The 32 bytes of a key in PEM; undefined for what is no Ed25519 key. */
export const rawOfPem = (pem: string): Uint8Array | undefined => {
  const text = pem.trim().replaceAll(/\r?\n/g, '')
  if (!text.startsWith(PEM_FIRST) || !text.endsWith(PEM_LAST)) return undefined
  const der = bytesOfBase64(text.slice(PEM_FIRST.length, -PEM_LAST.length))
  return der && rawOfSpki(der)
}

/** The 32 bytes of a key of the set; undefined if `x` is none, or if `kid` is the name of another one. */
export const rawOfRecord = ({ x, kid }: Pick<PublicKeyRecord, 'x' | 'kid'>): Uint8Array | undefined => {
  const raw = bytesOfBase64Url(x)
  return raw?.length === KEY_BYTES && thumbprint(raw) === kid ? raw : undefined
}

/** The digest of which a thumbprint is the text: the subject of receipts about keys. @throws TypeError for no thumbprint. */
export const sha256OfKid = (kid: string): string => {
  const digest = bytesOfBase64Url(kid)
  if (digest?.length !== KEY_BYTES) throw new TypeError('A kid is the thumbprint of a key: 43 letters of base64url')
  return toHex(digest)
}
