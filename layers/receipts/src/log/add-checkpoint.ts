import { bytesOfBase64, toBase64 } from '../base64.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { type Hash, isSameHash, showsFork, verifyConsistency } from './merkle.ts'
import { type Note, NoteError, type NoteKey, noteText, parseNote, signersOf } from './note.ts'

/**
 * A request to a witness (c2sp.org/tlog-witness) to cosign a checkpoint that extends the last checkpoint it cosigned.
 */
export interface AddCheckpoint {
  /** Size of the last checkpoint that the witness cosigned, as known to the log; 0 at first. */
  readonly oldSize: number
  readonly proof: readonly Hash[]
  readonly checkpoint: Note
}

export type WitnessedState = Pick<Checkpoint, 'size' | 'root'>

const PROOF_MAX = 63
const BODY_MAX = 64 * 1024

/** Returns the body of POST /add-checkpoint. */
export const addCheckpointText = ({ oldSize, proof, checkpoint }: AddCheckpoint): string =>
  [`old ${oldSize}`, ...proof.map(toBase64), '', noteText(checkpoint)].join('\n')

/** @throws NoteError for a malformed body. */
export const parseAddCheckpoint = (body: string): AddCheckpoint => {
  const headerEnd = body.indexOf('\n\n')
  if (body.length > BODY_MAX || headerEnd === -1)
    throw new NoteError('The request must consist of an old size, a proof, an empty line and a checkpoint')
  const [first = '', ...lines] = body.slice(0, headerEnd).split('\n')
  const [, digits] = /^old (0|[1-9]\d*)$/.exec(first) ?? []
  if (digits === undefined || !Number.isSafeInteger(Number(digits)))
    throw new NoteError('The request must start with "old" and a size')
  if (lines.length > PROOF_MAX) throw new NoteError(`A proof can have at most ${PROOF_MAX} hashes`)
  const proof = lines.map(bytesOfBase64)
  if (!proof.every((hash) => hash?.length === 32)) throw new NoteError('A line of the proof is not a SHA-256')
  return { oldSize: Number(digits), proof: proof as Hash[], checkpoint: parseNote(body.slice(headerEnd + 2)) }
}

/** Reason why a witness refuses to cosign. `forked`: the log has signed two histories; an operator must investigate. */
export type WitnessRefusal =
  | { readonly kind: 'malformed' | 'unknown_log' | 'unsigned'; readonly message: string }
  /**
   * `isFork`: the proof shows a different history. An invalid proof does not show a fork, because anyone can send one
   * with a published checkpoint.
   */
  | { readonly kind: 'inconsistent'; readonly message: string; readonly isFork: boolean }
  | { readonly kind: 'other_size'; readonly message: string; readonly size: number }
  | { readonly kind: 'forked'; readonly message: string; readonly size: number }

export type WitnessVerdict = { readonly kind: 'cosign'; readonly checkpoint: Checkpoint } | WitnessRefusal

/** Parses the checkpoint and verifies the signature of its log. */
export const signedCheckpoint = async (
  note: Note,
  keysOf: (origin: string) => Promise<readonly NoteKey[]>,
): Promise<{ readonly kind: 'signed'; readonly checkpoint: Checkpoint } | WitnessRefusal> => {
  const checkpoint = parseCheckpoint(note.text)
  const keys = await keysOf(checkpoint.origin)
  if (keys.length === 0)
    return { kind: 'unknown_log', message: `This witness does not follow the log ${checkpoint.origin}` }
  return (await signersOf(note, keys)).length === 0
    ? { kind: 'unsigned', message: `The checkpoint is not signed by the log ${checkpoint.origin}` }
    : { kind: 'signed', checkpoint }
}

/**
 * Decides whether a witness cosigns a signed checkpoint, given the last checkpoint it cosigned. Before cosigning, the
 * caller must store the new checkpoint, on condition that the last one is unchanged.
 */
export const judgeCheckpoint = (
  { oldSize, proof }: Pick<AddCheckpoint, 'oldSize' | 'proof'>,
  checkpoint: Checkpoint,
  lastCosigned: WitnessedState | undefined,
): WitnessVerdict => {
  const { size, root, origin } = checkpoint
  const lastSize = lastCosigned?.size ?? 0
  if (oldSize > size) return { kind: 'malformed', message: `The old size ${oldSize} exceeds the size ${size}` }
  if (oldSize !== lastSize)
    return { kind: 'other_size', message: `The last cosigned checkpoint has the size ${lastSize}`, size: lastSize }
  if (lastCosigned === undefined || lastSize === 0) {
    return proof.length === 0
      ? { kind: 'cosign', checkpoint }
      : { kind: 'inconsistent', message: 'An empty tree has no consistency proof', isFork: false }
  }
  if (size === lastSize && !isSameHash(root, lastCosigned.root))
    return { kind: 'forked', message: `${origin} has signed two roots for ${size} entries`, size: lastSize }
  const trees = { oldSize, oldRoot: lastCosigned.root, size, root, proof }
  if (verifyConsistency(trees)) return { kind: 'cosign', checkpoint }
  const message = `The proof does not show that the checkpoint extends the one of ${lastSize} entries`
  return { kind: 'inconsistent', message, isFork: showsFork(trees) }
}
