import { concat } from '../concat.ts'

const LOCAL_SIGNATURE = 0x04034b50
const CENTRAL_SIGNATURE = 0x02014b50
const END_SIGNATURE = 0x06054b50
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22
const FILES_MAX = 64
const VERSION = 20
/** General purpose flag 11: file names are UTF-8. */
const FLAGS = 0x0800
/** 1980-01-01, the earliest ZIP date, so that the same files yield the same bytes. */
const DATE = 0x0021

const utf8 = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] as number)
  return (crc ^ 0xffffffff) >>> 0
}

type Field = readonly [bytes: 2 | 4, value: number]

const encodeRecord = (fields: readonly Field[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)))
  let offset = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(offset, value, true)
    else view.setUint32(offset, value, true)
    offset += bytes
  }
  return new Uint8Array(view.buffer)
}

const fileFields = (name: Uint8Array, bytes: Uint8Array): readonly Field[] => [
  // Version, flags, method (stored), time, date.
  ...([
    [2, VERSION],
    [2, FLAGS],
    [2, 0],
    [2, 0],
    [2, DATE],
  ] as const),
  // CRC-32, compressed size, size, length of the name, length of the extra field.
  ...([
    [4, crc32(bytes)],
    [4, bytes.length],
    [4, bytes.length],
    [2, name.length],
    [2, 0],
  ] as const),
]

/** Packs files into a ZIP without compression. Deterministic for the same files in the same order. */
export const zipOf = (files: Readonly<Record<string, Uint8Array>>): Uint8Array => {
  const body: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const [path, bytes] of Object.entries(files)) {
    const name = utf8.encode(path)
    const fields = fileFields(name, bytes)
    body.push(encodeRecord([[4, LOCAL_SIGNATURE], ...fields]), name, bytes)
    directory.push(
      // After the common fields: length of the comment, disk, internal and external attributes, offset.
      encodeRecord([[4, CENTRAL_SIGNATURE], [2, VERSION], ...fields, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]),
      name,
    )
    offset += LOCAL_BYTES + name.length + bytes.length
  }
  const count = directory.length / 2
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  // Number of the disk and of the directory's disk, entries on the disk and in total, size and offset of the directory,
  // length of the comment.
  const end = encodeRecord([
    [4, END_SIGNATURE],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  ])
  return concat([...body, ...directory, end])
}

export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length >= END_BYTES && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === LOCAL_SIGNATURE

const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

const readFiles = (zip: Uint8Array): Readonly<Record<string, Uint8Array>> => {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  // The offsets below are those of the fields that `zipOf` writes.
  const end = zip.length - END_BYTES
  const count = view.getUint16(end + 10, true)
  let entryOffset = view.getUint32(end + 16, true)
  const files: [string, Uint8Array][] = []
  let total = 0
  for (let index = 0; index < Math.min(count, FILES_MAX); index++) {
    const size = view.getUint32(entryOffset + 24, true)
    const nameSize = view.getUint16(entryOffset + 28, true)
    total += size
    // Overlapping entries could expand to many times the size of the ZIP.
    if (total > zip.length) throw new RangeError('The files are larger than the ZIP')
    const start = view.getUint32(entryOffset + 42, true) + LOCAL_BYTES + nameSize
    const name = decoder.decode(zip.subarray(entryOffset + CENTRAL_BYTES, entryOffset + CENTRAL_BYTES + nameSize))
    files.push([name, zip.slice(start, start + size)])
    entryOffset += CENTRAL_BYTES + nameSize
  }
  return Object.fromEntries(files)
}

/** Unpacks a ZIP that `zipOf` wrote. Returns undefined if any byte differs, such as after repacking or tampering. */
export const unzip = (zip: Uint8Array): Readonly<Record<string, Uint8Array>> | undefined => {
  try {
    const files = readFiles(zip)
    return isSameBytes(zipOf(files), zip) ? files : undefined
  } catch {
    // An offset is out of bounds, or a name is not UTF-8.
    return undefined
  }
}
