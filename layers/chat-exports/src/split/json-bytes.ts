export const QUOTE = 0x22
export const BACKSLASH = 0x5c
export const COMMA = 0x2c
export const COLON = 0x3a
export const LIST = 0x5b
export const LIST_END = 0x5d
export const OBJECT = 0x7b
export const OBJECT_END = 0x7d
export const NEWLINE = 0x0a

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09

const backslashesBefore = (bytes: Uint8Array, from: number, end: number): number => {
  let first = end
  while (first > from && bytes[first - 1] === BACKSLASH) first--
  return end - first
}

/** The result of scanning a string; `isEscaped`: the first byte of the next chunk is escaped. */
export interface StringScan {
  /** Position after the closing quote; -1 if the string continues in the next chunk. */
  readonly end: number
  readonly isEscaped: boolean
}

/**
 * Scans a string from a position within it. A quote after an even number of backslashes ends it. `isEscaped`: the
 * previous chunk ended with an odd number of backslashes.
 */
export const scanString = (bytes: Buffer, from: number, isEscaped = false): StringScan => {
  let offset = isEscaped ? from + 1 : from
  const start = offset
  for (;;) {
    const quote = bytes.indexOf(QUOTE, offset)
    const end = quote === -1 ? bytes.length : quote
    // An escaped byte at the beginning is before `start`, so it is not counted as a backslash.
    const isOdd = end > start && backslashesBefore(bytes, start, end) % 2 === 1
    if (quote === -1) return { end: -1, isEscaped: offset > bytes.length || isOdd }
    if (!isOdd) return { end: quote + 1, isEscaped: false }
    offset = quote + 1
  }
}

/** Bytes of a string that are read one by one before a native search. Most strings are shorter. */
const SHORT_STRING = 32

export interface ValueScan {
  depth: number
  deepest: number
  inString: boolean
  isEscaped: boolean
}

/**
 * Returns the position after the quote that ends a string; -1 if it continues in the next chunk. `scan` is the state.
 */
const stringEnd = (bytes: Buffer, from: number, scan: ValueScan): number => {
  let offset = scan.isEscaped ? from + 1 : from
  scan.isEscaped = false
  const searchEnd = Math.min(offset + SHORT_STRING, bytes.length)
  while (offset < searchEnd) {
    const byte = bytes[offset]
    if (byte === QUOTE) return offset + 1
    offset += byte === BACKSLASH ? 2 : 1
  }
  // If the chunk ends with a backslash, `offset` is after the last byte.
  const { end, isEscaped } = scanString(bytes, Math.min(offset, bytes.length), offset > bytes.length)
  scan.isEscaped = isEscaped
  return end
}

/** Brackets of lists and objects differ in one bit. */
const BRACKET_KIND_BIT = 0x20

/**
 * Returns the position after a value that is scanned from within; -1 if it continues in the next chunk. `scan` is the
 * state.
 */
export const scanValue = (bytes: Buffer, from: number, scan: ValueScan): number => {
  let { depth, deepest } = scan
  let offset = from
  let end = -1
  while (offset < bytes.length) {
    if (scan.inString) {
      const afterString = stringEnd(bytes, offset, scan)
      if (afterString === -1) break
      scan.inString = false
      offset = afterString
      if (depth > 0) continue
      end = offset
      break
    }
    const byte = bytes[offset++] as number
    if (byte === QUOTE) scan.inString = true
    else if ((byte | BRACKET_KIND_BIT) === OBJECT) {
      if (++depth > deepest) deepest = depth
    } else if ((byte | BRACKET_KIND_BIT) === OBJECT_END) {
      // A closing bracket without an opening one is not part of the value.
      if (depth-- <= 1) end = depth < 0 ? offset - 1 : offset
    } else if (depth === 0 && (byte === COMMA || isSpace(byte))) end = offset - 1
    if (end !== -1) break
  }
  scan.depth = depth
  scan.deepest = deepest
  return end
}
