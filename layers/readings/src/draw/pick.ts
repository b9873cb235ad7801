import { below, block } from './block.ts'

export interface WeightedCandidate {
  readonly id: string
  /** At least 1. */
  readonly weight: number
}

export interface PickResult<Candidate extends WeightedCandidate> {
  readonly picked: Candidate
  readonly candidates: readonly Candidate[]
  readonly block: string
}

/** Compares by code units, independent of the locale. */
export const byId = (a: { readonly id: string }, b: { readonly id: string }): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0

/**
 * Picks by weight: sorts candidates by id and returns the first whose running sum exceeds the drawn number.
 * @throws RangeError without candidates.
 */
export const pickOne = <Candidate extends WeightedCandidate>(
  candidates: readonly Candidate[],
  { seed, domain, index }: { readonly seed: number; readonly domain: string; readonly index: number },
): PickResult<Candidate> => {
  const sorted = candidates.toSorted(byId)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  const { value, attempt } = below(BigInt(total), seed, domain, index)
  let remaining = Number(value)
  for (const picked of sorted) {
    remaining -= picked.weight
    if (remaining < 0) return { picked, candidates: sorted, block: block(seed, domain, index, attempt) }
  }
  throw new RangeError('No candidates to pick from')
}
