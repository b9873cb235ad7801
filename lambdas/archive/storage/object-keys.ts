import type { Position } from '@signet/chat-exports'
import { keyWord } from '@signet/search/conversations'

const padded = (n: number, digits: number): string => String(n).padStart(digits, '0')

export const originalKey = (workspace: string, upload: string): string =>
  `uploads/${keyWord(workspace)}/${keyWord(upload)}`

export const memberPrefix = (workspace: string, upload: string): string =>
  `members/${keyWord(workspace)}/${keyWord(upload)}/`

export const memberKey = (workspace: string, upload: string, file: number): string =>
  `${memberPrefix(workspace, upload)}${padded(file, 4)}`

export const innerArchiveKey = (workspace: string, upload: string, archive: number): string =>
  `${memberPrefix(workspace, upload)}zip-${padded(archive, 4)}`

export const packPrefix = (workspace: string, upload: string): string =>
  `packs/${keyWord(workspace)}/${keyWord(upload)}/`

/**
 * Returns the key of a checkpoint's pack, by the kind of its batch and its start: batches of items, deferred items and
 * threads may begin at the same byte.
 */
export const packKey = (
  workspace: string,
  upload: string,
  file: number,
  { from, readAs }: { readonly from: Pick<Position, 'offset'>; readonly readAs: 'items' | 'deferred' | 'threads' },
): string => `${packPrefix(workspace, upload)}${padded(file, 4)}-${padded(from.offset, 14)}-${readAs}`
