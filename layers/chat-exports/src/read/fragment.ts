import { type Entry, entriesOf, entryOf, firstId, firstText } from './json.ts'
import { exchangeMessages } from './message-lists.ts'
import { type FragmentMessage, faultOf, isEmpty, type Outcome, outcomeOf, type ThreadFragment } from './outcome.ts'
import { roleOf, speakerOf } from './roles.ts'
import { idsByContent, isMessage, messageBody, messageIds } from './thread-messages.ts'
import { timeOf } from './times.ts'
import { type Node, treeOf } from './tree.ts'
import { hasText, keysOf, walkedText } from './walk.ts'

const keyIn = (holder: Entry | undefined): string | undefined =>
  firstId(
    ...[holder?.thread_id, holder?.threadId, holder?.session_id, holder?.sessionId],
    ...[holder?.conversation_id, holder?.conversationId, holder?.chat_id],
  )

const threadKey = (item: Entry): string | undefined =>
  keyIn(item) ?? keyIn(entryOf(item.metadata)) ?? keyIn(entryOf(entryOf(item.extra)?.metadata))

const saidOf = (value: unknown, role: string): readonly Entry[] => {
  if (typeof value === 'string') return [{ role, content: value }]
  const holder = entryOf(value)
  if (!holder) return entriesOf(value).filter(isMessage)
  for (const list of [holder.messages, holder.chat_history]) {
    // Some models are called with a batch of one list.
    const inner = entriesOf(Array.isArray(list) && Array.isArray(list[0]) ? list[0] : list).filter(isMessage)
    if (inner.length > 0) return inner
  }
  for (const one of [holder.message, holder.output]) if (isMessage(one)) return [one as Entry]
  const text = firstText(
    holder.input,
    holder.question,
    holder.query,
    holder.output,
    holder.answer,
    holder.content,
    holder.text,
  )
  if (text !== undefined) return [{ role, content: text }]
  const choices = entriesOf(holder.choices).map(({ message }) => entryOf(message) ?? {})
  const generations = entriesOf([holder.generations].flat(2)).flatMap((entry): readonly Entry[] => {
    const message = entryOf(entry.message)
    if (message) return [message]
    return entry.text === undefined ? [] : [{ role, content: entry.text }]
  })
  const entry = [...choices, ...generations].filter(isMessage)
  if (entry.length > 0) return entry
  const other = walkedText(holder)
  return other === undefined ? [] : [{ role, content: other }]
}

const runMessages = (item: Entry): readonly FragmentMessage[] => {
  const idOf = idsByContent()
  const began = timeOf(item.start_time)
  const ended = timeOf(item.end_time)
  const fragmentMessage = (at: string | null) => (message: Entry) => {
    const body = messageBody(message, null)
    return { ...body, id: idOf(body), parentId: undefined, createdAt: body.createdAt ?? at }
  }
  return [
    ...saidOf(item.inputs, 'user').map(fragmentMessage(began)),
    ...saidOf(item.outputs, 'assistant').map(fragmentMessage(ended ?? began)),
  ]
}

/** Reads a log line that wraps its message: `{sessionId, type, uuid, parentUuid, timestamp, message}`. */
const loggedMessage = (item: Entry, message: Entry): FragmentMessage => {
  const body = messageBody({ role: item.type, ...message }, null)
  const itemIds = messageIds(item)
  const isMeta = item.isMeta === true || item.isSidechain === true
  return {
    ...body,
    id: itemIds.id ?? messageIds(message).id,
    parentId: itemIds.parentId,
    createdAt: body.createdAt ?? timeOf(item.timestamp),
    isHidden: body.isHidden || isMeta,
  }
}

const bareMessage = (item: Entry): FragmentMessage => {
  // A line does not show the other senders, so a named sender counts as a user.
  const role = roleOf(item) ?? (speakerOf(item) === undefined ? undefined : 'user')
  return { ...messageBody(item, null, role), ...messageIds(item) }
}

const UNNAMED = ''

const isBare = (item: Entry): boolean =>
  isMessage(item) && (roleOf(item) !== undefined || 'speaker' in item || 'sender' in item || 'from' in item)

/**
 * Reads a line as a fragment of a thread; `undefined` if it names no thread. A line without a message, as in logs, adds
 * nothing.
 */
export const fragmentOf = (item: Entry): ThreadFragment | undefined => {
  const thread = threadKey(item)
  if (thread === undefined)
    return isBare(item) ? { thread: UNNAMED, title: undefined, messages: [bareMessage(item)] } : undefined
  const title = firstText(item.thread_title, item.title)
  const logged = entryOf(item.message)
  const unread = () => (hasText(item) ? { unread: keysOf(item) } : {})
  if (logged) {
    const isSaid = isMessage({ role: item.type, ...logged })
    return { thread, title, messages: isSaid ? [loggedMessage(item, logged)] : [], ...(isSaid ? {} : unread()) }
  }
  if (item.inputs !== undefined || item.outputs !== undefined) return { thread, title, messages: runMessages(item) }
  if (isMessage(item)) return { thread, title, messages: [bareMessage(item)] }
  const exchange = exchangeMessages(item)
  if (exchange) return { thread, title, messages: exchange.map(bareMessage) }
  return { thread, title, messages: [], ...unread() }
}

const nodesOf = (messages: readonly FragmentMessage[]): readonly Node[] => {
  const byId = new Map<string, FragmentMessage>()
  for (const [at, message] of messages.entries()) {
    const id = message.id ?? `message-${at + 1}`
    if (!byId.has(id)) byId.set(id, message)
  }
  const isTree = messages.some(({ id, parentId }) => parentId !== undefined && parentId !== id && byId.has(parentId))
  const orderedMessages = [...byId].map(([id, message], order) => ({ id, message, order }))
  const isTimed = orderedMessages.every(({ message }) => message.createdAt !== null)
  if (isTimed && !isTree) {
    orderedMessages.sort((a, b) => {
      const at = a.message.createdAt ?? ''
      const bt = b.message.createdAt ?? ''
      return at === bt ? a.order - b.order : at < bt ? -1 : 1
    })
  }
  return orderedMessages.map(({ id, message: { id: _id, parentId, ...body } }, order) => ({
    id,
    parentId: parentId ?? null,
    message: body,
    order,
  }))
}

/** Assembles a thread of its fragments, in file order. A repeated message counts once. */
export const threadOf = (fragments: readonly ThreadFragment[]): Outcome => {
  const tree = treeOf(nodesOf(fragments.flatMap(({ messages }) => messages)), undefined)
  const times = tree.messages.flatMap(({ createdAt }) => createdAt ?? []).sort()
  const unread = fragments.find((fragment) => fragment.unread)?.unread
  if (unread && isEmpty(tree)) return faultOf('unread_text', unread)
  return outcomeOf({
    vendor: fragments[0]?.vendor ?? 'thread',
    sourceId: fragments[0]?.thread === UNNAMED ? undefined : fragments[0]?.thread,
    title: firstText(...fragments.map(({ title }) => title)),
    createdAt: times[0] ?? null,
    updatedAt: times.at(-1) ?? null,
    model: tree.messages.findLast(({ model }) => model !== null)?.model ?? null,
    ...tree,
  })
}
