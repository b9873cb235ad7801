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

/** What became of a receipt. It is what the issuer says at the time: no receipt tells it of itself. */
export interface ReceiptStatus {
  readonly state: 'active' | 'withdrawn' | 'superseded'
  readonly at: string | null
  readonly reason: string | null
  /** The hash of the receipt that withdraws it, or that stands in its place. */
  readonly by: string | null
}

/** What `/verify/<hash>.json` says. Of a private receipt there are the checks, the kind and the time, and whether it stands. */
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
    /** Hashes in base64, from below. */
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
  /** Of `verifyReceipt` with the envelope: it has read a statement. */
  readonly verdict: Verdict
  readonly envelope: Envelope
  readonly publicClaims?: unknown
  readonly tlogProof?: string
  readonly status: ReceiptStatus
}

/** Where a person reads how to check a receipt alone. */
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

const NO_PLACE = { origin: null, index: null, treeSize: null, root: null, checkpoint: null, proof: [] }

const logOf = (tlogProof: string | undefined): VerifyReply['log'] => {
  if (tlogProof === undefined) return { status: 'pending', ...NO_PLACE }
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

/** Members of a reply that tell nothing of what a private receipt is about, nor whose it is. */
const HIDDEN = {
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
 * The reply about a receipt that was checked.
 * @throws TypeError for a verdict about what is no receipt, NoteError for a proof that is none.
 */
export const verifyReply = ({ verdict, envelope, publicClaims, tlogProof, status }: VerifyReplyParts): VerifyReply => {
  const { hash, statement, valid, checks } = verdict
  if (!statement || hash === undefined) throw new TypeError('A reply is about a receipt that could be read')
  const { kind, receiptVersion, issuer, issuedAt, claims } = statement.predicate
  const about = { hash, valid, kind, issuedAt, checks, claimsVisibility: claims.visibility }
  const instructions = { verifyInstructionsUrl: verifyInstructionsUrl(issuer, hash) }
  if (claims.visibility === 'private') {
    const standing = { state: status.state, at: status.at, reason: null, by: null }
    return { ...HIDDEN, ...about, status: standing, ...instructions }
  }
  return {
    ...about,
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
