import type { Message } from '../conversation.ts'
import type { Vendor } from '../vendors.ts'
import { type Entry, entryOf, firstId, firstText } from './json.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { rolesBySpeaker } from './roles.ts'
import { idsByContent, messageBody, messageIds, unwrapMessage } from './thread-messages.ts'
import { firstTime } from './times.ts'
import { type Node, treeOf } from './tree.ts'

export interface Thread {
  readonly vendor: Vendor
  readonly about: Entry
  readonly messages: readonly Entry[]
  readonly leaf?: string | undefined
}

export const threadNodes = (messages: readonly Entry[], model: string | null): readonly Node[] => {
  const idOf = idsByContent()
  const alone = messages.map(unwrapMessage)
  const roleIn = rolesBySpeaker(alone)
  const visitedIds = new Set<string>()
  return alone.flatMap((message, order) => {
    const body = messageBody(message, model, roleIn(message))
    const ids = messageIds(message)
    const id = ids.id === undefined || visitedIds.has(ids.id) ? idOf(body) : ids.id
    if (visitedIds.has(id)) return []
    visitedIds.add(id)
    return [{ id, parentId: ids.parentId ?? null, message: body, order }]
  })
}

const idOf = (about: Entry, fallbackId: string | undefined): string | undefined => {
  const metadata = entryOf(about.metadata)
  return firstId(
    ...[
      about.thread_id,
      about.threadId,
      about.session_id,
      about.sessionId,
      about.conversation_id,
      about.conversationId,
    ],
    ...[about.chat_id, about.chatId, about.context_uuid, about.id, about.uuid, about._id],
    ...[metadata?.thread_id, metadata?.session_id, metadata?.conversation_id, metadata?.id],
    fallbackId,
  )
}

const projectOf = ({ project, project_uuid, collection_uuid, folder_id }: Entry): string | undefined => {
  const inside = entryOf(project)
  return firstId(
    inside?.uuid,
    inside?.id,
    inside?.name,
    inside ? undefined : project,
    project_uuid,
    collection_uuid,
    folder_id,
  )
}

const modelOf = (about: Entry, messages: readonly Message[]): string | null =>
  firstText(about.model, entryOf(about.metadata)?.model, entryOf(about.options)?.model) ??
  messages.findLast(({ model }) => model !== null)?.model ??
  null

export const readThread = ({ vendor, about, messages, leaf }: Thread, fallbackId: string | undefined): Outcome => {
  const tree = treeOf(threadNodes(messages, modelOf(about, [])), leaf)
  const times = tree.messages.flatMap(({ createdAt }) => createdAt ?? []).sort()
  const project = projectOf(about)
  const { created_at, createdAt, create_time, inserted_at, creation_time, timestamp } = about
  const { updated_at, updatedAt, update_time, modify_time, last_modification_time } = about
  const isArchived = about.is_archived ?? about.archived
  return outcomeOf({
    vendor,
    sourceId: idOf(about, fallbackId),
    title: firstText(about.title, about.name, about.topic, about.thread_title, about.context_title, about.subject),
    createdAt: firstTime(created_at, createdAt, create_time, inserted_at, creation_time, timestamp) ?? times[0] ?? null,
    updatedAt:
      firstTime(updated_at, updatedAt, update_time, modify_time, last_modification_time) ?? times.at(-1) ?? null,
    model: modelOf(about, tree.messages),
    ...tree,
    ...(project === undefined ? {} : { project }),
    ...(typeof isArchived === 'boolean' ? { isArchived } : {}),
  })
}
