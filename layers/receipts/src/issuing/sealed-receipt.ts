import type * as z from 'zod'
import { blind } from '../blind.ts'
import { bodyOf, receiptHash } from '../body.ts'
import { type Opening, privateClaims, publicClaims } from '../claims.ts'
import { type Envelope, seal } from '../envelope.ts'
import { exactJson } from '../exact-json.ts'
import { toHex } from '../hex.ts'
import type { ReceiptKind, ResultOf } from '../receipt-kind.ts'
import type { Signer } from '../signer.ts'
import { CHAIN_START, type ClaimsRef, type StatementInput, statementOf } from '../statement.ts'

export interface ReceiptInput<Kind extends ReceiptKind = ReceiptKind>
  extends Pick<StatementInput<Kind>, 'policy' | 'hashes' | 'versions'> {
  readonly subject: { readonly name?: string; readonly sha256: string }
  readonly claims: z.input<Kind['claims']>
  readonly result?: ResultOf<Kind>
}

/** Content of a receipt, without its position in the chain. */
export interface Draft {
  readonly kind: ReceiptKind
  readonly statementParts: Pick<
    StatementInput,
    'subject' | 'policy' | 'hashes' | 'versions' | 'result' | 'nonce' | 'claims'
  >
  /** Public claims as canonical JSON. */
  readonly publicClaims: string | undefined
  readonly opening: Opening | undefined
}

const NONCE_BYTES = 16
const SALT_BYTES = 32

export type RandomBytes = (count: number) => Uint8Array

interface ReceiptClaims {
  readonly ref: ClaimsRef
  readonly text?: string
  readonly opening?: Opening
}

const referenceClaims = (kind: ReceiptKind, claims: unknown, randomBytes: RandomBytes): ReceiptClaims => {
  if (kind.visibility === 'private') return privateClaims(kind, claims, randomBytes(SALT_BYTES))
  const { ref, claims: valid } = publicClaims(kind, claims)
  return { ref, text: exactJson(valid) }
}

/** @throws ZodError for claims that do not match the kind, DigestInputError for a fraction or a null in them. */
export const draftOf = (
  kind: ReceiptKind,
  { subject, claims, policy, hashes, versions, result }: ReceiptInput,
  randomBytes: RandomBytes,
): Draft => {
  const { ref, text, opening } = referenceClaims(kind, claims, randomBytes)
  const statementParts = {
    subject,
    nonce: randomBytes(NONCE_BYTES),
    claims: ref,
    ...(policy && { policy }),
    ...(hashes && { hashes }),
    ...(versions && { versions }),
    ...(result && { result }),
  }
  return { kind, statementParts, publicClaims: text, opening }
}

export interface ChainEnd {
  readonly seq: number
  readonly head: string
}

export interface SealedReceipt {
  readonly hash: string
  readonly envelope: Envelope
}

/** Signs a draft as the next receipt in the chain. @throws RangeError if the statement is too long to be signed. */
export const sealReceipt = async (
  { kind, statementParts }: Draft,
  {
    chainEnd,
    ...statementInput
  }: Pick<StatementInput, 'issuer' | 'issuedAt' | 'tenant'> & { readonly chainEnd: ChainEnd | undefined },
  signer: Signer,
): Promise<SealedReceipt> => {
  const prev = chainEnd === undefined ? CHAIN_START : toHex(blind('chain', chainEnd.head))
  const body = bodyOf(
    statementOf({ kind, ...statementParts, ...statementInput, chain: { seq: (chainEnd?.seq ?? 0) + 1, prev } }),
  )
  return { hash: receiptHash(body), envelope: await seal(body, signer) }
}
