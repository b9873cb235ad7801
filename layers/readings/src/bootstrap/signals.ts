import { allStemsOf, allWordsOf, stemOf } from '../text/stems.ts'

type Phrases = readonly (readonly string[])[]

const phrasesOf = (text: string): Phrases => text.split(',').map((phrase) => allWordsOf(phrase).map(stemOf))

/** Counts occurrences of phrases in a text. Longer phrases match first, and each word counts once. */
const hitsOf = (phrases: Phrases, stems: readonly string[]): number => {
  const usedStems = new Set<number>()
  let hits = 0
  for (const phrase of phrases.toSorted((a, b) => b.length - a.length))
    for (let at = 0; at + phrase.length <= stems.length; at++) {
      const positions = phrase.map((_, offset) => at + offset)
      if (
        !phrase.every((stem, offset) => stems[at + offset] === stem) ||
        positions.some((position) => usedStems.has(position))
      )
        continue
      for (const position of positions) usedStems.add(position)
      hits += 1
    }
  return hits
}

export class WordLists<Type extends string> {
  readonly #lists: readonly (readonly [type: Type, phrases: Phrases])[]

  constructor(lists: Readonly<Record<Type, string>>) {
    this.#lists = (Object.entries(lists) as [Type, string][]).map(([type, text]) => [type, phrasesOf(text)])
  }

  count(texts: readonly string[]): ReadonlyMap<Type, number> {
    const stems = texts.map(allStemsOf)
    return new Map(
      this.#lists.map(([type, phrases]) => [type, stems.reduce((sum, words) => sum + hitsOf(phrases, words), 0)]),
    )
  }

  /** Returns the type with the most hits, or undefined without a hit. The first type wins a tie. */
  best(texts: readonly string[]): Type | undefined {
    let best: Type | undefined
    let maxHits = 0
    for (const [type, hits] of this.count(texts))
      if (hits > maxHits) {
        best = type
        maxHits = hits
      }
    return best
  }
}
