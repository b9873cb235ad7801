import type { Buffer } from 'node:buffer'
import { type Refusal, refusal } from '../verdict.ts'
import { type EndRecord, readEnd } from './end-record.ts'
import {
  type DirectoryEntry,
  METHOD_DEFLATED,
  METHOD_STORED,
  nameOf,
  type PlacedEntry,
  readHeaderFields,
} from './entry.ts'
import { headerRefusal } from './header-rules.ts'
import { placeEntry } from './local-header.ts'

/** Central directory header (APPNOTE 6.3.10, section 4.3.12). */
const SIGNATURE = 0x02014b50
const LENGTH = 46

const entryAt = (bytes: Buffer, at: number, end: number): { entry: DirectoryEntry; end: number } | undefined => {
  if (at + LENGTH > end || bytes.readUInt32LE(at) !== SIGNATURE) return undefined
  const nameEnd = at + LENGTH + bytes.readUInt16LE(at + 28)
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
  const entryEnd = extraEnd + bytes.readUInt16LE(at + 32)
  if (entryEnd > end) return undefined
  const entry = {
    ...readHeaderFields(bytes, at + 8),
    disk: bytes.readUInt16LE(at + 34),
    mode: bytes.readUInt16LE(at + 40),
    localStart: bytes.readUInt32LE(at + 42),
    name: bytes.subarray(at + LENGTH, nameEnd),
    extra: bytes.subarray(nameEnd, extraEnd),
  }
  return { entry, end: entryEnd }
}

/** Reads every entry of the central directory: exactly as many as its end record declares. */
const readDirectory = (
  bytes: Buffer,
  { entries, directoryStart, directoryEnd }: EndRecord,
): readonly DirectoryEntry[] | Refusal => {
  const directoryEntries: DirectoryEntry[] = []
  let at = directoryStart
  while (directoryEntries.length < entries) {
    const next = entryAt(bytes, at, directoryEnd)
    if (!next)
      return refusal(
        'zip_directory',
        `entry ${directoryEntries.length} of the central directory, at byte ${at}, is broken`,
      )
    directoryEntries.push(next.entry)
    at = next.end
  }
  return at === directoryEnd
    ? directoryEntries
    : refusal('zip_directory', `the central directory has more than its ${entries} entries`)
}

/** Maximum declared size of all entries, and maximum ratio of an entry's declared size to its compressed size. */
const MAX_TOTAL_SIZE = 100 * 1024 * 1024
const MAX_RATIO = 100

const LOCAL_SIGNATURE = 'PK\u0003\u0004'

const FILE_TYPE_MASK = 0o170000
const FOLDER_TYPE = 0o040000
const FILE_TYPE = 0o100000

/** Links lead out of the folder, whatever their name is. Rare methods are supported by few readers. */
const kindRefusal = ({ mode, method }: DirectoryEntry, where: string): Refusal | undefined => {
  if (![0, FOLDER_TYPE, FILE_TYPE].includes(mode & FILE_TYPE_MASK))
    return refusal('zip_link', `${where} is a link or a device, not a file or folder`)
  return method === METHOD_STORED || method === METHOD_DEFLATED
    ? undefined
    : refusal('zip_method', `${where} is compressed by method ${method}, not by deflate`)
}

/** If each entry stays within the ratio, so does the archive. */
const entriesRefusal = (entries: readonly DirectoryEntry[]): Refusal | undefined => {
  const names = new Set<string>()
  let total = 0
  for (const [index, entry] of entries.entries()) {
    const where = `entry ${index} of the central directory`
    if (entry.localStart === 0xffffffff) return refusal('zip64', `${where} has a ZIP64 offset`)
    if (entry.disk !== 0) return refusal('zip_split', `${where} is on another disk`)
    const fault = headerRefusal(entry, where) ?? kindRefusal(entry, where)
    if (fault) return fault
    if (names.has(nameOf(entry))) return refusal('zip_name', `${where} has the name of an earlier entry`)
    names.add(nameOf(entry))
    total += entry.size
    if (total > MAX_TOTAL_SIZE) return refusal('zip_size', 'the declared size of all entries exceeds 100 MiB')
    if (entry.size > MAX_RATIO * entry.compressedSize)
      return refusal('zip_ratio', `${where} declares more than ${MAX_RATIO} times its compressed size`)
  }
  return undefined
}

/**
 * Checks that every byte before the directory belongs to exactly one entry, so that nothing is read twice or hidden.
 */
const rangesRefusal = (entries: readonly PlacedEntry[], directoryStart: number): Refusal | undefined => {
  let at = 0
  for (const { localStart, end } of entries.toSorted((one, other) => one.localStart - other.localStart)) {
    if (localStart < at) return refusal('zip_overlap', `two entries share byte ${localStart}`)
    if (localStart > at) return refusal('zip_hidden', `the bytes from ${at} to ${localStart} belong to no entry`)
    at = end
  }
  if (at > directoryStart) return refusal('zip_overlap', 'the last entry reaches into the central directory')
  return at === directoryStart
    ? undefined
    : refusal('zip_hidden', `the bytes from ${at} to ${directoryStart} belong to no entry`)
}

/**
 * Returns the entries of an archive that all readers read alike: streaming readers and readers of the directory find
 * the same entries with the same names and sizes. Reads only headers, so the time depends on the number of entries, not
 * on their sizes.
 */
export const readArchive = (bytes: Buffer): readonly PlacedEntry[] | Refusal => {
  if (bytes.toString('latin1', 0, 4) !== LOCAL_SIGNATURE)
    return refusal('zip_start', 'the first bytes are not a ZIP entry')
  const end = readEnd(bytes)
  if ('ok' in end) return end
  const entries = readDirectory(bytes, end)
  if ('ok' in entries) return entries
  const fault = entriesRefusal(entries)
  if (fault) return fault
  const placedEntries: PlacedEntry[] = []
  for (const entry of entries) {
    const placedEntry = placeEntry(bytes, entry)
    if ('ok' in placedEntry) return placedEntry
    placedEntries.push(placedEntry)
  }
  return rangesRefusal(placedEntries, end.directoryStart) ?? placedEntries
}
