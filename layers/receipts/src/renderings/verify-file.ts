import { canonicalJson } from '../digest/index.ts'
import type { Envelope } from '../envelope.ts'
import { isWitnessKey, type NoteKey } from '../log/note.ts'
import { isMembers } from '../statement-format.ts'
import { type Check, type Checks, finding, isFinding, isValid } from '../verify/checks.ts'
import { type Evidence, type Verdict, verifyReceipt } from '../verify/verify-receipt.ts'
import type { ReceiptFile } from './receipt-file.ts'
import { type ReceiptStatus, type VerifyReply, verifyReply } from './verify-reply.ts'

type Members = Readonly<Record<string, unknown>>

const isSame = (one: unknown, other: unknown): boolean => {
  try {
    return canonicalJson(one) === canonicalJson(other)
  } catch {
    return false
  }
}

const isStatus = (value: unknown): value is ReceiptStatus => {
  if (!isMembers(value)) return false
  const { state, at, reason, by } = value
  const isTextOrNull = [at, reason, by].every((each) => each === null || typeof each === 'string')
  if (state === 'active') return at === null && reason === null && by === null
  return (state === 'withdrawn' || state === 'superseded') && isTextOrNull
}

/** A check skipped here does not contradict the issuer, who had more evidence. */
const isSameCheck = (said: Check, checked: Check): boolean =>
  said.status === checked.status || checked.status === 'skipped'

const areChecksTrue = (said: unknown, checks: Checks): boolean =>
  isMembers(said) &&
  (['payload', 'signature', 'key', 'chain', 'log', 'claims'] as const).every((name) => {
    const check = said[name]
    return isFinding(name, check) && isSameCheck(check, checks[name])
  })

/** Members of a reply that follow from the envelope and its evidence. Those of the key follow from a key set. */
const COMPARED = [
  ...(['hash', 'receiptVersion', 'kind', 'issuedAt', 'issuer', 'chain', 'log', 'tlogProof'] as const),
  ...(['claimsVisibility', 'publicClaims', 'verifyInstructionsUrl'] as const),
] satisfies readonly (keyof VerifyReply)[]

const isKeyTrue = (said: unknown, { kid, key }: Verdict, expectedReply: VerifyReply): boolean =>
  isMembers(said) && said.kid === kid && (key === undefined || isSame(said, expectedReply.key))

const isReplyTrue = (reply: Members, status: ReceiptStatus, verdict: Verdict, { evidence }: ReceiptFile): boolean => {
  const expectedReply = verifyReply({
    verdict,
    envelope: evidence.envelope as Envelope,
    status,
    ...(evidence.publicClaims !== undefined && { publicClaims: evidence.publicClaims }),
    ...(evidence.proof !== undefined && { tlogProof: evidence.proof }),
  })
  return (
    COMPARED.every((member) => isSame(reply[member], expectedReply[member])) &&
    isKeyTrue(reply.key, verdict, expectedReply) &&
    reply.valid === true &&
    areChecksTrue(reply.checks, verdict.checks)
  )
}

const isCopyTrue = (copy: Members, { hash, statement }: Verdict): boolean => {
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
  return Object.entries(expectedMembers).every(([name, said]) => copy[name] === said)
}

const isTrue = (reply: Members, verdict: Verdict, file: ReceiptFile): boolean => {
  try {
    if ('verifyUrl' in reply && !('checks' in reply || 'valid' in reply)) return isCopyTrue(reply, verdict)
    return isStatus(reply.status) && isReplyTrue(reply, reply.status, verdict, file)
  } catch {
    // The proof is malformed, which the log check reports.
    return false
  }
}

/**
 * Trusted inputs of a reader. Given keys replace those in the file. A reader with the issuer's keys must not take log
 * and witness keys from the file: a forger's witness could date signatures of a stolen key.
 */
export type Trust = Pick<Evidence, 'keys' | 'pinnedKeys' | 'subject' | 'previous' | 'isWitnessRequired'> & {
  readonly logKeys?: readonly NoteKey[]
}

export interface FileVerdict extends Verdict {
  /** `file` if only the file states whose key it is. */
  readonly keysFrom: 'reader' | 'file'
  /** Revocation status as stated by the issuer when the file was created; only in `.json`. */
  readonly status?: ReceiptStatus
}

export const verifyFile = async (file: ReceiptFile, trust: Trust = {}): Promise<FileVerdict> => {
  const keysFrom = trust.keys || trust.pinnedKeys?.length ? 'reader' : 'file'
  const { logKeys = keysFrom === 'file' ? file.logKeys : [], keys = file.keys, ...given } = trust
  const logs = logKeys.filter((key) => !isWitnessKey(key))
  const witnesses = logKeys.filter(isWitnessKey)
  const verdict = await verifyReceipt({ ...file.evidence, ...given, keys, logKeys: logs, witnessKeys: witnesses })
  const { reply } = file
  if (reply && verdict.statement && !isTrue(reply, verdict, file)) {
    const checks = { ...verdict.checks, payload: finding('payload', 'copy') }
    return { ...verdict, valid: isValid(checks), checks, keysFrom }
  }
  return { ...verdict, keysFrom, ...(isStatus(reply?.status) && { status: reply.status }) }
}
