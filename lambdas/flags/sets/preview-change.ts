import type { EvaluationContext, FlagSnapshot } from '@signet/flags'
import type { ChangePreview } from '../contract/flags.ts'
import type { StoredFlag } from './stored-flag.ts'

/** Enough that a tenth of a percent is seen. */
const USERS = 10_000

/** The library's own engine over one snapshot. */
export type EvaluatorOf = (snapshot: FlagSnapshot) => {
  evaluate(key: string, context: EvaluationContext): { readonly value: boolean | string }
}

const percent = (part: number): number => Math.round((part / USERS) * 100_000) / 1000

/** Attributes that somebody is recognised by, in a flag and its rules. */
const stickyNames = ({ by = 'user', rules = [] }: StoredFlag): string[] => [
  ...[by].flat(),
  ...rules.flatMap(({ rollout, split }) => [rollout?.by ?? [], split?.by ?? []].flat(2)),
]

/**
 * Asks made-up users before and after. They have an id of each kind that the flag recognises somebody by and nothing else,
 * so rules about other attributes pass them by.
 */
export const previewChange = (
  evaluatorOf: EvaluatorOf,
  before: FlagSnapshot,
  after: FlagSnapshot,
  flag: StoredFlag,
): ChangePreview => {
  const [was, becomes] = [evaluatorOf(before), evaluatorOf(after)]
  const former = before.flags.find(({ key }) => key === flag.key) as StoredFlag | undefined
  const names = [...new Set(['user', ...stickyNames(flag), ...(former ? stickyNames(former) : [])])]
  const counts = new Map<string, number>()
  for (let i = 0; i < USERS; i++) {
    const context = Object.fromEntries(names.map((name) => [name, `user-${i}`]))
    const [from, to] = [was, becomes].map((evaluator) => String(evaluator.evaluate(flag.key, context).value))
    const move = JSON.stringify([from, to])
    if (from !== to) counts.set(move, (counts.get(move) ?? 0) + 1)
  }
  const moves = [...counts].map(([pair, users]) => {
    const [from = '', to = ''] = JSON.parse(pair) as string[]
    return { from, to, users }
  })
  const moved = moves.reduce((sum, { users }) => sum + users, 0)
  return {
    flag: flag as unknown as ChangePreview['flag'],
    users: USERS,
    moved,
    movedPercent: percent(moved),
    moves: moves.sort((a, b) => b.users - a.users),
  }
}
