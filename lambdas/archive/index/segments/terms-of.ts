import { stemmer } from 'stemmer'

/** Words that stand in nearly every window: they cost a quarter of an index and tell nothing. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being between both but by can could did do
does doing don down during each few for from further had has have having he her here hers him his how i if in into is it
its just ll me more most my no nor not now of off on once only or other our out over own re s same she should so some such
t than that the their them then there these they this those through to too under until up ve very was we were what when
where which while who whom why will with would you your`.split(/\s+/),
)

/** Longer runs are keys and encoded bytes. */
const TERM_MAX = 40

/** Words in scripts without spaces are found by pairs of characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const ASCII = /^[a-z]+$/
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu

const STEMS_KEPT = 50_000
const stems = new Map<string, string>()

const stemOf = (word: string): string => {
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem = stemmer(word)
  if (stems.size >= STEMS_KEPT) stems.clear()
  stems.set(word, stem)
  return stem
}

const pairsOf = (word: string): string[] => {
  const characters = [...word]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

/** Accents off: people leave them out when they search. */
const plain = (text: string): string => {
  const lower = text.toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the question is whether there is anything beside ASCII
  return /^[\x00-\x7f]*$/.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replaceAll(/\p{M}+/gu, '')
        .normalize('NFC')
}

/** The terms of a text in its order: stems of English words, others as they are, without words that say nothing. */
export const termsOf = (text: string): string[] => {
  const terms: string[] = []
  for (const word of plain(text).match(WORD) ?? []) {
    if (word.length > TERM_MAX || STOP_WORDS.has(word)) continue
    if (ASCII.test(word)) terms.push(word.length > 2 ? stemOf(word) : word)
    else if (UNSPACED.test(word)) terms.push(...pairsOf(word))
    else terms.push(word)
  }
  return terms
}
