import type { Position } from '@signet/chat-exports'

/** A workspace or an id as a part of an object's key: they may hold anything. */
const word = (text: string): string => encodeURIComponent(text).replaceAll('~', '%7E').replaceAll('%', '~')

const padded = (n: number, digits: number): string => String(n).padStart(digits, '0')

/** The object that was uploaded. */
export const originalKey = (workspace: string, upload: string): string => `uploads/${word(workspace)}/${word(upload)}`

/** A file of an uploaded ZIP, unpacked. */
export const memberKey = (workspace: string, upload: string, file: number): string =>
  `members/${word(workspace)}/${word(upload)}/${padded(file, 4)}`

/** What the packs of an import begin with. */
export const packPrefix = (workspace: string, upload: string): string => `packs/${word(workspace)}/${word(upload)}/`

/**
 * The pack of the conversations of one checkpoint, by what they were read as and where in which file they begin: items, those
 * of them that slices left over, and threads may begin at one byte.
 */
export const packKey = (
  workspace: string,
  upload: string,
  file: number,
  { from, readAs }: { readonly from: Pick<Position, 'offset'>; readonly readAs: 'items' | 'deferred' | 'threads' },
): string => `${packPrefix(workspace, upload)}${padded(file, 4)}-${padded(from.offset, 14)}-${readAs}`

/** Where the objects of an index segment are: what is kept in memory, and texts that are read by range. */
export const segmentKeys = (workspace: string, segment: string) => ({
  resident: `segments/${word(workspace)}/${segment}.index`,
  texts: `segments/${word(workspace)}/${segment}.texts`,
})
