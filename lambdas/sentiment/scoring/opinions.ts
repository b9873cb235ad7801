import { cuePattern } from '../personal-data/cues.ts'
import { foldedText, HOLE } from '../personal-data/plain-text.ts'
import { BLAME_PHRASES, type Phrases, PRAISE_PHRASES } from './opinion-phrases.ts'
import { BLAME_WORDS, NEGATIONS, PRAISE_WORDS, type WordsByLanguage } from './opinion-words.ts'

/** Weighted counts of words and phrases of praise and blame in a text, at most five each. */
export interface Opinions {
  readonly praise: number
  readonly blame: number
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'] as const
/** A language with supported opinions, ISO 639-1. */
export type ScoredLanguage = (typeof LANGUAGES)[number]

const wordsOf = (words: WordsByLanguage, language: ScoredLanguage): RegExp =>
  cuePattern([(words[language] ?? '').split('|')])
export const wordPatterns = (words: WordsByLanguage): Readonly<Record<ScoredLanguage, RegExp>> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, wordsOf(words, language)])) as Record<
    ScoredLanguage,
    RegExp
  >

const phrasesOf = (phrases: Phrases, language: ScoredLanguage): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${(phrases[language] ?? []).join('|')})(?![\p{L}\p{N}])`, 'gu')

const PATTERNS = new Map<ScoredLanguage, Readonly<Record<'praise' | 'blame' | 'praising' | 'complaining', RegExp>>>()
/** Returns the patterns of a language, which are created for its first text. The last two are those of phrases. */
const patternsOf = (language: ScoredLanguage) => {
  const cached = PATTERNS.get(language)
  if (cached) return cached
  const patterns = {
    praise: wordsOf(PRAISE_WORDS, language),
    blame: wordsOf(BLAME_WORDS, language),
    praising: phrasesOf(PRAISE_PHRASES, language),
    complaining: phrasesOf(BLAME_PHRASES, language),
  }
  PATTERNS.set(language, patterns)
  return patterns
}

export const isScoredLanguage = (language: string): language is ScoredLanguage =>
  (LANGUAGES as readonly string[]).includes(language)

const POSITIVE_EMOJI = /[😀😁😂🤣😃😄😅😆😊😍🥰😘🤩🥳😋😎🤗🙌👏👍💪🔥💯❤🧡💛💚💙💜♥✨🎉🏆⭐🌟🙏🥹💖💕😻🫶👌]/gu
const NEGATIVE_EMOJI = /[😠😡🤬😤😒🙄😞😔😟😕🙁☹😣😖😫😩😢😭😱🤮🤢👎💀🤡🙃🤦😑😐💩🗑🚩😾]/gu

/** Maximum letters between a negation and the word that it inverts. */
const NEGATION_DISTANCE_MAX = 22
const isNegated = (folded: string, at: number): boolean => {
  const before =
    folded
      .slice(Math.max(0, at - NEGATION_DISTANCE_MAX), at)
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
const COUNT_MAX = 5

/** Counts praise and blame in a text of a supported language (`isScoredLanguage`). Linear in its length. */
export const opinionsIn = (original: string, language: ScoredLanguage): Opinions => {
  const { folded: plain } = foldedText(original)
  const folded = plain.replaceAll('’', "'")
  const { praise, blame, praising, complaining } = patternsOf(language)
  // The words of a phrase are not counted in addition to the phrase.
  const withoutPraise = withHoles(folded, praising)
  const remaining = withHoles(withoutPraise, complaining)
  const countWords = (pattern: RegExp): readonly [plain: number, negated: number] => {
    const matches = [...remaining.matchAll(pattern)]
    const negated = matches.filter(({ index }) => isNegated(folded, index)).length
    return [matches.length - negated, negated]
  }
  const [praiseWords, negatedPraise] = countWords(praise)
  const [blameWords, negatedBlame] = countWords(blame)
  return {
    praise: Math.min(
      COUNT_MAX,
      praiseWords + 0.5 * negatedBlame + 1.5 * count(folded, praising) + count(original, POSITIVE_EMOJI),
    ),
    blame: Math.min(
      COUNT_MAX,
      blameWords + negatedPraise + 1.5 * count(withoutPraise, complaining) + count(original, NEGATIVE_EMOJI),
    ),
  }
}
