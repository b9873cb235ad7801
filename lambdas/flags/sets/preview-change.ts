import type { FlagSnapshot } from '@signet/flags'
import type { ChangePreview } from '../contract/flags.ts'
import { type EvaluatorOf, movedUsers, percentOf } from './moved-users.ts'
import type { StoredFlag } from './stored-flag.ts'

/** Enough to show a tenth of a percent. */
export const USERS = 10_000

/** The attributes that identify a user in a flag and its rules. */
export const stickyNames = ({ by = 'user', rules = [] }: StoredFlag): string[] => [
  ...[by].flat(),
  ...rules.flatMap(({ rollout, split }) => [rollout?.by ?? [], split?.by ?? []].flat(2)),
]

/**
 * Evaluates the change for simulated users. They have an id of each kind that the flag uses and no other attribute, so
 * rules about other attributes do not match.
 */
export const previewChange = (
  evaluatorOf: EvaluatorOf,
  before: FlagSnapshot,
  after: FlagSnapshot,
  flag: StoredFlag,
): ChangePreview => {
  const former = before.flags.find(({ key }) => key === flag.key) as StoredFlag | undefined
  const names = [...new Set(['user', ...stickyNames(flag), ...(former ? stickyNames(former) : [])])]
  const contexts = Array.from({ length: USERS }, (_, i) => Object.fromEntries(names.map((name) => [name, `user-${i}`])))
  const { who, moves } = movedUsers([evaluatorOf(before), evaluatorOf(after)], flag.key, contexts)
  return {
    flag: flag as unknown as ChangePreview['flag'],
    users: USERS,
    moved: who.length,
    movedPercent: percentOf(who.length, USERS),
    moves,
  }
}
