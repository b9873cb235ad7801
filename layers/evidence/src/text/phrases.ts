import type { Token } from './tokens.ts'

/** Where a phrase of a list stands: tokens from `at` up to, and without, `to`. */
export interface Hit {
  readonly at: number
  readonly to: number
}

/** Phrases of a list in a text, in their order. */
export type Hits = readonly Hit[]

interface Phrase {
  readonly words: readonly string[]
  readonly list: number
}

/** Lists of words and phrases, made ready to be found in one pass. */
export interface PhraseBook<Name extends string> {
  readonly names: readonly Name[]
  readonly byFirst: ReadonlyMap<string, readonly Phrase[]>
}

/** Phrases are words in lower case with spaces between them, parted by lines or bars. */
export const phraseBook = <Name extends string>(lists: Readonly<Record<Name, string>>): PhraseBook<Name> => {
  const names = Object.keys(lists) as Name[]
  const byFirst = new Map<string, Phrase[]>()
  for (const [list, name] of names.entries())
    for (const phrase of lists[name].split(/[|\n]/).map((each) => each.trim())) {
      if (phrase === '') continue
      const words = phrase.split(' ')
      const first = words[0] as string
      byFirst.set(first, [...(byFirst.get(first) ?? []), { words, list }])
    }
  return { names, byFirst }
}

const stands = (tokens: readonly Token[], at: number, words: readonly string[]): boolean => {
  for (let nth = 1; nth < words.length; nth++) {
    const token = tokens[at + nth]
    if (token === undefined || token.kind === 'mark' || token.text !== words[nth]) return false
  }
  return true
}

/** Every phrase of the book in the tokens, by the name of its list. */
export const hitsOf = <Name extends string>(
  { names, byFirst }: PhraseBook<Name>,
  tokens: readonly Token[],
): Readonly<Record<Name, Hits>> => {
  const byList: Hit[][] = names.map(() => [])
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token
    const phrases = kind === 'mark' ? undefined : byFirst.get(text)
    if (phrases === undefined) continue
    for (const { words, list } of phrases)
      if (words.length === 1 || stands(tokens, at, words)) byList[list]?.push({ at, to: at + words.length })
  }
  return Object.fromEntries(names.map((name, list) => [name, byList[list]])) as unknown as Record<Name, Hits>
}
