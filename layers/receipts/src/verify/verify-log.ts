import { blind } from '../blind.ts'
import type { Checkpoint } from '../log/checkpoint.ts'
import type { Cosignature } from '../log/cosignature.ts'
import type { NoteKey } from '../log/note.ts'
import { checkLogProof, type LogProof, parseLogProof } from '../log/tlog-proof.ts'
import { type Check, finding } from './checks.ts'

const PROOF_TEXT_MAX = 128 * 1024

export interface LogEvidence {
  /** Content of a `.tlog-proof` file; `pending` if the receipt is not in the log yet. */
  readonly proof?: string
  readonly logKeys?: readonly NoteKey[]
  /**
   * Keys of trusted witnesses. A cosignature proves the latest time at which the receipt existed. A recent log entry
   * may have none yet.
   */
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
  readonly position?: LogPosition
}

const parseProof = (text: string): LogProof | undefined => {
  try {
    return text.length <= PROOF_TEXT_MAX ? parseLogProof(text) : undefined
  } catch {
    return undefined
  }
}

const checkProof = async (hash: string, { proof, logKeys = [], witnessKeys = [] }: LogEvidence): Promise<LogCheck> => {
  if (proof === undefined) return { check: finding('log', 'no_proof') }
  if (proof === 'pending') return { check: finding('log', 'pending') }
  const logProof = parseProof(proof)
  if (!logProof) return { check: finding('log', 'malformed') }
  if (logKeys.length === 0) return { check: finding('log', 'no_key') }
  const verdict = await checkLogProof(logProof, blind('leaf', hash), { logs: logKeys, witnesses: witnessKeys })
  if (typeof verdict === 'string') return { check: finding('log', 'unproven') }
  const position = { index: logProof.index, ...verdict }
  if (witnessKeys.length === 0) return { check: finding('log', 'included'), position }
  return { check: finding('log', verdict.cosignatures.length > 0 ? 'cosigned' : 'unseen'), position }
}

export const verifyLog = async (hash: string, evidence: LogEvidence): Promise<LogCheck> => {
  const logCheck = await checkProof(hash, evidence)
  const { isWitnessRequired, witnessKeys = [] } = evidence
  const isCosigned = (logCheck.position?.cosignatures ?? []).length > 0
  if (!isWitnessRequired || witnessKeys.length === 0 || isCosigned || logCheck.check.status === 'fail') return logCheck
  return { ...logCheck, check: finding('log', 'unwitnessed') }
}
