import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'
import { ENTRIES_MAX, OBJECT_BYTES_MAX } from './limits.ts'

/** A stream that the parser opens to find objects in it. Names may be in any case for it. */
const OF_OBJECTS = /\/(?:ObjStm|XRef)\b/i
/** A name with an escape could be one of those. */
const ESCAPED_TYPE = /\/[^\s/<>[\]()]*#/
const STREAM = 'stream'
/** Where a dictionary of a stream begins, at most so far before its end. */
const DICTIONARY_MAX = 65_536

const numbersOf = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).map(Number)

/** Whether its table of objects says how long it is, by itself, and is no longer than it may be. */
const isTableBounded = (dictionary: string): boolean => {
  const size = /\/Size\s+(\d+)(?!\s+\d+\s+R)/i.exec(dictionary)
  const index = /\/Index\b/i.test(dictionary) ? /\/Index\s*\[([\d\s]*)\]/i.exec(dictionary) : ['', '']
  const widths = /\/W\s*\[\s*\d\s+\d\s+\d\s*\]/i.test(dictionary)
  if (!size || !index || !widths) return false
  return [...numbersOf(size[1] ?? ''), ...numbersOf(index[1] ?? '')].every((number) => number <= ENTRIES_MAX)
}

/** What the stream becomes, in bytes; `undefined` where it is more than `room`, or of a filter that is not opened here. */
const inflatedLength = (dictionary: string, data: Buffer, room: number): number | undefined => {
  if (!/\/Filter\b/i.test(dictionary)) return data.length
  if (!/\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(dictionary)) return undefined
  try {
    return inflateSync(data, { maxOutputLength: room }).length
  } catch {
    return undefined
  }
}

/**
 * Whether the objects of a PDF can be read within bounds. The library opens the streams that hold objects without asking how much they
 * become: a megabyte can become a gigabyte. So all of them are opened here first, with a limit.
 */
export const areObjectsBounded = (pdf: Uint8Array): boolean => {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  let room = OBJECT_BYTES_MAX
  for (let at = bytes.indexOf(STREAM); at >= 0; at = bytes.indexOf(STREAM, at + STREAM.length)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue
    const before = bytes.toString('latin1', Math.max(0, at - DICTIONARY_MAX), at)
    const dictionary = before.slice(Math.max(0, before.search(/\bobj\b(?![\s\S]*\bobj\b)/)))
    if (!OF_OBJECTS.test(dictionary)) {
      if (ESCAPED_TYPE.test(dictionary)) return false
      continue
    }
    if (/\/XRef\b/i.test(dictionary) && !isTableBounded(dictionary)) return false
    const start = at + STREAM.length + (bytes[at + STREAM.length] === 0x0d ? 2 : 1)
    const end = bytes.indexOf('endstream', start)
    const length = inflatedLength(dictionary, bytes.subarray(start, end < 0 ? bytes.length : end), Math.max(room, 1))
    if (length === undefined || length > room) return false
    room -= length
  }
  return true
}
