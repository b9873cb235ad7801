import { Buffer } from 'node:buffer'
import type { Segment } from './segment.ts'

/** Shorter words have too many neighbors. */
const LENGTH_MIN = 4

/** From this length, two letters may differ. */
const TWO_FROM = 8

/**
 * Counts the letters to insert, delete, change or swap with their neighbor to turn one word into the other (optimal
 * string alignment).
 */
export const lettersApart = (a: string, b: string): number => {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const changed = (last[j - 1] ?? 0) + (same ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row[j] = Math.min(changed, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

/** Returns the first term of a segment that is not smaller than these bytes. */
const firstFrom = ({ terms, termAt }: Segment, bytes: Uint8Array): number => {
  let low = 0
  let high = terms
  while (low < high) {
    const middle = (low + high) >>> 1
    if (Buffer.compare(termAt(middle), bytes) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function* candidates(segment: Segment, term: string, apartMax: number): Generator<number> {
  const first = term.charCodeAt(0)
  const end = firstFrom(segment, Uint8Array.of(first + 1))
  for (let at = firstFrom(segment, Uint8Array.of(first)); at < end; at++) {
    if (Math.abs(segment.termAt(at).length - term.length) <= apartMax) yield at
  }
}

/**
 * Finds the closest spelling of a term without occurrences: same first letter and one different letter, two in long
 * words. Of several, the one with the most windows. Only for words of a to z.
 */
export const nearTerm = (segments: readonly Segment[], term: string): string | undefined => {
  if (term.length < LENGTH_MIN || !/^[a-z]+$/.test(term)) return undefined
  const apartMax = term.length >= TWO_FROM ? 2 : 1
  const neighbors = new Map<string, { apart: number; windows: number }>()
  for (const segment of segments) {
    for (const at of candidates(segment, term, apartMax)) {
      const other = Buffer.from(segment.termAt(at)).toString('utf8')
      const apart = neighbors.get(other)?.apart ?? lettersApart(term, other)
      if (apart > apartMax) continue
      const windows = (neighbors.get(other)?.windows ?? 0) + segment.postingsAt(at).windows.length
      neighbors.set(other, { apart, windows })
    }
  }
  const [best] = [...neighbors].sort(([, a], [, b]) => a.apart - b.apart || b.windows - a.windows)
  return best?.[0]
}
