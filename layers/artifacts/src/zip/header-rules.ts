import type { Buffer } from 'node:buffer'
import { type Refusal, refusal } from '../verdict.ts'
import { type EntryHeader, extraFields } from './entry.ts'
import { isSameName, nameFault } from './entry-name.ts'

/** Flags of traditional and of strong encryption, and of a directory that hides its values (APPNOTE 6.3.10, section 4.4.4). */
const ENCRYPTION_FLAGS = 0x0001 | 0x0040 | 0x2000
const AES_METHOD = 99
/** The name is UTF-8, not a code page. */
const UTF8_FLAG = 0x0800

const ZIP64_FIELD = 0x0001
/** Info-ZIP's second name, which some readers prefer: a version, a checksum of the first name, and the name in UTF-8. */
const UNICODE_PATH_FIELD = 0x7075
const UNICODE_PATH_START = 5

const UNKNOWN_SIZE = 0xffffffff

export const secondNames = ({ extra }: EntryHeader): readonly Buffer[] =>
  extraFields(extra)
    .filter(({ id }) => id === UNICODE_PATH_FIELD)
    .map(({ data }) => data)

const nameRefusal = (header: EntryHeader, where: string): Refusal | undefined => {
  const others = secondNames(header).map((field) => field.subarray(UNICODE_PATH_START))
  const faults = [
    nameFault(header.name, (header.flags & UTF8_FLAG) !== 0),
    ...others.map((other) => nameFault(other, true)),
    ...others.map((other) => (isSameName(header.name, other) ? undefined : 'is not its second one')),
  ]
  const fault = faults.find((each) => each !== undefined)
  return fault === undefined ? undefined : refusal('zip_name', `${where} has a name that ${fault}`)
}

/**
 * What refuses a header by itself, central or local: encryption, ZIP64, a name that would leave the folder, or that two readers read
 * as two.
 * @param where the header in words, for the message
 */
export const headerRefusal = (header: EntryHeader, where: string): Refusal | undefined => {
  const { flags, method, extra, compressedSize, size } = header
  const isEncrypted = (flags & ENCRYPTION_FLAGS) !== 0 || method === AES_METHOD
  if (isEncrypted) return refusal('zip_encrypted', `${where} is of an encrypted entry`)
  const hasLarge = extraFields(extra).some(({ id }) => id === ZIP64_FIELD)
  if (compressedSize === UNKNOWN_SIZE || size === UNKNOWN_SIZE || hasLarge)
    return refusal('zip64', `${where} has sizes by ZIP64`)
  return nameRefusal(header, where)
}
