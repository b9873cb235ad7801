import { bytesOfBase64, toBase64 } from '../base64.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { type Cosignature, cosignaturesOn } from './cosignature.ts'
import { type Hash, leafHash, verifyInclusion } from './merkle.ts'
import { type Note, NoteError, type NoteKey, noteText, parseNote, signersOf } from './note.ts'

/** Proof that an entry is in a log, verifiable offline (c2sp.org/tlog-proof). */
export interface LogProof {
  readonly index: number
  readonly proof: readonly Hash[]
  readonly checkpoint: Note
}

const FORMAT = 'c2sp.org/tlog-proof@v1'
const HASHES_MAX = 64

export const logProofText = ({ index, proof, checkpoint }: LogProof): string =>
  [FORMAT, `index ${index}`, ...proof.map(toBase64), '', noteText(checkpoint)].join('\n')

/** @throws NoteError for a malformed proof. */
export const parseLogProof = (text: string): LogProof => {
  const headerEnd = text.indexOf('\n\n')
  const [format, ...lines] = text.slice(0, Math.max(headerEnd, 0)).split('\n')
  if (format !== FORMAT) throw new NoteError(`A proof must start with ${FORMAT}`)
  if (lines[0]?.startsWith('extra ')) lines.shift()
  const [, digits = ''] = /^index (0|[1-9]\d*)$/.exec(lines.shift() ?? '') ?? []
  const proof = lines.map(bytesOfBase64)
  if (digits === '' || !Number.isSafeInteger(Number(digits)) || proof.length > HASHES_MAX)
    throw new NoteError('The index of the proof is missing or malformed')
  if (!proof.every((hash) => hash?.length === 32)) throw new NoteError('A line of the proof is not a SHA-256')
  return { index: Number(digits), proof: proof as Hash[], checkpoint: parseNote(text.slice(headerEnd + 2)) }
}

export interface LogVerdict {
  readonly checkpoint: Checkpoint
  readonly cosignatures: readonly Cosignature[]
}

/**
 * Verifies that a log contains an entry: a key of the log signed the checkpoint, and the entry is below its root.
 * @returns checkpoint and valid cosignatures, or the error as text.
 */
export const checkLogProof = async (
  { index, proof, checkpoint: note }: LogProof,
  entry: Uint8Array,
  { logs, witnesses = [] }: { readonly logs: readonly NoteKey[]; readonly witnesses?: readonly NoteKey[] },
): Promise<LogVerdict | string> => {
  let checkpoint: Checkpoint
  try {
    checkpoint = parseCheckpoint(note.text)
  } catch (error) {
    return (error as Error).message
  }
  const { origin, size, root } = checkpoint
  const keys = logs.filter(({ name }) => name === origin)
  if (keys.length === 0) return `No key of the log ${origin} was given`
  if ((await signersOf(note, keys)).length === 0) return `The checkpoint is not signed by the log ${origin}`
  if (!verifyInclusion(leafHash(entry), { index, size, proof, root }))
    return `The entry ${index} is not below the root of the checkpoint`
  return { checkpoint, cosignatures: await cosignaturesOn(note, witnesses) }
}
