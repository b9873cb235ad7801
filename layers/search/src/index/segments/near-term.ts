import { Buffer } from 'node:buffer'
import type { Segment } from './segment.ts'

/** Shorter words have too many neighbors. */
const TERM_LENGTH_MIN = 4

/** From this length, two letters may differ. */
const TWO_LETTERS_FROM = 8

/**
 * Counts the letters to insert, delete, change or swap with their neighbor to turn one word into the other (optimal
 * string alignment).
 */
export const editDistance = (a: string, b: string): number => {
  let rowBeforeLast: number[] = []
  let lastRow = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const changed = (lastRow[j - 1] ?? 0) + (same ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (rowBeforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row[j] = Math.min(changed, swapped, (lastRow[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
    }
    rowBeforeLast = lastRow
    lastRow = row
  }
  return lastRow[b.length] ?? 0
}

/** Returns the first term of a segment that is not smaller than these bytes. */
const firstTermFrom = ({ terms, termAt }: Segment, bytes: Uint8Array): number => {
  let low = 0
  let high = terms
  while (low < high) {
    const middle = (low + high) >>> 1
    if (Buffer.compare(termAt(middle), bytes) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function* candidates(segment: Segment, term: string, distanceMax: number): Generator<number> {
  const first = term.charCodeAt(0)
  const end = firstTermFrom(segment, Uint8Array.of(first + 1))
  for (let termIndex = firstTermFrom(segment, Uint8Array.of(first)); termIndex < end; termIndex++) {
    if (Math.abs(segment.termAt(termIndex).length - term.length) <= distanceMax) yield termIndex
  }
}

/**
 * Finds the closest spelling of a term without occurrences: a word of the letters a to z with the same first letter, and
 * one different letter, or two in long words. Of several, returns the one with the most windows.
 */
export const nearTerm = (segments: readonly Segment[], term: string): string | undefined => {
  if (term.length < TERM_LENGTH_MIN || !/^[a-z]+$/.test(term)) return undefined
  const distanceMax = term.length >= TWO_LETTERS_FROM ? 2 : 1
  const neighbors = new Map<string, { distance: number; windows: number }>()
  for (const segment of segments) {
    for (const termIndex of candidates(segment, term, distanceMax)) {
      const neighbor = Buffer.from(segment.termAt(termIndex)).toString('utf8')
      const distance = neighbors.get(neighbor)?.distance ?? editDistance(term, neighbor)
      if (distance > distanceMax) continue
      const windows = (neighbors.get(neighbor)?.windows ?? 0) + segment.postingsAt(termIndex).windows.length
      neighbors.set(neighbor, { distance, windows })
    }
  }
  const [best] = [...neighbors].sort(([, a], [, b]) => a.distance - b.distance || b.windows - a.windows)
  return best?.[0]
}
