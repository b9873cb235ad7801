import { toBase64 } from '../base64.ts'
import type { Envelope } from '../envelope.ts'
import { parseCheckpoint } from '../log/checkpoint.ts'
import { noteText } from '../log/note.ts'
import { parseLogProof } from '../log/tlog-proof.ts'
import type { KeyState } from '../public-keys.ts'
import type { Visibility } from '../receipt-kind.ts'
import { CHAIN_START, type Statement } from '../statement.ts'
import type { Checks } from '../verify/checks.ts'
import type { Verdict } from '../verify/verify-receipt.ts'

/** Revocation status as stated by the issuer at the time of the reply. The receipt itself does not contain it. */
export interface ReceiptStatus {
  readonly state: 'active' | 'withdrawn' | 'superseded'
  readonly at: string | null
  readonly reason: string | null
  /** Hash of the receipt that withdraws or supersedes this one. */
  readonly by: string | null
}

/** Reply of `/verify/<hash>.json`. For a private receipt, only the checks, kind, time and status are set. */
export interface VerifyReply {
  readonly hash: string
  readonly valid: boolean
  readonly receiptVersion: string | null
  readonly kind: string
  readonly issuedAt: string
  readonly issuer: string | null
  readonly checks: Checks
  readonly key: {
    readonly kid: string
    readonly status: KeyState
    readonly validFrom: string
    readonly validUntil: string | null
    readonly revokedAt: string | null
  } | null
  readonly chain: { readonly seq: number; readonly prev: string; readonly position: 'first' | 'following' } | null
  readonly log: {
    readonly status: 'included' | 'pending'
    readonly origin: string | null
    readonly index: number | null
    readonly treeSize: number | null
    readonly root: string | null
    readonly checkpoint: string | null
    /** Hashes in base64, from leaf to root. */
    readonly proof: readonly string[]
  } | null
  readonly tlogProof: string | null
  readonly claimsVisibility: Visibility
  readonly publicClaims: unknown
  readonly envelope: Envelope | null
  readonly status: ReceiptStatus
  readonly verifyInstructionsUrl: string
}

export interface VerifyReplyParts {
  /** Verdict of `verifyReceipt` with the envelope, including the parsed statement. */
  readonly verdict: Verdict
  readonly envelope: Envelope
  readonly publicClaims?: unknown
  readonly tlogProof?: string
  readonly status: ReceiptStatus
}

/** Returns the URL of the instructions for verifying a receipt. */
export const verifyInstructionsUrl = (issuer: string, hash: string): string => `${issuer}/verify/${hash}#yourself`

const chainOf = ({ predicate: { chain } }: Statement) => ({
  seq: chain.seq,
  prev: chain.prev,
  position: chain.prev === CHAIN_START ? ('first' as const) : ('following' as const),
})

const keyOf = ({ key }: Verdict): VerifyReply['key'] =>
  key
    ? {
        kid: key.kid,
        status: key.status,
        validFrom: key.valid_from,
        validUntil: key.valid_until,
        revokedAt: key.revoked_at,
      }
    : null

const NO_POSITION = { origin: null, index: null, treeSize: null, root: null, checkpoint: null, proof: [] }

const logOf = (tlogProof: string | undefined): VerifyReply['log'] => {
  if (tlogProof === undefined) return { status: 'pending', ...NO_POSITION }
  const { index, proof, checkpoint: note } = parseLogProof(tlogProof)
  const { origin, size, root } = parseCheckpoint(note.text)
  return {
    status: 'included',
    origin,
    index,
    treeSize: size,
    root: toBase64(root),
    checkpoint: noteText(note),
    proof: proof.map(toBase64),
  }
}

/** Fields that would reveal the subject or the owner of a private receipt. */
const HIDDEN_FIELDS = {
  receiptVersion: null,
  issuer: null,
  key: null,
  chain: null,
  log: null,
  tlogProof: null,
  publicClaims: null,
  envelope: null,
}

/**
 * Returns the reply about a verified receipt.
 * @throws TypeError for a verdict without a receipt, NoteError for a malformed proof.
 */
export const verifyReply = ({ verdict, envelope, publicClaims, tlogProof, status }: VerifyReplyParts): VerifyReply => {
  const { hash, statement, valid, checks } = verdict
  if (!statement || hash === undefined) throw new TypeError('A reply requires a readable receipt')
  const { kind, receiptVersion, issuer, issuedAt, claims } = statement.predicate
  const commonFields = { hash, valid, kind, issuedAt, checks, claimsVisibility: claims.visibility }
  const instructions = { verifyInstructionsUrl: verifyInstructionsUrl(issuer, hash) }
  if (claims.visibility === 'private') {
    const publicStatus = { state: status.state, at: status.at, reason: null, by: null }
    return { ...HIDDEN_FIELDS, ...commonFields, status: publicStatus, ...instructions }
  }
  return {
    ...commonFields,
    receiptVersion,
    issuer,
    key: keyOf(verdict),
    chain: chainOf(statement),
    log: logOf(tlogProof),
    tlogProof: tlogProof ?? null,
    publicClaims: publicClaims ?? null,
    envelope,
    status,
    ...instructions,
  }
}
