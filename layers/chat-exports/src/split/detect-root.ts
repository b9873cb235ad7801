import { Buffer } from 'node:buffer'
import { COMMA, isSpace, LIST, LIST_END, OBJECT, OBJECT_END, QUOTE, scanString } from './json-bytes.ts'
import type { Position } from './position.ts'
import { ENVELOPES } from './splitter.ts'

/** The bytes of a file that are enough to recognise its root. */
export const HEAD_BYTES = 65_536

const BOM = Buffer.from([0xef, 0xbb, 0xbf])
const ZIP = Buffer.from('PK\u0003\u0004')

/** Members that only items have. A root with one of them is an item. */
const OF_ITEMS: ReadonlySet<string> = new Set([
  ...['mapping', 'chat_messages', 'messages', 'values', 'message', 'inputs', 'outputs', 'metadata', 'extra', 'kwargs'],
  ...['thread_id', 'threadId', 'session_id', 'sessionId', 'docs', 'conversations_memory', 'project_memories'],
])

interface Member {
  readonly key: string
  /** Where its value begins. */
  readonly at: number
  readonly isContainer: boolean
}

const skipSpace = (bytes: Buffer, from: number): number => {
  let at = from
  while (at < bytes.length && isSpace(bytes[at])) at++
  return at
}

/** The position after a value; the end of the bytes if the value is not complete. */
const behindValue = (bytes: Buffer, from: number): number => {
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

/** The members of the object at `start`, as far as the bytes go. */
const membersAt = (bytes: Buffer, start: number): readonly Member[] => {
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

/** Whether the list at `start` begins with a message instead of a conversation. */
const isListOfMessages = (bytes: Buffer, start: number): boolean => {
  const first = skipSpace(bytes, start + 1)
  if (bytes[first] !== OBJECT) return false
  const keys = new Set(membersAt(bytes, first).map(({ key }) => key))
  const has = (speaker: string, saying: string) => keys.has(speaker) && keys.has(saying)
  const isRun = keys.has('thread_id') || keys.has('session_id') || keys.has('sessionId') || keys.has('conversation_id')
  return !isRun && !keys.has('messages') && (has('role', 'content') || has('from', 'value') || has('type', 'content'))
}

const objectRoot = (head: Buffer, offset: number): Position => {
  const end = behindValue(head, offset)
  const next = head[skipSpace(head, end)]
  const item: Position = { offset, root: next === OBJECT || next === LIST ? 'lines' : 'single', index: 0 }
  const members = membersAt(head, offset)
  if (item.root === 'lines' || members.some(({ key }) => OF_ITEMS.has(key))) return item
  const holder = members.find(({ key, isContainer }) => isContainer && ENVELOPES.has(key))
  const inside = { offset: offset + 1, index: 0 }
  if (holder && (holder === members[0] || head[holder.at] === LIST)) {
    return head[holder.at] === LIST && isListOfMessages(head, holder.at) ? item : { ...inside, root: 'envelope' }
  }
  return members[0]?.isContainer === false ? item : { ...inside, root: 'object' }
}

/**
 * The root of a file, from its first HEAD_BYTES: the position of the first item, `zip`, `empty`, or `unknown` for a
 * file that is not JSON.
 */
export const detectRoot = (head: Buffer): Position | 'zip' | 'empty' | 'unknown' => {
  if (head.subarray(0, ZIP.length).equals(ZIP)) return 'zip'
  const start = skipSpace(head, head.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0)
  const byte = head[start]
  if (byte === undefined) return 'empty'
  if (byte === OBJECT) return objectRoot(head, start)
  if (byte !== LIST) return 'unknown'
  if (isListOfMessages(head, start)) return { offset: start, root: 'single', index: 0 }
  return { offset: start + 1, root: 'array', index: 0 }
}
