import { termsAt } from '@signet/search/index'

const WORDS_MAX = 24

/** The most frequent words of a text for its length; of equals the longer first, because rare words tend to be long. */
export const tellingWords = (text: string): readonly string[] => {
  const counts = new Map<string, { readonly word: string; count: number }>()
  for (const { term, start, end } of termsAt(text)) {
    const counted = counts.get(term)
    if (counted) counted.count++
    else counts.set(term, { word: text.slice(start, end), count: 1 })
  }
  const weight = ({ word, count }: { readonly word: string; readonly count: number }) =>
    Math.log(1 + count) * Math.min(10, word.length)
  return [...counts.values()]
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, WORDS_MAX)
    .map(({ word }) => word)
}
