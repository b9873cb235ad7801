import type { Buffer } from 'node:buffer'
import { type Refusal, refusal } from '../verdict.ts'
import type { EndRecord } from './end-record.ts'
import { type DirectoryEntry, readFacts } from './entry.ts'

/** Central directory header (APPNOTE 6.3.10, section 4.3.12). */
const SIGNATURE = 0x02014b50
const LENGTH = 46

/** The entry here, and the byte behind it; undefined if none fits before the end of the directory. */
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
export const readDirectory = (
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
