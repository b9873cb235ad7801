import { Buffer } from 'node:buffer'
import { COMMA, LIST, OBJECT } from './json-bytes.ts'
import { ENVELOPES, type Position } from './position.ts'
import { afterValue, type Member, membersAt, shapeOf, shapeOfFirst, skipSpace } from './shapes.ts'

/** Bytes from the beginning of a file that `detectRoot` needs. */
export const HEAD_BYTES = 1024 * 1024

const BOM = Buffer.from([0xef, 0xbb, 0xbf])
const ZIP = Buffer.from('PK\u0003\u0004')

/** Start of an activity in Google's `MyActivity.html`. */
export const CELL = Buffer.from('<div class="outer-cell')

/** Members that accompany content. A root with one of them is an item, unless other members contain items. */
const ACCOMPANYING_MEMBERS: ReadonlySet<string> = new Set(['values', 'message', 'metadata', 'extra', 'kwargs'])

/** Names of members with settings or facts about an account. */
const METADATA_NAME = /meta|option|setting|config|preset|user|account|tags/i

const ENVELOPE_DEPTH_MAX = 4

const containsItems = (head: Buffer, { key, offset, isContainer }: Member, isFirst: boolean, depth = 0): boolean => {
  if (!isContainer || !ENVELOPES.has(key) || depth > ENVELOPE_DEPTH_MAX) return false
  if (head[offset] === LIST) return shapeOfFirst(head, offset) !== 'message'
  const inside = membersAt(head, offset)
  if (shapeOf(inside) !== 'unknown') return false
  return isFirst || inside.some((member) => containsItems(head, member, false, depth + 1) || isItem(head, member))
}

const isItem = (head: Buffer, { offset, isContainer }: Member): boolean => {
  if (!isContainer) return false
  if (head[offset] === LIST) return shapeOfFirst(head, offset) === 'message'
  return shapeOf(membersAt(head, offset)) === 'conversation'
}

const objectRoot = (head: Buffer, offset: number): Position => {
  const nextOffset = skipSpace(head, afterValue(head, offset))
  const next = head[head[nextOffset] === COMMA ? skipSpace(head, nextOffset + 1) : nextOffset]
  const item: Position = { offset, root: next === OBJECT || next === LIST ? 'lines' : 'single', index: 0 }
  const firstInside = { offset: offset + 1, index: 0 }
  const members = membersAt(head, offset)
  const shape = shapeOf(members)
  if (item.root === 'lines' || shape === 'conversation') return item
  // A member with items counts at any position; an object of unknown content only as the first member.
  if (members.some((member, n) => containsItems(head, member, n === 0))) return { ...firstInside, root: 'envelope' }
  if (shape !== 'unknown' || members.some(({ key }) => ENVELOPES.has(key))) return item
  const items = members.filter((member) => !ACCOMPANYING_MEMBERS.has(member.key) && isItem(head, member))
  // In a root with one list of messages and metadata, the metadata describes the list.
  const otherMembers = members.filter(
    (member) => member.isContainer && !ACCOMPANYING_MEMBERS.has(member.key) && !METADATA_NAME.test(member.key),
  )
  const isSingleItem =
    items.length === 1 && otherMembers.length === 1 && members.length > 1 && head[items[0]?.offset ?? 0] === LIST
  if (items.length > 0) return isSingleItem ? item : { ...firstInside, root: 'object' }
  if (members.some(({ key }) => ACCOMPANYING_MEMBERS.has(key)) || members[0]?.isContainer !== true) return item
  return { ...firstInside, root: 'object' }
}

/**
 * Detects the root of a file from its first HEAD_BYTES: the position of the first item, `zip`, `empty`, or `unknown`
 * for a file that is neither JSON nor Google's page of activities.
 */
export const detectRoot = (head: Buffer): Position | 'zip' | 'empty' | 'unknown' => {
  if (head.subarray(0, ZIP.length).equals(ZIP)) return 'zip'
  const start = skipSpace(head, head.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0)
  const byte = head[start]
  if (byte === undefined) return 'empty'
  if (byte === OBJECT) return objectRoot(head, start)
  const cell = byte === LIST ? -1 : head.indexOf(CELL)
  if (cell !== -1) return { offset: cell, root: 'cells', index: 0 }
  if (byte !== LIST) return 'unknown'
  if (shapeOfFirst(head, start) === 'message') return { offset: start, root: 'single', index: 0 }
  return { offset: start + 1, root: 'array', index: 0 }
}
