import type { Conversation, Message } from '@signet/chat-exports'
import { reply } from '@signet/contracts'
import { type ConversationReader, type PackReader, summaryOf } from '@signet/conversations'
import { workspaceOf } from '@signet/conversations/callers'
import { decodeCursor, encodeCursor, notFound, route } from '@signet/kernel'
import { type ArchivedMessage, getConversation } from '../contract/conversations.ts'

/** Lambda buffers answers up to 6 MB; this leaves room for escapes. A longer text is truncated. */
const CHARACTERS_MAX = 1_200_000
const TEXT_MAX = 400_000

const archivedMessage = (message: Message, isActive: boolean): ArchivedMessage => {
  const { id, parentId, role, author, createdAt, model, isHidden, parts } = message
  return {
    id,
    parentId,
    role,
    ...(author === undefined ? {} : { author }),
    createdAt,
    model,
    hidden: isHidden,
    branch: isActive ? 'active' : 'other',
    parts: parts.map(({ kind, text, name, type }) => ({
      kind,
      text: text.slice(0, TEXT_MAX).toWellFormed(),
      ...(name === undefined ? {} : { name }),
      ...(type === undefined ? {} : { type }),
      truncated: text.length > TEXT_MAX,
    })),
  }
}

const sizeOf = ({ parts }: ArchivedMessage): number => parts.reduce((sum, { text }) => sum + text.length, 0)

/** Messages from a position on, as many as wanted and as fit in an answer; always at least one. */
const pageFrom = (conversation: Conversation, from: number, limit: number, branches: 'active' | 'all') => {
  const active = new Set(conversation.activePath)
  const shown = branches === 'all' ? conversation.messages : conversation.messages.filter(({ id }) => active.has(id))
  const messages: ArchivedMessage[] = []
  let room = CHARACTERS_MAX
  for (const message of shown.slice(from, from + limit)) {
    const archived = archivedMessage(message, active.has(message.id))
    room -= sizeOf(archived)
    if (room < 0 && messages.length > 0) break
    messages.push(archived)
  }
  const next = from + messages.length
  return { messages, nextCursor: next < shown.length ? encodeCursor({ at: String(next) }) : null }
}

interface Deps {
  readonly conversations: ConversationReader
  readonly packs: PackReader
}

/** GET /api/conversations/:id: its messages, parents before children. */
export const getConversationRoute = ({ conversations, packs }: Deps) =>
  route(getConversation, async ({ caller, params: { id }, query: { branches, limit, cursor } }) => {
    const row = await conversations.get(workspaceOf(caller), id)
    const conversation = row && (await packs.read(row.pack))
    if (row === undefined || conversation === undefined) return notFound('conversation')
    const from = cursor === undefined ? 0 : Number(decodeCursor(cursor, { at: '' }).at)
    const { project, instructions } = conversation
    return reply(200, {
      ...summaryOf(row),
      ...(project === undefined ? {} : { project }),
      ...(instructions === undefined ? {} : { instructions: instructions.slice(0, TEXT_MAX).toWellFormed() }),
      ...pageFrom(conversation, Number.isSafeInteger(from) && from >= 0 ? from : 0, limit, branches),
    })
  })
