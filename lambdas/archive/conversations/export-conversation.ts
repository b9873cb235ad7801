import type { Conversation, Message, Part } from '@signet/chat-exports'
import { reply } from '@signet/contracts'
import { notFound, route } from '@signet/kernel'
import type { ConversationReader, PackReader } from '@signet/search/conversations'
import { workspaceOf } from '@signet/search/conversations/callers'
import { exportConversation } from '../contract/conversations.ts'

const SPEAKER_LABELS = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool' } as const

/** Returns a Markdown code block. Its fence is longer than any run of backticks in the text, so the text cannot end it. */
const fencedBlock = (text: string, language = ''): string => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

const partText = ({ kind, text, name }: Part): string => {
  if (kind === 'text' || kind === 'transcript') return text
  if (kind === 'pointer') return `*(${[name, text].filter(Boolean).join(': ')})*`
  const label = [kind, name].filter(Boolean).join(': ')
  return `*${label}*\n\n${fencedBlock(text, kind === 'code' ? (name ?? '').replaceAll(/[^\w+-]/g, '') : '')}`
}

const messageText = ({ role, author, createdAt, parts }: Message): string => {
  const texts = parts.filter(({ text }) => text.trim() !== '').map(partText)
  return [`## ${author ?? SPEAKER_LABELS[role]}${createdAt ? ` · ${createdAt}` : ''}`, ...texts].join('\n\n')
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
  // Yields message by message, because the complete text may exceed the maximum length of a string.
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
