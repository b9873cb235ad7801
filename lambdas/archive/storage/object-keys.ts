import type { Position } from '@signet/chat-exports'

/** A workspace or an id as a part of an object's key; they may contain any character. */
const word = (text: string): string => encodeURIComponent(text).replaceAll('~', '%7E').replaceAll('%', '~')

const padded = (n: number, digits: number): string => String(n).padStart(digits, '0')

/** The uploaded object. */
export const originalKey = (workspace: string, upload: string): string => `uploads/${word(workspace)}/${word(upload)}`

/** A file of an uploaded ZIP, unpacked. */
export const memberKey = (workspace: string, upload: string, file: number): string =>
  `members/${word(workspace)}/${word(upload)}/${padded(file, 4)}`

/** Prefix of the packs of an import. */
export const packPrefix = (workspace: string, upload: string): string => `packs/${word(workspace)}/${word(upload)}/`

/**
 * The pack of one checkpoint, by the kind of its batch and the place where it begins: batches of items, deferred items
 * and threads may begin at the same byte.
 */
export const packKey = (
  workspace: string,
  upload: string,
  file: number,
  { from, readAs }: { readonly from: Pick<Position, 'offset'>; readonly readAs: 'items' | 'deferred' | 'threads' },
): string => `${packPrefix(workspace, upload)}${padded(file, 4)}-${padded(from.offset, 14)}-${readAs}`

/** The objects of an index segment: one is kept in memory, the other holds texts and is read by range. */
export const segmentKeys = (workspace: string, segment: string) => ({
  resident: `segments/${word(workspace)}/${segment}.index`,
  texts: `segments/${word(workspace)}/${segment}.texts`,
})
