import type { Buffer } from 'node:buffer'

const codeOf = (character: string): number => character.charCodeAt(0)
const codesOf = (characters: string): ReadonlySet<number> => new Set([...characters].map(codeOf))

const QUOTE = codeOf('"')
const BACKSLASH = codeOf('\\')
const LOWER_U = codeOf('u')
const SPACE = codeOf(' ')
const MINUS = codeOf('-')
const ZERO = codeOf('0')
const NINE = codeOf('9')
const POINT = codeOf('.')
const ESCAPED = codesOf('"\\/bfnrt')
const HEX = codesOf('0123456789abcdefABCDEF')
const EXPONENTS = codesOf('eE')
const SIGNS = codesOf('+-')
const LITERALS = ['true', 'false', 'null']

/** Returns the length of an escape in bytes, from its backslash; 0 if it is invalid in JSON. */
const escapeLength = (bytes: Buffer, at: number): number => {
  const kind = bytes[at + 1] ?? 0
  if (kind !== LOWER_U) return ESCAPED.has(kind) ? 2 : 0
  for (let digit = at + 2; digit < at + 6; digit++) if (!HEX.has(bytes[digit] ?? 0)) return 0
  return 6
}

/** Returns the offset after a string that starts here; -1 if no string starts here. */
export const stringEnd = (bytes: Buffer, start: number): number => {
  if (bytes[start] !== QUOTE) return -1
  let at = start + 1
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) return at + 1
    const length = byte === BACKSLASH ? escapeLength(bytes, at) : 1
    if (length === 0 || byte < SPACE) return -1
    at += length
  }
  return -1
}

const digitsEnd = (bytes: Buffer, start: number): number => {
  let at = start
  while ((bytes[at] ?? 0) >= ZERO && (bytes[at] ?? 0) <= NINE) at++
  return at
}

const numberEnd = (bytes: Buffer, start: number): number => {
  const integerStart = bytes[start] === MINUS ? start + 1 : start
  // A number that begins with 0 ends there; further digits are not JSON.
  let at = bytes[integerStart] === ZERO ? integerStart + 1 : digitsEnd(bytes, integerStart)
  if (at === integerStart) return -1
  if (bytes[at] === POINT) {
    const end = digitsEnd(bytes, at + 1)
    if (end === at + 1) return -1
    at = end
  }
  if (!EXPONENTS.has(bytes[at] ?? 0)) return at
  const digits = SIGNS.has(bytes[at + 1] ?? 0) ? at + 2 : at + 1
  const end = digitsEnd(bytes, digits)
  return end === digits ? -1 : end
}

/** Returns the offset after the string, number, `true`, `false` or `null` that starts here; -1 if none starts here. */
export const scalarEnd = (bytes: Buffer, at: number): number => {
  if (bytes[at] === QUOTE) return stringEnd(bytes, at)
  const literal = LITERALS.find(
    (text) => bytes[at] === codeOf(text) && bytes.toString('latin1', at, at + text.length) === text,
  )
  return literal === undefined ? numberEnd(bytes, at) : at + literal.length
}
