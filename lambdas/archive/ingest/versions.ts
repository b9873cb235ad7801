import { type Conversation, contentHash } from '@signet/chat-exports'
import { boundedId, type ConversationRow, type PackPosition, truncateText } from '@signet/search/conversations'
import type { ImportRow } from './import-table.ts'

export interface Version {
  readonly conversation: string
  readonly content: Conversation
  readonly pack: PackPosition
  readonly upload: string
  readonly origin: ConversationRow['origin']
  readonly hash: string
}

/** Sorts conversations without a date last in lists. */
const UNDATED = '0000'

export const listedAt = ({ updatedAt, createdAt, messages }: Conversation): string => {
  if (updatedAt ?? createdAt) return updatedAt ?? createdAt ?? UNDATED
  return messages.reduce((latest, message) => {
    const time = message.createdAt ?? UNDATED
    return time > latest ? time : latest
  }, UNDATED)
}

/** Returns a position in an upload that sorts in the order of the upload. */
export const originKeyOf = ({ file, start }: Pick<ConversationRow['origin'], 'file' | 'start'>): string =>
  `${String(file).padStart(4, '0')}-${String(start).padStart(14, '0')}`

/** Returns a sort key of versions: by last change, then by upload, then by position in the upload. */
const rank = (listedAtTime: string, upload: string, origin: ConversationRow['origin']): string =>
  [listedAtTime, upload, originKeyOf(origin)].join(' ')

/** Checks if a version is newer than the current one, or is the current one. */
export const isNewer = ({ content, upload, origin }: Version, { listed_at, ...row }: ConversationRow): boolean =>
  rank(listedAt(content), upload, origin) >= rank(listed_at, row.upload, row.origin)

export const latestOf = (
  listings: readonly { readonly upload: string; readonly row: ImportRow }[],
): { readonly upload: string; readonly row: ImportRow } | undefined => {
  const ranked = listings.map((listing) => ({
    listing,
    rank: rank(listing.row.listed_at, listing.upload, listing.row.origin),
  }))
  return ranked.sort((a, b) => (a.rank < b.rank ? 1 : -1))[0]?.listing
}

/**
 * Builds the row of the current version with the uploads that contain the conversation. Its texts are truncated; the
 * pack contains the full ones.
 */
export const rowOfVersion = (
  workspace: string,
  { conversation, content, pack, upload, origin, hash }: Version,
  uploads: readonly string[],
): ConversationRow => ({
  workspace,
  conversation,
  listed_at: listedAt(content),
  vendor: content.vendor,
  source_id: boundedId(content.sourceId),
  title: truncateText(content.title),
  created_at: content.createdAt,
  updated_at: content.updatedAt,
  model: content.model && truncateText(content.model),
  message_count: content.messages.filter(({ isHidden }) => !isHidden).length,
  content_hash: hash,
  pack,
  upload,
  origin,
  uploads: [...new Set([...uploads, upload])].sort(),
  revision: 0,
})

export const versionHash = (content: Conversation): string => contentHash(content)
