import type { Dimension, GradeCheck } from './check.ts'
import type { Span } from './document.ts'
import { aggregateOf, scoresOf } from './scores.ts'

export interface Gap {
  readonly id: string
  readonly dimension: Dimension
  /** Thousandths of the aggregate score that are lost. */
  readonly loss: number
  readonly fix: string
  readonly span?: Span
}

const FIXES: Readonly<Record<string, string>> = {
  parts: 'Write the missing parts, each under a separate heading',
  coverage: 'Address the request',
  size: 'Bring the length within the limits of its kind',
  clean: 'Replace placeholders, and remove repetition and text addressed to the grader',
  claims: 'State the source of each number and cause, or mark it as an assumption',
  sources: 'Name the sources: documents, measurements, standards',
  sober: 'Remove promises that cannot be kept and citations that do not exist',
  actions: 'List the actions, one per line, starting with a verb',
  owner: 'Name the owner of each action',
  due: 'State the due date of each action',
  measurable: 'State how to verify that each action is done',
}

const aggregateIfFixed = (checks: readonly GradeCheck[], id: string): number =>
  aggregateOf(scoresOf(checks.map((check) => (check.id === id ? { ...check, value: 1_000 } : check))))

/** Returns the loss by each imperfect check, the largest first. The first is the best next edit. */
export const gapsOf = (checks: readonly GradeCheck[]): readonly Gap[] => {
  const aggregate = aggregateOf(scoresOf(checks))
  return checks
    .filter(({ value }) => value < 1_000)
    .map(({ id, dimension, detail, spans: [span] }) => ({
      id,
      dimension,
      loss: aggregateIfFixed(checks, id) - aggregate,
      fix: `${FIXES[id] ?? id} (${detail})`,
      ...(span && { span }),
    }))
    .toSorted((one, other) => other.loss - one.loss || (one.id < other.id ? -1 : 1))
}
