import type { Buffer } from 'node:buffer'

export interface EntryHeader {
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  /** Bytes of the name, which may be in a code page. */
  readonly name: Buffer
  readonly extra: Buffer
}

export interface DirectoryEntry extends EntryHeader {
  readonly localStart: number
  /** 0, unless the archive is in several parts. */
  readonly disk: number
  /** What the entry is on Unix: a file, a folder, a link, and who may read it. 0 where its writer says nothing. */
  readonly mode: number
}

/** An entry with what it occupies: from its local header to the end of its data, or of the descriptor behind them. */
export interface PlacedEntry extends DirectoryEntry {
  readonly dataStart: number
  readonly end: number
}

export const STORED = 0
export const DEFLATED = 8

export const nameOf = ({ name }: EntryHeader): string => name.toString('latin1')

export const readFacts = (bytes: Buffer, at: number): Omit<EntryHeader, 'name' | 'extra'> => ({
  flags: bytes.readUInt16LE(at),
  method: bytes.readUInt16LE(at + 2),
  crc: bytes.readUInt32LE(at + 8),
  compressedSize: bytes.readUInt32LE(at + 12),
  size: bytes.readUInt32LE(at + 16),
})

/** Fields of an extra field by their id, in order. What does not fit ends the list: writers pad with zeros. */
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
