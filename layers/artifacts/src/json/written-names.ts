import type { Buffer } from 'node:buffer'

const codeOf = (character: string): number => character.charCodeAt(0)

const BACKSLASH = codeOf('\\')
const LOWER_U = codeOf('u')
const SHORT_ESCAPES: Readonly<Record<number, number>> = {
  [codeOf('b')]: 0x08,
  [codeOf('f')]: 0x0c,
  [codeOf('n')]: 0x0a,
  [codeOf('r')]: 0x0d,
  [codeOf('t')]: 0x09,
}
const HIGH_SURROGATES = 0xd800
const LOW_SURROGATES = 0xdc00
const SURROGATES_END = 0xe000
const SUPPLEMENTARY_START = 0x10000

const hexCodeAt = (bytes: Buffer, at: number): number => Number.parseInt(bytes.toString('latin1', at, at + 4), 16)

/** Returns the second half of a surrogate pair whose first half ends here; 0 if it is missing. */
const lowSurrogateAt = (bytes: Buffer, at: number): number => {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LOWER_U) return 0
  const code = hexCodeAt(bytes, at + 2)
  return code >= LOW_SURROGATES && code < SURROGATES_END ? code : 0
}

const escapeAt = (bytes: Buffer, at: number): readonly [code: number, end: number] => {
  const kind = bytes[at + 1] ?? 0
  if (kind !== LOWER_U) return [SHORT_ESCAPES[kind] ?? kind, at + 2]
  const code = hexCodeAt(bytes, at + 2)
  const end = at + 6
  const low = code >= HIGH_SURROGATES && code < LOW_SURROGATES ? lowSurrogateAt(bytes, end) : 0
  return low === 0
    ? [code, end]
    : [SUPPLEMENTARY_START + (code - HIGH_SURROGATES) * 0x400 + (low - LOW_SURROGATES), end + 6]
}

/** Writes a code point in UTF-8, also a lone surrogate. No valid UTF-8 contains these bytes. */
const putCode = (target: Buffer, start: number, code: number): number => {
  let at = start
  if (code < 0x80) target[at++] = code
  else {
    if (code < 0x800) target[at++] = 0xc0 | (code >> 6)
    else {
      if (code < SUPPLEMENTARY_START) target[at++] = 0xe0 | (code >> 12)
      else {
        target[at++] = 0xf0 | (code >> 18)
        target[at++] = 0x80 | ((code >> 12) & 0x3f)
      }
      target[at++] = 0x80 | ((code >> 6) & 0x3f)
    }
    target[at++] = 0x80 | (code & 0x3f)
  }
  return at
}

/**
 * Copies a name with its escapes decoded. The copy is never longer.
 * @param bytes JSON with valid escapes from `start` to `end`
 * @returns the offset after the copy in `target`
 */
export const putName = (
  bytes: Buffer,
  [start, end]: readonly [number, number],
  target: Buffer,
  targetStart: number,
): number => {
  let sourceOffset = start
  let targetOffset = targetStart
  while (sourceOffset < end) {
    const byte = bytes[sourceOffset] ?? 0
    if (byte === BACKSLASH) {
      const [code, escapeEnd] = escapeAt(bytes, sourceOffset)
      targetOffset = putCode(target, targetOffset, code)
      sourceOffset = escapeEnd
    } else {
      target[targetOffset++] = byte
      sourceOffset++
    }
  }
  return targetOffset
}
