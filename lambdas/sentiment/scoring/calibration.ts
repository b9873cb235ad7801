import type { Label } from '../contract/event.ts'

/**
 * How often the label is right, by how strongly the text speaks: measured on one half of the UCI sentences and of the
 * four-class set, checked on the other (docs/sentiment.md, `npm run bench -- sentiment`). Steps of strength, lower bound first.
 */
const RIGHT: Readonly<Record<Label, readonly (readonly [from: number, right: number])[]>> = {
  POSITIVE: [
    [0, 0.62],
    [0.2, 0.75],
    [0.4, 0.84],
    [0.6, 0.9],
    [0.8, 0.93],
  ],
  NEGATIVE: [
    [0, 0.72],
    [0.2, 0.84],
    [0.4, 0.9],
    [0.6, 0.92],
    [0.8, 0.94],
  ],
  NEUTRAL: [[0, 0.6]],
  MIXED: [[0, 0.6]],
}

/** Stars that agree are nearly always what the text says. */
const WITH_STARS = 0.97

/** How sure a label is, two decimals. */
export const calibrated = (label: Label, whole: number, rating: number | undefined): number => {
  if (rating !== undefined && rating !== 3 && label !== 'MIXED') return WITH_STARS
  const strength = Math.abs(whole)
  return RIGHT[label].findLast(([from]) => strength >= from)?.[1] ?? 0.5
}
