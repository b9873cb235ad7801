import { createHash } from 'node:crypto'
import type { Conversation, Message } from './conversation.ts'

const messageParts = ({ id, parentId, role, author, createdAt, model, parts, isHidden }: Message) => [
  id,
  parentId,
  role,
  author,
  createdAt,
  model,
  isHidden,
  parts.map(({ kind, text, name, type }) => [kind, text, name, type]),
]

/**
 * Returns the SHA-256 of a conversation's content, in hex: its version. The hash does not depend on the order of an
 * export's keys or on metadata such as the last access.
 */
export const contentHash = (conversation: Omit<Conversation, 'sourceId'>): string => {
  const { vendor, title, model, messages, activePath, project, instructions } = conversation
  // Lists instead of objects, so that the order of keys does not matter.
  const content = [vendor, title, model, project, instructions, activePath, messages.map(messageParts)]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
