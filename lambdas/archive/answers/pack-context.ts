import type { FoundPassage } from '../retrieval/retrieve.ts'
import { cleaned } from './cleaned-text.ts'
import type { CountTokens } from './count-tokens.ts'

/** A passage as the answer is made of it, under the id by which it is quoted. */
export interface PackedPassage extends FoundPassage {
  readonly id: string
  /** Without what is not seen; quotes are looked for in it. */
  readonly text: string
}

export interface Context {
  /** By conversation in the order of rank, inside one by time. */
  readonly passages: readonly PackedPassage[]
  readonly tokens: number
}

/** What stands around a passage where it is shown to a model, the same for the offline generator: a line with its id. */
export const shownPassage = ({ id, text }: Pick<PackedPassage, 'id' | 'text'>): string => `[${id}] ${text}\n\n`

/** The best of each conversation first, in the order of conversations; then whatever fits best. */
const inTurn = (found: readonly FoundPassage[]): readonly FoundPassage[] => {
  const seen = new Set<string>()
  const first = found.filter(({ row }) => !seen.has(row.conversation) && seen.add(row.conversation))
  const rest = found.filter((passage) => !first.includes(passage))
  return [...first, ...rest.toSorted((a, b) => b.hit.score - a.hit.score)]
}

/** Packs passages until the tokens are used up, headers and ids counted. */
export const packContext = (found: readonly FoundPassage[], tokensMax: number, count: CountTokens): Context => {
  const chosen: { readonly passage: FoundPassage; readonly text: string }[] = []
  let tokens = 0
  for (const passage of inTurn(found)) {
    const text = cleaned(passage.passage.text)
    // The longest id that there can be: what is counted is never less than what is shown.
    const own = count(shownPassage({ id: 'w99', text }))
    if (tokens + own > tokensMax) continue
    tokens += own
    chosen.push({ passage, text })
  }
  const ranks = new Map([...new Set(found.map(({ row }) => row.conversation))].map((id, rank) => [id, rank]))
  const rank = ({ passage }: (typeof chosen)[number]): number => ranks.get(passage.row.conversation) ?? 0
  const time = ({ passage }: (typeof chosen)[number]): string => passage.passage.createdAt ?? ''
  const ordered = chosen.toSorted((a, b) => rank(a) - rank(b) || (time(a) < time(b) ? -1 : 1))
  return { passages: ordered.map(({ passage, text }, i) => ({ ...passage, text, id: `w${i + 1}` })), tokens }
}
