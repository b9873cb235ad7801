import { createHash } from 'node:crypto'
import { type Judge, SHARED_GROUND } from './judge.ts'

/** One of so many judges that a change does not concern is run each day all the same. */
const SAMPLE = 4

/** Why a judge runs, or does not. */
export type Reason =
  | 'every change'
  | 'all are asked for'
  | 'shared ground changed'
  | 'it is concerned'
  | 'sample of the day'

export interface Chosen {
  readonly judge: Judge
  readonly reason: Reason | undefined
}

export interface Selection {
  /** The changed files; undefined: they are not known. */
  readonly changed: readonly string[] | undefined
  /** `2026-11-28`, the seed of the sample. */
  readonly day: string
  readonly all: boolean
}

const isSampled = (name: string, day: string): boolean =>
  (createHash('sha256').update(`${day} ${name}`).digest()[0] ?? 0) % SAMPLE === 0

const reasonFor = ({ name, concerns }: Judge, { changed, day, all }: Selection): Reason | undefined => {
  if (concerns === undefined) return 'every change'
  if (all) return 'all are asked for'
  const has = (patterns: readonly RegExp[]) => changed?.some((file) => patterns.some((each) => each.test(file))) ?? true
  if (has(SHARED_GROUND)) return 'shared ground changed'
  if (has(concerns)) return 'it is concerned'
  return isSampled(name, day) ? 'sample of the day' : undefined
}

/** Which judges a change meets, and why; those that read the results of one bring it along. */
export const selectJudges = (judges: readonly Judge[], selection: Selection): readonly Chosen[] => {
  const chosen = judges.map((judge) => ({ judge, reason: reasonFor(judge, selection) }))
  const wanted = new Set(chosen.flatMap(({ judge, reason }) => (reason ? (judge.after ?? []) : [])))
  return chosen.map(({ judge, reason }) => ({
    judge,
    reason: reason ?? (wanted.has(judge.name) ? 'it is concerned' : undefined),
  }))
}
