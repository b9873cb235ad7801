import type { Conversation, Message, Part } from '@signet/chat-exports'
import { reply } from '@signet/contracts'
import { notFound, route } from '@signet/kernel'
import type { ConversationReader, PackReader } from '@signet/search/conversations'
import { workspaceOf } from '@signet/search/conversations/callers'
import { exportConversation } from '../contract/conversations.ts'

const SPEAKERS = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool' } as const

/** Uses more backticks than any run in the text, so that the text cannot end the block. */
const fenced = (text: string, info = ''): string => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${text}\n${fence}`
}

const partText = ({ kind, text, name }: Part): string => {
  if (kind === 'text' || kind === 'transcript') return text
  if (kind === 'pointer') return `*(${[name, text].filter(Boolean).join(': ')})*`
  const label = [kind, name].filter(Boolean).join(': ')
  return `*${label}*\n\n${fenced(text, kind === 'code' ? (name ?? '').replaceAll(/[^\w+-]/g, '') : '')}`
}

const messageText = ({ role, author, createdAt, parts }: Message): string => {
  const said = parts.filter(({ text }) => text.trim() !== '').map(partText)
  return [`## ${author ?? SPEAKERS[role]}${createdAt ? ` · ${createdAt}` : ''}`, ...said].join('\n\n')
}

function* markdownOf({ title, messages, activePath }: Conversation): Generator<string> {
  const active = new Set(activePath)
  yield `# ${title.replaceAll(/\s+/g, ' ')}\n`
  for (const message of messages) {
    const isShown = active.has(message.id) && !message.isHidden && message.parts.some(({ text }) => text.trim() !== '')
    if (isShown) yield `\n${messageText(message).toWellFormed()}\n`
  }
}

function* jsonOf({ messages, ...conversation }: Conversation): Generator<string> {
  // Yields message by message, because the whole may exceed the maximum length of a string.
  yield `${JSON.stringify(conversation).slice(0, -1)},"messages":[`
  for (const [i, message] of messages.entries()) yield `${i === 0 ? '' : ','}${JSON.stringify(message)}`
  yield ']}\n'
}

const encoder = new TextEncoder()

async function* bytesOf(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield encoder.encode(text)
}

interface Deps {
  readonly conversations: ConversationReader
  readonly packs: PackReader
}

export const exportConversationRoute = ({ conversations, packs }: Deps) =>
  route(exportConversation, async ({ caller, params: { id }, query: { format } }) => {
    const row = await conversations.get(workspaceOf(caller), id)
    const conversation = row && (await packs.read(row.pack))
    if (row === undefined || conversation === undefined) return notFound('conversation')
    const isJson = format === 'json'
    const headers = {
      'content-type': isJson ? 'application/json' : 'text/markdown; charset=utf-8',
      'content-disposition': `attachment; filename="conversation-${row.conversation}.${isJson ? 'json' : 'md'}"`,
    }
    return reply(200, bytesOf(isJson ? jsonOf(conversation) : markdownOf(conversation)), headers)
  })
