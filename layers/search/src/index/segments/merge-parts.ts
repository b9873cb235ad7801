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
  readonly isKept: (facts: ConversationFacts) => boolean
}

/** Marks a window that the merged segment does not contain. */
const DROPPED = 0xffffffff

interface MergeMapping extends MergeInput {
  /** Position of each window in the merged segment, or DROPPED. */
  readonly positions: Uint32Array
  readonly conversations: readonly number[]
}

const mapWindows = (
  inputs: readonly MergeInput[],
): { readonly mappings: readonly MergeMapping[]; readonly size: number } => {
  let size = 0
  const keptVersions = new Set<string>()
  const mappings = inputs.map((input) => {
    const { segment, isKept } = input
    const positions = new Uint32Array(segment.size).fill(DROPPED)
    const conversations = segment.meta.conversations.flatMap((facts, c) => {
      const version = `${facts.id} ${facts.version}`
      if (keptVersions.has(version) || !isKept(facts)) return []
      keptVersions.add(version)
      for (let w = segment.starts[c] ?? 0; w < (segment.starts[c + 1] ?? 0); w++) positions[w] = size++
      return [c]
    })
    return { ...input, positions, conversations }
  })
  return { mappings, size }
}

const keptValues = <T extends Uint8Array | Uint32Array>(
  mappings: readonly MergeMapping[],
  valuesOf: (segment: Segment) => T,
  target: T,
): T => {
  for (const { segment, positions } of mappings) {
    const values = valuesOf(segment)
    positions.forEach((position, window) => {
      if (position !== DROPPED) target[position] = values[window] ?? 0
    })
  }
  return target
}

const keptVectors = (mappings: readonly MergeMapping[], size: number, dimensions: number): Int8Array => {
  const vectors = new Int8Array(size * dimensions)
  for (const { segment, positions } of mappings) {
    positions.forEach((position, window) => {
      if (position === DROPPED) return
      vectors.set(segment.vectors.subarray(window * dimensions, (window + 1) * dimensions), position * dimensions)
    })
  }
  return vectors
}

function* textsOf(mappings: readonly MergeMapping[]): Generator<StoredText> {
  for (const { segment, texts, positions } of mappings) {
    const { blocks } = segment
    for (let block = 0; block + 1 < blocks.length; block++) {
      const stored: StoredText[] = JSON.parse(
        decompressed(texts.subarray(blocks[block], blocks[block + 1])).toString('utf8'),
      )
      for (const [i, text] of stored.entries()) if (positions[block * WINDOWS_PER_BLOCK + i] !== DROPPED) yield text
    }
  }
}

const nextTerm = (mappings: readonly MergeMapping[], termIndexes: readonly number[]): Uint8Array | undefined => {
  let smallest: Uint8Array | undefined
  mappings.forEach(({ segment }, i) => {
    const termIndex = termIndexes[i] ?? 0
    if (termIndex >= segment.terms) return
    const term = segment.termAt(termIndex)
    if (smallest === undefined || Buffer.compare(term, smallest) < 0) smallest = term
  })
  return smallest
}

function* postingsOf(mappings: readonly MergeMapping[]): Generator<readonly [Uint8Array, Uint8Array]> {
  const termIndexes = mappings.map(() => 0)
  for (let term = nextTerm(mappings, termIndexes); term !== undefined; term = nextTerm(mappings, termIndexes)) {
    const list = new ByteWriter(64)
    let lastPosition = -1
    let count = 0
    for (const [i, { segment, positions }] of mappings.entries()) {
      const termIndex = termIndexes[i] ?? 0
      if (termIndex >= segment.terms || Buffer.compare(segment.termAt(termIndex), term) !== 0) continue
      termIndexes[i] = termIndex + 1
      const { windows, frequencies } = segment.postingsAt(termIndex)
      windows.forEach((window, j) => {
        const position = positions[window] ?? DROPPED
        if (position === DROPPED) return
        writePosting(list, position - lastPosition - 1, frequencies[j] ?? 1)
        lastPosition = position
        count++
      })
    }
    if (count > 0) yield [term, Buffer.concat([writeVarints([count]), list.toBytes()])]
  }
}

/**
 * Merges segments of one vector space. The result contains the windows of one segment after the other, without removed
 * conversations and copies.
 */
export const mergeParts = (inputs: readonly MergeInput[]): SegmentParts => {
  const { mappings, size } = mapWindows(inputs)
  const space = inputs[0]?.segment.meta.space ?? { model: 'none', dimensions: 0, isSemantic: false }
  return {
    meta: {
      space,
      conversations: mappings.flatMap(({ segment, conversations }) =>
        conversations.flatMap((c) => segment.meta.conversations[c] ?? []),
      ),
    },
    windowCounts: mappings.flatMap(({ segment: { starts }, conversations }) =>
      conversations.map((c) => (starts[c + 1] ?? 0) - (starts[c] ?? 0)),
    ),
    termCounts: keptValues(mappings, (segment) => segment.lengths, new Uint32Array(size)),
    flags: keptValues(mappings, (segment) => segment.flags, new Uint8Array(size)),
    createdSeconds: keptValues(mappings, (segment) => segment.seconds, new Uint32Array(size)),
    vectors: keptVectors(mappings, size, space.dimensions),
    postings: postingsOf(mappings),
    texts: textsOf(mappings),
  }
}
