/** Damping of ranks in the fusion (Cormack et al. 2009). */
const RANK_DAMPING = 60

export interface RankedList<T> {
  readonly items: readonly T[]
  readonly weight: number
}

/** Fuses ranked lists by reciprocal rank, because scores of different kinds cannot be added. Best first. */
export const fuseByRank = <T>(...lists: readonly RankedList<T>[]): T[] => {
  const sums = new Map<T, number>()
  for (const { items, weight } of lists) {
    items.forEach((item, rank) => {
      sums.set(item, (sums.get(item) ?? 0) + weight / (RANK_DAMPING + rank + 1))
    })
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([item]) => item)
}
