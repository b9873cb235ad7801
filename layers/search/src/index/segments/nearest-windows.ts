import type { VectorSpace } from '../vector-space.ts'
import { BestOf } from './best-of.ts'
import type { Segment } from './segment.ts'
import { agreements, cosineAt, signsOf } from './vectors.ts'
import type { SearchedSegment } from './words-scored.ts'

const COARSE_TIMES = 4

export interface QueryVector {
  readonly space: VectorSpace
  readonly values: Float32Array
}

export const isComparable = ({ meta }: Segment, { space }: QueryVector): boolean =>
  meta.space.model === space.model && meta.space.dimensions === space.dimensions

const quantisedQuery = (values: Float32Array): Int8Array => Int8Array.from(values, (value) => (value > 0 ? 1 : -1))

/**
 * Returns the windows with the nearest vectors, best first, as positions over all segments; `bases` contains the first
 * position of each. Sign bits preselect, cosines decide. Vectors of other models are skipped.
 */
export const nearestWindows = (
  searched: readonly SearchedSegment[],
  bases: readonly number[],
  query: QueryVector,
  limit: number,
): number[] => {
  const { dimensions } = query.space
  const querySigns = signsOf(quantisedQuery(query.values), dimensions)
  const coarse = new BestOf(limit * COARSE_TIMES)
  searched.forEach(({ segment, mask }, i) => {
    if (!isComparable(segment, query)) return
    const base = bases[i] ?? 0
    const agreement = agreements(segment.signs, querySigns, dimensions)
    for (let window = 0; window < agreement.length; window++) {
      if (mask === undefined || mask[window] !== 0) coarse.add(base + window, agreement[window] as number)
    }
  })
  const best = new BestOf(limit)
  for (const at of coarse.ids()) {
    const i = bases.findLastIndex((base) => base <= at)
    const segment = searched[i]?.segment
    if (segment) best.add(at, cosineAt(segment.vectors, segment.norms, at - (bases[i] ?? 0), query.values))
  }
  return best.ids()
}
