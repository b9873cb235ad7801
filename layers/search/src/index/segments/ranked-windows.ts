import { fuseByRank } from '../rank-fusion.ts'
import type { IndexQuery, SearchResult, WindowHit } from '../search-index.ts'
import { SPELLING_MIN } from '../spelling.ts'
import { BestOf } from './best-of.ts'
import { type ConversationFacts, OTHER_BRANCH_FLAG } from './build-segment.ts'
import { isComparable, nearestWindows, type QueryVector } from './nearest-windows.ts'
import type { Segment } from './segment.ts'
import { cosineAt } from './vectors.ts'
import { type SearchedSegment, scoreWords, type WordScores } from './words-scored.ts'

/** Maximum conversations of the ranking by all their windows together. */
const CONVERSATIONS_MAX = 200

export interface RankedQuery extends Pick<IndexQuery, 'text' | 'limit' | 'branches' | 'filter'> {
  readonly vector: QueryVector
  /**
   * Returns whether a conversation of a segment was removed after the segment was built, or a segment of the current
   * model contains the same version.
   */
  readonly isRemoved: (segment: Segment, conversation: ConversationFacts) => boolean
}

const conversationMask = (segment: Segment, { filter, isRemoved }: RankedQuery): Uint8Array | undefined => {
  const { vendor, model, conversations } = filter
  const matches = segment.meta.conversations.map(
    (facts) =>
      (vendor === undefined || facts.vendor === vendor) &&
      (model === undefined || facts.model === model) &&
      (conversations === undefined || conversations.has(facts.id)) &&
      !isRemoved(segment, facts),
  )
  return matches.every(Boolean) ? undefined : Uint8Array.from(matches, Number)
}

/** Returns the windows of a segment that may be found; undefined for all. */
const maskOf = (segment: Segment, query: RankedQuery): Uint8Array | undefined => {
  const { branches, filter } = query
  const allowedConversations = conversationMask(segment, query)
  const from = filter.from === undefined ? undefined : Date.parse(filter.from) / 1000
  const to = filter.to === undefined ? undefined : Date.parse(filter.to) / 1000
  const hidesOtherBranches = branches === 'active' && segment.flags.some((flag) => (flag & OTHER_BRANCH_FLAG) !== 0)
  if (allowedConversations === undefined && from === undefined && to === undefined && !hidesOtherBranches)
    return undefined
  const mask = new Uint8Array(segment.size)
  for (let window = 0; window < mask.length; window++) {
    const seconds = segment.seconds[window] ?? 0
    const isAllowed =
      allowedConversations === undefined || allowedConversations[segment.conversationOf[window] ?? 0] === 1
    const isInPeriod =
      (from === undefined || (seconds > 0 && seconds >= from)) && (to === undefined || (seconds > 0 && seconds < to))
    const isInBranch = !hidesOtherBranches || ((segment.flags[window] ?? 0) & OTHER_BRANCH_FLAG) === 0
    mask[window] = isAllowed && isInPeriod && isInBranch ? 1 : 0
  }
  return mask
}

const bestWindows = ({ windows }: WordScores, bases: readonly number[], limit: number): number[] => {
  const best = new BestOf(limit)
  windows.forEach((scores, i) => {
    const base = bases[i] ?? 0
    for (let window = 0; window < scores.length; window++) {
      const score = scores[window] as number
      if (score > 0) best.add(base + window, score)
    }
  })
  return best.ids()
}

const bestConversations = (searched: readonly SearchedSegment[], { conversations }: WordScores): string[] => {
  const all = conversations.flatMap((scores, i) =>
    Array.from(scores, (score, c) => ({ score, id: searched[i]?.segment.meta.conversations[c]?.id ?? '' })),
  )
  const scored = all.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  // A conversation may be in several segments, so twice as many are selected before duplicates are removed.
  return [...new Set(scored.slice(0, CONVERSATIONS_MAX * 2).map(({ id }) => id))].slice(0, CONVERSATIONS_MAX)
}

/** Returns the position of each segment's first window. Positions count the windows of all segments in order. */
const basesOf = (segments: readonly Segment[]): number[] => {
  let sum = 0
  return segments.map(({ size }) => {
    const base = sum
    sum += size
    return base
  })
}

export const formatPosition = (segment: Segment, window: number): string => `${segment.id}:${window}`

export const parsePosition = (text: string): { readonly segment: string; readonly window: number } => {
  const colon = text.lastIndexOf(':')
  return { segment: text.slice(0, colon), window: Number(text.slice(colon + 1)) }
}

const rankedWindows = (
  searched: readonly SearchedSegment[],
  bases: readonly number[],
  words: WordScores,
  { vector, limit }: RankedQuery,
): readonly { readonly position: number; readonly score: number }[] => {
  const segmentOf = (position: number) => bases.findLastIndex((base) => base <= position)
  const cosine = (position: number): number | undefined => {
    const i = segmentOf(position)
    const segment = searched[i]?.segment
    if (segment === undefined || !isComparable(segment, vector)) return undefined
    return cosineAt(segment.vectors, segment.norms, position - (bases[i] ?? 0), vector.values)
  }
  const wordScore = (position: number): number => {
    const i = segmentOf(position)
    return (words.windows[i]?.[position - (bases[i] ?? 0)] ?? 0) / Math.max(words.best, Number.MIN_VALUE)
  }
  const byWords = bestWindows(words, bases, limit)
  if (!vector.space.isSemantic && byWords.length > 0)
    return byWords.map((position) => ({ position, score: wordScore(position) }))
  const byVector = nearestWindows(searched, bases, vector, limit)
  const scored = fuseByRank({ items: byWords, weight: 1 }, { items: byVector, weight: 1 })
    .slice(0, limit)
    .map((position) => ({ position, score: cosine(position) ?? wordScore(position) }))
  return vector.space.isSemantic ? scored : scored.filter(({ score }) => score >= SPELLING_MIN)
}

export const rankWindows = (segments: readonly Segment[], query: RankedQuery): SearchResult => {
  const bases = basesOf(segments)
  const searched = segments.map((segment) => ({ segment, mask: maskOf(segment, query) }))
  const words = scoreWords(searched, query.text)
  const windows = rankedWindows(searched, bases, words, query).map(({ position, score }): WindowHit => {
    const i = bases.findLastIndex((base) => base <= position)
    const segment = segments[i] as Segment
    const window = position - (bases[i] ?? 0)
    const conversation = segment.conversationOf[window] ?? 0
    const { id = '', version = '' } = segment.meta.conversations[conversation] ?? {}
    return {
      conversationId: id,
      version,
      score: Math.min(1, Math.max(0, score)),
      position: formatPosition(segment, window),
      window: String(window - (segment.starts[conversation] ?? 0)),
    }
  })
  const byWindow = [...new Set(windows.map(({ conversationId }) => conversationId))]
  const conversations = fuseByRank(
    { items: bestConversations(searched, words), weight: 1 },
    { items: byWindow, weight: 1 },
  )
  return { windows, conversations }
}
