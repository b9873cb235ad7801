import { type Buffer, isAscii } from 'node:buffer'
import { readChatGpt } from './chatgpt.ts'
import { readClaude, readMemories, readProject } from './claude.ts'
import { fragmentOf } from './fragment.ts'
import { entryOf } from './json.ts'
import { faultOf, type Outcome } from './outcome.ts'
import { messagesOf, readMessageList, readThread } from './thread.ts'

const readValue = (value: unknown, key: string | undefined): Outcome => {
  if (Array.isArray(value)) return readMessageList(value, key)
  const item = entryOf(value)
  if (!item) return faultOf('unknown_shape')
  if (item.mapping !== undefined) return readChatGpt(item, key)
  if (Array.isArray(item.chat_messages)) return readClaude(item, key)
  const messages = messagesOf(item)
  if (messages) return readThread(item, messages, key)
  const fragment = fragmentOf(item)
  if (fragment && fragment.messages.length > 0) return { kind: 'fragment', fragment }
  if (Array.isArray(item.docs)) return readProject(item, key)
  if (item.conversations_memory !== undefined || item.project_memories !== undefined) return readMemories(item)
  if (fragment) return isListed(item) ? faultOf('no_messages') : { kind: 'fragment', fragment }
  return faultOf('title' in item || 'name' in item ? 'no_messages' : 'unknown_shape')
}

/** An entry in a list of conversations: it has a title, but no messages. */
const isListed = (item: Readonly<Record<string, unknown>>): boolean => 'title' in item && item.type === undefined

/**
 * Reads one item of a file: a conversation of any vendor, a fragment of a thread, or a fault. Readers are tolerant and
 * keep unknown content as text. `key` is the item's key in a file of keyed entries, and the id of a conversation
 * without one.
 */
export const readItem = (raw: Buffer, key?: string): Outcome => {
  let value: unknown
  try {
    // ChatGPT escapes all that is not ASCII: such bytes need no decoding.
    value = JSON.parse(raw.toString(isAscii(raw) ? 'latin1' : 'utf8'))
  } catch {
    return faultOf('invalid_json')
  }
  return readValue(value, key)
}
