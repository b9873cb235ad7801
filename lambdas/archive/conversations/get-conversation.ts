import { Buffer } from 'node:buffer'
import type { Conversation, Message } from '@signet/chat-exports'
import { reply } from '@signet/contracts'
import { decodeCursor, encodeCursor, notFound, route } from '@signet/kernel'
import {
  boundedId,
  type ConversationReader,
  type PackReader,
  summaryOf,
  truncateText,
} from '@signet/search/conversations'
import { workspaceOf } from '@signet/search/conversations/callers'
import { type ArchivedMessage, getConversation } from '../contract/conversations.ts'

/** Lambda buffers responses of up to 6 MB. Longer texts are truncated, and further messages are on the next page. */
const PAGE_BYTES = 4_000_000
const MESSAGE_BYTES = 3_000_000
const INSTRUCTIONS_MAX = 100_000
const TEXT_MAX = 400_000

/** Reserve for the fields of a part other than its text. */
const OTHER_FIELDS_BYTES = 2_000

/** Maximum bytes of a UTF-16 unit in JSON, such as \u0001. */
const CHARACTER_BYTES_MAX = 6

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

type ArchivedPart = ArchivedMessage['parts'][number]

const archivedPart = ({ kind, text, name, type }: Message['parts'][number], charactersMax: number): ArchivedPart => {
  const truncatedText = truncateText(text, charactersMax)
  return {
    kind,
    text: truncatedText.toWellFormed(),
    ...(name === undefined ? {} : { name: truncateText(name) }),
    ...(type === undefined ? {} : { type: truncateText(type) }),
    truncated: truncatedText.length < text.length,
  }
}

/** Returns the parts that fit in a response; the last part is truncated if the message does not fit. */
const archivedParts = ({ parts }: Message): ArchivedPart[] => {
  const archived: ArchivedPart[] = []
  let remaining = MESSAGE_BYTES
  for (const part of parts) {
    const wholePart = archivedPart(part, TEXT_MAX)
    remaining -= bytesOf(wholePart)
    if (remaining < 0) {
      const truncatedPart = archivedPart(
        part,
        Math.max(0, Math.floor((remaining + bytesOf(wholePart)) / CHARACTER_BYTES_MAX) - OTHER_FIELDS_BYTES),
      )
      return [...archived, { ...truncatedPart, truncated: true }]
    }
    archived.push(wholePart)
  }
  return archived
}

const archivedMessage = (message: Message, isActive: boolean): ArchivedMessage => {
  const { id, parentId, role, author, createdAt, model, isHidden } = message
  return {
    id: boundedId(id),
    parentId: parentId && boundedId(parentId),
    role,
    ...(author === undefined ? {} : { author: truncateText(author) }),
    createdAt,
    model: model && truncateText(model),
    hidden: isHidden,
    branch: isActive ? 'active' : 'other',
    parts: archivedParts(message),
  }
}

/** Returns messages from a position on, up to `limit` and PAGE_BYTES; at least one message. */
const pageFrom = (conversation: Conversation, from: number, limit: number, branches: 'active' | 'all') => {
  const active = new Set(conversation.activePath)
  const selectedMessages =
    branches === 'all' ? conversation.messages : conversation.messages.filter(({ id }) => active.has(id))
  const messages: ArchivedMessage[] = []
  let remaining = PAGE_BYTES
  for (const message of selectedMessages.slice(from, from + limit)) {
    const archived = archivedMessage(message, active.has(message.id))
    remaining -= bytesOf(archived)
    if (remaining < 0 && messages.length > 0) break
    messages.push(archived)
  }
  const next = from + messages.length
  return { messages, nextCursor: next < selectedMessages.length ? encodeCursor({ at: String(next) }) : null }
}

interface Deps {
  readonly conversations: ConversationReader
  readonly packs: PackReader
}

/** GET /api/conversations/:id: returns its messages, parents before children. */
export const getConversationRoute = ({ conversations, packs }: Deps) =>
  route(getConversation, async ({ caller, params: { id }, query: { branches, limit, cursor } }) => {
    const row = await conversations.get(workspaceOf(caller), id)
    const conversation = row && (await packs.read(row.pack))
    if (row === undefined || conversation === undefined) return notFound('conversation')
    const from = cursor === undefined ? 0 : Number(decodeCursor(cursor, { at: '' }).at)
    const { project, instructions } = conversation
    return reply(200, {
      ...summaryOf(row),
      ...(project === undefined ? {} : { project: truncateText(project) }),
      ...(instructions === undefined
        ? {}
        : { instructions: truncateText(instructions, INSTRUCTIONS_MAX).toWellFormed() }),
      ...pageFrom(conversation, Number.isSafeInteger(from) && from >= 0 ? from : 0, limit, branches),
    })
  })
