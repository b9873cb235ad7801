import { type Conversation, contentHash } from '@signet/chat-exports'
import type { ConversationRow } from '../conversations/conversation-table.ts'
import type { PackPlace } from '../conversations/packs.ts'
import type { ImportRow } from './import-table.ts'

/** A version of a conversation, and where an import has it. */
export interface Version {
  readonly conversation: string
  readonly content: Conversation
  readonly pack: PackPlace
  readonly upload: string
  readonly origin: ConversationRow['origin']
  readonly hash: string
}

/** Conversations of no date stand at the end of lists. */
const UNDATED = '0000'

/** By when it stands in lists: its last change, as far as the export says. */
export const listedAt = ({ updatedAt, createdAt, messages }: Conversation): string => {
  if (updatedAt ?? createdAt) return updatedAt ?? createdAt ?? UNDATED
  return messages.reduce((latest, message) => {
    const at = message.createdAt ?? UNDATED
    return at > latest ? at : latest
  }, UNDATED)
}

/** Where in an upload something stands, in the order of the upload. */
export const placeOf = ({ file, start }: Pick<ConversationRow['origin'], 'file' | 'start'>): string =>
  `${String(file).padStart(4, '0')}-${String(start).padStart(14, '0')}`

/** What decides between two versions: the later change, then the later upload, then the later place in it. */
const rank = (at: string, upload: string, origin: ConversationRow['origin']): string =>
  [at, upload, placeOf(origin)].join(' ')

/** Whether a version takes the place of the one that stands: then the others are history. */
export const isNewer = ({ content, upload, origin }: Version, { listed_at, ...row }: ConversationRow): boolean =>
  rank(listedAt(content), upload, origin) >= rank(listed_at, row.upload, row.origin)

/** Of what several imports hold the one that is to stand; undefined: there is none. */
export const latestOf = (
  held: readonly { readonly upload: string; readonly row: ImportRow }[],
): { readonly upload: string; readonly row: ImportRow } | undefined => {
  const ranked = held.map((one) => ({ one, by: rank(one.row.listed_at, one.upload, one.row.origin) }))
  return ranked.sort((a, b) => (a.by < b.by ? 1 : -1))[0]?.one
}

/** The row of a version that stands, with the uploads that hold the conversation. */
export const rowOfVersion = (
  workspace: string,
  { conversation, content, pack, upload, origin, hash }: Version,
  uploads: readonly string[],
): ConversationRow => ({
  workspace,
  conversation,
  listed_at: listedAt(content),
  vendor: content.vendor,
  source_id: content.sourceId,
  title: content.title,
  created_at: content.createdAt,
  updated_at: content.updatedAt,
  model: content.model,
  message_count: content.messages.filter(({ isHidden }) => !isHidden).length,
  content_hash: hash,
  pack,
  upload,
  origin,
  uploads: [...new Set([...uploads, upload])].sort(),
  revision: 0,
})

/** The version of a conversation. */
export const versionHash = (content: Conversation): string => contentHash(content)
