import { canonicalJson } from '../digest/index.ts'
import type { Envelope } from '../envelope.ts'
import { isWitnessKey, type NoteKey } from '../log/note.ts'
import { isMembers } from '../statement-format.ts'
import { type Check, type Checks, finding, isFinding, isValid } from '../verify/checks.ts'
import { type Evidence, type Verdict, verifyReceipt } from '../verify/verify-receipt.ts'
import type { ReceiptFile } from './receipt-file.ts'
import { type ReceiptStatus, type VerifyReply, verifyReply } from './verify-reply.ts'

type Members = Readonly<Record<string, unknown>>

const isSameJson = (a: unknown, b: unknown): boolean => {
  try {
    return canonicalJson(a) === canonicalJson(b)
  } catch {
    return false
  }
}

const isStatus = (value: unknown): value is ReceiptStatus => {
  if (!isMembers(value)) return false
  const { state, at, reason, by } = value
  const isTextOrNull = [at, reason, by].every((text) => text === null || typeof text === 'string')
  if (state === 'active') return at === null && reason === null && by === null
  return (state === 'withdrawn' || state === 'superseded') && isTextOrNull
}

/** A check that is skipped here does not contradict the issuer, who had more evidence. */
const isSameCheck = (stated: Check, verified: Check): boolean =>
  stated.status === verified.status || verified.status === 'skipped'

const checksMatch = (stated: unknown, checks: Checks): boolean =>
  isMembers(stated) &&
  (['payload', 'signature', 'key', 'chain', 'log', 'claims'] as const).every((name) => {
    const check = stated[name]
    return isFinding(name, check) && isSameCheck(check, checks[name])
  })

/**
 * Fields of a reply that are recomputed from the envelope and its evidence. The `key` field is compared separately,
 * because it needs a key set.
 */
const COMPARED_FIELDS = [
  ...(['hash', 'receiptVersion', 'kind', 'issuedAt', 'issuer', 'chain', 'log', 'tlogProof'] as const),
  ...(['claimsVisibility', 'publicClaims', 'verifyInstructionsUrl'] as const),
] satisfies readonly (keyof VerifyReply)[]

const keyMatches = (stated: unknown, { kid, key }: Verdict, expectedReply: VerifyReply): boolean =>
  isMembers(stated) && stated.kid === kid && (key === undefined || isSameJson(stated, expectedReply.key))

const replyMatches = (reply: Members, status: ReceiptStatus, verdict: Verdict, { evidence }: ReceiptFile): boolean => {
  const expectedReply = verifyReply({
    verdict,
    envelope: evidence.envelope as Envelope,
    status,
    ...(evidence.publicClaims !== undefined && { publicClaims: evidence.publicClaims }),
    ...(evidence.proof !== undefined && { tlogProof: evidence.proof }),
  })
  return (
    COMPARED_FIELDS.every((member) => isSameJson(reply[member], expectedReply[member])) &&
    keyMatches(reply.key, verdict, expectedReply) &&
    reply.valid === true &&
    checksMatch(reply.checks, verdict.checks)
  )
}

const copyMatches = (copy: Members, { hash, statement }: Verdict): boolean => {
  const { kind, issuedAt, issuer, claims, chain } = statement?.predicate ?? {}
  const [subject] = statement?.subject ?? []
  const expectedMembers = {
    hash,
    kind,
    issuedAt,
    claimsVisibility: claims?.visibility,
    verifyUrl: `${issuer}/verify/${hash}`,
    seq: chain?.seq,
    subject: subject?.digest.sha256,
  }
  return Object.entries(expectedMembers).every(([name, expected]) => copy[name] === expected)
}

const statementsMatch = (reply: Members, verdict: Verdict, file: ReceiptFile): boolean => {
  try {
    if ('verifyUrl' in reply && !('checks' in reply || 'valid' in reply)) return copyMatches(reply, verdict)
    return isStatus(reply.status) && replyMatches(reply, reply.status, verdict, file)
  } catch {
    // The log proof is malformed. The log check reports this.
    return false
  }
}

/**
 * Inputs that the verifier trusts. Given keys replace those in the file. If issuer keys are given, log and witness keys
 * of the file are ignored: a forged witness could backdate signatures of a stolen key.
 */
export type Trust = Pick<Evidence, 'keys' | 'pinnedKeys' | 'subject' | 'previous' | 'isWitnessRequired'> & {
  readonly logKeys?: readonly NoteKey[]
}

export interface FileVerdict extends Verdict {
  /** Source of the issuer keys: given by the caller (`reader`), or read from the file and therefore unconfirmed. */
  readonly keysFrom: 'reader' | 'file'
  /** Revocation status as stated by the issuer when the file was created; only in `.json` files. */
  readonly status?: ReceiptStatus
}

export const verifyFile = async (file: ReceiptFile, trust: Trust = {}): Promise<FileVerdict> => {
  const keysFrom = trust.keys || trust.pinnedKeys?.length ? 'reader' : 'file'
  const { logKeys = keysFrom === 'file' ? file.logKeys : [], keys = file.keys, ...trustedEvidence } = trust
  const logs = logKeys.filter((key) => !isWitnessKey(key))
  const witnesses = logKeys.filter(isWitnessKey)
  const verdict = await verifyReceipt({
    ...file.evidence,
    ...trustedEvidence,
    keys,
    logKeys: logs,
    witnessKeys: witnesses,
  })
  const { reply } = file
  if (reply && verdict.statement && !statementsMatch(reply, verdict, file)) {
    const checks = { ...verdict.checks, payload: finding('payload', 'copy') }
    return { ...verdict, valid: isValid(checks), checks, keysFrom }
  }
  return { ...verdict, keysFrom, ...(isStatus(reply?.status) && { status: reply.status }) }
}
