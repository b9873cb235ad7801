import { STOP_WORDS } from './stop-words.ts'

/** Stems a word by its ending only, with reproducible rules: `cases` and `case` are `cas`. */
export const stemOf = (word: string): string => {
  if (word.length >= 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  const isPlural = word.length >= 4 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)
  const singular = isPlural ? word.slice(0, -1) : word
  return singular.length >= 4 && singular.endsWith('e') ? singular.slice(0, -1) : singular
}

/** Returns all words of a text in order: NFKC, lower case, `a-z0-9` only, independent of the locale. */
export const allWordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

export const wordsOf = (text: string): readonly string[] => allWordsOf(text).filter((word) => !STOP_WORDS.has(word))

export const stemsOf = (text: string): readonly string[] => wordsOf(text).map(stemOf)

/** Returns the stems of all words, including stop words, which reveal how people phrase a request. */
export const allStemsOf = (text: string): readonly string[] => allWordsOf(text).map(stemOf)
