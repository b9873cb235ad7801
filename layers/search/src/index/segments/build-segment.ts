import { Buffer } from 'node:buffer'
import { termsOf } from '../terms-of.ts'
import type { VectorSpace } from '../vector-space.ts'
import type { Window } from '../windows/window.ts'
import { compressed, packSections } from './segment-file.ts'
import { ByteWriter, writeVarints } from './varint.ts'
import { packedVectors, quantized } from './vectors.ts'

export interface ConversationFacts {
  readonly id: string
  readonly version: string
  readonly vendor: string
  readonly model: string | null
}

export interface SegmentMeta {
  readonly space: VectorSpace
  readonly conversations: readonly ConversationFacts[]
}

export const OTHER_BRANCH_FLAG = 1
export const ATTACHMENT_FLAG = 2

/** Windows per block of texts: reading one of them reads its block. */
export const WINDOWS_PER_BLOCK = 48

export type StoredText = readonly [text: string, messageIds: readonly string[], createdAt: string | null]

/** The two objects of a segment in the bucket: one is kept in memory, the other contains texts and is read by range. */
export interface SegmentObjects {
  readonly resident: Uint8Array
  readonly texts: Uint8Array
  readonly windows: number
}

export interface SegmentParts {
  readonly meta: SegmentMeta
  /** Windows per conversation. */
  readonly windowCounts: Iterable<number>
  /** Terms per window. */
  readonly termCounts: Iterable<number>
  readonly flags: Uint8Array
  /** Creation time of each window in Unix seconds; 0 if unknown. */
  readonly createdSeconds: Uint32Array
  readonly vectors: Int8Array
  /** Sorted by the bytes of their terms. */
  readonly postings: Iterable<readonly [term: Uint8Array, postings: Uint8Array]>
  readonly texts: Iterable<StoredText>
}

const blocksOf = (texts: Iterable<StoredText>): { readonly bytes: Uint8Array; readonly lengths: readonly number[] } => {
  const blocks: Uint8Array[] = []
  let currentBlock: StoredText[] = []
  const closeBlock = () => {
    if (currentBlock.length > 0) blocks.push(compressed(JSON.stringify(currentBlock)))
    currentBlock = []
  }
  for (const text of texts) {
    currentBlock.push(text)
    if (currentBlock.length === WINDOWS_PER_BLOCK) closeBlock()
  }
  closeBlock()
  return { bytes: Buffer.concat(blocks), lengths: blocks.map(({ length }) => length) }
}

/** Builds the objects of a segment. The same parts always give the same bytes. */
export const segmentObjects = ({ meta, postings, texts, createdSeconds, ...parts }: SegmentParts): SegmentObjects => {
  const terms = new ByteWriter()
  const termLengths = new ByteWriter()
  const postingBytes = new ByteWriter()
  const listLengths = new ByteWriter()
  for (const [term, list] of postings) {
    terms.bytes(term)
    termLengths.varint(term.length)
    postingBytes.bytes(list)
    listLengths.varint(list.length)
  }
  const blocks = blocksOf(texts)
  const resident = packSections({
    meta: compressed(JSON.stringify(meta)),
    terms: compressed(terms.toBytes()),
    termLengths: termLengths.toBytes(),
    postingLengths: listLengths.toBytes(),
    postings: postingBytes.toBytes(),
    counts: writeVarints(parts.windowCounts),
    lengths: writeVarints(parts.termCounts),
    flags: parts.flags,
    seconds: new Uint8Array(createdSeconds.buffer, createdSeconds.byteOffset, createdSeconds.byteLength),
    vectors: packedVectors(parts.vectors),
    blockLengths: writeVarints(blocks.lengths),
  })
  return { resident, texts: blocks.bytes, windows: parts.flags.length }
}

/**
 * Adds a posting: the number of windows skipped since the previous one, and the frequency of the term if it is more
 * than 1.
 */
export const writePosting = (list: ByteWriter, skipped: number, frequency: number): void => {
  list.varint(skipped * 2 + (frequency > 1 ? 1 : 0))
  if (frequency > 1) list.varint(frequency)
}

class PostingList {
  readonly list = new ByteWriter(16)
  lastWindow = -1
  count = 0

  add(window: number, frequency: number): void {
    writePosting(this.list, window - this.lastWindow - 1, frequency)
    this.lastWindow = window
    this.count++
  }
}

export interface WindowedConversation {
  readonly facts: ConversationFacts
  readonly windows: readonly Window[]
  readonly vectors: readonly Float32Array[]
}

const secondsOf = (instant: string | null): number =>
  instant === null ? 0 : Math.max(0, Math.floor(Date.parse(instant) / 1000) || 0)

const byBytes = ([a]: readonly [Uint8Array, unknown], [b]: readonly [Uint8Array, unknown]): number =>
  Buffer.compare(a, b)

const postingsOf = (windows: readonly Window[]) => {
  const listsByTerm = new Map<string, PostingList>()
  const termCounts = windows.map(({ text }, window) => {
    const frequencies = new Map<string, number>()
    const terms = termsOf(text)
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
    for (const [term, count] of frequencies) {
      let list = listsByTerm.get(term)
      if (list === undefined) {
        list = new PostingList()
        listsByTerm.set(term, list)
      }
      list.add(window, count)
    }
    return terms.length
  })
  const postings = [...listsByTerm]
    .map(
      ([term, { list, count }]) => [Buffer.from(term), Buffer.concat([writeVarints([count]), list.toBytes()])] as const,
    )
    .sort(byBytes)
  return { termCounts, postings }
}

/** Builds a segment of conversations. A conversation without windows is omitted. */
export const buildSegment = (space: VectorSpace, conversations: readonly WindowedConversation[]): SegmentObjects => {
  const nonEmpty = conversations.filter(({ windows }) => windows.length > 0)
  const windows = nonEmpty.flatMap((conversation) => conversation.windows)
  return segmentObjects({
    meta: { space, conversations: nonEmpty.map(({ facts }) => facts) },
    windowCounts: nonEmpty.map((conversation) => conversation.windows.length),
    ...postingsOf(windows),
    flags: Uint8Array.from(
      windows,
      ({ branch, kind }) =>
        (branch === 'other' ? OTHER_BRANCH_FLAG : 0) | (kind === 'attachment' ? ATTACHMENT_FLAG : 0),
    ),
    createdSeconds: Uint32Array.from(windows, ({ createdAt }) => secondsOf(createdAt)),
    vectors: quantized(
      nonEmpty.flatMap((conversation) => conversation.vectors),
      space.dimensions,
    ),
    texts: windows.map(({ text, messageIds, createdAt }) => [text, messageIds, createdAt] as const),
  })
}
