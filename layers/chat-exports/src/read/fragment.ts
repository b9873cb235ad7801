import { type Entry, entriesOf, entryOf, firstId, firstText } from './json.ts'
import { exchangeMessages } from './message-lists.ts'
import { type FragmentMessage, faultOf, isEmpty, type Outcome, outcomeOf, type ThreadFragment } from './outcome.ts'
import { roleOf, speakerOf } from './roles.ts'
import { idsByContent, isMessage, messageBody, messageIds } from './thread-messages.ts'
import { timeOf } from './times.ts'
import { type Node, treeOf } from './tree.ts'
import { collectText, hasText, keysOf } from './walk.ts'

const threadIdIn = (source: Entry | undefined): string | undefined =>
  firstId(
    ...[source?.thread_id, source?.threadId, source?.session_id, source?.sessionId],
    ...[source?.conversation_id, source?.conversationId, source?.chat_id],
  )

const threadIdOf = (item: Entry): string | undefined =>
  threadIdIn(item) ?? threadIdIn(entryOf(item.metadata)) ?? threadIdIn(entryOf(entryOf(item.extra)?.metadata))

const messagesOf = (value: unknown, role: string): readonly Entry[] => {
  if (typeof value === 'string') return [{ role, content: value }]
  const entry = entryOf(value)
  if (!entry) return entriesOf(value).filter(isMessage)
  for (const list of [entry.messages, entry.chat_history]) {
    // Some programs pass a batch that contains one list of messages.
    const inner = entriesOf(Array.isArray(list) && Array.isArray(list[0]) ? list[0] : list).filter(isMessage)
    if (inner.length > 0) return inner
  }
  for (const candidate of [entry.message, entry.output]) if (isMessage(candidate)) return [candidate as Entry]
  const text = firstText(
    entry.input,
    entry.question,
    entry.query,
    entry.output,
    entry.answer,
    entry.content,
    entry.text,
  )
  if (text !== undefined) return [{ role, content: text }]
  const choices = entriesOf(entry.choices).map(({ message }) => entryOf(message) ?? {})
  const generations = entriesOf([entry.generations].flat(2)).flatMap((generation): readonly Entry[] => {
    const message = entryOf(generation.message)
    if (message) return [message]
    return generation.text === undefined ? [] : [{ role, content: generation.text }]
  })
  const messages = [...choices, ...generations].filter(isMessage)
  if (messages.length > 0) return messages
  const collectedText = collectText(entry)
  return collectedText === undefined ? [] : [{ role, content: collectedText }]
}

/** Reads the messages of a run: those of its `inputs` and its `outputs`. */
const runMessages = (item: Entry): readonly FragmentMessage[] => {
  const idOf = idsByContent()
  const startTime = timeOf(item.start_time)
  const endTime = timeOf(item.end_time)
  const fragmentMessage = (time: string | null) => (message: Entry) => {
    const body = messageBody(message, null)
    return { ...body, id: idOf(body), parentId: undefined, createdAt: body.createdAt ?? time }
  }
  return [
    ...messagesOf(item.inputs, 'user').map(fragmentMessage(startTime)),
    ...messagesOf(item.outputs, 'assistant').map(fragmentMessage(endTime ?? startTime)),
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
  // The other senders of the thread are unknown here, so a sender that is not a role counts as a user.
  const role = roleOf(item) ?? (speakerOf(item) === undefined ? undefined : 'user')
  return { ...messageBody(item, null, role), ...messageIds(item) }
}

/** Id of the thread of all lines without a thread id. */
const UNNAMED_THREAD = ''

const isBareMessage = (item: Entry): boolean =>
  isMessage(item) && (roleOf(item) !== undefined || 'speaker' in item || 'sender' in item || 'from' in item)

/**
 * Reads a line as a fragment of a thread; `undefined` if it contains neither a thread id nor a message. A line of a thread
 * may contain no message, as in logs.
 */
export const fragmentOf = (item: Entry): ThreadFragment | undefined => {
  const thread = threadIdOf(item)
  if (thread === undefined)
    return isBareMessage(item) ? { thread: UNNAMED_THREAD, title: undefined, messages: [bareMessage(item)] } : undefined
  const title = firstText(item.thread_title, item.title)
  const wrappedMessage = entryOf(item.message)
  const unreadFields = () => (hasText(item) ? { unread: keysOf(item) } : {})
  if (wrappedMessage) {
    const isReadable = isMessage({ role: item.type, ...wrappedMessage })
    return {
      thread,
      title,
      messages: isReadable ? [loggedMessage(item, wrappedMessage)] : [],
      ...(isReadable ? {} : unreadFields()),
    }
  }
  if (item.inputs !== undefined || item.outputs !== undefined) return { thread, title, messages: runMessages(item) }
  if (isMessage(item)) return { thread, title, messages: [bareMessage(item)] }
  const exchange = exchangeMessages(item)
  if (exchange) return { thread, title, messages: exchange.map(bareMessage) }
  return { thread, title, messages: [], ...unreadFields() }
}

const nodesOf = (messages: readonly FragmentMessage[]): readonly Node[] => {
  const byId = new Map<string, FragmentMessage>()
  for (const [i, message] of messages.entries()) {
    const id = message.id ?? `message-${i + 1}`
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

/** Assembles a thread from its fragments, in file order. A repeated message counts once. */
export const threadOf = (fragments: readonly ThreadFragment[]): Outcome => {
  const tree = treeOf(nodesOf(fragments.flatMap(({ messages }) => messages)), undefined)
  const times = tree.messages.flatMap(({ createdAt }) => createdAt ?? []).sort()
  const unread = fragments.find((fragment) => fragment.unread)?.unread
  if (unread && isEmpty(tree)) return faultOf('unread_text', unread)
  return outcomeOf({
    vendor: fragments[0]?.vendor ?? 'thread',
    sourceId: fragments[0]?.thread === UNNAMED_THREAD ? undefined : fragments[0]?.thread,
    title: firstText(...fragments.map(({ title }) => title)),
    createdAt: times[0] ?? null,
    updatedAt: times.at(-1) ?? null,
    model: tree.messages.findLast(({ model }) => model !== null)?.model ?? null,
    ...tree,
  })
}
