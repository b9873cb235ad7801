import { createHash } from 'node:crypto'
import { type Judge, SHARED_FILES } from './judge.ts'

/** On average, one in this many unaffected judges still runs each day. */
const SAMPLE_RATIO = 4

/** The reason why a judge runs. */
export type Reason = 'every change' | 'all were requested' | 'shared files changed' | 'affected' | 'sample of the day'

/** A judge and the reason why it runs; without a reason it does not run. */
export interface JudgeDecision {
  readonly judge: Judge
  readonly reason: Reason | undefined
}

export interface Selection {
  /** The changed files; undefined if they are unknown. */
  readonly changed: readonly string[] | undefined
  /** The seed of the sample: a date such as `2026-11-28`. */
  readonly day: string
  readonly all: boolean
}

const isSampled = (name: string, day: string): boolean =>
  (createHash('sha256').update(`${day} ${name}`).digest()[0] ?? 0) % SAMPLE_RATIO === 0

const reasonFor = ({ name, concerns }: Judge, { changed, day, all }: Selection): Reason | undefined => {
  if (concerns === undefined) return 'every change'
  if (all) return 'all were requested'
  const hasChanged = (patterns: readonly RegExp[]) =>
    changed?.some((file) => patterns.some((each) => each.test(file))) ?? true
  if (hasChanged(SHARED_FILES)) return 'shared files changed'
  if (hasChanged(concerns)) return 'affected'
  return isSampled(name, day) ? 'sample of the day' : undefined
}

/** Selects the judges of a change. A judge that runs also selects the judges in its `after`. */
export const selectJudges = (judges: readonly Judge[], selection: Selection): readonly JudgeDecision[] => {
  const reasons = judges.map((judge) => ({ judge, reason: reasonFor(judge, selection) }))
  const prerequisites = new Set(reasons.flatMap(({ judge, reason }) => (reason ? (judge.after ?? []) : [])))
  return reasons.map(({ judge, reason }) => ({
    judge,
    reason: reason ?? (prerequisites.has(judge.name) ? 'affected' : undefined),
  }))
}
