import { allWordsOf, stemOf } from '../text/stems.ts'

export interface Term {
  readonly stems: readonly string[]
  /** 4 names the pattern, 2 is typical, 1 is a hint. */
  readonly weight: number
}

/** Words that end the head of a sentence, which names the system: "a CLI that uploads files" is a CLI. */
const HEAD_ENDS = new Set(
  'that which to for from with when where so who using on in of after before every each'.split(' '),
)
const HEAD_MAX = 8
/** Added once to the score if a term of at least `HEAD_WEIGHT` is in the head. */
const HEAD_BONUS = 2
const HEAD_WEIGHT = 2

export interface Intention {
  readonly stems: readonly string[]
  /** Number of words in the head. */
  readonly headEnd: number
}

export const readIntention = (text: string): Intention => {
  const words = allWordsOf(text)
  const headEndWord = words.findIndex((word) => HEAD_ENDS.has(word))
  return { stems: words.map(stemOf), headEnd: Math.min(headEndWord === -1 ? words.length : headEndWord, HEAD_MAX) }
}

/** Splits a comma-separated list into terms of one weight. Stop words are part of a phrase. */
export const termsOf = (phrases: string, weight: number): readonly Term[] =>
  phrases
    .split(',')
    .map((phrase) => allWordsOf(phrase).map(stemOf))
    .filter((stems) => stems.length > 0)
    .map((stems) => ({ stems, weight }))

const byLength = (one: Term, other: Term): number =>
  other.stems.length - one.stems.length ||
  other.weight - one.weight ||
  (one.stems.join(' ') < other.stems.join(' ') ? -1 : 1)

/** Removes duplicate terms (the highest weight counts) and sorts longer phrases first, so that they match first. */
export const vocabulary = (terms: readonly Term[]): readonly Term[] => {
  const distinct = new Map<string, Term>()
  for (const term of terms) {
    const key = term.stems.join(' ')
    if ((distinct.get(key)?.weight ?? 0) < term.weight) distinct.set(key, term)
  }
  return [...distinct.values()].toSorted(byLength)
}

const phraseIndexOf = ({ stems }: Term, { stems: words }: Intention, usedStems: ReadonlySet<number>): number => {
  for (let at = 0; at + stems.length <= words.length; at++)
    if (stems.every((stem, offset) => words[at + offset] === stem && !usedStems.has(at + offset))) return at
  return -1
}

/** Scores an intention against a vocabulary. Each word and each term counts once. */
export const vocabularyScore = (intention: Intention, terms: readonly Term[]): number => {
  const usedStems = new Set<number>()
  let score = 0
  let isHead = false
  for (const term of terms) {
    const at = phraseIndexOf(term, intention, usedStems)
    if (at === -1) continue
    for (let offset = 0; offset < term.stems.length; offset++) usedStems.add(at + offset)
    score += term.weight
    isHead ||= term.weight >= HEAD_WEIGHT && at + term.stems.length <= intention.headEnd
  }
  return score + (isHead ? HEAD_BONUS : 0)
}
