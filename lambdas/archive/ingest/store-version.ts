import type { ConversationRow, ConversationTable } from '../conversations/conversation-table.ts'
import { isNewer, placeOf, rowOfVersion, type Version } from './versions.ts'

/** Writers of one conversation that a version may meet: other imports of the workspace. */
const TRIES = 20

const rowAfter = (workspace: string, version: Version, before: ConversationRow | undefined): ConversationRow => {
  if (!before || isNewer(version, before)) return rowOfVersion(workspace, version, before?.uploads ?? [])
  return { ...before, uploads: [...new Set([...before.uploads, version.upload])].sort() }
}

/** What a change of a row would change. */
const told = (row: ConversationRow | undefined): string =>
  row ? JSON.stringify([row.content_hash, row.upload, placeOf(row.origin), row.uploads]) : ''

/**
 * Notes that an upload holds a version; it stands from now on if it is the latest. Imports that do so at once come to the
 * same in any order, and again it changes nothing.
 */
export const storeVersion = async (
  conversations: ConversationTable,
  workspace: string,
  version: Version,
  known: ConversationRow | undefined,
): Promise<void> => {
  let before = known
  for (let tries = 0; tries < TRIES; tries++) {
    const after = rowAfter(workspace, version, before)
    if (told(after) === told(before) || (await conversations.replace(after, before))) return
    before = await conversations.get(workspace, version.conversation)
  }
  throw new Error(`The conversation ${version.conversation} is changed by too many imports at once`)
}
