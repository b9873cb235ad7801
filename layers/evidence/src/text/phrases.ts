import type { Token } from './tokens.ts'

/** A phrase match: tokens from `at` to `to`, exclusive. */
export interface PhraseHit {
  readonly at: number
  readonly to: number
}

export type PhraseHits = readonly PhraseHit[]

/** Phrases by their first word: the word alone, and longer phrases by their second word. */
interface PhraseEntry {
  readonly alone: number[]
  readonly bySecond: Map<string, { readonly words: readonly string[]; readonly list: number }[]>
}

export interface PhraseBook<Name extends string> {
  readonly names: readonly Name[]
  readonly byFirst: ReadonlyMap<string, PhraseEntry>
}

/** Builds a phrase book. Phrases are lowercase words separated by spaces; lines or bars separate phrases. */
export const phraseBook = <Name extends string>(lists: Readonly<Record<Name, string>>): PhraseBook<Name> => {
  const names = Object.keys(lists) as Name[]
  const byFirst = new Map<string, PhraseEntry>()
  for (const [list, name] of names.entries())
    for (const phrase of new Set(lists[name].split(/[|\n]/).map((each) => each.trim()))) {
      const words = phrase.split(' ')
      const [first = '', second] = words
      if (first === '') continue
      const entry: PhraseEntry = byFirst.get(first) ?? { alone: [], bySecond: new Map() }
      byFirst.set(first, entry)
      if (second === undefined) entry.alone.push(list)
      else entry.bySecond.set(second, [...(entry.bySecond.get(second) ?? []), { words, list }])
    }
  return { names, byFirst }
}

const matches = (tokens: readonly Token[], at: number, words: readonly string[]): boolean => {
  for (let nth = 2; nth < words.length; nth++) {
    const token = tokens[at + nth]
    if (token === undefined || token.kind === 'mark' || token.text !== words[nth]) return false
  }
  return true
}

export const hitsOf = <Name extends string>(
  { names, byFirst }: PhraseBook<Name>,
  tokens: readonly Token[],
): Readonly<Record<Name, PhraseHits>> => {
  const byList: PhraseHit[][] = names.map(() => [])
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token
    const entry = kind === 'mark' ? undefined : byFirst.get(text)
    if (entry === undefined) continue
    for (const list of entry.alone) byList[list]?.push({ at, to: at + 1 })
    const second = tokens[at + 1]
    if (second === undefined || second.kind === 'mark') continue
    for (const { words, list } of entry.bySecond.get(second.text) ?? [])
      if (matches(tokens, at, words)) byList[list]?.push({ at, to: at + words.length })
  }
  const byName = {} as Record<Name, PhraseHits>
  for (const [list, name] of names.entries()) byName[name] = byList[list] as PhraseHits
  return byName
}
