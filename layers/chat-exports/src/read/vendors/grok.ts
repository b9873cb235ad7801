import { type Entry, entriesOf, entryOf, firstId, listOf } from '../json.ts'
import type { Thread } from '../thread.ts'

/** Reads a conversation of Grok, as in `prod-grok-backend.json`: each response may be in its own object. */
export const grokThread = (item: Entry): Thread | undefined => {
  if (!Array.isArray(item.responses)) return undefined
  const conversation = entryOf(item.conversation)
  const messages = entriesOf(item.responses).map((answer): Entry => {
    const { message, query, response: _response, ...rest } = entryOf(answer.response) ?? answer
    return {
      ...rest,
      id: firstId(rest._id, rest.id, rest.responseId, rest.response_id),
      content: message ?? query,
      parentId: rest.parent_response_id ?? rest.parentResponseId,
      reasoning: rest.thinking_trace ?? rest.reasoning,
      attachments: [...listOf(rest.file_attachments), ...listOf(rest.attachments)],
    }
  })
  const isOurs = conversation !== undefined || messages.some(({ sender }) => typeof sender === 'string')
  const about = conversation ?? item
  const id = firstId(about.id, about.conversation_id, about.conversationId, messages[0]?.conversation_id)
  return isOurs ? { vendor: 'grok', about: { ...about, id }, messages } : undefined
}
