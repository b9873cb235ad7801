/** How much the first places count beside the later ones (Cormack et al. 2009). */
const K = 60

/** A list, best first, and how much it is trusted beside the others. */
export interface RankedList<T> {
  readonly items: readonly T[]
  readonly weight: number
}

/** Reciprocal rank fusion: by places alone, for scores of different kinds cannot be added. Best first. */
export const fused = <T>(...lists: readonly RankedList<T>[]): T[] => {
  const sums = new Map<T, number>()
  for (const { items, weight } of lists) {
    items.forEach((item, rank) => {
      sums.set(item, (sums.get(item) ?? 0) + weight / (K + rank + 1))
    })
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([item]) => item)
}
