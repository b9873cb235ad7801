import { Buffer } from 'node:buffer'
import { COMMA, LIST, OBJECT } from './json-bytes.ts'
import { ENVELOPES, type Position } from './position.ts'
import { behindValue, type Member, membersAt, shapeOf, shapeOfFirst, skipSpace } from './shapes.ts'

export const HEAD_BYTES = 1024 * 1024

const BOM = Buffer.from([0xef, 0xbb, 0xbf])
const ZIP = Buffer.from('PK\u0003\u0004')

export const CELL = Buffer.from('<div class="outer-cell')

/** Members that accompany content. A root with one of them, and without better candidates, is an item. */
const ACCOMPANYING: ReadonlySet<string> = new Set(['values', 'message', 'metadata', 'extra', 'kwargs'])

const FACTS = /meta|option|setting|config|preset|user|account|tags/i

const WITHIN_MAX = 4

const holdsItems = (head: Buffer, { key, at, isContainer }: Member, isFirst: boolean, depth = 0): boolean => {
  if (!isContainer || !ENVELOPES.has(key) || depth > WITHIN_MAX) return false
  if (head[at] === LIST) return shapeOfFirst(head, at) !== 'message'
  const inside = membersAt(head, at)
  if (shapeOf(inside) !== 'unknown') return false
  return isFirst || inside.some((member) => holdsItems(head, member, false, depth + 1) || isItem(head, member))
}

const isItem = (head: Buffer, { at, isContainer }: Member): boolean => {
  if (!isContainer) return false
  if (head[at] === LIST) return shapeOfFirst(head, at) === 'message'
  return shapeOf(membersAt(head, at)) === 'conversation'
}

const objectRoot = (head: Buffer, offset: number): Position => {
  const behind = skipSpace(head, behindValue(head, offset))
  const next = head[head[behind] === COMMA ? skipSpace(head, behind + 1) : behind]
  const item: Position = { offset, root: next === OBJECT || next === LIST ? 'lines' : 'single', index: 0 }
  const inside = { offset: offset + 1, index: 0 }
  const members = membersAt(head, offset)
  const shape = shapeOf(members)
  if (item.root === 'lines' || shape === 'conversation') return item
  // The content of the members decides, whatever their order.
  if (members.some((member, n) => holdsItems(head, member, n === 0))) return { ...inside, root: 'envelope' }
  if (shape !== 'unknown' || members.some(({ key }) => ENVELOPES.has(key))) return item
  const items = members.filter((member) => !ACCOMPANYING.has(member.key) && isItem(head, member))
  // In a root with one list of messages and metadata, the metadata describes the list.
  const others = members.filter(
    (member) => member.isContainer && !ACCOMPANYING.has(member.key) && !FACTS.test(member.key),
  )
  const isOne = items.length === 1 && others.length === 1 && members.length > 1 && head[items[0]?.at ?? 0] === LIST
  if (items.length > 0) return isOne ? item : { ...inside, root: 'object' }
  if (members.some(({ key }) => ACCOMPANYING.has(key)) || members[0]?.isContainer !== true) return item
  return { ...inside, root: 'object' }
}

/**
 * Detects the root of a file from its first HEAD_BYTES: the position of the first item, `zip`, `empty`, or `unknown`
 * for a file that is neither JSON nor a page of activities.
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
