import type { Position } from '@signet/chat-exports'
import { keyPart } from '@signet/search/conversations'

const padded = (n: number, digits: number): string => String(n).padStart(digits, '0')

export const originalKey = (workspace: string, upload: string): string =>
  `uploads/${keyPart(workspace)}/${keyPart(upload)}`

export const memberPrefix = (workspace: string, upload: string): string =>
  `members/${keyPart(workspace)}/${keyPart(upload)}/`

export const memberKey = (workspace: string, upload: string, file: number): string =>
  `${memberPrefix(workspace, upload)}${padded(file, 4)}`

export const innerArchiveKey = (workspace: string, upload: string, archive: number): string =>
  `${memberPrefix(workspace, upload)}zip-${padded(archive, 4)}`

export const packPrefix = (workspace: string, upload: string): string =>
  `packs/${keyPart(workspace)}/${keyPart(upload)}/`

/**
 * Returns the key of a batch's pack. It includes the kind of the batch, because batches of items, deferred items and
 * threads may begin at the same byte.
 */
export const packKey = (
  workspace: string,
  upload: string,
  file: number,
  { from, kind }: { readonly from: Pick<Position, 'offset'>; readonly kind: 'items' | 'deferred' | 'threads' },
): string => `${packPrefix(workspace, upload)}${padded(file, 4)}-${padded(from.offset, 14)}-${kind}`
