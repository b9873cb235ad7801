/** Words that say nothing of a subject; left out before stemming. Versioned with the engine: another list is another engine. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and any are as at be been but by can could did do does for from had has have how i if in into is it its may might must my
  no not of on one or our out per shall should so some than that the their them then there these they this those to up us was we
  were what when where which who will with would you your`.split(/\s+/),
)

/** The words of a text in their order, in lower case: no locale has a say (`Intl` differs between machines). */
export const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

const withoutPlural = (word: string): string => {
  if (word.length >= 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length >= 4 && /s$/.test(word) && !/(ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

/** The stem of a word in lower case: cases and case are cas, studies is study. */
export const stemOf = (word: string): string => {
  const singular = withoutPlural(word)
  return singular.length >= 4 && singular.endsWith('e') ? singular.slice(0, -1) : singular
}

/** Stems of all words of a text, in its order: small words tell, too, how people ask. */
export const allStemsOf = (text: string): readonly string[] => wordsOf(text).map(stemOf)

/** Stems of what a text is about, in its order, each as often as it stands there. */
export const stemsOf = (text: string): readonly string[] =>
  wordsOf(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stemOf)
