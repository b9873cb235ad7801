import { bytesOfBase64, bytesOfBase64Url, toBase64, toBase64Url } from './base64.ts'
import { hmacSha256, sha256 } from './digest/index.ts'
import { exactJson } from './exact-json.ts'
import { bytesOfSha256Hex, isSha256Hex, toHex } from './hex.ts'
import { type Hash, hashesOf, inclusionProof, leafHash, rootOf, verifyInclusion } from './log/merkle.ts'
import { isMembers } from './statement-format.ts'

const SALT_BYTES = 16
const DISCLOSURE_MAX = 64 * 1024
const PROOF_MAX = 53

/**
 * One claim that can be disclosed alone: an RFC 9901 disclosure with its position and proof in the tree of all claims.
 */
export interface Disclosure {
  /** base64url of the JSON of `[salt, name, value]`. */
  readonly disclosure: string
  readonly index: number
  readonly size: number
  /** Hashes in base64, from leaf to root. */
  readonly proof: readonly string[]
}

const utf8 = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Returns the disclosure text of a claim (RFC 9901 section 4.2.1). */
export const disclosureText = (salt: Uint8Array, name: string, value: unknown): string =>
  toBase64Url(utf8.encode(`[${exactJson(toBase64Url(salt))},${exactJson(name)},${exactJson(value)}]`))

/** Returns the digest of a disclosure, over its encoded text (RFC 9901 section 4.2.3). */
export const disclosureDigest = (disclosure: string): Hash => sha256(disclosure)

/** Derives the salt of one claim from the common salt. The derived salt does not reveal those of other claims. */
export const disclosureSalt = (salt: Uint8Array, name: string): Uint8Array =>
  hmacSha256(salt, `disclosure:${name}`).slice(0, SALT_BYTES)

const byDigest = (a: { readonly digest: Hash }, b: { readonly digest: Hash }): number =>
  toHex(a.digest) < toHex(b.digest) ? -1 : 1

/**
 * Returns the root over claims and one disclosure for each. Leaves are sorted by digest, so that a position does not
 * reveal a name.
 * @param saltOf returns 16 bytes, different for each claim: `disclosureSalt`.
 * @throws DigestInputError for a fraction or a null, RangeError for claims without a member.
 */
export const disclosuresOf = (
  claims: object,
  saltOf: (name: string) => Uint8Array,
): { readonly sdRoot: string; readonly disclosures: readonly Disclosure[] } => {
  const leaves = Object.entries(claims)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const disclosure = disclosureText(saltOf(name), name, value)
      return { disclosure, digest: disclosureDigest(disclosure) }
    })
    .sort(byDigest)
  const size = leaves.length
  if (size === 0) throw new RangeError('Claims need at least one member')
  const hashAt = hashesOf(leaves.map(({ digest }) => leafHash(digest)))
  const disclosures = leaves.map(({ disclosure }, index) => {
    return { disclosure, index, size, proof: inclusionProof(index, size, hashAt).map(toBase64) }
  })
  return { sdRoot: toHex(rootOf(size, hashAt)), disclosures }
}

const parseDisclosure = (disclosure: string): { readonly name: string; readonly value: unknown } | undefined => {
  const bytes = disclosure.length <= DISCLOSURE_MAX ? bytesOfBase64Url(disclosure) : undefined
  if (!bytes) return undefined
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    if (!Array.isArray(value) || value.length !== 3) return undefined
    const [salt, name] = value as unknown[]
    return typeof salt === 'string' && typeof name === 'string' ? { name, value: value[2] } : undefined
  } catch {
    return undefined
  }
}

/** Returns the claim of a disclosure; undefined if the disclosure is malformed or not below the root. */
export const discloses = (
  sdRoot: string,
  value: unknown,
): { readonly name: string; readonly value: unknown } | undefined => {
  const { disclosure, index, size, proof } = (isMembers(value) ? value : {}) as Partial<Disclosure>
  if (!isSha256Hex(sdRoot) || typeof disclosure !== 'string' || !Array.isArray(proof)) return undefined
  const hashes = proof.length <= PROOF_MAX ? proof.map((hash) => bytesOfBase64(String(hash))) : [undefined]
  if (hashes.some((hash) => hash?.length !== 32)) return undefined
  const inclusion = {
    index: Number(index),
    size: Number(size),
    proof: hashes as Hash[],
    root: bytesOfSha256Hex(sdRoot),
  }
  if (typeof index !== 'number' || typeof size !== 'number') return undefined
  return verifyInclusion(leafHash(disclosureDigest(disclosure)), inclusion) ? parseDisclosure(disclosure) : undefined
}
