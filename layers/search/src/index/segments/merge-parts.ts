import { Buffer } from 'node:buffer'
import {
  type ConversationFacts,
  type SegmentParts,
  type StoredText,
  WINDOWS_PER_BLOCK,
  writePosting,
} from './build-segment.ts'
import type { Segment } from './segment.ts'
import { decompressed } from './segment-file.ts'
import { ByteWriter, writeVarints } from './varint.ts'

export interface MergeInput {
  readonly segment: Segment
  readonly texts: Uint8Array
  readonly stays: (facts: ConversationFacts) => boolean
}

const DROPPED = 0xffffffff

interface MergeMapping extends MergeInput {
  readonly places: Uint32Array
  readonly conversations: readonly number[]
}

const mapped = (inputs: readonly MergeInput[]): { readonly all: readonly MergeMapping[]; readonly size: number } => {
  let size = 0
  const takenVersions = new Set<string>()
  const all = inputs.map((input) => {
    const { segment, stays } = input
    const places = new Uint32Array(segment.size).fill(DROPPED)
    const conversations = segment.meta.conversations.flatMap((facts, c) => {
      const version = `${facts.id} ${facts.version}`
      if (takenVersions.has(version) || !stays(facts)) return []
      takenVersions.add(version)
      for (let w = segment.starts[c] ?? 0; w < (segment.starts[c + 1] ?? 0); w++) places[w] = size++
      return [c]
    })
    return { ...input, places, conversations }
  })
  return { all, size }
}

const keptWindows = <T extends Uint8Array | Uint32Array>(
  all: readonly MergeMapping[],
  from: (segment: Segment) => T,
  to: T,
): T => {
  for (const { segment, places } of all) {
    const values = from(segment)
    places.forEach((position, window) => {
      if (position !== DROPPED) to[position] = values[window] ?? 0
    })
  }
  return to
}

const keptVectors = (all: readonly MergeMapping[], size: number, dimensions: number): Int8Array => {
  const vectors = new Int8Array(size * dimensions)
  for (const { segment, places } of all) {
    places.forEach((position, window) => {
      if (position === DROPPED) return
      vectors.set(segment.vectors.subarray(window * dimensions, (window + 1) * dimensions), position * dimensions)
    })
  }
  return vectors
}

function* textsOf(all: readonly MergeMapping[]): Generator<StoredText> {
  for (const { segment, texts, places } of all) {
    const { blocks } = segment
    for (let block = 0; block + 1 < blocks.length; block++) {
      const stored: StoredText[] = JSON.parse(
        decompressed(texts.subarray(blocks[block], blocks[block + 1])).toString('utf8'),
      )
      for (const [i, text] of stored.entries()) if (places[block * WINDOWS_PER_BLOCK + i] !== DROPPED) yield text
    }
  }
}

const nextTerm = (all: readonly MergeMapping[], at: readonly number[]): Uint8Array | undefined => {
  let least: Uint8Array | undefined
  all.forEach(({ segment }, i) => {
    const position = at[i] ?? 0
    if (position >= segment.terms) return
    const term = segment.termAt(position)
    if (least === undefined || Buffer.compare(term, least) < 0) least = term
  })
  return least
}

function* postingsOf(all: readonly MergeMapping[]): Generator<readonly [Uint8Array, Uint8Array]> {
  const at = all.map(() => 0)
  for (let term = nextTerm(all, at); term !== undefined; term = nextTerm(all, at)) {
    const list = new ByteWriter(64)
    let last = -1
    let count = 0
    for (const [i, { segment, places }] of all.entries()) {
      const position = at[i] ?? 0
      if (position >= segment.terms || Buffer.compare(segment.termAt(position), term) !== 0) continue
      at[i] = position + 1
      const { windows, times } = segment.postingsAt(position)
      windows.forEach((window, j) => {
        const to = places[window] ?? DROPPED
        if (to === DROPPED) return
        writePosting(list, to - last - 1, times[j] ?? 1)
        last = to
        count++
      })
    }
    if (count > 0) yield [term, Buffer.concat([writeVarints([count]), list.done()])]
  }
}

/**
 * Merges segments of one vector space: their windows one segment after the other, without removed conversations and
 * copies.
 */
export const mergeParts = (inputs: readonly MergeInput[]): SegmentParts => {
  const { all, size } = mapped(inputs)
  const space = inputs[0]?.segment.meta.space ?? { model: 'none', dimensions: 0, isSemantic: false }
  return {
    meta: {
      space,
      conversations: all.flatMap(({ segment, conversations }) =>
        conversations.flatMap((c) => segment.meta.conversations[c] ?? []),
      ),
    },
    counts: all.flatMap(({ segment: { starts }, conversations }) =>
      conversations.map((c) => (starts[c + 1] ?? 0) - (starts[c] ?? 0)),
    ),
    lengths: keptWindows(all, (segment) => segment.lengths, new Uint32Array(size)),
    flags: keptWindows(all, (segment) => segment.flags, new Uint8Array(size)),
    seconds: keptWindows(all, (segment) => segment.seconds, new Uint32Array(size)),
    vectors: keptVectors(all, size, space.dimensions),
    postings: postingsOf(all),
    texts: textsOf(all),
  }
}
