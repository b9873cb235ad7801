import type { Message, Part, Role } from '../conversation.ts'
import { blockParts, fileParts } from './blocks.ts'
import { type Entry, entriesOf, entryOf, firstId, firstText, jsonOf, textOf, timeOf } from './json.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { type Node, treeOf } from './tree.ts'

const ROLES: Readonly<Record<string, Role>> = {
  human: 'user',
  user: 'user',
  assistant: 'assistant',
  system: 'system',
  tool: 'tool',
}

/** Older exports had the text alone, without blocks. In newer ones the text repeats thinking and tools. */
const isBeforeBlocks = (messages: readonly Entry[]): boolean => messages.every(({ content }) => content === undefined)

const saidParts = (message: Entry, role: Role, isOld: boolean): readonly Part[] => {
  const parts = blockParts(message.content ?? [])
  const hasBlocks = Array.isArray(message.content) ? message.content.length > 0 : parts.length > 0
  const mayFallBack = isOld || (role === 'user' && !hasBlocks)
  const text = mayFallBack ? firstText(message.text) : undefined
  return text === undefined ? parts : [...parts, { kind: 'text', text, type: 'text' }]
}

const bodyOf = (message: Entry, model: string | null, isOld: boolean): Omit<Message, 'id' | 'parentId'> => {
  const role = ROLES[textOf(message.sender) ?? textOf(message.role) ?? ''] ?? 'tool'
  const parts = [...saidParts(message, role, isOld), ...fileParts(message.attachments), ...fileParts(message.files)]
  return {
    role,
    createdAt: timeOf(message.created_at),
    model: role === 'assistant' ? (firstText(message.model) ?? model) : null,
    parts,
    isHidden: role === 'tool',
  }
}

interface Identified {
  readonly id: string
  readonly message: Entry
}

/** Every message with a unique id. Equal messages become one; a different message with a used id gets another. */
const identified = (messages: readonly Entry[]): readonly Identified[] => {
  const seen = new Map<string, string>()
  return messages.flatMap((message, at) => {
    const id = firstId(message.uuid, message.id) ?? `message-${at + 1}`
    const said = jsonOf(message)
    if (seen.get(id) === said) return []
    const uniqueId = seen.has(id) ? `${id}~${at + 1}` : id
    seen.set(uniqueId, said)
    return [{ id: uniqueId, message }]
  })
}

const nodesOf = (messages: readonly Entry[], model: string | null): readonly Node[] => {
  const isOld = isBeforeBlocks(messages)
  const isTree = messages.some((message) => firstText(message.parent_message_uuid) !== undefined)
  const all = identified(messages)
  return all.map(({ id, message }, order) => ({
    id,
    parentId: isTree ? (firstText(message.parent_message_uuid) ?? null) : (all[order - 1]?.id ?? null),
    message: bodyOf(message, model, isOld),
    order,
  }))
}

/** A conversation of Claude, as in `conversations.json`: messages that name their parents, or a plain list. */
export const readClaude = (item: Entry, fallbackId: string | undefined): Outcome => {
  const model = firstText(item.model) ?? null
  const messages = entriesOf(item.chat_messages)
  const project = entryOf(item.project)
  const inProject = firstId(item.project_uuid, project?.uuid, project?.name)
  return outcomeOf({
    vendor: 'claude',
    sourceId: firstId(item.uuid, item.id, fallbackId),
    title: firstText(item.name, item.title),
    createdAt: timeOf(item.created_at),
    updatedAt: timeOf(item.updated_at),
    model,
    ...treeOf(nodesOf(messages, model), firstText(item.current_leaf_message_uuid)),
    ...(inProject === undefined ? {} : { project: inProject }),
    ...(typeof item.is_starred === 'boolean' ? { isStarred: item.is_starred } : {}),
  })
}

const messageOf = (id: string, role: Role, createdAt: string | null, parts: readonly Part[]): Message => ({
  id,
  parentId: null,
  role,
  createdAt,
  model: null,
  parts,
  isHidden: false,
})

/** A project of Claude (`projects.json`) as a conversation: its documents, under the instructions that it has. */
export const readProject = (item: Entry, fallbackId: string | undefined): Outcome => {
  const id = firstId(item.uuid, fallbackId) ?? ''
  const createdAt = timeOf(item.created_at)
  const description = firstText(item.description)
  const instructions = firstText(item.prompt_template)
  const docs = entriesOf(item.docs).map((doc, at) =>
    messageOf(firstId(doc.uuid) ?? `document-${at + 1}`, 'user', timeOf(doc.created_at) ?? createdAt, fileParts([doc])),
  )
  const said = description === undefined ? [] : [{ kind: 'text' as const, text: description, type: 'description' }]
  const messages = [messageOf('description', 'user', createdAt, said), ...docs].filter(({ parts }) => parts.length > 0)
  const chained = messages.map((message, at) => ({ ...message, parentId: messages[at - 1]?.id ?? null }))
  return outcomeOf({
    vendor: 'claude',
    sourceId: `project:${id}`,
    title: firstText(item.name),
    createdAt,
    updatedAt: timeOf(item.updated_at),
    model: null,
    messages: chained,
    activePath: chained.map((message) => message.id),
    project: id,
    ...(instructions === undefined ? {} : { instructions }),
  })
}

/** Claude's memories of an account (`memories.json`) as a conversation with one message for each memory. */
export const readMemories = (item: Entry): Outcome => {
  const memory = firstText(item.conversations_memory)
  const projects = Object.entries(entryOf(item.project_memories) ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const memories = [['memory', memory] as const, ...projects.map(([id, text]) => [id, firstText(text)] as const)]
  const messages = memories.flatMap(([id, text]) =>
    text === undefined ? [] : [messageOf(id, 'assistant', null, [{ kind: 'text', text, type: 'memory' }])],
  )
  const chained = messages.map((message, at) => ({ ...message, parentId: messages[at - 1]?.id ?? null }))
  return outcomeOf({
    vendor: 'claude',
    sourceId: `memory:${firstId(item.account_uuid) ?? 'account'}`,
    title: 'Memory of Claude',
    createdAt: null,
    updatedAt: null,
    model: null,
    messages: chained,
    activePath: chained.map((message) => message.id),
  })
}
