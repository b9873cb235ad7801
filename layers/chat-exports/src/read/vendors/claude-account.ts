import type { Message, Part, Role } from '../../conversation.ts'
import { fileParts } from '../blocks.ts'
import { type Entry, entriesOf, entryOf, firstId, firstText } from '../json.ts'
import { type Outcome, outcomeOf } from '../outcome.ts'
import { timeOf } from '../times.ts'

const messageOf = (id: string, role: Role, createdAt: string | null, parts: readonly Part[]): Message => ({
  id,
  parentId: null,
  role,
  createdAt,
  model: null,
  parts,
  isHidden: false,
})

/** Reads a project of Claude (`projects.json`) as a conversation: its documents and instructions. */
export const readProject = (item: Entry, fallbackId: string | undefined): Outcome => {
  const id = firstId(item.uuid, fallbackId) ?? ''
  const createdAt = timeOf(item.created_at)
  const description = firstText(item.description)
  const instructions = firstText(item.prompt_template)
  const docs = entriesOf(item.docs).map((doc, i) =>
    messageOf(firstId(doc.uuid) ?? `document-${i + 1}`, 'user', timeOf(doc.created_at) ?? createdAt, fileParts([doc])),
  )
  const parts = description === undefined ? [] : [{ kind: 'text' as const, text: description, type: 'description' }]
  const messages = [messageOf('description', 'user', createdAt, parts), ...docs].filter(({ parts }) => parts.length > 0)
  const chained = messages.map((message, i) => ({ ...message, parentId: messages[i - 1]?.id ?? null }))
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

/** Reads Claude's memories of an account (`memories.json`) as a conversation with one message per memory. */
export const readMemories = (item: Entry): Outcome => {
  const memory = firstText(item.conversations_memory)
  const projects = Object.entries(entryOf(item.project_memories) ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const memories = [['memory', memory] as const, ...projects.map(([id, text]) => [id, firstText(text)] as const)]
  const messages = memories.flatMap(([id, text]) =>
    text === undefined ? [] : [messageOf(id, 'assistant', null, [{ kind: 'text', text, type: 'memory' }])],
  )
  const chained = messages.map((message, i) => ({ ...message, parentId: messages[i - 1]?.id ?? null }))
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
