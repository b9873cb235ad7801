import type { Buffer } from 'node:buffer'
import { type Refusal, refusal } from '../verdict.ts'
import { type EndRecord, readEnd } from './end-record.ts'
import { DEFLATED, type DirectoryEntry, nameOf, type PlacedEntry, readFacts, STORED } from './entry.ts'
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
    ...readFacts(bytes, at + 8),
    disk: bytes.readUInt16LE(at + 34),
    mode: bytes.readUInt16LE(at + 40),
    localStart: bytes.readUInt32LE(at + 42),
    name: bytes.subarray(at + LENGTH, nameEnd),
    extra: bytes.subarray(nameEnd, extraEnd),
  }
  return { entry, end: entryEnd }
}

/** Every entry of the central directory: as many as its end record says, and nothing behind them. */
const readDirectory = (
  bytes: Buffer,
  { entries, directoryStart, directoryEnd }: EndRecord,
): readonly DirectoryEntry[] | Refusal => {
  const listed: DirectoryEntry[] = []
  let at = directoryStart
  while (listed.length < entries) {
    const next = entryAt(bytes, at, directoryEnd)
    if (!next)
      return refusal('zip_directory', `entry ${listed.length} of the central directory, at byte ${at}, is broken`)
    listed.push(next.entry)
    at = next.end
  }
  return at === directoryEnd
    ? listed
    : refusal('zip_directory', `the central directory has more than its ${entries} entries`)
}

/** Bytes that all entries together say to become, and how many times its bytes in the archive one says to become. */
const MAX_TOTAL_SIZE = 100 * 1024 * 1024
const MAX_RATIO = 100

const LOCAL_SIGNATURE = 'PK\u0003\u0004'

const KIND = 0o170000
const FOLDER = 0o040000
const FILE = 0o100000

/** Links lead out of the folder, whatever their name is. A method that few readers know is read by those alone. */
const kindRefusal = ({ mode, method }: DirectoryEntry, where: string): Refusal | undefined => {
  if (![0, FOLDER, FILE].includes(mode & KIND))
    return refusal('zip_link', `${where} is a link or a device, no file and no folder`)
  return method === STORED || method === DEFLATED
    ? undefined
    : refusal('zip_method', `${where} is compressed by method ${method}, not by deflate`)
}

/** If each entry keeps to the ratio, the whole does. */
const entriesRefusal = (entries: readonly DirectoryEntry[]): Refusal | undefined => {
  const names = new Set<string>()
  let total = 0
  for (const [index, entry] of entries.entries()) {
    const where = `entry ${index} of the central directory`
    if (entry.localStart === 0xffffffff) return refusal('zip64', `${where} is placed by ZIP64`)
    if (entry.disk !== 0) return refusal('zip_split', `${where} is on another disk`)
    const fault = headerRefusal(entry, where) ?? kindRefusal(entry, where)
    if (fault) return fault
    if (names.has(nameOf(entry))) return refusal('zip_name', `${where} has the name of an earlier one`)
    names.add(nameOf(entry))
    total += entry.size
    if (total > MAX_TOTAL_SIZE) return refusal('zip_size', 'the entries say to become more than 100 MiB')
    if (entry.size > MAX_RATIO * entry.compressedSize)
      return refusal('zip_ratio', `${where} says to become more than ${MAX_RATIO} times its bytes`)
  }
  return undefined
}

/** From the first byte to the directory every byte belongs to exactly one entry: nothing is read twice, and nothing is hidden. */
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
 * The entries of an archive that has one reading: whoever streams it, and whoever reads its directory, finds the same entries with
 * the same names and sizes. Only headers are looked at, so the time goes with the number of entries and not with what they become.
 */
export const readArchive = (bytes: Buffer): readonly PlacedEntry[] | Refusal => {
  if (bytes.toString('latin1', 0, 4) !== LOCAL_SIGNATURE)
    return refusal('zip_start', 'the first bytes are not those of a ZIP entry')
  const end = readEnd(bytes)
  if ('ok' in end) return end
  const entries = readDirectory(bytes, end)
  if ('ok' in entries) return entries
  const fault = entriesRefusal(entries)
  if (fault) return fault
  const placed: PlacedEntry[] = []
  for (const entry of entries) {
    const place = placeEntry(bytes, entry)
    if ('ok' in place) return place
    placed.push(place)
  }
  return rangesRefusal(placed, end.directoryStart) ?? placed
}
