import type { Buffer } from 'node:buffer'
import { COMMA, isSpace, LIST, LIST_END, OBJECT, OBJECT_END, QUOTE, scanString } from './json-bytes.ts'

export interface Member {
  readonly key: string
  readonly at: number
  readonly isContainer: boolean
}

export const skipSpace = (bytes: Buffer, from: number): number => {
  let at = from
  while (at < bytes.length && isSpace(bytes[at])) at++
  return at
}

/** Returns the position after a value; the end of the bytes if the value is not complete. */
export const behindValue = (bytes: Buffer, from: number): number => {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      const { end } = scanString(bytes, at + 1, false)
      if (end === -1) return bytes.length
      if (depth === 0) return end
      at = end - 1
    } else if (byte === OBJECT || byte === LIST) depth++
    else if (byte === OBJECT_END || byte === LIST_END) {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (byte === COMMA && depth === 0) return at
  }
  return bytes.length
}

export const membersAt = (bytes: Buffer, start: number): readonly Member[] => {
  const members: Member[] = []
  let at = skipSpace(bytes, start + 1)
  while (bytes[at] === QUOTE) {
    const { end } = scanString(bytes, at + 1, false)
    if (end === -1) break
    const key = bytes.toString('utf8', at + 1, end - 1)
    const value = skipSpace(bytes, skipSpace(bytes, end) + 1)
    const first = bytes[value]
    if (first === undefined) break
    members.push({ key, at: value, isContainer: first === LIST || first === OBJECT })
    at = skipSpace(bytes, behindValue(bytes, value))
    if (bytes[at] !== COMMA) break
    at = skipSpace(bytes, at + 1)
  }
  return members
}

/** Members that contain the messages of a conversation or mark one: an object with one of them is an item. */
const OF_CONVERSATIONS: ReadonlySet<string> = new Set([
  ...['mapping', 'chat_messages', 'messages', 'messagesTree', 'inputs', 'outputs', 'responses', 'conversation_turns'],
  ...['docs', 'conversations_memory', 'project_memories', 'safeHtmlItem', 'turns'],
])

const OF_THREADS: ReadonlySet<string> = new Set([
  ...['thread_id', 'threadId', 'session_id', 'sessionId', 'conversation_id', 'conversationId'],
])

const SPEAKERS = ['role', 'from', 'sender', 'author', 'speaker', 'type', 'isCreatedByUser']
const SAYINGS = ['content', 'value', 'text', 'message', 'parts', 'body']
const QUESTION_MEMBERS = ['query', 'query_str', 'prompt', 'question']
const ANSWERED = ['answer', 'response', 'completion', 'blocks']

export type Shape = 'conversation' | 'line' | 'message' | 'unknown'

const hasOne = (names: ReadonlySet<string>, count: Iterable<string>): boolean => {
  for (const name of count) if (names.has(name)) return true
  return false
}

/** Returns the shape of an object by its members; in a list, an exchange counts as a message. */
export const shapeOf = (members: readonly Member[]): Shape => {
  const names = new Set(members.map(({ key }) => key))
  if (hasOne(names, OF_CONVERSATIONS)) return 'conversation'
  if (hasOne(names, OF_THREADS)) return 'line'
  const isSaid = names.has('role') || (hasOne(names, SPEAKERS) && hasOne(names, SAYINGS))
  return isSaid || (hasOne(names, QUESTION_MEMBERS) && hasOne(names, ANSWERED)) ? 'message' : 'unknown'
}

export const shapeOfFirst = (bytes: Buffer, start: number): Shape | undefined => {
  const first = skipSpace(bytes, start + 1)
  return bytes[first] === OBJECT ? shapeOf(membersAt(bytes, first)) : undefined
}
