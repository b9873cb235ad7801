import type * as z from 'zod'
import { bytesOfBase64Url, toBase64Url } from './base64.ts'
import { hmacSha256, sha256Hex } from './digest/index.ts'
import { disclosureSalt, disclosuresOf } from './disclosures.ts'
import { exactJson } from './exact-json.ts'
import { bytesOfSha256Hex, toHex } from './hex.ts'
import type { ReceiptKind, Visibility } from './receipt-kind.ts'
import type { ClaimsRef } from './statement.ts'

const SALT_BYTES = 32

/** What proves private claims: it is kept apart from the receipt, and goes with what it describes. */
export interface Opening {
  /** 32 bytes in base64url. */
  readonly salt: string
  readonly claims: unknown
}

const validClaims = (kind: ReceiptKind, claims: unknown, visibility: Visibility): unknown => {
  if (kind.visibility !== visibility) throw new RangeError(`claims of ${kind.kind} are ${kind.visibility}`)
  return kind.claims.parse(claims)
}

/** The digest of claims as they stand beside a receipt. @throws DigestInputError for a fraction or a null. */
export const claimsSha256 = (claims: unknown): string => sha256Hex(exactJson(claims))

/** Without the salt nobody finds the claims by trying. @throws DigestInputError for a fraction or a null. */
const commitmentOf = (salt: Uint8Array, claims: unknown): string => toHex(hmacSha256(salt, exactJson(claims)))

/**
 * Public claims one by one. Their salts follow from all of them, so that anybody who has the claims shows any of them alone; a salt
 * hides nothing that is public.
 * @throws DigestInputError for a fraction or a null, RangeError for claims without a member.
 */
export const disclosuresOfPublic = (claims: object): ReturnType<typeof disclosuresOf> => {
  const digest = bytesOfSha256Hex(claimsSha256(claims))
  return disclosuresOf(claims, (name) => disclosureSalt(digest, name))
}

/**
 * What the receipt says of public claims, which stand beside it. Those of a disclosable kind have a root, too.
 * @throws ZodError for claims that are not the kind's, DigestInputError for a fraction or a null.
 */
export const publicClaims = <Claims extends z.ZodType>(
  kind: ReceiptKind<Claims>,
  claims: z.input<Claims>,
): { readonly ref: ClaimsRef; readonly claims: z.output<Claims> } => {
  const valid = validClaims(kind, claims, 'public') as z.output<Claims>
  const ref = { schemaVersion: kind.schemaVersion, visibility: 'public' as const, sha256: claimsSha256(valid) }
  const shown = kind.isDisclosable ? { ...ref, sdRoot: disclosuresOfPublic(valid as object).sdRoot } : ref
  return { ref: shown, claims: valid }
}

/**
 * What the receipt says of private claims, and what proves them to whom its owner shows it. Those of a disclosable kind have
 * a root, too, under which each can be shown alone.
 * @param salt 32 random bytes, for this receipt alone.
 * @throws ZodError for claims that are not the kind's, DigestInputError for a fraction or a null.
 */
export const privateClaims = <Claims extends z.ZodType>(
  kind: ReceiptKind<Claims>,
  claims: z.input<Claims>,
  salt: Uint8Array,
): { readonly ref: ClaimsRef; readonly opening: Opening } => {
  if (salt.length !== SALT_BYTES) throw new RangeError(`A salt is ${SALT_BYTES} bytes`)
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
 * The claims of a disclosable receipt one by one, for whoever may open all of them. Each is shown without the others.
 * @throws TypeError for a salt that is none.
 */
export const disclosuresOfOpening = ({ salt, claims }: Opening): ReturnType<typeof disclosuresOf> => {
  const bytes = bytesOfBase64Url(salt)
  if (bytes?.length !== SALT_BYTES) throw new TypeError(`A salt is ${SALT_BYTES} bytes in base64url`)
  return disclosuresOf(claims as object, (name) => disclosureSalt(bytes, name))
}

/** Whether an opening proves the claims of a receipt. What has no exact text proves nothing. */
export const opens = ({ commitment }: ClaimsRef, { salt, claims }: Opening): boolean => {
  const bytes = bytesOfBase64Url(salt)
  if (commitment === undefined || bytes?.length !== SALT_BYTES) return false
  try {
    return commitmentOf(bytes, claims) === commitment
  } catch {
    return false
  }
}
