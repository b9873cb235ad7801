import { type Entry, entriesOf, entryOf, firstId, firstText } from './json.ts'
import { roleNamed } from './roles.ts'
import { isMessage } from './thread-messages.ts'
import { firstTime } from './times.ts'
import { hasText } from './walk.ts'

const QUESTION_MEMBERS = [
  'prompt',
  'query',
  'query_str',
  'question',
  'user',
  'human',
  'instruction',
  'input',
  'request',
] as const
const ANSWER_MEMBERS = [
  'answer',
  'response',
  'completion',
  'reply',
  'assistant',
  'ai',
  'bot',
  'output',
  'model_response',
] as const

const firstWithText = (turn: Entry, names: readonly string[]): unknown =>
  names.map((name) => turn[name]).find((value) => typeof value !== 'number' && hasText(value))

const asMessage = (text: unknown): Entry =>
  typeof text === 'object' && !Array.isArray(text) ? (text as Entry) : { content: text }

/**
 * Reads an exchange, an object with a question and an answer, as two messages; `undefined` for other objects. A
 * question in `query` or `query_str` needs no answer.
 */
export const exchangeMessages = (turn: Entry): readonly Entry[] | undefined => {
  const questionText = firstWithText(turn, QUESTION_MEMBERS)
  const answerText = firstWithText(turn, ANSWER_MEMBERS)
  if (questionText === undefined || (answerText === undefined && !('query_str' in turn) && !('query' in turn)))
    return undefined
  const id = firstId(turn.uuid, turn.id, turn.backend_uuid)
  const createdAt = firstTime(
    ...[turn.timestamp, turn.created_at, turn.entry_created_datetime, turn.time, turn.updated_datetime],
  )
  const model = firstText(turn.model, turn.display_model)
  const question: Entry = {
    ...asMessage(questionText),
    role: 'user',
    createdAt,
    attachments: turn.attachments,
    ...(id === undefined ? {} : { id: `${id}-asked` }),
  }
  const answer: Entry = {
    ...asMessage(answerText),
    role: 'assistant',
    createdAt,
    sources: turn.sources,
    reasoning: turn.reasoning,
    ...(model === undefined ? {} : { model }),
    ...(id === undefined ? {} : { id }),
  }
  return answerText === undefined ? [question] : [question, answer]
}

const addFlattened = (message: Entry, parentId: string | undefined, messages: Entry[]): void => {
  if (parentId === undefined && message.children === undefined && message.replies === undefined) {
    messages.push(message)
    return
  }
  const { children, replies, ...withoutReplies } = message
  const id = firstId(message.messageId, message.id, message.uuid)
  messages.push(parentId === undefined ? withoutReplies : { ...withoutReplies, parentId })
  for (const child of [...entriesOf(children), ...entriesOf(replies)])
    if (isMessage(child)) addFlattened(child, id, messages)
}

/** Reads `{sender: text}` and `[sender, text]` as a message; returns other values unchanged. */
const namedMessage = (entry: unknown): unknown => {
  const pair = Array.isArray(entry) ? entry : Object.entries(entryOf(entry) ?? {})[0]
  const isPair = pair?.length === 2 && (Array.isArray(entry) || Object.keys(entry as object).length === 1)
  const [role, content] = isPair ? pair : []
  return roleNamed(role) !== undefined && typeof content === 'string' ? { role, content } : entry
}

/**
 * Returns the messages of a list: nested messages flattened, and an exchange as two messages. Returns `undefined` for a
 * list without messages.
 */
export const messagesIn = (list: unknown): readonly Entry[] | undefined => {
  const entries = entriesOf((Array.isArray(list) ? list : Object.values(entryOf(list) ?? {})).map(namedMessage))
  if (entries.some(isMessage)) {
    const messages: Entry[] = []
    for (const entry of entries) addFlattened(entry, undefined, messages)
    return messages
  }
  const turns = entries.map((entry) => exchangeMessages(entry))
  return turns.some((turn) => turn !== undefined) ? turns.flatMap((turn) => turn ?? []) : undefined
}

const KNOWN_LISTS = [
  ...[
    'messages',
    'messagesTree',
    'conversations',
    'conversation',
    'turns',
    'history',
    'responses',
    'entries',
    'dialog',
  ],
  ...['dialogue', 'chat', 'thread', 'transcript', 'log', 'exchanges', 'utterances', 'values', 'items'],
]

const DEPTH_MAX = 6

/**
 * Finds the messages of an item of any shape: its longest list of messages, or the first one found within its members.
 * Returns `undefined` if there are none.
 */
export const findMessages = (item: Entry, depth = 0): readonly Entry[] | undefined => {
  const names = [...new Set([...KNOWN_LISTS.filter((name) => item[name] !== undefined), ...Object.keys(item)])]
  const lists = names.flatMap((name) => {
    const messages = typeof item[name] === 'object' ? messagesIn(item[name]) : undefined
    return messages ? [messages] : []
  })
  const [firstList] = lists
  if (firstList)
    return lists.reduce((longest, messages) => (messages.length > longest.length ? messages : longest), firstList)
  if (depth === DEPTH_MAX) return undefined
  for (const name of names) {
    const inner = entryOf(item[name])
    const messages = inner && findMessages(inner, depth + 1)
    if (messages) return messages
  }
  return undefined
}
