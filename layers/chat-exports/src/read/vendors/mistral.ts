import { type Entry, entriesOf, firstText } from '../json.ts'
import type { Thread } from '../thread.ts'
import { timeOf } from '../times.ts'

const isChunked = (message: Entry): boolean => 'chatId' in message && 'role' in message

const chunksOf = ({ content, contentChunks }: Entry): unknown => {
  const chunks = entriesOf(contentChunks)
  if (chunks.some(({ type, text }) => type === 'text' && firstText(text) !== undefined)) return chunks
  return [...chunks, ...(firstText(content) === undefined ? [] : [{ type: 'text', text: content }])]
}

const canvasOf = ({ canvas }: Entry): readonly Entry[] =>
  entriesOf(canvas).map((document) => ({ type: 'tool_use', name: 'canvas', input: document }))

/** Reads a chat of Mistral's Le Chat, as in `chat-<id>.json`, which contains only messages. */
export const mistralThread = (items: readonly unknown[]): Thread | undefined => {
  const messages = entriesOf(items)
  const [first] = messages.filter(isChunked)
  if (!first) return undefined
  const sortKey = (message: Entry): string => timeOf(message.createdAt) ?? ''
  const ordered = messages.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : sortKey(a) > sortKey(b) ? 1 : 0))
  return {
    vendor: 'mistral',
    metadata: { id: first.chatId },
    messages: ordered.map((message) => ({
      ...message,
      content: [...entriesOf(chunksOf(message)), ...canvasOf(message)],
    })),
  }
}
