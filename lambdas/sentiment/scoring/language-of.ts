import { isScoredLanguage, type ScoredLanguage } from './opinions.ts'

/** Words of which nearly every sentence of a language contains one; with accents. */
const COMMON_WORDS: Readonly<Record<ScoredLanguage, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: "the a an and is was are were be been i my me we our you your it its this that of to in for on with not no so but very have has had do does did just at from they them he she what when how all will would can could get got good great bad love like best worst don't doesn't can't won't isn't it's i'm",
    de: 'der die das und ist nicht ein eine einen ich mit für auf sehr aber wir sie war bei zu im den dem des auch nur noch mein meine wie was kann man hat habe nach seit wieder kein keine',
    fr: "le la les et est une un je pas très mais des du de pour avec que qui dans sur au ce cette nous vous il elle mon ma mes on plus c'est j'ai",
    es: 'el la los las es una un yo muy pero que de en y con por para no se me mi lo al del como más sin nos su este esta ya',
    pt: 'o a os as é uma um eu muito mas que de em e com por para não se me meu minha do da no na ao mais sem já está foi',
    it: 'il lo gli la le è un una non molto ma che di e con per in mi si del della al più sono ho ci anche come questo',
    nl: 'de het een en is niet zeer heel maar ik van in op met voor dat die te er bij ook nog mijn we geen wat kan na al',
  } satisfies Record<ScoredLanguage, string>).map(([language, words]) => [language, new Set(words.split(' '))]),
) as unknown as Record<ScoredLanguage, ReadonlySet<string>>

const LANGUAGES = Object.keys(COMMON_WORDS) as ScoredLanguage[]

/**
 * Returns the language for scoring: the declared language, or the one with the most common words. Texts with few common
 * words are scored as English. Undefined if the language is not supported.
 */
export const languageOf = (text: string, declared: string | undefined): ScoredLanguage | undefined => {
  if (declared !== undefined) return isScoredLanguage(declared) ? declared : undefined
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = text.match(/\p{Script=Latin}/gu) ?? []
  if (letters.length > 0 && latin.length < letters.length * 0.8) return undefined
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? []
  const counts = LANGUAGES.map((language) => words.filter((word) => COMMON_WORDS[language].has(word)).length)
  const maxCount = Math.max(...counts)
  const [english = 0] = counts
  return maxCount < 2 || english === maxCount ? 'en' : LANGUAGES[counts.indexOf(maxCount)]
}
