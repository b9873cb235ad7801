import { toBase64Url } from './base64.ts'
import { isSha256Hex } from './hex.ts'
import type { ReceiptKind, ReceiptVersion, ResultOf, StoredVersion } from './receipt-kind.ts'

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
const NONCE_BYTES = 16

/** What a receipt says of its claims: their digest if they are public, else a commitment that an opening proves. */
export interface ClaimsRef {
  readonly schemaVersion: number
  readonly visibility: 'public' | 'private'
  readonly sha256?: string
  readonly commitment?: string
  readonly sdRoot?: string
}

/** The place in the chain of the organization: `seq` from 1, and the blinded hash of the receipt before. */
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
  /** Of `KINDS`, or one that a later version knows. */
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

/** What is signed, as an in-toto statement. */
export interface Statement {
  readonly _type: typeof STATEMENT_TYPE
  readonly subject: readonly [Subject]
  readonly predicateType: string
  readonly predicate: Predicate
}

export interface StatementInput<Kind extends ReceiptKind = ReceiptKind> {
  readonly kind: Kind
  /** `name` is the kind's unless told. */
  readonly subject: { readonly name?: string; readonly sha256: string }
  /** The address at which receipts are verified, without a slash at its end. */
  readonly issuer: string
  readonly issuedAt: Date
  /** 16 random bytes: two receipts of the same things have two hashes. */
  readonly nonce: Uint8Array
  /** `tenantTag` of the organization. */
  readonly tenant: string
  readonly chain: ChainLink
  readonly claims: ClaimsRef
  readonly policy?: PolicyRef
  readonly hashes?: WorkHashes
  readonly result?: ResultOf<Kind>
  /** For kinds whose version depends on what went into them; the kind's unless told. */
  readonly versions?: { readonly receipt: ReceiptVersion; readonly stored: StoredVersion }
}

/** The host of the issuer, with its path if it has one: where predicates and logs are named. */
export const verifyHostOf = (issuer: string): string => issuer.replace(/^https?:\/\//, '').replace(/\/+$/, '')

export const predicateTypeOf = (issuer: string): string => `https://${verifyHostOf(issuer)}/predicates/receipt/v1`

/** The `prev` of the first receipt of an organization. */
export const CHAIN_START = '0'.repeat(64)

/** An address below which paths can be put: no query, no fragment, no name before the host. */
const ISSUER = /^https?:\/\/[^/?#@\\\s]+(?:\/[^?#@\\\s]*)?$/

/** Whether an issuer is an address at which keys can be found: what is put behind it belongs to its path. */
export const isIssuer = (issuer: unknown): issuer is string =>
  typeof issuer === 'string' && ISSUER.test(issuer) && URL.canParse(issuer)

const require = (isGood: boolean, rule: string): void => {
  if (!isGood) throw new RangeError(rule)
}

const requireGood = ({ kind, subject, issuer, nonce, chain, claims, result = {} }: StatementInput): void => {
  require(isSha256Hex(subject.sha256), 'subject.sha256 is 64 lowercase hexadecimal digits')
  require(isIssuer(issuer), 'issuer is an address: https://example.com')
  require(nonce.length === NONCE_BYTES, `nonce is ${NONCE_BYTES} bytes`)
  require(Number.isSafeInteger(chain.seq) && chain.seq > 0, 'chain.seq is an integer from 1')
  require(isSha256Hex(chain.prev), 'chain.prev is 64 lowercase hexadecimal digits')
  require((chain.seq === 1) === (chain.prev === CHAIN_START), 'chain.prev is zeros for the first receipt alone')
  require(claims.visibility === kind.visibility, `claims of ${kind.kind} are ${kind.visibility}`)
  const unnamed = Object.keys(result).find((name) => !kind.result.includes(name))
  require(unnamed === undefined, `result.${unnamed} is not among those of ${kind.kind}`)
}

/**
 * The statement of a receipt. It holds digests and small integers alone: the signature is over at most 4,096 bytes.
 * @throws RangeError naming the member at fault and its rule.
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
