import type { EvaluationContext, FlagSnapshot } from '@signet/flags'
import type { ChangePreview } from '../contract/flags.ts'
import type { StoredFlag } from './stored-flag.ts'

type EvaluatorOf = (snapshot: FlagSnapshot) => FlagEvaluator

interface FlagEvaluator {
  evaluate(key: string, context: EvaluationContext): { readonly value: boolean | string }
}

interface MovedUsers {
  readonly indexes: readonly number[]
  readonly moves: ChangePreview['moves']
}

export const movedUsers = (
  [before, after]: readonly [FlagEvaluator, FlagEvaluator],
  key: string,
  contexts: readonly EvaluationContext[],
): MovedUsers => {
  const indexes: number[] = []
  const counts = new Map<string, number>()
  for (const [i, context] of contexts.entries()) {
    const [from, to] = [before, after].map((evaluator) => String(evaluator.evaluate(key, context).value))
    if (from === to) continue
    indexes.push(i)
    const move = JSON.stringify([from, to])
    counts.set(move, (counts.get(move) ?? 0) + 1)
  }
  const moves = [...counts].map(([pair, users]) => {
    const [from = '', to = ''] = JSON.parse(pair) as string[]
    return { from, to, users }
  })
  return { indexes, moves: moves.sort((a, b) => b.users - a.users) }
}

const percentOf = (count: number, total: number): number => Math.round((count / total) * 100_000) / 1000

/** Number of simulated users: one user is 0.01 percent. */
export const SIMULATED_USERS = 10_000

export const bucketingAttributes = ({ by = 'user', rules = [] }: StoredFlag): string[] => [
  ...[by].flat(),
  ...rules.flatMap(({ rollout, split }) => [rollout?.by ?? [], split?.by ?? []].flat(2)),
]

/**
 * Evaluates the change for simulated users. They have only the attributes by which the flag assigns users, so rules
 * about other attributes do not match.
 */
export const previewChange = (
  evaluatorOf: EvaluatorOf,
  before: FlagSnapshot,
  after: FlagSnapshot,
  flag: StoredFlag,
): ChangePreview => {
  const flagBefore = before.flags.find(({ key }) => key === flag.key) as StoredFlag | undefined
  const names = [
    ...new Set(['user', ...bucketingAttributes(flag), ...(flagBefore ? bucketingAttributes(flagBefore) : [])]),
  ]
  const contexts = Array.from({ length: SIMULATED_USERS }, (_, i) =>
    Object.fromEntries(names.map((name) => [name, `user-${i}`])),
  )
  const { indexes, moves } = movedUsers([evaluatorOf(before), evaluatorOf(after)], flag.key, contexts)
  return {
    flag: flag as unknown as ChangePreview['flag'],
    users: SIMULATED_USERS,
    moved: indexes.length,
    movedPercent: percentOf(indexes.length, SIMULATED_USERS),
    moves,
  }
}
