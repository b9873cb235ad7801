import type { Buffer } from 'node:buffer'
import { type Refusal, refusal } from '../verdict.ts'
import { type DirectoryEntry, type EntryHeader, METHOD_STORED, type PlacedEntry, readHeaderFields } from './entry.ts'
import { headerRefusal, unicodePathFields } from './header-rules.ts'

/** Local file header and data descriptor (APPNOTE 6.3.10, sections 4.3.7 and 4.3.9). */
const SIGNATURE = 0x04034b50
const LENGTH = 30
const DESCRIPTOR_SIGNATURE = 0x08074b50
const DESCRIPTOR_LENGTH = 12

/** Sizes follow the data, because the writer did not know them when it wrote the header. */
const HAS_DESCRIPTOR = 0x0008
/** Flags that determine how an entry is read: its data descriptor and the encoding of its name. */
const READING_FLAGS = HAS_DESCRIPTOR | 0x0800

type Sizes = Pick<EntryHeader, 'crc' | 'compressedSize' | 'size'>

const haveSameSizes = (one: Sizes, other: Sizes): boolean =>
  one.crc === other.crc && one.compressedSize === other.compressedSize && one.size === other.size

/** A field that the writer does not know yet is 0. */
const areKnownLater = (local: Sizes, entry: Sizes): boolean =>
  (local.crc === 0 || local.crc === entry.crc) &&
  (local.compressedSize === 0 || local.compressedSize === entry.compressedSize) &&
  (local.size === 0 || local.size === entry.size)

const descriptorAt = (bytes: Buffer, at: number): Sizes | undefined =>
  at + DESCRIPTOR_LENGTH > bytes.length
    ? undefined
    : { crc: bytes.readUInt32LE(at), compressedSize: bytes.readUInt32LE(at + 4), size: bytes.readUInt32LE(at + 8) }

/**
 * Returns the offset after a data descriptor of these sizes, with or without a signature; undefined if none starts
 * here.
 */
const descriptorEnd = (bytes: Buffer, at: number, entry: Sizes): number | undefined => {
  const hasSignature = at + 4 <= bytes.length && bytes.readUInt32LE(at) === DESCRIPTOR_SIGNATURE
  const descriptorStart = [at + 4, at].slice(hasSignature ? 0 : 1).find((offset) => {
    const sizes = descriptorAt(bytes, offset)
    return sizes !== undefined && haveSameSizes(sizes, entry)
  })
  return descriptorStart === undefined ? undefined : descriptorStart + DESCRIPTOR_LENGTH
}

const mismatch = (at: number, difference: string): Refusal =>
  refusal('zip_mismatch', `the local header at byte ${at} has ${difference} than the central directory`)

const readLocal = (bytes: Buffer, at: number): EntryHeader | undefined => {
  if (at + LENGTH > bytes.length || bytes.readUInt32LE(at) !== SIGNATURE) return undefined
  const nameEnd = at + LENGTH + bytes.readUInt16LE(at + 26)
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 28)
  if (extraEnd > bytes.length) return undefined
  const name = bytes.subarray(at + LENGTH, nameEnd)
  const extra = bytes.subarray(nameEnd, extraEnd)
  return { ...readHeaderFields(bytes, at + 6), name, extra }
}

const haveSameSecondNames = (local: EntryHeader, entry: EntryHeader): boolean => {
  const one = unicodePathFields(local)
  const other = unicodePathFields(entry)
  return one.length === other.length && one.every((field, nth) => other[nth]?.equals(field))
}

const mismatchWithDirectory = (local: EntryHeader, entry: DirectoryEntry): Refusal | undefined => {
  const at = entry.localStart
  if (!local.name.equals(entry.name)) return mismatch(at, 'another name')
  if (!haveSameSecondNames(local, entry)) return mismatch(at, 'another second name')
  if ((local.flags & READING_FLAGS) !== (entry.flags & READING_FLAGS)) return mismatch(at, 'other flags')
  if (local.method !== entry.method) return mismatch(at, 'another method')
  const hasSameSizes = local.flags & HAS_DESCRIPTOR ? areKnownLater(local, entry) : haveSameSizes(local, entry)
  return hasSameSizes ? undefined : mismatch(at, 'another size or checksum')
}

/**
 * Finds the bytes that an entry occupies. Its two headers must agree, because streaming readers use the local one and
 * others the central directory. The size of a stored entry is checked; that of a compressed one is as declared in both
 * headers, because nothing is decompressed.
 */
export const placeEntry = (bytes: Buffer, entry: DirectoryEntry): PlacedEntry | Refusal => {
  const { localStart, compressedSize, method, size } = entry
  const local = readLocal(bytes, localStart)
  if (!local) return refusal('zip_mismatch', `byte ${localStart} has no local header`)
  const fault = headerRefusal(local, `the local header at byte ${localStart}`) ?? mismatchWithDirectory(local, entry)
  if (fault) return fault
  if (method === METHOD_STORED && compressedSize !== size)
    return refusal(
      'zip_mismatch',
      `the stored entry at byte ${localStart} has ${compressedSize} bytes and declares ${size}`,
    )
  const dataStart = localStart + LENGTH + local.name.length + local.extra.length
  const dataEnd = dataStart + compressedSize
  const end = local.flags & HAS_DESCRIPTOR ? descriptorEnd(bytes, dataEnd, entry) : dataEnd
  if (end === undefined)
    return refusal('zip_mismatch', `the data descriptor at byte ${dataEnd} differs from the central directory`)
  return { ...entry, dataStart, end }
}
