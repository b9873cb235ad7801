import { Buffer } from 'node:buffer'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

const MAGIC = 'SGSEG1\n\0'
const ALIGNMENT_BYTES = 4

export interface SegmentSections {
  /** Brotli of JSON: conversations and the vector space. */
  readonly meta: Uint8Array
  /** Brotli of all terms, sorted by their bytes and concatenated. */
  readonly terms: Uint8Array
  /** Varints: the length of each term in bytes. */
  readonly termLengths: Uint8Array
  /** Varints: the length of each term's postings in bytes. */
  readonly postingLengths: Uint8Array
  readonly postings: Uint8Array
  /** Varints: the number of windows of each conversation. */
  readonly counts: Uint8Array
  /** Varints: the number of terms of each window. */
  readonly lengths: Uint8Array
  /** One byte per window: OTHER_BRANCH_FLAG, ATTACHMENT_FLAG. */
  readonly flags: Uint8Array
  /** Four bytes per window: seconds since 1970, 0 without a time. */
  readonly seconds: Uint8Array
  /** Four bits per dimension (see vectors.ts). */
  readonly vectors: Uint8Array
  /** Varints: the length of each block of texts in bytes. */
  readonly blockLengths: Uint8Array
}

const SECTION_ORDER = [
  'meta',
  'terms',
  'termLengths',
  'postingLengths',
  'postings',
  'counts',
  'lengths',
  'flags',
  'seconds',
  'vectors',
  'blockLengths',
] as const satisfies readonly (keyof SegmentSections)[]

const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

export const compressed = (bytes: Uint8Array | string): Uint8Array => brotliCompressSync(bytes, BROTLI_OPTIONS)
export const decompressed = (bytes: Uint8Array): Buffer => brotliDecompressSync(bytes)

const aligned = (length: number): number => Math.ceil(length / ALIGNMENT_BYTES) * ALIGNMENT_BYTES

/** Packs the sections into one file: the magic, their lengths, and the sections, each aligned to four bytes. */
export const packSections = (sections: SegmentSections): Uint8Array => {
  const head = Buffer.alloc(MAGIC.length + SECTION_ORDER.length * 4)
  head.write(MAGIC, 'latin1')
  SECTION_ORDER.forEach((name, i) => {
    head.writeUInt32LE(sections[name].length, MAGIC.length + i * 4)
  })
  const parts = SECTION_ORDER.flatMap((name) => {
    const bytes = sections[name]
    return [bytes, new Uint8Array(aligned(bytes.length) - bytes.length)]
  })
  return Buffer.concat([head, ...parts])
}

/**
 * Unpacks the sections of a file.
 * @throws Error if the bytes are not a segment or are truncated
 */
export const unpackSections = (file: Uint8Array): SegmentSections => {
  // Typed arrays need an alignment that a pooled buffer may not have.
  const alignedFile = file.byteOffset % ALIGNMENT_BYTES === 0 ? file : Uint8Array.from(file)
  const view = Buffer.from(alignedFile.buffer, alignedFile.byteOffset, alignedFile.byteLength)
  if (view.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('The bytes are not an index segment')
  let offset = MAGIC.length + SECTION_ORDER.length * 4
  const sections = Object.fromEntries(
    SECTION_ORDER.map((name, i) => {
      const length = view.readUInt32LE(MAGIC.length + i * 4)
      const bytes = alignedFile.subarray(offset, offset + length)
      if (bytes.length < length) throw new Error('The index segment is truncated')
      offset += aligned(length)
      return [name, bytes]
    }),
  )
  return sections as unknown as SegmentSections
}
