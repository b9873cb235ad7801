import { byTime, distinct, isSelfContained, type PassageSentence } from './find-statements.ts'
import type { SectionClaim } from './section-maker.ts'

const FOUND_MAX = 6

const SENTENCES_MAX = 400

const SHARED_MIN = 0.5

const NUMBER = /\d+(?:[.,:]\d+)*/g
const NEGATED = /\b(?:not|no|never|cannot|can't|won't|don't|doesn't|isn't|wasn't|aren't|didn't|without)\b/i

const numbersIn = (text: string): string => (text.match(NUMBER) ?? []).join(' ')

const wordsOf = ({ terms }: PassageSentence): ReadonlySet<string> =>
  new Set([...terms].filter((term) => !/^\d/.test(term)))

/** Returns whether two sentences have the same subject but different numbers, or contradict each other. */
const contradict = (a: PassageSentence, b: PassageSentence): boolean => {
  const one = wordsOf(a)
  const other = wordsOf(b)
  const shared = [...one].filter((term) => other.has(term)).length
  const all = one.size + other.size - shared
  if (shared < SHARED_MIN * all) return false
  const before = numbersIn(a.text)
  const after = numbersIn(b.text)
  const isOtherNumber = before !== '' && after !== '' && before !== after
  return isOtherNumber || NEGATED.test(a.text) !== NEGATED.test(b.text)
}

const asClaim = (before: PassageSentence, after: PassageSentence): SectionClaim => ({
  label: null,
  claim: {
    text: `“${before.text}” against “${after.text}”, which was said later.`,
    quotes: [
      { id: before.passage.id, quote: before.text },
      { id: after.passage.id, quote: after.text },
    ],
  },
})

/** Finds pairs of contradicting sentences from different conversations, the older one first. */
export const findContradictions = (sentences: readonly PassageSentence[]): SectionClaim[] => {
  const statements = distinct(sentences.filter((each) => !each.isQuestion && isSelfContained(each)))
    .slice(0, SENTENCES_MAX)
    .sort(byTime)
  const contradictions = statements.flatMap((before, i) =>
    statements
      .slice(i + 1)
      .filter(
        (after) => after.passage.row.conversation !== before.passage.row.conversation && contradict(before, after),
      )
      .map((after) => asClaim(before, after)),
  )
  return contradictions.slice(0, FOUND_MAX)
}
