import type { Dimension, GradeCheck } from './check.ts'
import type { Span } from './document.ts'
import { aggregateOf, scoresOf } from './scores.ts'

export interface Gap {
  readonly id: string
  readonly dimension: Dimension
  /** Thousandths of the aggregate that are lost by it. */
  readonly loss: number
  readonly fix: string
  readonly span?: Span
}

const FIXES: Readonly<Record<string, string>> = {
  parts: 'Write the parts that are missing, each under a heading of its own',
  coverage: 'Speak of what was asked for',
  size: 'Bring it to the size of its kind',
  clean: 'Replace placeholders, take out what is repeated and what speaks to the grader',
  claims: 'Say behind each number and each because where it comes from, or mark it as an assumption',
  sources: 'Name what it leans on: documents, measurements, standards',
  sober: 'Take out what nobody can promise, and citations that do not exist',
  actions: 'Say what is to be done, one action a line, with a verb first',
  owner: 'Name who does each action',
  due: 'Say by when each action is done',
  measurable: 'Say how anybody can tell that each action is done',
}

const asIfWhole = (checks: readonly GradeCheck[], id: string): number =>
  aggregateOf(scoresOf(checks.map((check) => (check.id === id ? { ...check, value: 1_000 } : check))))

/** What is lost by each check that is not met, the dearest first: the first line is the best next edit. */
export const gapsOf = (checks: readonly GradeCheck[]): readonly Gap[] => {
  const aggregate = aggregateOf(scoresOf(checks))
  return checks
    .filter(({ value }) => value < 1_000)
    .map(({ id, dimension, detail, spans: [span] }) => ({
      id,
      dimension,
      loss: asIfWhole(checks, id) - aggregate,
      fix: `${FIXES[id] ?? id} (${detail})`,
      ...(span && { span }),
    }))
    .toSorted((one, other) => other.loss - one.loss || (one.id < other.id ? -1 : 1))
}
