import { stemmer } from 'stemmer'

/** Words in nearly every window: they take a quarter of an index and do not distinguish windows. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being between both but by can could did do
does doing don down during each few for from further had has have having he her here hers him his how i if in into is it
its just ll me more most my no nor not now of off on once only or other our out over own re s same she should so some such
t than that the their them then there these they this those through to too under until up ve very was we were what when
where which while who whom why will with would you your`.split(/\s+/),
)

/**
 * Longer runs of letters are dropped. They are usually keys or encoded bytes, but the limit also drops long runs in
 * scripts without spaces.
 */
const TERM_CHARACTERS_MAX = 40

/** Words in scripts without spaces are indexed by pairs of characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const UNACCENTED_WORD = /^[a-z]+$/
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu

const pairsOf = (word: string): string[] => {
  const characters = [...word]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

/** Removes accents, because users omit them in searches. */
const withoutAccents = (word: string): string => {
  const lower = word.toLowerCase()
  return UNACCENTED_WORD.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replaceAll(/\p{M}+/gu, '')
        .normalize('NFC')
}

const NONE: readonly string[] = []

const computeTerms = (rawWord: string): readonly string[] => {
  const word = withoutAccents(rawWord)
  if (word.length > TERM_CHARACTERS_MAX || STOP_WORDS.has(word)) return NONE
  if (UNACCENTED_WORD.test(word)) return [word.length > 2 ? stemmer(word) : word]
  return UNSPACED.test(word) ? pairsOf(word) : [word]
}

/** Words repeat, so their terms are cached. */
const CACHED_MAX = 50_000
const cache = new Map<string, readonly string[]>()

const wordTerms = (word: string): readonly string[] => {
  const cached = cache.get(word)
  if (cached !== undefined) return cached
  const computed = computeTerms(word)
  if (cache.size >= CACHED_MAX) cache.clear()
  cache.set(word, computed)
  return computed
}

/** Returns the terms of a text in order: stems of English words, other words unchanged, without stop words. */
export const termsOf = (text: string): string[] => {
  const terms: string[] = []
  for (const word of text.match(WORD) ?? []) terms.push(...wordTerms(word))
  return terms
}

export interface TermPosition {
  readonly term: string
  readonly start: number
  /** Offset after its last character. */
  readonly end: number
}

export const termPositions = (text: string): TermPosition[] =>
  [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const characters = [...word]
    const terms = wordTerms(word)
    // The term of a word has the position of the word; character pairs have their own positions.
    if (terms.length < 2 || terms.length !== characters.length - 1) {
      return terms.map((term) => ({ term, start: index, end: index + word.length }))
    }
    let offset = index
    return terms.map((term, i) => {
      const start = offset
      offset += characters[i]?.length ?? 1
      return { term, start, end: offset + (characters[i + 1]?.length ?? 1) }
    })
  })
