import { createHash } from 'node:crypto'
import type { Conversation } from '@signet/chat-exports'

/**
 * Returns the archive's id of a conversation: the same for every import into a workspace, and different in other
 * workspaces.
 */
export const conversationId = (
  workspace: string,
  { vendor, sourceId }: Pick<Conversation, 'vendor' | 'sourceId'>,
): string =>
  createHash('sha256')
    .update(JSON.stringify([workspace, vendor, sourceId]))
    .digest('hex')
    .slice(0, 32)
