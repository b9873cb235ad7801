import { bytesOfBase64, toBase64 } from '../base64.ts'
import type { Hash } from './merkle.ts'
import { NoteError } from './note.ts'

/** What a log says of itself: how many entries it has, and their root (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  /** The address of the log without its scheme. */
  readonly origin: string
  readonly size: number
  readonly root: Hash
}

/** The text that is signed as a note. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`

/**
 * Reads the text of a note as a checkpoint. Further lines are allowed, and mean nothing here.
 * @throws NoteError for anything else.
 */
export const parseCheckpoint = (text: string): Checkpoint => {
  const [origin = '', digits = '', encoded = ''] = text.split('\n')
  const size = Number(digits)
  const root = bytesOfBase64(encoded)
  if (origin === '' || !/^(?:0|[1-9]\d*)$/.test(digits) || !Number.isSafeInteger(size) || root?.length !== 32)
    throw new NoteError('A checkpoint is an origin, a size and a root, a line each')
  return { origin, size, root }
}
