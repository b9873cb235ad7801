import { type Entry, entriesOf, entryOf, firstId, firstText, timeOf } from './json.ts'
import { faultOf, type Outcome, outcomeOf } from './outcome.ts'
import { idsBySaying, isMessage, messageBody, namedIds } from './thread-messages.ts'
import { type Node, treeOf } from './tree.ts'

/** A list of messages as nodes: a tree where they name parents that are there, else one after the other. */
export const threadNodes = (messages: readonly Entry[], model: string | null): readonly Node[] => {
  const idOf = idsBySaying()
  const seen = new Set<string>()
  const all = messages.flatMap((message) => {
    const body = messageBody(message, model)
    const named = namedIds(message)
    const id = named.id === undefined || seen.has(named.id) ? idOf(body) : named.id
    if (seen.has(id)) return []
    seen.add(id)
    return [{ id, parentId: named.parentId, body }]
  })
  const isTree = all.some(({ parentId }) => parentId !== undefined && seen.has(parentId))
  return all.map(({ id, parentId, body }, order) => ({
    id,
    parentId: isTree ? (parentId ?? null) : (all[order - 1]?.id ?? null),
    message: body,
    order,
  }))
}

/** The messages of an item, wherever its writer put them. */
export const messagesOf = (item: Entry): readonly Entry[] | undefined => {
  const values = entryOf(item.values)
  for (const list of [
    item.messages,
    values?.messages,
    item.conversations,
    item.conversation,
    item.turns,
    item.history,
  ]) {
    if (Array.isArray(list) && (list.length === 0 || list.some(isMessage))) return entriesOf(list)
  }
  return undefined
}

const idOf = (item: Entry, fallbackId: string | undefined): string | undefined => {
  const metadata = entryOf(item.metadata)
  return firstId(
    item.thread_id,
    item.threadId,
    item.session_id,
    item.sessionId,
    item.conversation_id,
    item.id,
    item.uuid,
    metadata?.thread_id,
    metadata?.session_id,
    metadata?.conversation_id,
    fallbackId,
  )
}

/** A thread: messages with roles, in an object with other members, or as a bare list. */
export const readThread = (item: Entry, messages: readonly Entry[], fallbackId: string | undefined): Outcome => {
  const model = firstText(item.model, entryOf(item.metadata)?.model) ?? null
  const project = entryOf(item.project)
  const inProject = firstId(project?.uuid, project?.id, project?.name, item.project)
  const tree = treeOf(threadNodes(messages, model), undefined)
  const times = tree.messages.flatMap(({ createdAt }) => createdAt ?? []).sort()
  return outcomeOf({
    vendor: 'thread',
    sourceId: idOf(item, fallbackId),
    title: firstText(item.title, item.name, item.topic),
    createdAt: timeOf(item.created_at ?? item.createdAt ?? item.create_time ?? item.timestamp) ?? times[0] ?? null,
    updatedAt: timeOf(item.updated_at ?? item.updatedAt ?? item.update_time) ?? times.at(-1) ?? null,
    model,
    ...tree,
    ...(inProject === undefined ? {} : { project: inProject }),
  })
}

/** A list of messages. */
export const readMessageList = (items: readonly unknown[], fallbackId: string | undefined): Outcome =>
  items.some(isMessage) ? readThread({}, entriesOf(items), fallbackId) : faultOf('unknown_shape')
