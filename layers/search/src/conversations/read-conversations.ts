import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { conversationRow } from './rows/conversation-rows.ts'

export type ConversationRow = RowOf<typeof conversationRow>

export interface ConversationReader {
  /** Returns undefined if the workspace has no conversation with that id. Strongly consistent. */
  get(workspace: string, conversation: string): Promise<ConversationRow | undefined>
  getAll(workspace: string, conversations: readonly string[]): Promise<ReadonlyMap<string, ConversationRow>>
}

const READS_AT_ONCE = 25

export const conversationReader = (deps: TableDeps): ConversationReader => {
  const rows = rowTable(conversationRow, deps)
  const get: ConversationReader['get'] = (workspace, conversation) => rows.get({ workspace, conversation })
  return {
    get,
    async getAll(workspace, conversations) {
      const rowsById = new Map<string, ConversationRow>()
      for (let start = 0; start < conversations.length; start += READS_AT_ONCE) {
        const group = await Promise.all(
          conversations.slice(start, start + READS_AT_ONCE).map((id) => get(workspace, id)),
        )
        for (const row of group) if (row) rowsById.set(row.conversation, row)
      }
      return rowsById
    },
  }
}
