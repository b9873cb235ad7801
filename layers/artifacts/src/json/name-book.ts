import { Buffer } from 'node:buffer'
import { putName } from './written-names.ts'

/** Prime below 2^31: a remainder times a base below 2^21 is exact as a number. */
const PRIME = 2_147_483_647
const BASE = 1_299_709
/**
 * Distributes similar names: without it, names that differ only in their last letter have adjacent hashes (Knuth,
 * volume 3, 6.4).
 */
const GOLDEN = 0x9e3779b1
/** Maximum table slots that are probed. Names that find all of them taken were chosen to collide. */
const PROBES_MAX = 16
/** Length of the shortest member, `"":0`. */
const MEMBER_LENGTH = 4

/**
 * The names of all objects of a document in one table. A Set of strings takes 1.5 s for a million names, so it contains
 * only names that a sender chose to collide: hashes of strings that are not numbers depend on a random seed of the
 * process.
 */
export interface NameTable {
  open(): number
  /** Adds the name from `start` to `end`. Returns false if the object already has it. */
  add(object: number, start: number, end: number): boolean
}

export const nameHash = (bytes: Uint8Array, start: number, end: number, object: number): number => {
  let hash = object
  for (let at = start; at < end; at++) hash = (hash * BASE + (bytes[at] ?? 0) + 1) % PRIME
  return Math.imul(hash, GOLDEN) >>> 0
}

/**
 * Creates the table. Names are numbered from 1; a slot contains the number of a name, or 0.
 * @param bytes JSON; escapes in added names must be valid
 */
export const nameTable = (bytes: Buffer): NameTable => {
  const maxNames = Math.floor(bytes.length / MEMBER_LENGTH) + 1
  const bits = Math.ceil(Math.log2(maxNames + 1))
  const mask = 2 ** bits - 1
  const shift = 32 - bits
  const slots = new Int32Array(mask + 1)
  // By number: the object of a name, and the end of its decoded copy, which begins where the previous one ends.
  const objects = new Int32Array(maxNames + 1)
  const ends = new Int32Array(maxNames + 1)
  const copies = Buffer.allocUnsafe(bytes.length)
  const overflowNames = new Set<string>()
  let objectCount = 0
  let nameCount = 0

  const isSameName = (nth: number, object: number, start: number, end: number): boolean => {
    if (objects[nth] !== object) return false
    const from = ends[nth - 1] ?? 0
    const to = ends[nth] ?? 0
    return to - from === end - start && copies.compare(copies, start, end, from, to) === 0
  }
  const addOverflowName = (name: string): boolean => {
    const isNew = !overflowNames.has(name)
    overflowNames.add(name)
    return isNew
  }
  return {
    open: () => ++objectCount,
    add(object, nameStart, nameEnd) {
      const start = ends[nameCount] ?? 0
      const end = putName(bytes, [nameStart, nameEnd], copies, start)
      const firstSlot = nameHash(copies, start, end, object) >>> shift
      let probe = 0
      for (; probe < PROBES_MAX; probe++) {
        const nth = slots[(firstSlot + probe) & mask] ?? 0
        if (nth === 0) break
        if (isSameName(nth, object, start, end)) return false
      }
      if (probe === PROBES_MAX) return addOverflowName(`${object}"${copies.toString('latin1', start, end)}`)
      nameCount++
      slots[(firstSlot + probe) & mask] = nameCount
      objects[nameCount] = object
      ends[nameCount] = end
      return true
    },
  }
}
