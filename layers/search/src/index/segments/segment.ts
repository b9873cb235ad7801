import { Buffer } from 'node:buffer'
import type { SegmentMeta } from './build-segment.ts'
import { decompressed, unpackSections } from './segment-file.ts'
import { offsetsOf, varintsOf } from './varint.ts'
import { normsOf, signsOf, unpackedVectors } from './vectors.ts'

/** The windows that contain a term, in order, and how often each contains it. */
export interface Postings {
  readonly windows: Uint32Array
  readonly frequencies: Uint32Array
}

/** A segment in memory, without its texts. */
export interface Segment {
  readonly id: string
  readonly meta: SegmentMeta
  /** Number of windows. Arrays by window are in this order. */
  readonly size: number
  /** The windows of conversation c are those from starts[c] to before starts[c + 1]. */
  readonly starts: Uint32Array
  /** Index of the conversation of each window. */
  readonly conversationOf: Uint32Array
  /** Number of terms of each window. */
  readonly lengths: Uint32Array
  readonly totalLength: number
  readonly flags: Uint8Array
  readonly seconds: Uint32Array
  readonly vectors: Int8Array
  readonly norms: Float32Array
  readonly signs: Uint32Array
  /** Start of each block in the object with the texts, and the end of the last one. */
  readonly blocks: Uint32Array
  /** Bytes in memory. */
  readonly bytes: number
  /** Number of terms. */
  readonly terms: number
  termAt(index: number): Uint8Array
  /** Returns the index of a term; -1 if no window contains it. */
  find(term: Uint8Array): number
  postingsAt(index: number): Postings
}

const readPostings = (bytes: Uint8Array, from: number): Postings => {
  let offset = from
  const next = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[offset++] ?? 0
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }
  const count = next()
  const windows = new Uint32Array(count)
  const frequencies = new Uint32Array(count)
  let window = -1
  for (let i = 0; i < count; i++) {
    // The low bit says whether a frequency follows. The other bits are the number of windows skipped.
    const coded = next()
    window += (coded >>> 1) + 1
    windows[i] = window
    frequencies[i] = coded & 1 ? next() : 1
  }
  return { windows, frequencies }
}

const conversationsOf = (starts: Uint32Array): Uint32Array => {
  const all = new Uint32Array(starts.at(-1) ?? 0)
  for (let c = 0; c + 1 < starts.length; c++) all.fill(c, starts[c], starts[c + 1])
  return all
}

const termIndexOf = (term: Uint8Array, count: number, termAt: (index: number) => Uint8Array): number => {
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const order = Buffer.compare(termAt(middle), term)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/**
 * Opens a segment from its resident bytes.
 * @throws Error if they are not a segment
 */
export const openSegment = (id: string, file: Uint8Array): Segment => {
  const sections = unpackSections(file)
  const meta: SegmentMeta = JSON.parse(decompressed(sections.meta).toString('utf8'))
  const { dimensions } = meta.space
  const terms = decompressed(sections.terms)
  const termOffsets = offsetsOf(varintsOf(sections.termLengths))
  const postingOffsets = offsetsOf(varintsOf(sections.postingLengths))
  const starts = offsetsOf(varintsOf(sections.counts))
  const lengths = varintsOf(sections.lengths)
  const { seconds } = sections
  const vectors = unpackedVectors(sections.vectors)
  const signs = signsOf(vectors, dimensions)
  const termAt = (index: number): Uint8Array => terms.subarray(termOffsets[index], termOffsets[index + 1])
  return {
    id,
    meta,
    size: lengths.length,
    starts,
    conversationOf: conversationsOf(starts),
    lengths,
    totalLength: lengths.reduce((sum, length) => sum + length, 0),
    flags: sections.flags,
    seconds: new Uint32Array(seconds.buffer, seconds.byteOffset, seconds.byteLength / 4),
    vectors,
    norms: normsOf(vectors, dimensions),
    signs,
    blocks: offsetsOf(varintsOf(sections.blockLengths)),
    // 12: the four-byte arrays lengths, conversationOf and norms. 8: the offsets of terms and postings.
    bytes:
      file.byteLength +
      vectors.byteLength +
      terms.byteLength +
      signs.byteLength +
      lengths.length * 12 +
      termOffsets.length * 8,
    terms: termOffsets.length - 1,
    termAt,
    find: (term) => termIndexOf(term, termOffsets.length - 1, termAt),
    postingsAt: (index) => readPostings(sections.postings, postingOffsets[index] ?? 0),
  }
}
