import { type Entry, listOf } from '../json.ts'
import { messagesIn } from '../message-lists.ts'
import type { Thread } from '../thread.ts'

/** Reads LibreChat's own export: flat, nested (`recursive`), or as `messagesTree`. */
export const librechatThread = (item: Entry): Thread | undefined => {
  const list = listOf(item.messagesTree ?? item.messages)
  const isLibreChat =
    typeof item.conversationId === 'string' && ('endpoint' in item || 'exportAt' in item || 'recursive' in item)
  const messages = isLibreChat ? messagesIn(list) : undefined
  return messages && { vendor: 'librechat', metadata: item, messages }
}
