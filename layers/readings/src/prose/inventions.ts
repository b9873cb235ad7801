import { isRole } from '../decks/roles.ts'
import { allWordsOf } from '../text/stems.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { COUNTING_WORDS, NAMES, OPENERS, PLAIN_WORDS, SHARES, SMALL_COUNTS, UNITS } from './prose-words.ts'

export interface Invention {
  readonly kind: 'number' | 'id' | 'url' | 'name'
  readonly text: string
}

export interface Source {
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
}

const NUMBER = /\p{Nd}+(?:[.,]\p{Nd}+)*/gu

/**
 * Normalizes a number: `1,000` and `1000` are equal, and so are `2.50` and `2.5`. A comma that does not precede three
 * digits is a decimal point.
 */
const numberOf = (text: string): string => {
  const plain = text.replaceAll(/,(?=\d{3}(?:\D|$))/g, '').replaceAll(',', '.')
  return /^\d+(?:\.\d+)?$/.test(plain) ? String(Number(plain)) : plain
}

export const proseSource = (text: string): Source => ({
  text: text.toLowerCase(),
  words: new Set(allWordsOf(text)),
  numbers: new Set([...text.matchAll(NUMBER)].map(([digits]) => numberOf(digits))),
})

const URLS =
  /\bhttps?:\/\/[^\s)\]>"']+|\bwww\.[^\s)\]>"']+|[\w.+-]+@[\w-]+\.[\w.-]+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|eu|de|uk|gov|edu|ai|app|co|info)\b(?:\/[^\s)\]>"']*)?/gi
const IDS = /\b[A-Za-z]+[-_./]?\d[\w./-]*\b|\b[A-Z]{2,}(?:[.-][A-Z\d]+)+\b|\b[0-9a-f]{8,}\b|\b[a-z]+(?:-[a-z0-9]+)+\b/g
const TRAILING_PUNCTUATION = /[.,;:!?]+$/

/** Returns true for a word with a digit or a capital, or with the prefix of a built-in deck, as in `cto-rollback`. */
const isIdLike = (text: string): boolean => {
  const [first = ''] = text.split('-')
  return (
    /\d/.test(text) || /[A-Z]/.test(text) || isRole(first) || ['stride', 'privacy', 'resilience', 'llm'].includes(first)
  )
}

const matchesOf = (prose: string, pattern: RegExp): readonly string[] =>
  [...prose.matchAll(pattern)].map(([text]) => text.replace(TRAILING_PUNCTUATION, ''))

/** Returns true if a text contains a part between word boundaries: `CWE-345` does not contain `CWE-34`. */
const containsWhole = (text: string, part: string): boolean => {
  const target = part.toLowerCase()
  for (let at = text.indexOf(target); at !== -1; at = text.indexOf(target, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text[at + target.length] ?? ' '
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}

const linkFaults = (prose: string, { text }: Source): readonly Invention[] =>
  matchesOf(prose, URLS)
    .filter((url) => !containsWhole(text, url))
    .map((url) => ({ kind: 'url', text: url }))

const idFaults = (prose: string, { text }: Source): readonly Invention[] =>
  matchesOf(prose, IDS)
    .filter((id) => isIdLike(id) && !containsWhole(text, id))
    .map((id) => ({ kind: 'id', text: id }))

const isCount = (word: string): boolean => word === 'one' || SMALL_COUNTS.has(word)

const numberFaults = (prose: string, { words, numbers }: Source): readonly Invention[] => {
  const digits = [...prose.replaceAll(IDS, ' ').matchAll(NUMBER)].map(([number]) => number)
  const all = allWordsOf(prose)
  const spelled = all.filter((word, at) => {
    if (words.has(word)) return false
    if (COUNTING_WORDS.has(word)) return true
    const [next = '', ...further] = all.slice(at + 1, at + 4)
    if (SHARES.has(next) && further.some((it) => SMALL_COUNTS.has(it) || COUNTING_WORDS.has(it))) return isCount(word)
    return SMALL_COUNTS.has(word) && UNITS.has(next)
  })
  return [...digits.filter((number) => !numbers.has(numberOf(number))), ...spelled].map((text) => ({
    kind: 'number',
    text,
  }))
}

const SENTENCE_START = /(?:^|[.!?:]["'”’)]*\s+|\n\s*(?:[-*>#]+\s*|\d+[.)]\s*)?)["'“‘(*_]*$/
const CAPITALIZED_WORD = /\p{Lu}[\p{L}\p{N}’']*/gu

/**
 * The first word of a sentence is always capitalized. It is a name only if it is listed, has another capital, or a
 * typical verb follows.
 */
const isNameAtStart = (word: string, next: string): boolean => {
  const lower = word.toLowerCase()
  if (/\p{Lu}/u.test(word.slice(1))) return true
  if (NAMES.has(lower)) return true
  if (STOP_WORDS.has(lower) || OPENERS.has(lower)) return false
  return /^(?:['’]s\b|\s+(?:found|says?|said|reports?|reported|announced|publishe[sd]|recommends?|warns?|warned|requires?|offers?|provides?|suggests?|claims?|lost|paid|suffered)\b)/u.test(
    next,
  )
}

const nameFaults = (prose: string, { words, text }: Source): readonly Invention[] =>
  [...prose.matchAll(CAPITALIZED_WORD)].flatMap(({ 0: capital, index }) => {
    if (index > 0 && /[\p{L}\p{N}]/u.test(prose[index - 1] ?? '')) return []
    const word = capital.replace(/['’]s?$/u, '')
    const parts = allWordsOf(word)
    // Only Latin words are split into lowercase words; others are compared unchanged.
    const isInSource = parts.length > 0 ? parts.every((part) => words.has(part)) : containsWhole(text, word)
    if (word === 'I' || isInSource) return []
    const following = prose.slice(index + word.length, index + word.length + 24)
    const isStart = SENTENCE_START.test(prose.slice(0, index))
    return isStart && !isNameAtStart(word, following) ? [] : [{ kind: 'name' as const, text: word }]
  })

/** Finds known names in lower case too, as in "as stripe asks". */
const knownNames = (prose: string, { words }: Source): readonly Invention[] =>
  allWordsOf(prose)
    .filter((word) => NAMES.has(word) && !PLAIN_WORDS.has(word) && !words.has(word))
    .map((text) => ({ kind: 'name', text }))

/**
 * Returns numbers, IDs, addresses and names in a text that its source does not contain. The text must be in NFKC.
 * Prefers false positives.
 */
export const inventions = (text: string, source: Source): readonly Invention[] => {
  const links = linkFaults(text, source)
  const withoutLinks = text.replaceAll(URLS, ' ')
  const faults = [idFaults, numberFaults, nameFaults, knownNames].flatMap((findFaults) =>
    findFaults(withoutLinks, source),
  )
  const seen = new Set<string>()
  return [...links, ...faults].filter(({ kind, text: faultText }) => {
    const key = `${kind} ${faultText.toLowerCase()}`
    return seen.has(key) ? false : seen.add(key)
  })
}
