import { Buffer } from 'node:buffer'
import { termsOf } from '../terms-of.ts'
import { nearTerm } from './near-term.ts'
import type { Postings, Segment } from './segment.ts'

/** Parameters of BM25, as recommended by Robertson et al. */
const K1 = 1.2
const B = 0.75

/** A segment and the mask of its searchable windows; without a mask, all are searchable. */
export interface SearchedSegment {
  readonly segment: Segment
  readonly mask: Uint8Array | undefined
}

export interface WordScores {
  readonly windows: readonly Float32Array[]
  readonly conversations: readonly Float32Array[]
  /** Score of a text that consists of the query alone. Few windows score higher. */
  readonly best: number
}

/** Calculates the inverse document frequency, never negative. */
const idfOf = (frequency: number, count: number): number => Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5))

/** Numbers of windows and conversations, and their average lengths in terms. */
interface Sizes {
  readonly windows: number
  readonly conversations: number
  readonly windowLength: number
  readonly conversationLength: number
}

const sizesOf = (searched: readonly SearchedSegment[]): Sizes => {
  let windows = 0
  let conversations = 0
  let total = 0
  for (const { segment } of searched) {
    windows += segment.size
    conversations += segment.meta.conversations.length
    total += segment.totalLength
  }
  return {
    windows,
    conversations,
    windowLength: total / Math.max(1, windows),
    conversationLength: total / Math.max(1, conversations),
  }
}

const occurrencesOf = (searched: readonly SearchedSegment[], term: string) => {
  const bytes = Buffer.from(term)
  let windows = 0
  let conversations = 0
  const postings = searched.map(({ segment }): Postings | undefined => {
    const at = segment.find(bytes)
    if (at < 0) return undefined
    const postings = segment.postingsAt(at)
    windows += postings.windows.length
    let last = -1
    for (const window of postings.windows) {
      const conversation = segment.conversationOf[window] ?? 0
      if (conversation !== last) conversations++
      last = conversation
    }
    return postings
  })
  return { postings, windows, conversations }
}

const conversationLengths = ({ starts, lengths }: Segment): Float32Array => {
  const sums = new Float32Array(starts.length - 1)
  for (let c = 0; c < sums.length; c++) {
    let sum = 0
    for (let w = starts[c] ?? 0; w < (starts[c + 1] ?? 0); w++) sum += lengths[w] ?? 0
    sums[c] = sum
  }
  return sums
}

class SegmentScores {
  readonly windows: Float32Array
  readonly conversations: Float32Array
  readonly #searched: SearchedSegment
  readonly #lengths: Float32Array
  readonly #sizes: Sizes

  constructor(searched: SearchedSegment, sizes: Sizes) {
    this.#searched = searched
    this.#sizes = sizes
    this.windows = new Float32Array(searched.segment.size)
    this.conversations = new Float32Array(searched.segment.meta.conversations.length)
    this.#lengths = conversationLengths(searched.segment)
  }

  #addConversation(conversation: number, times: number, idf: number): void {
    const length = (this.#lengths[conversation] ?? 0) / this.#sizes.conversationLength
    const score = (idf * times * (K1 + 1)) / (times + K1 * (1 - B + B * length))
    this.conversations[conversation] = (this.conversations[conversation] ?? 0) + score
  }

  add({ windows, frequencies }: Postings, idf: number, conversationIdf: number): void {
    const { segment, mask } = this.#searched
    const { conversationOf, lengths } = segment
    const perLength = (K1 * B) / this.#sizes.windowLength
    const base = K1 * (1 - B)
    let conversation = -1
    let sum = 0
    for (let i = 0; i < windows.length; i++) {
      const window = windows[i] as number
      if (mask !== undefined && mask[window] === 0) continue
      const count = frequencies[i] as number
      const score = (idf * count * (K1 + 1)) / (count + base + perLength * (lengths[window] as number))
      this.windows[window] = (this.windows[window] as number) + score
      const nextConversation = conversationOf[window] as number
      if (nextConversation !== conversation) {
        if (sum > 0) this.#addConversation(conversation, sum, conversationIdf)
        conversation = nextConversation
        sum = 0
      }
      sum += count
    }
    if (sum > 0) this.#addConversation(conversation, sum, conversationIdf)
  }
}

/** Weight of a similar spelling, relative to the term of the query. */
const SIMILAR_TERM_WEIGHT = 0.5

const exactOrSimilar = (searched: readonly SearchedSegment[], term: string) => {
  const exact = occurrencesOf(searched, term)
  if (exact.windows > 0) return { ...exact, weight: 1 }
  const similarTerm = nearTerm(
    searched.map(({ segment }) => segment),
    term,
  )
  return similarTerm === undefined
    ? { ...exact, weight: 1 }
    : { ...occurrencesOf(searched, similarTerm), weight: SIMILAR_TERM_WEIGHT }
}

export const scoreWords = (searched: readonly SearchedSegment[], query: string): WordScores => {
  const sizes = sizesOf(searched)
  const sums = searched.map((each) => new SegmentScores(each, sizes))
  let best = 0
  for (const term of new Set(termsOf(query))) {
    const { postings, windows, conversations, weight } = exactOrSimilar(searched, term)
    const idf = idfOf(windows, sizes.windows)
    const conversationIdf = idfOf(conversations, sizes.conversations)
    // One occurrence, in a text so short that its length does not lower the score.
    best += (idf * (K1 + 1)) / (1 + K1 * (1 - B))
    postings.forEach((list, i) => {
      if (list) sums[i]?.add(list, idf * weight, conversationIdf * weight)
    })
  }
  return { windows: sums.map((s) => s.windows), conversations: sums.map((s) => s.conversations), best }
}
