import { type Buffer, isUtf8 } from 'node:buffer'
import { type Refusal, refusal } from '../verdict.ts'
import { type EntryHeader, extraFields } from './entry.ts'

/** Flags of traditional and of strong encryption, and of a directory that hides its values (APPNOTE 6.3.10, section 4.4.4). */
const ENCRYPTION_FLAGS = 0x0001 | 0x0040 | 0x2000
/** The method that stands for AES by WinZip. */
const AES_METHOD = 99
/** The name is UTF-8, not a code page. */
const UTF8_FLAG = 0x0800

const ZIP64_FIELD = 0x0001
/** Info-ZIP's second name, which some readers prefer: a version, a checksum of the first name, and the name in UTF-8. */
const UNICODE_PATH_FIELD = 0x7075
const UNICODE_PATH_START = 5

const UNKNOWN_SIZE = 0xffffffff

/** Windows drops dots and spaces at the end of a segment, so `.. ` climbs too. */
const CLIMBS = /^\.\.[. ]*$/

/** What is wrong with the bytes of a name. Separators and dots have the same bytes in every code page and in UTF-8. */
const nameFault = (name: Buffer, isUnicode: boolean): string | undefined => {
  if (name.length === 0) return 'is empty'
  if (isUnicode && !isUtf8(name)) return 'is not UTF-8'
  const text = name.toString('latin1')
  if (text.includes('\u0000')) return 'holds a NUL'
  if (text.includes('\\')) return 'holds a backslash'
  if (text.startsWith('/')) return 'is absolute'
  if (/^[A-Za-z]:/.test(text)) return 'begins with a drive'
  return text.split('/').some((segment) => CLIMBS.test(segment)) ? 'climbs by ..' : undefined
}

/**
 * What refuses a header by itself, central or local: encryption, ZIP64, a name that would leave the folder.
 * @param where the header in words, for the message
 */
export const headerRefusal = (header: EntryHeader, where: string): Refusal | undefined => {
  const { flags, method, name, extra, compressedSize, size } = header
  const isEncrypted = (flags & ENCRYPTION_FLAGS) !== 0 || method === AES_METHOD
  if (isEncrypted) return refusal('zip_encrypted', `${where} is of an encrypted entry`)
  const fields = extraFields(extra)
  if (compressedSize === UNKNOWN_SIZE || size === UNKNOWN_SIZE || fields.some(({ id }) => id === ZIP64_FIELD))
    return refusal('zip64', `${where} has sizes by ZIP64`)
  const others = fields
    .filter(({ id }) => id === UNICODE_PATH_FIELD)
    .map(({ data }) => data.subarray(UNICODE_PATH_START))
  const faults = [nameFault(name, (flags & UTF8_FLAG) !== 0), ...others.map((other) => nameFault(other, true))]
  const fault = faults.find((each) => each !== undefined)
  return fault === undefined ? undefined : refusal('zip_name', `${where} has a name that ${fault}`)
}
