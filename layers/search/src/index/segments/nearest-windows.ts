import type { VectorSpace } from '../vector-space.ts'
import { BestOf } from './best-of.ts'
import type { Segment } from './segment.ts'
import { agreements, cosineAt, signsOf } from './vectors.ts'
import type { SearchedSegment } from './words-scored.ts'

/** The preselection by signs contains this many times the requested number of windows. */
const COARSE_FACTOR = 4

export interface QueryVector {
  readonly space: VectorSpace
  readonly values: Float32Array
}

export const isComparable = ({ meta }: Segment, { space }: QueryVector): boolean =>
  meta.space.model === space.model && meta.space.dimensions === space.dimensions

const signVector = (values: Float32Array): Int8Array => Int8Array.from(values, (value) => (value > 0 ? 1 : -1))

/**
 * Returns the windows with the nearest vectors, best first, as positions over all segments; `bases` contains the first
 * position of each segment. Preselects by sign bits and ranks by cosines. Skips vectors of other models.
 */
export const nearestWindows = (
  searched: readonly SearchedSegment[],
  bases: readonly number[],
  query: QueryVector,
  limit: number,
): number[] => {
  const { dimensions } = query.space
  const querySigns = signsOf(signVector(query.values), dimensions)
  const coarseBest = new BestOf(limit * COARSE_FACTOR)
  searched.forEach(({ segment, mask }, i) => {
    if (!isComparable(segment, query)) return
    const base = bases[i] ?? 0
    const agreement = agreements(segment.signs, querySigns, dimensions)
    for (let window = 0; window < agreement.length; window++) {
      if (mask === undefined || mask[window] !== 0) coarseBest.add(base + window, agreement[window] as number)
    }
  })
  const best = new BestOf(limit)
  for (const position of coarseBest.ids()) {
    const i = bases.findLastIndex((base) => base <= position)
    const segment = searched[i]?.segment
    if (segment) best.add(position, cosineAt(segment.vectors, segment.norms, position - (bases[i] ?? 0), query.values))
  }
  return best.ids()
}
