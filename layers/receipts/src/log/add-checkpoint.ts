import { bytesOfBase64, toBase64 } from '../base64.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { type Hash, isSameHash, showsFork, verifyConsistency } from './merkle.ts'
import { type Note, NoteError, type NoteKey, noteText, parseNote, signersOf } from './note.ts'

/** What a log asks of a witness (c2sp.org/tlog-witness): to cosign a checkpoint that continues the one it saw last. */
export interface AddCheckpoint {
  /** Size of the last checkpoint that the witness cosigned, as the log knows it; 0 at first. */
  readonly oldSize: number
  readonly proof: readonly Hash[]
  readonly checkpoint: Note
}

export type WitnessedState = Pick<Checkpoint, 'size' | 'root'>

const PROOF_MAX = 63
const BODY_MAX = 64 * 1024

/** The request as the body of POST /add-checkpoint. */
export const addCheckpointText = ({ oldSize, proof, checkpoint }: AddCheckpoint): string =>
  [`old ${oldSize}`, ...proof.map(toBase64), '', noteText(checkpoint)].join('\n')

/** @throws NoteError for anything else. */
export const parseAddCheckpoint = (body: string): AddCheckpoint => {
  const end = body.indexOf('\n\n')
  if (body.length > BODY_MAX || end === -1)
    throw new NoteError('The request is an old size, a proof, an empty line and a checkpoint')
  const [first = '', ...lines] = body.slice(0, end).split('\n')
  const [, digits] = /^old (0|[1-9]\d*)$/.exec(first) ?? []
  if (digits === undefined || !Number.isSafeInteger(Number(digits)))
    throw new NoteError('The request begins with "old" and a size')
  if (lines.length > PROOF_MAX) throw new NoteError(`A proof has at most ${PROOF_MAX} hashes`)
  const proof = lines.map(bytesOfBase64)
  if (!proof.every((hash) => hash?.length === 32)) throw new NoteError('A line of the proof is no SHA-256')
  return { oldSize: Number(digits), proof: proof as Hash[], checkpoint: parseNote(body.slice(end + 2)) }
}

/** Why a witness does not cosign. `forked`: the log itself has signed two histories, and somebody has to look. */
export type WitnessRefusal =
  | { readonly kind: 'malformed' | 'unknown_log' | 'unsigned'; readonly message: string }
  /** `isFork`: the proof shows another beginning. A proof that shows nothing may be anybody's, with a checkpoint of the log. */
  | { readonly kind: 'inconsistent'; readonly message: string; readonly isFork: boolean }
  | { readonly kind: 'other_size'; readonly message: string; readonly size: number }
  | { readonly kind: 'forked'; readonly message: string; readonly size: number }

export type WitnessVerdict = { readonly kind: 'cosign'; readonly checkpoint: Checkpoint } | WitnessRefusal

/** Reads the checkpoint, and checks that its log has signed it. */
export const signedCheckpoint = async (
  note: Note,
  keysOf: (origin: string) => Promise<readonly NoteKey[]>,
): Promise<{ readonly kind: 'signed'; readonly checkpoint: Checkpoint } | WitnessRefusal> => {
  const checkpoint = parseCheckpoint(note.text)
  const keys = await keysOf(checkpoint.origin)
  if (keys.length === 0)
    return { kind: 'unknown_log', message: `The log ${checkpoint.origin} is not one of this witness` }
  return (await signersOf(note, keys)).length === 0
    ? { kind: 'unsigned', message: `The checkpoint is not signed by the log ${checkpoint.origin}` }
    : { kind: 'signed', checkpoint }
}

/**
 * Whether a witness cosigns a checkpoint that its log has signed, by what it saw last of the log. The caller keeps the new
 * checkpoint before it cosigns, on condition that what it saw last is still the same.
 */
export const considerCheckpoint = (
  { oldSize, proof }: Pick<AddCheckpoint, 'oldSize' | 'proof'>,
  checkpoint: Checkpoint,
  seen: WitnessedState | undefined,
): WitnessVerdict => {
  const { size, root, origin } = checkpoint
  const seenSize = seen?.size ?? 0
  if (oldSize > size) return { kind: 'malformed', message: `The old size ${oldSize} is above the size ${size}` }
  if (oldSize !== seenSize)
    return { kind: 'other_size', message: `The last checkpoint here has the size ${seenSize}`, size: seenSize }
  if (seen === undefined || seenSize === 0) {
    return proof.length === 0
      ? { kind: 'cosign', checkpoint }
      : { kind: 'inconsistent', message: 'Of an empty tree there is no proof', isFork: false }
  }
  if (size === seenSize && !isSameHash(root, seen.root))
    return { kind: 'forked', message: `${origin} has signed two roots of ${size} entries`, size: seenSize }
  const trees = { oldSize, oldRoot: seen.root, size, root, proof }
  if (verifyConsistency(trees)) return { kind: 'cosign', checkpoint }
  const message = `The proof does not show that the checkpoint continues the one of ${seenSize} entries`
  return { kind: 'inconsistent', message, isFork: showsFork(trees) }
}
