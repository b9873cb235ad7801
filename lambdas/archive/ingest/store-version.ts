import type { ConversationRow } from '@signet/search/conversations'
import type { ConversationTable } from '../conversations/conversation-table.ts'
import { isNewer, originKeyOf, rowOfVersion, type Version } from './versions.ts'

const TRIES = 20

const rowAfter = (workspace: string, version: Version, before: ConversationRow | undefined): ConversationRow => {
  if (!before || isNewer(version, before)) return rowOfVersion(workspace, version, before?.uploads ?? [])
  return { ...before, uploads: [...new Set([...before.uploads, version.upload])].sort() }
}

const contentOf = (row: ConversationRow | undefined): string =>
  row ? JSON.stringify([row.content_hash, row.upload, originKeyOf(row.origin), row.uploads]) : ''

/**
 * Notes that an upload contains a version. The version becomes current if it is the latest. Concurrent imports give the
 * same result in any order, and repeating it changes nothing.
 */
export const storeVersion = async (
  conversations: ConversationTable,
  workspace: string,
  version: Version,
  stored: ConversationRow | undefined,
): Promise<void> => {
  let before = stored
  for (let tries = 0; tries < TRIES; tries++) {
    const after = rowAfter(workspace, version, before)
    if (contentOf(after) === contentOf(before) || (await conversations.replace(after, before))) return
    before = await conversations.get(workspace, version.conversation)
  }
  throw new Error(`The conversation ${version.conversation} is changed by too many imports at once`)
}
