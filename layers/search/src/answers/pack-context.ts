import type { FoundPassage } from '../conversations/index.ts'
import { cleanText } from './cleaned-text.ts'
import type { CountTokens } from './count-tokens.ts'

export interface PackedPassage extends FoundPassage {
  readonly id: string
  /** Text without invisible characters; quotes are searched in it. */
  readonly text: string
}

export interface Context {
  /** Passages in the rank order of their conversations, and within a conversation in time order. */
  readonly passages: readonly PackedPassage[]
  readonly tokens: number
}

export const taggedPassage = ({ id, text }: Pick<PackedPassage, 'id' | 'text'>): string => `[${id}] ${text}\n\n`

/**
 * Orders passages: the best one of each conversation first, in the order of conversations; then the others by score.
 */
const packingOrder = (passages: readonly FoundPassage[]): readonly FoundPassage[] => {
  const seenConversations = new Set<string>()
  const firstOfEach = passages.filter(
    ({ row }) => !seenConversations.has(row.conversation) && seenConversations.add(row.conversation),
  )
  const otherPassages = passages.filter((passage) => !firstOfEach.includes(passage))
  return [...firstOfEach, ...otherPassages.toSorted((a, b) => b.hit.score - a.hit.score)]
}

/** Packs passages up to the token limit, including headers and ids. */
export const packContext = (passages: readonly FoundPassage[], tokensMax: number, count: CountTokens): Context => {
  const packed: { readonly passage: FoundPassage; readonly text: string }[] = []
  let tokens = 0
  for (const passage of packingOrder(passages)) {
    const text = cleanText(passage.passage.text)
    // Counts with the longest possible id, so that the count is never too low.
    const cost = count(taggedPassage({ id: 'w99', text }))
    if (tokens + cost > tokensMax) continue
    tokens += cost
    packed.push({ passage, text })
  }
  const ranks = new Map([...new Set(passages.map(({ row }) => row.conversation))].map((id, rank) => [id, rank]))
  const rank = ({ passage }: (typeof packed)[number]): number => ranks.get(passage.row.conversation) ?? 0
  const time = ({ passage }: (typeof packed)[number]): string => passage.passage.createdAt ?? ''
  const ordered = packed.toSorted((a, b) => rank(a) - rank(b) || (time(a) < time(b) ? -1 : 1))
  return { passages: ordered.map(({ passage, text }, i) => ({ ...passage, text, id: `w${i + 1}` })), tokens }
}
