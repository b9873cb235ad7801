import { type Buffer, isUtf8 } from 'node:buffer'
import { type Refusal, refusal } from '../verdict.ts'
import { type EntryHeader, extraFields } from './entry.ts'

/** Windows drops dots and spaces at the end of a segment, so `.. ` also leaves the folder. */
const PARENT_SEGMENT = /^\.\.[. ]*$/
/** Characters that change how others are displayed: a name displayed as `fdp.exe` may end with `.pdf`. */
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const CONTROLS = /\p{Cc}/u
const SPACE = 0x20
const DELETE = 0x7f

/**
 * Returns the fault in the characters of a name. Names that are not UTF-8 are in a code page, where bytes above ASCII
 * are letters.
 */
const characterFault = (name: Buffer): string | undefined => {
  const hasControl = name.some((byte) => byte < SPACE || byte === DELETE)
  if (hasControl) return 'contains a control character'
  if (!isUtf8(name)) return undefined
  const text = name.toString('utf8')
  if (CONTROLS.test(text)) return 'contains a control character'
  return DIRECTION_CONTROLS.test(text) ? 'contains a character that changes the text direction' : undefined
}

/**
 * Returns the fault in the bytes of a name. Separators and dots have the same bytes in every code page and in UTF-8.
 */
const nameFault = (name: Buffer, isUnicode: boolean): string | undefined => {
  if (name.length === 0) return 'is empty'
  if (isUnicode && !isUtf8(name)) return 'is not UTF-8'
  const text = name.toString('latin1')
  if (text.includes('\u0000')) return 'contains a NUL'
  if (text.includes('\\')) return 'contains a backslash'
  if (text.startsWith('/')) return 'is absolute'
  if (/^[A-Za-z]:/.test(text)) return 'begins with a drive letter'
  return text.split('/').some((segment) => PARENT_SEGMENT.test(segment))
    ? 'leaves its folder by ..'
    : characterFault(name)
}

const asciiPattern = (name: Buffer): string => name.toString('latin1').replaceAll(/[\u0080-\u00ff]+/g, '\u0080')

/**
 * Checks that a second name, in UTF-8, equals the first: byte by byte, or for a code page in all ASCII bytes. So all
 * readers find the same folder and extension.
 */
const isSameName = (name: Buffer, other: Buffer): boolean =>
  name.equals(other) || (!isUtf8(name) && asciiPattern(name) === asciiPattern(other))

/**
 * Flags of traditional and strong encryption, and of a directory with hidden values (APPNOTE 6.3.10, section 4.4.4).
 */
const ENCRYPTION_FLAGS = 0x0001 | 0x0040 | 0x2000
const AES_METHOD = 99
const UTF8_FLAG = 0x0800

const ZIP64_FIELD = 0x0001
/**
 * Second name of Info-ZIP, which some readers prefer: a version, a checksum of the first name, and the name in UTF-8.
 */
const UNICODE_PATH_FIELD = 0x7075
const UNICODE_PATH_START = 5

const UNKNOWN_SIZE = 0xffffffff

export const unicodePathFields = ({ extra }: EntryHeader): readonly Buffer[] =>
  extraFields(extra)
    .filter(({ id }) => id === UNICODE_PATH_FIELD)
    .map(({ data }) => data)

const nameRefusal = (header: EntryHeader, where: string): Refusal | undefined => {
  const unicodePaths = unicodePathFields(header).map((field) => field.subarray(UNICODE_PATH_START))
  const faults = [
    nameFault(header.name, (header.flags & UTF8_FLAG) !== 0),
    ...unicodePaths.map((path) => nameFault(path, true)),
    ...unicodePaths.map((path) => (isSameName(header.name, path) ? undefined : 'differs from its second name')),
  ]
  const fault = faults.find((each) => each !== undefined)
  return fault === undefined ? undefined : refusal('zip_name', `${where} has a name that ${fault}`)
}

/**
 * Refuses a header, central or local, for encryption, ZIP64, a name that would leave the folder, or a name that readers
 * read differently.
 * @param where description of the header, for the message
 */
export const headerRefusal = (header: EntryHeader, where: string): Refusal | undefined => {
  const { flags, method, extra, compressedSize, size } = header
  const isEncrypted = (flags & ENCRYPTION_FLAGS) !== 0 || method === AES_METHOD
  if (isEncrypted) return refusal('zip_encrypted', `${where} belongs to an encrypted entry`)
  const hasZip64Field = extraFields(extra).some(({ id }) => id === ZIP64_FIELD)
  if (compressedSize === UNKNOWN_SIZE || size === UNKNOWN_SIZE || hasZip64Field)
    return refusal('zip64', `${where} has ZIP64 sizes`)
  return nameRefusal(header, where)
}
