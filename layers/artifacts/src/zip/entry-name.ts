import { type Buffer, isUtf8 } from 'node:buffer'

/** Windows drops dots and spaces at the end of a segment, so `.. ` climbs too. */
const CLIMBS = /^\.\.[. ]*$/
/** Characters that change what others show: a name that reads `fdp.exe` may end with `.pdf`. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const CONTROLS = /\p{Cc}/u
const SPACE = 0x20
const DELETE = 0x7f

/** Faults of the letters of a name. What is no UTF-8 is in a code page, where bytes above ASCII are letters. */
const lettersFault = (name: Buffer): string | undefined => {
  const hasControl = name.some((byte) => byte < SPACE || byte === DELETE)
  if (hasControl) return 'holds a control character'
  if (!isUtf8(name)) return undefined
  const text = name.toString('utf8')
  if (CONTROLS.test(text)) return 'holds a control character'
  return TURNS.test(text) ? 'holds a mark that turns the direction of text' : undefined
}

/** What is wrong with the bytes of a name. Separators and dots have the same bytes in every code page and in UTF-8. */
export const nameFault = (name: Buffer, isUnicode: boolean): string | undefined => {
  if (name.length === 0) return 'is empty'
  if (isUnicode && !isUtf8(name)) return 'is not UTF-8'
  const text = name.toString('latin1')
  if (text.includes('\u0000')) return 'holds a NUL'
  if (text.includes('\\')) return 'holds a backslash'
  if (text.startsWith('/')) return 'is absolute'
  if (/^[A-Za-z]:/.test(text)) return 'begins with a drive'
  return text.split('/').some((segment) => CLIMBS.test(segment)) ? 'climbs by ..' : lettersFault(name)
}

/** Letters beyond ASCII, however many bytes they have. */
const foreignAlike = (name: Buffer): string => name.toString('latin1').replaceAll(/[\u0080-\u00ff]+/g, '\u0080')

/**
 * Whether a second name, in UTF-8, is the first one: byte by byte, or, where the first is in a code page, in all that is ASCII. So no
 * reader finds another folder or another ending than the next.
 */
export const isSameName = (name: Buffer, other: Buffer): boolean =>
  name.equals(other) || (!isUtf8(name) && foreignAlike(name) === foreignAlike(other))
