import { STOP_WORDS } from './stop-words.ts'

/** `cases` and `case` are `cas`: endings only, by rules that anybody can write down (runtime.md 3). */
export const stemOf = (word: string): string => {
  if (word.length >= 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  const isPlural = word.length >= 4 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)
  const singular = isPlural ? word.slice(0, -1) : word
  return singular.length >= 4 && singular.endsWith('e') ? singular.slice(0, -1) : singular
}

/** All words of a text in their order: NFKC, lower case, `a-z0-9` alone. No locale has a say. */
export const allWordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

export const wordsOf = (text: string): readonly string[] => allWordsOf(text).filter((word) => !STOP_WORDS.has(word))

export const stemsOf = (text: string): readonly string[] => wordsOf(text).map(stemOf)

/** Stems of all words: small words tell, too, how people ask. */
export const allStemsOf = (text: string): readonly string[] => allWordsOf(text).map(stemOf)
