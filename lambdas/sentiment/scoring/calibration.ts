import type { Label } from '../contract/event.ts'

/**
 * How often the label is right, by how strongly the text speaks: steps of strength, lower bound first. POSITIVE and NEGATIVE as
 * counted in one half of the UCI sentences, and checked in the other; NEUTRAL and MIXED in the four-class set, whose figures
 * (0.89 each) are lowered for being few (docs/sentiment.md, test/bench/sentiment.ts).
 */
const RIGHT: Readonly<Record<Label, readonly (readonly [from: number, right: number])[]>> = {
  POSITIVE: [
    [0, 0.53],
    [0.2, 0.68],
    [0.3, 0.86],
    [0.6, 0.93],
  ],
  NEGATIVE: [
    [0, 0.87],
    [0.2, 0.93],
    [0.4, 0.96],
  ],
  NEUTRAL: [[0, 0.8]],
  MIXED: [[0, 0.8]],
}

/** Stars that agree are nearly always what the text says. */
const WITH_STARS = 0.97

/** How sure a label is, two decimals. */
export const calibrated = (label: Label, whole: number, rating: number | undefined): number => {
  if (rating !== undefined && rating !== 3 && label !== 'MIXED') return WITH_STARS
  const strength = Math.abs(whole)
  return RIGHT[label].findLast(([from]) => strength >= from)?.[1] ?? 0.5
}
