import type { Buffer } from 'node:buffer'
import { COMMA, isSpace, LIST, LIST_END, OBJECT, OBJECT_END, QUOTE, scanString } from './json-bytes.ts'

export interface Member {
  readonly key: string
  readonly offset: number
  readonly isContainer: boolean
}

export const skipSpace = (bytes: Buffer, from: number): number => {
  let offset = from
  while (offset < bytes.length && isSpace(bytes[offset])) offset++
  return offset
}

/** Returns the position after a value; the end of the bytes if the value is not complete. */
export const afterValue = (bytes: Buffer, from: number): number => {
  let depth = 0
  for (let offset = from; offset < bytes.length; offset++) {
    const byte = bytes[offset]
    if (byte === QUOTE) {
      const { end } = scanString(bytes, offset + 1)
      if (end === -1) return bytes.length
      if (depth === 0) return end
      offset = end - 1
    } else if (byte === OBJECT || byte === LIST) depth++
    else if (byte === OBJECT_END || byte === LIST_END) {
      if (depth === 0) return offset
      if (--depth === 0) return offset + 1
    } else if (byte === COMMA && depth === 0) return offset
  }
  return bytes.length
}

/** Returns the members of the object at a position, or as many as the bytes contain. */
export const membersAt = (bytes: Buffer, start: number): readonly Member[] => {
  const members: Member[] = []
  let offset = skipSpace(bytes, start + 1)
  while (bytes[offset] === QUOTE) {
    const { end } = scanString(bytes, offset + 1)
    if (end === -1) break
    const key = bytes.toString('utf8', offset + 1, end - 1)
    const value = skipSpace(bytes, skipSpace(bytes, end) + 1)
    const first = bytes[value]
    if (first === undefined) break
    members.push({ key, offset: value, isContainer: first === LIST || first === OBJECT })
    offset = skipSpace(bytes, afterValue(bytes, value))
    if (bytes[offset] !== COMMA) break
    offset = skipSpace(bytes, offset + 1)
  }
  return members
}

/** Members that only conversations have: an object with one of them is an item. */
const CONVERSATION_MEMBERS: ReadonlySet<string> = new Set([
  ...['mapping', 'chat_messages', 'messages', 'messagesTree', 'inputs', 'outputs', 'responses', 'conversation_turns'],
  ...['docs', 'conversations_memory', 'project_memories', 'safeHtmlItem', 'turns'],
])

const THREAD_MEMBERS: ReadonlySet<string> = new Set([
  ...['thread_id', 'threadId', 'session_id', 'sessionId', 'conversation_id', 'conversationId'],
])

const SENDER_MEMBERS = ['role', 'from', 'sender', 'author', 'speaker', 'type', 'isCreatedByUser']
const TEXT_MEMBERS = ['content', 'value', 'text', 'message', 'parts', 'body']
const QUESTION_MEMBERS = ['query', 'query_str', 'prompt', 'question']
const ANSWER_MEMBERS = ['answer', 'response', 'completion', 'blocks']

export type Shape = 'conversation' | 'line' | 'message' | 'unknown'

const hasAny = (names: ReadonlySet<string>, candidates: Iterable<string>): boolean => {
  for (const name of candidates) if (names.has(name)) return true
  return false
}

/** Returns the shape of an object by its members. An object with a question and an answer counts as a message. */
export const shapeOf = (members: readonly Member[]): Shape => {
  const names = new Set(members.map(({ key }) => key))
  if (hasAny(names, CONVERSATION_MEMBERS)) return 'conversation'
  if (hasAny(names, THREAD_MEMBERS)) return 'line'
  const isMessage = names.has('role') || (hasAny(names, SENDER_MEMBERS) && hasAny(names, TEXT_MEMBERS))
  return isMessage || (hasAny(names, QUESTION_MEMBERS) && hasAny(names, ANSWER_MEMBERS)) ? 'message' : 'unknown'
}

/** Returns the shape of the first object in the list at a position. */
export const shapeOfFirst = (bytes: Buffer, start: number): Shape | undefined => {
  const first = skipSpace(bytes, start + 1)
  return bytes[first] === OBJECT ? shapeOf(membersAt(bytes, first)) : undefined
}
