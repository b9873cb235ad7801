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

const backslashesBefore = (bytes: Uint8Array, from: number, at: number): number => {
  let first = at
  while (first > from && bytes[first - 1] === BACKSLASH) first--
  return at - first
}

/** The state in which a string continues; the next byte may be escaped. */
export interface StringScan {
  /** Position after the closing quote; -1 if the string continues in the next chunk. */
  readonly end: number
  readonly isEscaped: boolean
}

/**
 * Scans a string from within. A quote after an even number of backslashes ends it; `isEscaped` means that the previous
 * chunk ended with an odd number of them.
 */
export const scanString = (bytes: Buffer, from: number, isEscaped: boolean): StringScan => {
  let at = isEscaped ? from + 1 : from
  const start = at
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at)
    const end = quote === -1 ? bytes.length : quote
    // An escaped byte at the beginning is before `start`, so the counted backslashes begin here.
    const isOdd = end > start && backslashesBefore(bytes, start, end) % 2 === 1
    if (quote === -1) return { end: -1, isEscaped: at > bytes.length || isOdd }
    if (!isOdd) return { end: quote + 1, isEscaped: false }
    at = quote + 1
  }
}

/** Bytes of a string that are read one by one. Most strings end within them, and a native search costs more. */
const SHORT_STRING = 32

export interface ValueScan {
  depth: number
  deepest: number
  inString: boolean
  isEscaped: boolean
}

/**
 * Returns the position after the quote that ends a string; -1 if it continues in the next piece, as stored in `scan`.
 */
const stringEnd = (bytes: Buffer, from: number, scan: ValueScan): number => {
  let at = scan.isEscaped ? from + 1 : from
  scan.isEscaped = false
  const stop = Math.min(at + SHORT_STRING, bytes.length)
  while (at < stop) {
    const byte = bytes[at]
    if (byte === QUOTE) return at + 1
    at += byte === BACKSLASH ? 2 : 1
  }
  // Beyond the last byte, because that was a backslash.
  const { end, isEscaped } = scanString(bytes, Math.min(at, bytes.length), at > bytes.length)
  scan.isEscaped = isEscaped
  return end
}

/** Brackets of lists and objects differ in one bit. */
const BRACKET = 0x20

/**
 * Returns the position after a value that is scanned from within; -1 if it continues in the next piece, as stored in
 * `scan`.
 */
export const scanValue = (bytes: Buffer, from: number, scan: ValueScan): number => {
  let { depth, deepest } = scan
  let at = from
  let end = -1
  while (at < bytes.length) {
    if (scan.inString) {
      const behind = stringEnd(bytes, at, scan)
      if (behind === -1) break
      scan.inString = false
      at = behind
      if (depth > 0) continue
      end = at
      break
    }
    const byte = bytes[at++] as number
    if (byte === QUOTE) scan.inString = true
    else if ((byte | BRACKET) === OBJECT) {
      if (++depth > deepest) deepest = depth
    } else if ((byte | BRACKET) === OBJECT_END) {
      // A bracket without an opening one is not part of the value.
      if (depth-- <= 1) end = depth < 0 ? at - 1 : at
    } else if (depth === 0 && (byte === COMMA || isSpace(byte))) end = at - 1
    if (end !== -1) break
  }
  scan.depth = depth
  scan.deepest = deepest
  return end
}
