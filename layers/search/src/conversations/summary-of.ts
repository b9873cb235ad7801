import type { ConversationSummary } from './contract/conversation-parts.ts'
import type { ConversationRow } from './read-conversations.ts'

export const summaryOf = (row: ConversationRow): ConversationSummary => ({
  id: row.conversation,
  title: row.title,
  vendor: row.vendor,
  model: row.model,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  messageCount: row.message_count,
  version: row.content_hash,
  byteRange: { uploadId: row.upload, file: row.origin.file, start: row.origin.start, end: row.origin.end },
})
