import type { Buffer } from 'node:buffer'

export interface EntryHeader {
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  /** Name in bytes, possibly in a code page. */
  readonly name: Buffer
  readonly extra: Buffer
}

export interface DirectoryEntry extends EntryHeader {
  readonly localStart: number
  /** Always 0, except in an archive of several parts. */
  readonly disk: number
  /** Unix mode: file, folder or link, and permissions. 0 if the writer does not set it. */
  readonly mode: number
}

/** An entry with the bytes that it occupies: from its local header to the end of its data or data descriptor. */
export interface PlacedEntry extends DirectoryEntry {
  readonly dataStart: number
  readonly end: number
}

export const METHOD_STORED = 0
export const METHOD_DEFLATED = 8

export const nameOf = ({ name }: EntryHeader): string => name.toString('latin1')

export const readHeaderFields = (bytes: Buffer, at: number): Omit<EntryHeader, 'name' | 'extra'> => ({
  flags: bytes.readUInt16LE(at),
  method: bytes.readUInt16LE(at + 2),
  crc: bytes.readUInt32LE(at + 8),
  compressedSize: bytes.readUInt32LE(at + 12),
  size: bytes.readUInt32LE(at + 16),
})

/**
 * Returns the fields of an extra field by id, in order. Invalid lengths end the list, because writers pad with zeros.
 */
export const extraFields = (extra: Buffer): readonly { readonly id: number; readonly data: Buffer }[] => {
  const fields: { id: number; data: Buffer }[] = []
  let at = 0
  while (at + 4 <= extra.length) {
    const id = extra.readUInt16LE(at)
    const length = extra.readUInt16LE(at + 2)
    if (at + 4 + length > extra.length) break
    fields.push({ id, data: extra.subarray(at + 4, at + 4 + length) })
    at += 4 + length
  }
  return fields
}
