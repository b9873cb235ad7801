import type { Label } from '../contract/event.ts'

/**
 * How often the label is right, by the strength of the text: steps of strength, lower bound first. POSITIVE and
 * NEGATIVE, bounds and shares, come from one half of the UCI sentences, chosen by their digests, and are tested on the
 * other half; `npm run bench -- sentiment` computes them again and reports differences
 * (test/bench/sentiment-calibration.ts). NEUTRAL and MIXED are set lower than in the four-class set (0.89 each), which
 * has few texts, and are tested on no other.
 */
const RIGHT: Readonly<Record<Label, readonly (readonly [from: number, right: number])[]>> = {
  POSITIVE: [
    [0, 0.61],
    [0.3, 0.87],
    [0.6, 0.92],
    [0.7, 0.95],
  ],
  NEGATIVE: [
    [0, 0.86],
    [0.3, 0.96],
    [1, 0.97],
  ],
  NEUTRAL: [[0, 0.8]],
  MIXED: [[0, 0.8]],
}

/** If the stars agree, the label is nearly always right. */
const WITH_STARS = 0.97

/** The confidence of a label, two decimals. */
export const calibrated = (label: Label, whole: number, rating: number | undefined): number => {
  if (rating !== undefined && rating !== 3 && label !== 'MIXED') return WITH_STARS
  const strength = Math.abs(whole)
  return RIGHT[label].findLast(([from]) => strength >= from)?.[1] ?? 0.5
}
