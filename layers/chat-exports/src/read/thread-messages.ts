import { createHash } from 'node:crypto'
import { INDEXED_KINDS, type Part, type Role } from '../conversation.ts'
import { blockParts, fileParts } from './blocks.ts'
import { type Entry, entriesOf, entryOf, firstId, firstText, jsonOf, listOf } from './json.ts'
import type { FragmentMessage } from './outcome.ts'
import { roleOf, speakerOf } from './roles.ts'
import { firstTime } from './times.ts'
import { collectText, hasText } from './walk.ts'

/** Markup of reasoning and tool calls inside the text of an answer. */
const MARKUP: readonly { readonly open: string; readonly close: string }[] = [
  { open: '<details type="', close: '</details>' },
  { open: '<think>', close: '</think>' },
]

const SUMMARY = /^\s*<summary>[^<]*<\/summary>/

const markupPart = (inner: string): Part => {
  const kind = /^<think>|^<details type="reasoning"/.test(inner) ? 'reasoning' : 'tool'
  const detail = inner.slice(inner.indexOf('>') + 1)
  return { kind, text: detail.replace(SUMMARY, '').trim(), type: kind }
}

const splitMarkup = (part: Part): readonly Part[] => {
  if (part.kind !== 'text') return [part]
  const markupParts: Part[] = []
  let { text } = part
  for (const { open, close } of MARKUP) {
    // Reasoning is at the beginning. Elsewhere, `<think>` is a part of the text.
    if (open === '<think>' && !text.trimStart().startsWith(open)) continue
    const pieces: string[] = []
    let from = 0
    for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, from)) {
      const end = text.indexOf(close, start)
      if (end === -1) break
      pieces.push(text.slice(from, start))
      markupParts.push(markupPart(text.slice(start, end)))
      from = end + close.length
    }
    text = [...pieces, text.slice(from)].join('')
  }
  if (markupParts.length === 0) return [part]
  const remainingText = text.trim()
  return [
    ...markupParts.filter((mark) => mark.text !== ''),
    ...(remainingText === '' ? [] : [{ ...part, text: remainingText }]),
  ]
}

/** Returns a message without its wrapper: LangChain writes `{lc, id, kwargs}` and `{type, data}`. */
export const unwrapMessage = (message: Entry): Entry => {
  const kwargs = entryOf(message.kwargs)
  if (kwargs && message.lc !== undefined) return { type: listOf(message.id).at(-1), ...kwargs }
  const data = entryOf(message.data)
  return data && message.content === undefined ? { type: message.type, ...data } : message
}

/** Members of a message that may contain its text, the most reliable first. */
const TEXT_MEMBERS = ['content', 'contents', 'value', 'parts', 'text', 'message', 'body', 'contentChunks'] as const

const CONTENT_MEMBERS = [...TEXT_MEMBERS, 'tool_calls', 'attachments', 'fragments', 'reasoning_content'] as const

export const isMessage = (value: unknown): boolean => {
  const entry = entryOf(value)
  if (entry === undefined) return false
  const message = unwrapMessage(entry)
  const role = roleOf(message)
  if (CONTENT_MEMBERS.some((name) => message[name] !== undefined)) return (role ?? speakerOf(message)) !== undefined
  // A message with a role may contain its text in any other member.
  return role !== undefined && hasText(message)
}

const callParts = (message: Entry): readonly Part[] =>
  entriesOf(message.tool_calls).map((call) => {
    const callee = entryOf(call.function) ?? call
    const name = firstText(callee.name)
    const input = callee.arguments ?? callee.args ?? callee.input ?? {}
    const text = typeof input === 'string' ? input.toWellFormed() : jsonOf(input)
    return { kind: 'tool' as const, text, ...(name === undefined ? {} : { name }), type: 'tool_call' }
  })

const contentOf = (message: Entry): readonly Part[] => {
  for (const name of TEXT_MEMBERS) {
    const content = message[name]
    if (content === undefined || content === null) continue
    const parts = blockParts(entryOf(content)?.parts ?? content)
    if (parts.length > 0) return parts
  }
  return []
}

const isIndexed = ({ kind }: Part): boolean => INDEXED_KINDS.has(kind)

/** Treats parts of unknown kind as text of the user or the model if the message has no other text. */
export const knownParts = (parts: readonly Part[], role: Role): readonly Part[] => {
  if ((role !== 'user' && role !== 'assistant') || parts.some(isIndexed)) return parts
  return parts.map((part) => (part.kind === 'unknown' ? { ...part, kind: 'text' as const } : part))
}

const partsOf = (message: Entry, role: Role): readonly Part[] => {
  const content = contentOf(message)
  const text = content.some(({ kind }) => kind === 'text') ? undefined : firstText(message.text)
  const texts = text === undefined ? content : [...content, ...blockParts(text)]
  const reasoning = firstText(message.reasoning_content, message.reasoning)
  const parts = [
    ...(reasoning === undefined ? [] : [{ kind: 'reasoning' as const, text: reasoning, type: 'reasoning_content' }]),
    // Responses of tools are not text of users.
    ...(role === 'tool'
      ? texts.map((part) => (part.kind === 'text' ? { ...part, kind: 'output' as const } : part))
      : texts),
    ...callParts(message),
    ...fileParts(message.attachments),
    ...fileParts(message.files),
    ...citedPages(message),
  ]
  const collectedText = parts.length === 0 ? collectText(message) : undefined
  if (collectedText !== undefined) return knownParts([{ kind: 'unknown', text: collectedText }], role)
  return knownParts(role === 'assistant' ? parts.flatMap(splitMarkup) : parts, role)
}

const citedPages = (message: Entry): readonly Part[] =>
  [message.sources, message.citations, message.web_search_results, message.webSearchResults].flatMap((pages) =>
    pages === undefined
      ? []
      : entriesOf(pages).flatMap(({ url, title, name, snippet, preview }) => {
          const lines = [url, title ?? name, snippet ?? preview].filter((line) => typeof line === 'string')
          return lines.length === 0
            ? []
            : [{ kind: 'web' as const, text: lines.join('\n').toWellFormed(), type: 'source' }]
        }),
  )

const modelOf = (message: Entry): string | undefined =>
  firstText(
    message.model,
    entryOf(message.response_metadata)?.model_name,
    entryOf(message.metadata)?.model,
    message.modelName,
  )

const timeOfMessage = ({ createdAt, created_at, timestamp, create_time, time, created, ...rest }: Entry) =>
  firstTime(createdAt, created_at, timestamp, create_time, time, created, rest.date, rest.inserted_at, rest.createTime)

/**
 * Reads the body of a message; the caller determines its id and its position in the thread. `role`: role of the sender;
 * by default, the role that the message states, or `tool`.
 */
export const messageBody = (
  entry: Entry,
  model: string | null,
  role: Role = roleOf(unwrapMessage(entry)) ?? 'tool',
): Omit<FragmentMessage, 'id' | 'parentId'> => {
  const message = unwrapMessage(entry)
  const hasNoRole = roleOf(message) === undefined
  const name = hasNoRole ? speakerOf(message) : firstText(message.name, nameOf(message, role))
  return {
    role,
    ...(name === undefined ? {} : { author: name }),
    createdAt: timeOfMessage(message),
    model: role === 'assistant' ? (modelOf(message) ?? model) : null,
    parts: partsOf(message, role),
    isHidden: role === 'tool' || role === 'system',
  }
}

const nameOf = (message: Entry, role: Role): string | undefined => {
  const author = firstText(entryOf(message.author)?.name)
  const sender = typeof message.isCreatedByUser === 'boolean' && role === 'assistant' ? message.sender : undefined
  return author ?? firstText(sender)
}

export const messageIds = (
  entry: Entry,
): { readonly id: string | undefined; readonly parentId: string | undefined } => {
  const message = unwrapMessage(entry)
  const { parent_id, parentId, parentMessageId, parentUuid, parent_message_uuid, parent_uuid } = message
  return {
    id: firstId(message.id, message.uuid, message.message_id, message.messageId, message._id),
    parentId: firstId(
      ...[
        parent_id,
        parentId,
        parentMessageId,
        parentUuid,
        parent_message_uuid,
        parent_uuid,
        message.parent_response_id,
      ],
    ),
  }
}

/**
 * Creates ids for messages without an id, from role, content and the number of earlier equal messages in the list. A
 * history that each line of a thread repeats therefore has the same ids each time.
 */
export const idsByContent = (): ((body: Pick<FragmentMessage, 'role' | 'parts'>) => string) => {
  const counts = new Map<string, number>()
  return ({ role, parts }) => {
    const contentDigest = createHash('sha256')
      .update(JSON.stringify([role, parts]))
      .digest('hex')
      .slice(0, 24)
    const count = (counts.get(contentDigest) ?? 0) + 1
    counts.set(contentDigest, count)
    return count === 1 ? contentDigest : `${contentDigest}-${count}`
  }
}
