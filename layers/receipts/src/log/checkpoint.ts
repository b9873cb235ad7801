import { bytesOfBase64, toBase64 } from '../base64.ts'
import type { Hash } from './merkle.ts'
import { NoteError } from './note.ts'

/** State of a log: its number of entries and their root (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  /** Name of the log: its URL without the scheme. */
  readonly origin: string
  readonly size: number
  readonly root: Hash
}

/** Returns the text of a checkpoint, which is signed as a note. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`

/**
 * Parses the text of a note as a checkpoint. Extension lines are allowed and ignored.
 * @throws NoteError for a malformed text.
 */
export const parseCheckpoint = (text: string): Checkpoint => {
  const [origin = '', digits = '', encoded = ''] = text.split('\n')
  const size = Number(digits)
  const root = bytesOfBase64(encoded)
  if (origin === '' || !/^(?:0|[1-9]\d*)$/.test(digits) || !Number.isSafeInteger(size) || root?.length !== 32)
    throw new NoteError('A checkpoint must consist of an origin, a size and a root, one per line')
  return { origin, size, root }
}
