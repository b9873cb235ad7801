import { toBase64Url } from './base64.ts'
import { isSha256Hex } from './hex.ts'
import type { ReceiptKind, ReceiptVersion, ResultOf, StoredVersion } from './receipt-kind.ts'

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
const NONCE_BYTES = 16

/** Reference to claims: the digest of public claims, or a commitment to private ones that an opening proves. */
export interface ClaimsRef {
  readonly schemaVersion: number
  readonly visibility: 'public' | 'private'
  readonly sha256?: string
  readonly commitment?: string
  /** Root of the disclosures of single claims, for disclosable kinds. */
  readonly sdRoot?: string
}

/** Position in the chain of the organization: `seq` from 1, and the blinded hash of the previous receipt. */
export interface ChainLink {
  readonly seq: number
  readonly prev: string
}

export interface PolicyRef {
  readonly id: string
  readonly version: string
  readonly sha256: string
}

export interface WorkHashes {
  readonly critiqueHash?: string
  readonly planHash?: string
  readonly gapFillHash?: string
  readonly inputHash?: string
}

export interface Predicate extends WorkHashes {
  /** One of `KINDS`, or a kind of a later version. */
  readonly kind: string
  readonly receiptVersion: string
  readonly storedVersion: number
  readonly issuer: string
  /** RFC 3339 in UTC with milliseconds. */
  readonly issuedAt: string
  readonly nonce: string
  readonly tenant: string
  readonly chain: ChainLink
  readonly claims: ClaimsRef
  readonly policy?: PolicyRef
  readonly result?: Readonly<Record<string, number>>
}

export interface Subject {
  readonly name: string
  readonly digest: { readonly sha256: string }
}

/** The signed content, as an in-toto statement. */
export interface Statement {
  readonly _type: typeof STATEMENT_TYPE
  readonly subject: readonly [Subject]
  readonly predicateType: string
  readonly predicate: Predicate
}

export interface StatementInput<Kind extends ReceiptKind = ReceiptKind> {
  readonly kind: Kind
  /** `name` defaults to the kind's subject name. */
  readonly subject: { readonly name?: string; readonly sha256: string }
  /** URL at which receipts are verified, without a trailing slash. */
  readonly issuer: string
  readonly issuedAt: Date
  /** 16 random bytes, so that receipts of the same content have different hashes. */
  readonly nonce: Uint8Array
  /** `tenantTag` of the organization. */
  readonly tenant: string
  readonly chain: ChainLink
  readonly claims: ClaimsRef
  readonly policy?: PolicyRef
  readonly hashes?: WorkHashes
  readonly result?: ResultOf<Kind>
  /** Overrides the versions of the kind, for kinds whose version depends on their inputs. */
  readonly versions?: { readonly receipt: ReceiptVersion; readonly stored: StoredVersion }
}

/** Returns the host and path of the issuer, with which the names of predicate types and logs start. */
export const verifyHostOf = (issuer: string): string => issuer.replace(/^https?:\/\//, '').replace(/\/+$/, '')

export const predicateTypeOf = (issuer: string): string => `https://${verifyHostOf(issuer)}/predicates/receipt/v1`

/** `prev` of the first receipt of an organization. */
export const CHAIN_START = '0'.repeat(64)

/** A URL to which paths can be appended: without query, fragment and user name. */
const ISSUER = /^https?:\/\/[^/?#@\\\s]+(?:\/[^?#@\\\s]*)?$/

/** Returns whether an issuer is a URL to which the path of its keys can be appended. */
export const isIssuer = (issuer: unknown): issuer is string =>
  typeof issuer === 'string' && ISSUER.test(issuer) && URL.canParse(issuer)

const requireRule = (isMet: boolean, rule: string): void => {
  if (!isMet) throw new RangeError(rule)
}

const requireValidInput = ({ kind, subject, issuer, nonce, chain, claims, result = {} }: StatementInput): void => {
  requireRule(isSha256Hex(subject.sha256), 'subject.sha256 must be 64 lowercase hexadecimal digits')
  requireRule(isIssuer(issuer), 'issuer must be a URL such as https://example.com')
  requireRule(nonce.length === NONCE_BYTES, `nonce must be ${NONCE_BYTES} bytes`)
  requireRule(Number.isSafeInteger(chain.seq) && chain.seq > 0, 'chain.seq must be an integer from 1')
  requireRule(isSha256Hex(chain.prev), 'chain.prev must be 64 lowercase hexadecimal digits')
  requireRule((chain.seq === 1) === (chain.prev === CHAIN_START), 'chain.prev must be zeros only for the first receipt')
  requireRule(claims.visibility === kind.visibility, `claims of ${kind.kind} must be ${kind.visibility}`)
  const unknownResult = Object.keys(result).find((name) => !kind.result.includes(name))
  requireRule(unknownResult === undefined, `result.${unknownResult} is not a result of ${kind.kind}`)
}

/**
 * Returns the statement of a receipt. The statement contains only digests and small integers, because a signed message
 * can have at most 4,096 bytes.
 * @throws RangeError that names the invalid member and its rule.
 */
export const statementOf = <Kind extends ReceiptKind>(input: StatementInput<Kind>): Statement => {
  requireValidInput(input)
  const { kind, subject, issuedAt, nonce, tenant, chain, claims, policy, hashes, result, versions } = input
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name: subject.name ?? kind.subjectName, digest: { sha256: subject.sha256 } }],
    predicateType: predicateTypeOf(input.issuer),
    predicate: {
      kind: kind.kind,
      receiptVersion: versions?.receipt ?? kind.version,
      storedVersion: versions?.stored ?? kind.storedVersion,
      issuer: input.issuer.replace(/\/+$/, ''),
      issuedAt: issuedAt.toISOString(),
      nonce: toBase64Url(nonce),
      tenant,
      chain: { seq: chain.seq, prev: chain.prev },
      claims,
      ...(policy && { policy }),
      ...hashes,
      ...(result && { result: result as Readonly<Record<string, number>> }),
    },
  }
}
