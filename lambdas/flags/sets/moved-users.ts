import type { EvaluationContext, FlagSnapshot } from '@signet/flags'
import type { ChangePreview } from '../contract/flags.ts'

export type EvaluatorOf = (snapshot: FlagSnapshot) => FlagEvaluator

interface FlagEvaluator {
  evaluate(key: string, context: EvaluationContext): { readonly value: boolean | string }
}

/** The users for whom a flag answers differently: their positions in the list, and the answers before and after. */
export interface MovedUsers {
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

/** To three decimals. */
export const percentOf = (part: number, whole: number): number => Math.round((part / whole) * 100_000) / 1000
