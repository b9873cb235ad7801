import { Buffer } from 'node:buffer'
import { type Refusal, refusal } from '../verdict.ts'

/** End of central directory record (APPNOTE 6.3.10, section 4.3.16). */
const END_SIGNATURE = Buffer.from('PK\u0005\u0006', 'latin1')
const ZIP64_LOCATOR = Buffer.from('PK\u0006\u0007', 'latin1')
const END_LENGTH = 22
const LOCATOR_LENGTH = 20
/** Length of the record with the longest comment: readers search no further from the last byte. */
const MAX_END_LENGTH = END_LENGTH + 0xffff

const MAX_ENTRIES = 2_000

export interface EndRecord {
  readonly entries: number
  readonly directoryStart: number
  readonly directoryEnd: number
}

/** Returns the offsets of end record signatures in the last 65,557 bytes, in order. */
export const endSignatures = (bytes: Buffer): readonly number[] => {
  const offsets: number[] = []
  let at = bytes.indexOf(END_SIGNATURE, Math.max(0, bytes.length - MAX_END_LENGTH))
  while (at >= 0) {
    offsets.push(at)
    at = bytes.indexOf(END_SIGNATURE, at + END_SIGNATURE.length)
  }
  return offsets
}

export const reachesEnd = (bytes: Buffer, at: number): boolean =>
  at + END_LENGTH <= bytes.length && at + END_LENGTH + bytes.readUInt16LE(at + 20) === bytes.length

/** Returns the offset of the only end record. Readers search from either end, so no second offset may look like one. */
const endRecordOffset = (bytes: Buffer): number | Refusal => {
  const signatures = endSignatures(bytes)
  const offset = signatures.find((at) => reachesEnd(bytes, at))
  if (offset === undefined) return refusal('zip_end', 'the archive does not end with an end of central directory')
  // A stored archive among the entries has its own end record, before the directory; see spanRefusal.
  const last = signatures.at(-1) ?? offset
  return last === offset
    ? offset
    : refusal('zip_end', `the comment contains an end of central directory, at byte ${last}`)
}

const spanRefusal = (
  bytes: Buffer,
  offset: number,
  { directoryStart, directoryEnd }: EndRecord,
): Refusal | undefined => {
  const signature = endSignatures(bytes).find((at) => at >= directoryStart && at < offset)
  if (directoryEnd !== offset)
    return refusal('zip_directory', 'the central directory does not end where its end record begins')
  return signature === undefined
    ? undefined
    : refusal('zip_end', `the central directory contains an end record, at byte ${signature}`)
}

/**
 * Reads the end of an archive. It must occur once, at the end of the file, directly after the central directory: bytes
 * before or after the archive would move one of the two. Multi-disk archives and ZIP64 are refused, because 10 MiB need
 * neither.
 */
export const readEnd = (bytes: Buffer): EndRecord | Refusal => {
  const endOffset = endRecordOffset(bytes)
  if (typeof endOffset !== 'number') return endOffset
  const [disk, firstDisk, entriesOnDisk, entries] = [4, 6, 8, 10].map((offset) =>
    bytes.readUInt16LE(endOffset + offset),
  ) as [number, number, number, number]
  const length = bytes.readUInt32LE(endOffset + 12)
  const directoryStart = bytes.readUInt32LE(endOffset + 16)
  const hasLocator =
    endOffset >= LOCATOR_LENGTH &&
    bytes.indexOf(ZIP64_LOCATOR, endOffset - LOCATOR_LENGTH) === endOffset - LOCATOR_LENGTH
  if (hasLocator || entries === 0xffff || length === 0xffffffff || directoryStart === 0xffffffff)
    return refusal('zip64', 'ZIP64 records are not needed below 10 MiB and are refused')
  if (disk !== 0 || firstDisk !== 0 || entriesOnDisk !== entries)
    return refusal('zip_split', 'the archive has several parts')
  if (entries > MAX_ENTRIES) return refusal('zip_entries', `${entries} entries, more than ${MAX_ENTRIES}`)
  const end = { entries, directoryStart, directoryEnd: directoryStart + length }
  return spanRefusal(bytes, endOffset, end) ?? end
}
