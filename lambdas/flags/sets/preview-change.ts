import type { EvaluationContext, FlagSnapshot } from '@signet/flags'
import type { ChangePreview } from '../contract/flags.ts'
import type { StoredFlag } from './stored-flag.ts'

type EvaluatorOf = (snapshot: FlagSnapshot) => FlagEvaluator

interface FlagEvaluator {
  evaluate(key: string, context: EvaluationContext): { readonly value: boolean | string }
}

interface MovedUsers {
  readonly who: readonly number[]
  readonly moves: ChangePreview['moves']
}

export const movedUsers = (
  [was, becomes]: readonly [FlagEvaluator, FlagEvaluator],
  key: string,
  contexts: readonly EvaluationContext[],
): MovedUsers => {
  const who: number[] = []
  const counts = new Map<string, number>()
  for (const [i, context] of contexts.entries()) {
    const [from, to] = [was, becomes].map((asked) => String(asked.evaluate(key, context).value))
    if (from === to) continue
    who.push(i)
    const move = JSON.stringify([from, to])
    counts.set(move, (counts.get(move) ?? 0) + 1)
  }
  const moves = [...counts].map(([pair, users]) => {
    const [from = '', to = ''] = JSON.parse(pair) as string[]
    return { from, to, users }
  })
  return { who, moves: moves.sort((a, b) => b.users - a.users) }
}

const percentOf = (part: number, whole: number): number => Math.round((part / whole) * 100_000) / 1000

/** Number of simulated users, enough to show a tenth of a percent. */
export const USERS = 10_000

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
