import { type Policy, validate } from '@signet/evidence'
import type { LabeledText } from './labeled-texts.ts'

/** How a requirement does on labeled texts: a gap that is found is a positive. */
export interface Accuracy {
  readonly id: string
  readonly precision: number
  readonly recall: number
  readonly gaps: number
  /** Texts in which the verdict is another: `+` for a gap that its label denies, `-` for one that is missed. */
  readonly wrong: readonly string[]
}

interface Count {
  hits: number
  invented: number
  missed: number
  readonly wrong: string[]
}

const share = (part: number, rest: number): number => (part + rest === 0 ? 1 : part / (part + rest))

/** Accuracy of each requirement, on texts in which label and policy both have it in force. */
export const accuracyOf = (policy: Policy, texts: readonly LabeledText[]): readonly Accuracy[] => {
  const counts = new Map(
    policy.requirements.map(({ id }): [string, Count] => [id, { hits: 0, invented: 0, missed: 0, wrong: [] }]),
  )
  for (const { id, content, labels } of texts) {
    const { gaps, active } = validate(content, policy)
    const lacking = new Set(gaps.map(({ requirementId }) => requirementId))
    for (const requirement of active) {
      const count = counts.get(requirement)
      const label = labels[requirement]
      // Without a label a careful editor could say either.
      if (count === undefined || label === undefined || label === 'inactive') continue
      if (lacking.has(requirement) && label === 'gap') count.hits += 1
      else if (lacking.has(requirement)) {
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
    precision: share(hits, invented),
    recall: share(hits, missed),
    gaps: hits + missed,
    wrong,
  }))
}
