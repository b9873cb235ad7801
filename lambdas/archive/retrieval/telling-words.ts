import { termsAt } from '../index/segments/terms-of.ts'

/** Enough to tell one topic from another. */
const WORDS_MAX = 24

/** The words that a text says most often for its length, longer ones first among equals: rare words are long ones. */
export const tellingWords = (text: string): readonly string[] => {
  const counts = new Map<string, { readonly word: string; count: number }>()
  for (const { term, start, end } of termsAt(text)) {
    const known = counts.get(term)
    if (known) known.count++
    else counts.set(term, { word: text.slice(start, end), count: 1 })
  }
  const weight = ({ word, count }: { readonly word: string; readonly count: number }) =>
    Math.log(1 + count) * Math.min(10, word.length)
  return [...counts.values()]
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, WORDS_MAX)
    .map(({ word }) => word)
}
