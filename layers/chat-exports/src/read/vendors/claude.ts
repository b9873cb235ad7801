import type { Message, Part, Role } from '../../conversation.ts'
import { blockParts, fileParts } from '../blocks.ts'
import { type Entry, entriesOf, entryOf, firstId, firstText, jsonOf } from '../json.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { roleOf } from '../roles.ts'
import { knownParts } from '../thread-messages.ts'
import { firstTime } from '../times.ts'
import { type Node, treeOf } from '../tree.ts'
import { collectText } from '../walk.ts'

/**
 * Reads the content of a message. Older exports contain only `text`. If the blocks of `content` contain no text, the
 * `text` of a user is used; the `text` of an answer is stored as plain text, because it may repeat reasoning and tool
 * calls.
 */
const contentOf = (message: Entry, role: Role): readonly Part[] => {
  const parts = blockParts(message.content ?? [])
  const text = firstText(message.text)
  if (text === undefined || parts.some(({ kind }) => kind === 'text')) return parts
  const isPlain = message.content !== undefined && message.content !== null && role === 'assistant'
  return [...parts, { kind: isPlain ? 'plain' : 'text', text, type: 'text' }]
}

const bodyOf = (message: Entry, model: string | null): Omit<Message, 'id' | 'parentId'> => {
  const role = roleOf(message) ?? 'tool'
  const parts = [...contentOf(message, role), ...fileParts(message.attachments), ...fileParts(message.files)]
  const collectedText = parts.length === 0 ? collectText(message) : undefined
  return {
    role,
    createdAt: firstTime(message.created_at, message.updated_at),
    model: role === 'assistant' ? (firstText(message.model) ?? model) : null,
    parts: knownParts(collectedText === undefined ? parts : [{ kind: 'unknown', text: collectedText }], role),
    isHidden: role === 'tool',
  }
}

/** Assigns unique ids. Equal messages are combined; a different message with the id of an earlier one gets a new id. */
const withUniqueIds = (messages: readonly Entry[]): readonly { readonly id: string; readonly message: Entry }[] => {
  const contentsById = new Map<string, string>()
  return messages.flatMap((message, i) => {
    const id = firstId(message.uuid, message.id) ?? `message-${i + 1}`
    const content = jsonOf(message)
    if (contentsById.get(id) === content) return []
    const uniqueId = contentsById.has(id) ? `${id}~${i + 1}` : id
    contentsById.set(uniqueId, content)
    return [{ id: uniqueId, message }]
  })
}

const nodesOf = (messages: readonly Entry[], model: string | null): readonly Node[] =>
  withUniqueIds(messages).map(({ id, message }, order) => ({
    id,
    parentId: firstId(message.parent_message_uuid) ?? null,
    message: bodyOf(message, model),
    order,
  }))

/** Reads a conversation of Claude, as in `conversations.json`: messages with parents, or a plain list. */
export const readClaude = (item: Entry, fallbackId: string | undefined): Outcome => {
  const model = firstText(item.model) ?? null
  const messages = entriesOf(item.chat_messages)
  const project = entryOf(item.project)
  const projectId = firstId(item.project_uuid, project?.uuid, project?.name)
  return outcomeOf({
    vendor: 'claude',
    sourceId: firstId(item.uuid, item.id, fallbackId),
    title: firstText(item.name, item.title),
    createdAt: firstTime(item.created_at),
    updatedAt: firstTime(item.updated_at),
    model,
    ...treeOf(nodesOf(messages, model), firstId(item.current_leaf_message_uuid)),
    ...(projectId === undefined ? {} : { project: projectId }),
    ...(typeof item.is_starred === 'boolean' ? { isStarred: item.is_starred } : {}),
  })
}
