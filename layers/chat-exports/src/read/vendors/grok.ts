import { type Entry, entriesOf, entryOf, firstId, listOf } from '../json.ts'
import type { Thread } from '../thread.ts'

/** Reads a conversation of Grok, as in `prod-grok-backend.json`: each response may be in its own object. */
export const grokThread = (item: Entry): Thread | undefined => {
  if (!Array.isArray(item.responses)) return undefined
  const conversation = entryOf(item.conversation)
  const messages = entriesOf(item.responses).map((response): Entry => {
    const { message, query, response: _response, ...fields } = entryOf(response.response) ?? response
    return {
      ...fields,
      id: firstId(fields._id, fields.id, fields.responseId, fields.response_id),
      content: message ?? query,
      parentId: fields.parent_response_id ?? fields.parentResponseId,
      reasoning: fields.thinking_trace ?? fields.reasoning,
      attachments: [...listOf(fields.file_attachments), ...listOf(fields.attachments)],
    }
  })
  const isGrok = conversation !== undefined || messages.some(({ sender }) => typeof sender === 'string')
  const metadata = conversation ?? item
  const id = firstId(metadata.id, metadata.conversation_id, metadata.conversationId, messages[0]?.conversation_id)
  return isGrok ? { vendor: 'grok', metadata: { ...metadata, id }, messages } : undefined
}
