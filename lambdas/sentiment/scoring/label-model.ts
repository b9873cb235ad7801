import { Label } from '../contract/event.ts'
import { WEIGHTS } from './model-weights.ts'

export interface LabelScore {
  readonly label: Label
  readonly score: number
}

export const LABELS: readonly Label[] = Label.options

/** Returns the probabilities of the labels (softmax), in the order of `LABELS`. One row of weights per label. */
export const probabilitiesOf = (
  features: readonly number[],
  weights: readonly (readonly number[])[],
): readonly number[] => {
  const sums = weights.map((row) => row.reduce((sum, weight, i) => sum + weight * (features[i] ?? 0), 0))
  const highest = Math.max(...sums)
  const exponentials = sums.map((sum) => Math.exp(sum - highest))
  const total = exponentials.reduce((sum, each) => sum + each, 0)
  return exponentials.map((each) => each / total)
}

export const mostProbable = (features: readonly number[], weights = WEIGHTS): LabelScore => {
  const probabilities = probabilitiesOf(features, weights)
  const score = Math.max(...probabilities)
  return { label: LABELS[probabilities.indexOf(score)] ?? 'NEUTRAL', score }
}
