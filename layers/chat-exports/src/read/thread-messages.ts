import { createHash } from 'node:crypto'
import type { Part, Role } from '../conversation.ts'
import { blockParts, fileParts } from './blocks.ts'
import { type Entry, entriesOf, entryOf, firstId, firstText, jsonOf, listOf, textOf, timeOf } from './json.ts'
import type { FragmentMessage } from './outcome.ts'

const ROLES: Readonly<Record<string, Role>> = {
  user: 'user',
  human: 'user',
  humanmessage: 'user',
  humanmessagechunk: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  aimessage: 'assistant',
  aimessagechunk: 'assistant',
  model: 'assistant',
  gpt: 'assistant',
  bot: 'assistant',
  chatgpt: 'assistant',
  system: 'system',
  systemmessage: 'system',
  developer: 'system',
  tool: 'tool',
  toolmessage: 'tool',
  function: 'tool',
  functionmessage: 'tool',
  toolresult: 'tool',
}

/** A message without its wrapper: LangChain writes `{lc, id, kwargs}` and `{type, data}`. */
const unwrapped = (message: Entry): Entry => {
  const kwargs = entryOf(message.kwargs)
  if (kwargs && message.lc !== undefined) return { type: listOf(message.id).at(-1), ...kwargs }
  const data = entryOf(message.data)
  return data && message.content === undefined ? { type: message.type, ...data } : message
}

const roleNamed = (value: unknown): Role | undefined => {
  const name = textOf(value)?.toLowerCase()
  return name !== undefined && Object.hasOwn(ROLES, name) ? ROLES[name] : undefined
}

const roleOf = ({ role, type, from, sender, author }: Entry): Role | undefined =>
  roleNamed(role) ??
  roleNamed(entryOf(author)?.role) ??
  roleNamed(sender) ??
  roleNamed(entryOf(sender)?.role) ??
  roleNamed(from) ??
  roleNamed(type)

/** Whether a value is a message: it has a role and content. */
export const isMessage = (value: unknown): boolean => {
  const entry = entryOf(value)
  if (entry === undefined) return false
  const message = unwrapped(entry)
  const speaks = ['content', 'value', 'text', 'parts', 'tool_calls', 'contents', 'attachments']
  return roleOf(message) !== undefined && speaks.some((name) => message[name] !== undefined)
}

const callParts = (message: Entry): readonly Part[] =>
  entriesOf(message.tool_calls).map((call) => {
    const called = entryOf(call.function) ?? call
    const name = firstText(called.name)
    const asked = called.arguments ?? called.args ?? called.input ?? {}
    const text = typeof asked === 'string' ? asked.toWellFormed() : jsonOf(asked)
    return { kind: 'tool' as const, text, ...(name === undefined ? {} : { name }), type: 'tool_call' }
  })

const partsOf = (message: Entry, role: Role): readonly Part[] => {
  const content = message.content ?? message.contents ?? message.value ?? message.parts ?? message.text
  const nested = entryOf(content)?.parts
  const said = content === undefined || content === null ? [] : blockParts(nested ?? content)
  // Answers of tools are not text of people.
  const parts =
    role === 'tool' ? said.map((part) => (part.kind === 'text' ? { ...part, kind: 'output' as const } : part)) : said
  const thought = firstText(message.reasoning_content, message.reasoning)
  return [
    ...(thought === undefined ? [] : [{ kind: 'reasoning' as const, text: thought, type: 'reasoning_content' }]),
    ...parts,
    ...callParts(message),
    ...fileParts(message.attachments),
  ]
}

const modelOf = (message: Entry): string | undefined =>
  firstText(message.model, entryOf(message.response_metadata)?.model_name, entryOf(message.metadata)?.model)

/** A message as far as it says itself; its id and its place in the thread are its reader's business. */
export const messageBody = (entry: Entry, model: string | null): Omit<FragmentMessage, 'id' | 'parentId'> => {
  const message = unwrapped(entry)
  const role = roleOf(message) ?? 'tool'
  const name = firstText(message.name, entryOf(message.author)?.name)
  const { createdAt, created_at, timestamp, create_time, time, created } = message
  return {
    role,
    ...(name === undefined ? {} : { author: name }),
    createdAt: timeOf(createdAt ?? created_at ?? timestamp ?? create_time ?? time ?? created),
    model: role === 'assistant' ? (modelOf(message) ?? model) : null,
    parts: partsOf(message, role),
    isHidden: role === 'tool' || role === 'system',
  }
}

/** The message's own id, and its parent's where it names one. */
export const namedIds = (entry: Entry): { readonly id: string | undefined; readonly parentId: string | undefined } => {
  const message = unwrapped(entry)
  return {
    id: firstId(message.id, message.uuid, message.message_id, message.messageId),
    parentId: firstId(message.parent_id, message.parentId, message.parentMessageId, message.parentUuid),
  }
}

/**
 * Ids for messages that have none, from role, content and the number of earlier equal messages in the list. So a
 * history that each run of a thread repeats has the same ids each time.
 */
export const idsBySaying = (): ((body: Pick<FragmentMessage, 'role' | 'parts'>) => string) => {
  const counts = new Map<string, number>()
  return ({ role, parts }) => {
    const said = createHash('sha256')
      .update(JSON.stringify([role, parts]))
      .digest('hex')
      .slice(0, 24)
    const count = (counts.get(said) ?? 0) + 1
    counts.set(said, count)
    return count === 1 ? said : `${said}-${count}`
  }
}
