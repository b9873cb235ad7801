import { type Policy, validate } from '@signet/evidence'
import type { LabeledText } from './labeled-texts.ts'

/** Precision and recall of a requirement on labeled texts; a reported gap is a positive. */
export interface Accuracy {
  readonly id: string
  readonly precision: number
  readonly recall: number
  readonly gaps: number
  /** Texts with a wrong verdict: `+` for a gap that the label denies, `-` for a missed one. */
  readonly wrong: readonly string[]
}

interface Count {
  hits: number
  invented: number
  missed: number
  readonly wrong: string[]
}

const ratio = (count: number, others: number): number => (count + others === 0 ? 1 : count / (count + others))

/** Returns the accuracy of each requirement, on texts for which label and policy both have it in force. */
export const accuracyOf = (policy: Policy, texts: readonly LabeledText[]): readonly Accuracy[] => {
  const counts = new Map(
    policy.requirements.map(({ id }): [string, Count] => [id, { hits: 0, invented: 0, missed: 0, wrong: [] }]),
  )
  for (const { id, content, labels } of texts) {
    const { gaps, active } = validate(content, policy)
    const gapIds = new Set(gaps.map(({ requirementId }) => requirementId))
    for (const requirement of active) {
      const count = counts.get(requirement)
      const label = labels[requirement]
      // Texts without a label are ambiguous even for a careful editor.
      if (count === undefined || label === undefined || label === 'inactive') continue
      if (gapIds.has(requirement) && label === 'gap') count.hits += 1
      else if (gapIds.has(requirement)) {
        count.invented += 1
        count.wrong.push(`+${id}`)
      } else if (label === 'gap') {
        count.missed += 1
        count.wrong.push(`-${id}`)
      }
    }
  }
  return [...counts].map(([id, { hits, invented, missed, wrong }]) => ({
    id,
    precision: ratio(hits, invented),
    recall: ratio(hits, missed),
    gaps: hits + missed,
    wrong,
  }))
}
