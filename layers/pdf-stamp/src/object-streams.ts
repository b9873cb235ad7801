import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'
import { ENTRIES_MAX, OBJECT_BYTES_MAX } from './limits.ts'

/** A stream that the library opens to find objects in it. It takes names in any case. */
const OF_OBJECTS = /\/(?:ObjStm|XRef)(?![A-Za-z0-9])/i
const STREAM = 'stream'
const CARRIAGE_RETURN = 0x0d

/** Names may be written with escapes: `/Obj#53tm`. */
const unescaped = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Whether everything that is called so is followed by what `form` says, and something is. */
const areAll = (text: string, name: RegExp, form: RegExp): boolean => {
  const followed = text.split(name).slice(1)
  return followed.length > 0 && followed.every((rest) => form.test(rest))
}

const numbersAfter = (text: string, name: RegExp): readonly number[] =>
  text
    .split(name)
    .slice(1)
    .flatMap((rest) => (/^[\s[]*([\d\s]*)/.exec(rest)?.[1] ?? '').split(/\s+/).map(Number))

/** Whether a table of objects says how long it is, by itself, and is no longer than it may be. */
const isTableBounded = (text: string): boolean => {
  const isSaid =
    areAll(text, /\/Size\b/i, /^\s+\d+(?!\d)(?!\s+\d+\s+R)/) && areAll(text, /\/W\b/i, /^\s*\[\s*\d\s+\d\s+\d\s*\]/)
  const isListed = !/\/Index\b/i.test(text) || areAll(text, /\/Index\b/i, /^\s*\[[\d\s]*\]/)
  const entries = [...numbersAfter(text, /\/Size\b/i), ...numbersAfter(text, /\/Index\b/i)]
  return isSaid && isListed && entries.every((number) => number <= ENTRIES_MAX)
}

/** What a stream becomes, in bytes; `undefined` where it is more than `room`, or of filters that are not opened here. */
const openedLength = (text: string, data: Buffer, room: number): number | undefined => {
  if (!/\/Filter\b/i.test(text)) return data.length
  if (!areAll(text, /\/Filter\b/i, /^\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/)) return undefined
  try {
    return inflateSync(data, { maxOutputLength: room }).length
  } catch {
    return undefined
  }
}

/**
 * Whether the objects of a PDF can be read within bounds. The library opens the streams that hold objects without asking how much they
 * become: a megabyte can become a gigabyte, and a table can say that it has as many entries. So all of them are opened here first,
 * with a limit. What belongs to a stream is all since the one before: nothing that a string or a comment holds can hide it.
 */
export const areObjectsBounded = (pdf: Uint8Array): boolean => {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  let [room, since] = [OBJECT_BYTES_MAX, 0]
  for (let at = bytes.indexOf(STREAM); at >= 0; at = bytes.indexOf(STREAM, at + STREAM.length)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue
    const text = unescaped(bytes.toString('latin1', since, at))
    since = at + STREAM.length
    if (!OF_OBJECTS.test(text)) continue
    if (/\/XRef(?![A-Za-z0-9])/i.test(text) && !isTableBounded(text)) return false
    const start = since + (bytes[since] === CARRIAGE_RETURN ? 2 : 1)
    const end = bytes.indexOf('endstream', start)
    const length = openedLength(text, bytes.subarray(start, end < 0 ? bytes.length : end), Math.max(room, 1))
    if (length === undefined || length > room) return false
    room -= length
  }
  return true
}
