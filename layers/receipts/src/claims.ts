import type * as z from 'zod'
import { bytesOfBase64Url, toBase64Url } from './base64.ts'
import { hmacSha256, sha256Hex } from './digest/index.ts'
import { disclosureSalt, disclosuresOf } from './disclosures.ts'
import { exactJson } from './exact-json.ts'
import { bytesOfSha256Hex, toHex } from './hex.ts'
import type { ReceiptKind, Visibility } from './receipt-kind.ts'
import type { ClaimsRef } from './statement.ts'

const SALT_BYTES = 32

/**
 * The private claims of a receipt and the salt of their commitment. Stored separately from the receipt, and erased with
 * the data that the claims describe.
 */
export interface Opening {
  /** 32 bytes in base64url. */
  readonly salt: string
  readonly claims: unknown
}

const validClaims = (kind: ReceiptKind, claims: unknown, visibility: Visibility): unknown => {
  if (kind.visibility !== visibility) throw new RangeError(`claims of ${kind.kind} are ${kind.visibility}`)
  return kind.claims.parse(claims)
}

/** Returns the digest of public claims. @throws DigestInputError for a fraction or a null. */
export const claimsSha256 = (claims: unknown): string => sha256Hex(exactJson(claims))

/**
 * Returns the commitment to claims; the salt prevents guessing them. @throws DigestInputError for a fraction or a null.
 */
const commitmentOf = (salt: Uint8Array, claims: unknown): string => toHex(hmacSha256(salt, exactJson(claims)))

/**
 * Returns one disclosure per public claim. The salts are derived from all claims, so that anyone who has all claims can
 * disclose a single one.
 * @throws DigestInputError for a fraction or a null, RangeError for claims without a member.
 */
export const disclosuresOfPublic = (claims: object): ReturnType<typeof disclosuresOf> => {
  const digest = bytesOfSha256Hex(claimsSha256(claims))
  return disclosuresOf(claims, (name) => disclosureSalt(digest, name))
}

/**
 * Returns the reference to public claims, which are published with the receipt. For disclosable kinds, the reference
 * also contains the root of the disclosures.
 * @throws ZodError for claims that do not match the kind, DigestInputError for a fraction or a null.
 */
export const publicClaims = <Claims extends z.ZodType>(
  kind: ReceiptKind<Claims>,
  claims: z.input<Claims>,
): { readonly ref: ClaimsRef; readonly claims: z.output<Claims> } => {
  const valid = validClaims(kind, claims, 'public') as z.output<Claims>
  const ref = { schemaVersion: kind.schemaVersion, visibility: 'public' as const, sha256: claimsSha256(valid) }
  const disclosableRef = kind.isDisclosable ? { ...ref, sdRoot: disclosuresOfPublic(valid as object).sdRoot } : ref
  return { ref: disclosableRef, claims: valid }
}

/**
 * Returns the reference to private claims, and the opening that proves them. For disclosable kinds, the reference also
 * contains the root of the disclosures.
 * @param salt 32 random bytes, unique to this receipt.
 * @throws ZodError for claims that do not match the kind, DigestInputError for a fraction or a null.
 */
export const privateClaims = <Claims extends z.ZodType>(
  kind: ReceiptKind<Claims>,
  claims: z.input<Claims>,
  salt: Uint8Array,
): { readonly ref: ClaimsRef; readonly opening: Opening } => {
  if (salt.length !== SALT_BYTES) throw new RangeError(`A salt must have ${SALT_BYTES} bytes`)
  const valid = validClaims(kind, claims, 'private')
  const opening = { salt: toBase64Url(salt), claims: valid }
  const ref = {
    schemaVersion: kind.schemaVersion,
    visibility: 'private' as const,
    commitment: commitmentOf(salt, valid),
  }
  return { ref: kind.isDisclosable ? { ...ref, sdRoot: disclosuresOfOpening(opening).sdRoot } : ref, opening }
}

/**
 * Returns one disclosure per claim of an opening. Each can be shared without the others.
 * @throws TypeError for an invalid salt.
 */
export const disclosuresOfOpening = ({ salt, claims }: Opening): ReturnType<typeof disclosuresOf> => {
  const bytes = bytesOfBase64Url(salt)
  if (bytes?.length !== SALT_BYTES) throw new TypeError(`A salt must be ${SALT_BYTES} bytes in base64url`)
  return disclosuresOf(claims as object, (name) => disclosureSalt(bytes, name))
}

/** Returns whether an opening matches the commitment in a receipt; false for claims that have no canonical JSON. */
export const opens = ({ commitment }: ClaimsRef, { salt, claims }: Opening): boolean => {
  const bytes = bytesOfBase64Url(salt)
  if (commitment === undefined || bytes?.length !== SALT_BYTES) return false
  try {
    return commitmentOf(bytes, claims) === commitment
  } catch {
    return false
  }
}
