import { blind } from '../blind.ts'
import type { Checkpoint } from '../log/checkpoint.ts'
import type { Cosignature } from '../log/cosignature.ts'
import type { NoteKey } from '../log/note.ts'
import { checkLogProof, type LogProof, parseLogProof } from '../log/tlog-proof.ts'
import { type Check, finding } from './checks.ts'

const PROOF_TEXT_MAX = 128 * 1024

export interface LogEvidence {
  /** Text of a `.tlog-proof`; `pending` if the receipt is not in the log yet. */
  readonly proof?: string
  readonly logKeys?: readonly NoteKey[]
  /** A witness cosignature dates the receipt. Cosignatures follow the growth of a log, so there may be none yet. */
  readonly witnessKeys?: readonly NoteKey[]
  /** If witness keys are given, requires a cosignature by one of them for a valid receipt. */
  readonly isWitnessRequired?: boolean
}

export interface LogPosition {
  readonly index: number
  readonly checkpoint: Checkpoint
  readonly cosignatures: readonly Cosignature[]
}

export interface LogCheck {
  readonly check: Check
  readonly place?: LogPosition
}

const parsed = (text: string): LogProof | undefined => {
  try {
    return text.length <= PROOF_TEXT_MAX ? parseLogProof(text) : undefined
  } catch {
    return undefined
  }
}

const checkedLog = async (hash: string, { proof, logKeys = [], witnessKeys = [] }: LogEvidence): Promise<LogCheck> => {
  if (proof === undefined) return { check: finding('log', 'no_proof') }
  if (proof === 'pending') return { check: finding('log', 'pending') }
  const logProof = parsed(proof)
  if (!logProof) return { check: finding('log', 'malformed') }
  if (logKeys.length === 0) return { check: finding('log', 'no_key') }
  const verdict = await checkLogProof(logProof, blind('leaf', hash), { logs: logKeys, witnesses: witnessKeys })
  if (typeof verdict === 'string') return { check: finding('log', 'unproven') }
  const place = { index: logProof.index, ...verdict }
  if (witnessKeys.length === 0) return { check: finding('log', 'included'), place }
  return { check: finding('log', verdict.cosignatures.length > 0 ? 'cosigned' : 'unseen'), place }
}

export const verifyLog = async (hash: string, evidence: LogEvidence): Promise<LogCheck> => {
  const logged = await checkedLog(hash, evidence)
  const { isWitnessRequired, witnessKeys = [] } = evidence
  const isSeen = (logged.place?.cosignatures ?? []).length > 0
  if (!isWitnessRequired || witnessKeys.length === 0 || isSeen || logged.check.status === 'fail') return logged
  return { ...logged, check: finding('log', 'unwitnessed') }
}
