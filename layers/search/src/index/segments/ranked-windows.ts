import { fuseByRank } from '../rank-fusion.ts'
import type { IndexQuery, SearchResult, WindowHit } from '../search-index.ts'
import { SPELLING_MIN } from '../spelling.ts'
import { BestOf } from './best-of.ts'
import { type ConversationFacts, OTHER } from './build-segment.ts'
import { isComparable, nearestWindows, type QueryVector } from './nearest-windows.ts'
import type { Segment } from './segment.ts'
import { cosineAt } from './vectors.ts'
import { type SearchedSegment, scoreWords, type WordScores } from './words-scored.ts'

const WHOLES_MAX = 200

export interface RankedQuery extends Pick<IndexQuery, 'text' | 'limit' | 'branches' | 'filter'> {
  readonly vector: QueryVector
  /**
   * Returns whether a conversation of a segment was removed since the segment was built, or is in another segment now.
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
  const allowed = conversationMask(segment, query)
  const from = filter.from === undefined ? undefined : Date.parse(filter.from) / 1000
  const to = filter.to === undefined ? undefined : Date.parse(filter.to) / 1000
  const hidesOthers = branches === 'active' && segment.flags.some((flag) => (flag & OTHER) !== 0)
  if (allowed === undefined && from === undefined && to === undefined && !hidesOthers) return undefined
  const mask = new Uint8Array(segment.size)
  for (let window = 0; window < mask.length; window++) {
    const seconds = segment.seconds[window] ?? 0
    const isOwn = allowed === undefined || allowed[segment.conversationOf[window] ?? 0] === 1
    const isThen =
      (from === undefined || (seconds > 0 && seconds >= from)) && (to === undefined || (seconds > 0 && seconds < to))
    const isShown = !hidesOthers || ((segment.flags[window] ?? 0) & OTHER) === 0
    mask[window] = isOwn && isThen && isShown ? 1 : 0
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

const bestWholes = (searched: readonly SearchedSegment[], { conversations }: WordScores): string[] => {
  const all = conversations.flatMap((scores, i) =>
    Array.from(scores, (score, c) => ({ score, id: searched[i]?.segment.meta.conversations[c]?.id ?? '' })),
  )
  const scored = all.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
  return [...new Set(scored.slice(0, WHOLES_MAX * 2).map(({ id }) => id))].slice(0, WHOLES_MAX)
}

const basesOf = (segments: readonly Segment[]): number[] => {
  let sum = 0
  return segments.map(({ size }) => {
    const base = sum
    sum += size
    return base
  })
}

export const windowKeyOf = (segment: Segment, window: number): string => `${segment.id}:${window}`

export const windowPosition = (place: string): { readonly segment: string; readonly window: number } => {
  const at = place.lastIndexOf(':')
  return { segment: place.slice(0, at), window: Number(place.slice(at + 1)) }
}

const rankedWindows = (
  searched: readonly SearchedSegment[],
  bases: readonly number[],
  words: WordScores,
  { vector, limit }: RankedQuery,
): readonly { readonly at: number; readonly score: number }[] => {
  const segmentOf = (at: number) => bases.findLastIndex((base) => base <= at)
  const cosine = (at: number): number | undefined => {
    const i = segmentOf(at)
    const segment = searched[i]?.segment
    if (segment === undefined || !isComparable(segment, vector)) return undefined
    return cosineAt(segment.vectors, segment.norms, at - (bases[i] ?? 0), vector.values)
  }
  const ofBest = (at: number): number => {
    const i = segmentOf(at)
    return (words.windows[i]?.[at - (bases[i] ?? 0)] ?? 0) / Math.max(words.best, Number.MIN_VALUE)
  }
  const byWords = bestWindows(words, bases, limit)
  if (!vector.space.isSemantic && byWords.length > 0) return byWords.map((at) => ({ at, score: ofBest(at) }))
  const byVector = nearestWindows(searched, bases, vector, limit)
  const scored = fuseByRank({ items: byWords, weight: 1 }, { items: byVector, weight: 1 })
    .slice(0, limit)
    .map((at) => ({ at, score: cosine(at) ?? ofBest(at) }))
  return vector.space.isSemantic ? scored : scored.filter(({ score }) => score >= SPELLING_MIN)
}

export const rankWindows = (segments: readonly Segment[], query: RankedQuery): SearchResult => {
  const bases = basesOf(segments)
  const searched = segments.map((segment) => ({ segment, mask: maskOf(segment, query) }))
  const words = scoreWords(searched, query.text)
  const windows = rankedWindows(searched, bases, words, query).map(({ at, score }): WindowHit => {
    const i = bases.findLastIndex((base) => base <= at)
    const segment = segments[i] as Segment
    const window = at - (bases[i] ?? 0)
    const conversation = segment.conversationOf[window] ?? 0
    const { id = '', version = '' } = segment.meta.conversations[conversation] ?? {}
    return {
      conversationId: id,
      version,
      score: Math.min(1, Math.max(0, score)),
      place: windowKeyOf(segment, window),
      window: String(window - (segment.starts[conversation] ?? 0)),
    }
  })
  const byWindow = [...new Set(windows.map(({ conversationId }) => conversationId))]
  const conversations = fuseByRank({ items: bestWholes(searched, words), weight: 1 }, { items: byWindow, weight: 1 })
  return { windows, conversations }
}
