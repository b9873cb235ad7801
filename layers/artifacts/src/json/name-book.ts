import { Buffer } from 'node:buffer'
import { putName } from './written-names.ts'

/** A prime below 2^31: a remainder times a base below 2^21 is exact in a number. */
const PRIME = 2_147_483_647
const BASES = 2_097_152
/** The shortest member, `"":0`. */
const MEMBER_LENGTH = 4

/**
 * The names of all objects of a document, in one table. A set of strings for each object takes a second and a half for a million
 * names, and its hashes of numbers can be chosen by a sender. These go by a base that nobody knows.
 */
export interface NameBook {
  /** A number for a new object. */
  open(): number
  /** False if the object has the name, which stands from `start` to `end`. */
  add(object: number, start: number, end: number): boolean
}

/** @param bytes JSON, of which names are added whose escapes are sound */
export const nameBook = (bytes: Buffer): NameBook => {
  const most = Math.floor(bytes.length / MEMBER_LENGTH) + 1
  const mask = 2 ** Math.ceil(Math.log2(most * 2)) - 1
  const [slots, objects, ends] = [new Int32Array(mask + 1), new Int32Array(most + 1), new Int32Array(most + 1)]
  const copies = Buffer.allocUnsafe(bytes.length)
  const base = 2 + Math.floor(Math.random() * (BASES - 2))
  let [opened, count] = [0, 0]

  const hashOf = (object: number, start: number, end: number): number => {
    let hash = object
    for (let at = start; at < end; at++) hash = (hash * base + (copies[at] ?? 0) + 1) % PRIME
    return hash
  }
  const isAt = (nth: number, object: number, start: number, end: number): boolean => {
    if (objects[nth] !== object) return false
    const [from = 0, to = 0] = [ends[nth - 1], ends[nth]]
    return to - from === end - start && copies.compare(copies, start, end, from, to) === 0
  }
  return {
    open: () => ++opened,
    add(object, nameStart, nameEnd) {
      const start = ends[count] ?? 0
      const end = putName(bytes, [nameStart, nameEnd], copies, start)
      let slot = hashOf(object, start, end) & mask
      for (let nth = slots[slot] ?? 0; nth !== 0; nth = slots[slot] ?? 0) {
        if (isAt(nth, object, start, end)) return false
        slot = (slot + 1) & mask
      }
      count++
      slots[slot] = count
      objects[count] = object
      ends[count] = end
      return true
    },
  }
}
