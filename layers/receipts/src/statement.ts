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
  /** Address at which receipts are verified, without a trailing slash. */
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
  /** For kinds whose version depends on their inputs; default: the kind's versions. */
  readonly versions?: { readonly receipt: ReceiptVersion; readonly stored: StoredVersion }
}

/** Returns the host of the issuer with its path, under which predicates and logs are named. */
export const verifyHostOf = (issuer: string): string => issuer.replace(/^https?:\/\//, '').replace(/\/+$/, '')

export const predicateTypeOf = (issuer: string): string => `https://${verifyHostOf(issuer)}/predicates/receipt/v1`

/** `prev` of the first receipt of an organization. */
export const CHAIN_START = '0'.repeat(64)

/** An address to which paths can be appended: no query, no fragment, no user name. */
const ISSUER = /^https?:\/\/[^/?#@\\\s]+(?:\/[^?#@\\\s]*)?$/

/** Returns whether an issuer is an address at which keys can be found by appending a path. */
export const isIssuer = (issuer: unknown): issuer is string =>
  typeof issuer === 'string' && ISSUER.test(issuer) && URL.canParse(issuer)

const require = (isGood: boolean, rule: string): void => {
  if (!isGood) throw new RangeError(rule)
}

const requireGood = ({ kind, subject, issuer, nonce, chain, claims, result = {} }: StatementInput): void => {
  require(isSha256Hex(subject.sha256), 'subject.sha256 must be 64 lowercase hexadecimal digits')
  require(isIssuer(issuer), 'issuer must be an address: https://example.com')
  require(nonce.length === NONCE_BYTES, `nonce must be ${NONCE_BYTES} bytes`)
  require(Number.isSafeInteger(chain.seq) && chain.seq > 0, 'chain.seq must be an integer from 1')
  require(isSha256Hex(chain.prev), 'chain.prev must be 64 lowercase hexadecimal digits')
  require((chain.seq === 1) === (chain.prev === CHAIN_START), 'chain.prev must be zeros only for the first receipt')
  require(claims.visibility === kind.visibility, `claims of ${kind.kind} must be ${kind.visibility}`)
  const unnamed = Object.keys(result).find((name) => !kind.result.includes(name))
  require(unnamed === undefined, `result.${unnamed} is not a result of ${kind.kind}`)
}

/**
 * Returns the statement of a receipt. It contains only digests and small integers: a signed message has at most 4,096
 * bytes.
 * @throws RangeError that names the invalid member and its rule.
 */
export const statementOf = <Kind extends ReceiptKind>(input: StatementInput<Kind>): Statement => {
  requireGood(input)
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
