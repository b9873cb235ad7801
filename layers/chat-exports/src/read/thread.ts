import type { Message } from '../conversation.ts'
import type { Vendor } from '../vendors.ts'
import { type Entry, entryOf, firstId, firstText } from './json.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { rolesBySpeaker } from './roles.ts'
import { idsByContent, messageBody, messageIds, unwrapMessage } from './thread-messages.ts'
import { firstTime } from './times.ts'
import { type Node, treeOf } from './tree.ts'

/** A conversation before its messages are read. */
export interface Thread {
  readonly vendor: Vendor
  /** The object with the id, the title and the times of the conversation. */
  readonly metadata: Entry
  readonly messages: readonly Entry[]
  readonly activeLeaf?: string | undefined
}

export const threadNodes = (messages: readonly Entry[], model: string | null): readonly Node[] => {
  const idOf = idsByContent()
  const unwrapped = messages.map(unwrapMessage)
  const roleIn = rolesBySpeaker(unwrapped)
  const visitedIds = new Set<string>()
  return unwrapped.flatMap((message, order) => {
    const body = messageBody(message, model, roleIn(message))
    const ids = messageIds(message)
    const id = ids.id === undefined || visitedIds.has(ids.id) ? idOf(body) : ids.id
    if (visitedIds.has(id)) return []
    visitedIds.add(id)
    return [{ id, parentId: ids.parentId ?? null, message: body, order }]
  })
}

const idOf = (metadata: Entry, fallbackId: string | undefined): string | undefined => {
  const nested = entryOf(metadata.metadata)
  return firstId(
    ...[
      metadata.thread_id,
      metadata.threadId,
      metadata.session_id,
      metadata.sessionId,
      metadata.conversation_id,
      metadata.conversationId,
    ],
    ...[metadata.chat_id, metadata.chatId, metadata.context_uuid, metadata.id, metadata.uuid, metadata._id],
    ...[nested?.thread_id, nested?.session_id, nested?.conversation_id, nested?.id],
    fallbackId,
  )
}

const projectOf = ({ project, project_uuid, collection_uuid, folder_id }: Entry): string | undefined => {
  const projectEntry = entryOf(project)
  return firstId(
    projectEntry?.uuid,
    projectEntry?.id,
    projectEntry?.name,
    projectEntry ? undefined : project,
    project_uuid,
    collection_uuid,
    folder_id,
  )
}

const modelOf = (metadata: Entry, messages: readonly Message[]): string | null =>
  firstText(metadata.model, entryOf(metadata.metadata)?.model, entryOf(metadata.options)?.model) ??
  messages.findLast(({ model }) => model !== null)?.model ??
  null

export const readThread = (
  { vendor, metadata, messages, activeLeaf }: Thread,
  fallbackId: string | undefined,
): Outcome => {
  const tree = treeOf(threadNodes(messages, modelOf(metadata, [])), activeLeaf)
  const times = tree.messages.flatMap(({ createdAt }) => createdAt ?? []).sort()
  const project = projectOf(metadata)
  const { created_at, createdAt, create_time, inserted_at, creation_time, timestamp } = metadata
  const { updated_at, updatedAt, update_time, modify_time, last_modification_time } = metadata
  const isArchived = metadata.is_archived ?? metadata.archived
  return outcomeOf({
    vendor,
    sourceId: idOf(metadata, fallbackId),
    title: firstText(
      metadata.title,
      metadata.name,
      metadata.topic,
      metadata.thread_title,
      metadata.context_title,
      metadata.subject,
    ),
    createdAt: firstTime(created_at, createdAt, create_time, inserted_at, creation_time, timestamp) ?? times[0] ?? null,
    updatedAt:
      firstTime(updated_at, updatedAt, update_time, modify_time, last_modification_time) ?? times.at(-1) ?? null,
    model: modelOf(metadata, tree.messages),
    ...tree,
    ...(project === undefined ? {} : { project }),
    ...(typeof isArchived === 'boolean' ? { isArchived } : {}),
  })
}
