import { cuePattern } from '../personal-data/near-cue.ts'
import { foldedText, HOLE } from '../personal-data/plain-text.ts'
import { COMPLAINING, type Phrases, PRAISING } from './opinion-phrases.ts'
import { BLAME, NEGATIONS, PRAISE, type WordsByLanguage } from './opinion-words.ts'

/** Opinions in a text: counts of words and phrases of praise and blame, at most five each. */
export interface Opinions {
  readonly praise: number
  readonly blame: number
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'] as const
/** A language with supported opinions, ISO 639-1. */
export type Readable = (typeof LANGUAGES)[number]

const wordsOf = (words: WordsByLanguage, language: Readable): RegExp => cuePattern([(words[language] ?? '').split('|')])
export const wordPatterns = (words: WordsByLanguage): Readonly<Record<Readable, RegExp>> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, wordsOf(words, language)])) as Record<Readable, RegExp>

const phrasesOf = (phrases: Phrases, language: Readable): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${(phrases[language] ?? []).join('|')})(?![\p{L}\p{N}])`, 'gu')

const PATTERNS = new Map<Readable, Readonly<Record<'praise' | 'blame' | 'praising' | 'complaining', RegExp>>>()
/** Patterns of a language are created with its first text. */
const patternsOf = (language: Readable) => {
  const cached = PATTERNS.get(language)
  if (cached) return cached
  const patterns = {
    praise: wordsOf(PRAISE, language),
    blame: wordsOf(BLAME, language),
    praising: phrasesOf(PRAISING, language),
    complaining: phrasesOf(COMPLAINING, language),
  }
  PATTERNS.set(language, patterns)
  return patterns
}

export const isReadable = (language: string): language is Readable =>
  (LANGUAGES as readonly string[]).includes(language)

const GLAD = /[😀😁😂🤣😃😄😅😆😊😍🥰😘🤩🥳😋😎🤗🙌👏👍💪🔥💯❤🧡💛💚💙💜♥✨🎉🏆⭐🌟🙏🥹💖💕😻🫶👌]/gu
const SAD = /[😠😡🤬😤😒🙄😞😔😟😕🙁☹😣😖😫😩😢😭😱🤮🤢👎💀🤡🙃🤦😑😐💩🗑🚩😾]/gu

/** Maximum letters between a negation and the word that it inverts. */
const REACH = 22
const isNegated = (folded: string, at: number): boolean => {
  const before =
    folded
      .slice(Math.max(0, at - REACH), at)
      .split(/[,.;!?]/)
      .at(-1) ?? ''
  return before
    .split(/[^\p{L}'’]+/u)
    .slice(-4)
    .some((word) => NEGATIONS.has(word.replace('’', "'")))
}

const withHoles = (folded: string, pattern: RegExp): string =>
  folded.replaceAll(pattern, (all) => HOLE.repeat(all.length))

const count = (folded: string, pattern: RegExp): number => [...folded.matchAll(pattern)].length
const MOST = 5

/** Counts praise and blame in a text of a supported language (`isReadable`). Linear in its length. */
export const opinionsIn = (original: string, language: Readable): Opinions => {
  const { folded: plain } = foldedText(original)
  const folded = plain.replaceAll('’', "'")
  const { praise, blame, praising, complaining } = patternsOf(language)
  // A phrase counts as a whole: its words are not counted again.
  const rest = withHoles(folded, praising)
  const remaining = withHoles(rest, complaining)
  const words = (pattern: RegExp): readonly [plain: number, turned: number] => {
    const all = [...remaining.matchAll(pattern)]
    const turned = all.filter(({ index }) => isNegated(folded, index)).length
    return [all.length - turned, turned]
  }
  const [glad, notGlad] = words(praise)
  const [sad, notSad] = words(blame)
  return {
    praise: Math.min(MOST, glad + 0.5 * notSad + 1.5 * count(folded, praising) + count(original, GLAD)),
    blame: Math.min(MOST, sad + notGlad + 1.5 * count(rest, complaining) + count(original, SAD)),
  }
}
