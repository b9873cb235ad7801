import { byTime, distinct, isSelfContained, type PassageSentence } from './find-statements.ts'
import type { SectionClaim } from './section-maker.ts'

const CONTRADICTIONS_MAX = 6

const SENTENCES_MAX = 400

/** Minimum share of common words of two sentences with the same subject. */
const SHARED_TERMS_MIN = 0.5

const NUMBER = /\d+(?:[.,:]\d+)*/g
const NEGATED = /\b(?:not|no|never|cannot|can't|won't|don't|doesn't|isn't|wasn't|aren't|didn't|without)\b/i

const numbersIn = (text: string): string => (text.match(NUMBER) ?? []).join(' ')

const wordsOf = ({ terms }: PassageSentence): ReadonlySet<string> =>
  new Set([...terms].filter((term) => !/^\d/.test(term)))

/** Returns whether two sentences with mostly the same words have different numbers, or only one of them is negated. */
const contradict = (a: PassageSentence, b: PassageSentence): boolean => {
  const termsOfA = wordsOf(a)
  const termsOfB = wordsOf(b)
  const shared = [...termsOfA].filter((term) => termsOfB.has(term)).length
  const total = termsOfA.size + termsOfB.size - shared
  if (shared < SHARED_TERMS_MIN * total) return false
  const numbersOfA = numbersIn(a.text)
  const numbersOfB = numbersIn(b.text)
  const haveOtherNumbers = numbersOfA !== '' && numbersOfB !== '' && numbersOfA !== numbersOfB
  return haveOtherNumbers || NEGATED.test(a.text) !== NEGATED.test(b.text)
}

const contradictionClaim = (older: PassageSentence, newer: PassageSentence): SectionClaim => ({
  label: null,
  claim: {
    text: `“${older.text}” contradicts “${newer.text}”, which is from a later conversation.`,
    quotes: [
      { id: older.passage.id, quote: older.text },
      { id: newer.passage.id, quote: newer.text },
    ],
  },
})

/** Finds pairs of contradicting sentences from different conversations, the older one first. */
export const findContradictions = (sentences: readonly PassageSentence[]): SectionClaim[] => {
  const statements = distinct(sentences.filter((sentence) => !sentence.isQuestion && isSelfContained(sentence)))
    .slice(0, SENTENCES_MAX)
    .sort(byTime)
  const contradictions = statements.flatMap((older, i) =>
    statements
      .slice(i + 1)
      .filter((newer) => newer.passage.row.conversation !== older.passage.row.conversation && contradict(older, newer))
      .map((newer) => contradictionClaim(older, newer)),
  )
  return contradictions.slice(0, CONTRADICTIONS_MAX)
}
