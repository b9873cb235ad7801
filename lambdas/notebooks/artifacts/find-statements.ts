import type { PackedPassage, Sentence } from '@signet/search/answers'
import { termsOf } from '@signet/search/index'
import type { SectionDefinition } from './artifact-kinds.ts'
import type { SectionClaim } from './section-maker.ts'

export type PassageSentence = Sentence<PackedPassage>

const LENGTH_MIN = 25
const LENGTH_MAX = 400

/** Returns whether a sentence is a plausible statement by its length and its end. */
export const isSelfContained = ({ text, terms }: PassageSentence): boolean =>
  text.length >= LENGTH_MIN &&
  text.length <= LENGTH_MAX &&
  terms.size >= 3 &&
  /\p{L}[^\n]*[.!?:)"'\p{L}\p{N}]$/u.test(text)

/** Removes sentences with the same terms as an earlier one. */
export const distinct = (sentences: readonly PassageSentence[]): PassageSentence[] => {
  const seenKeys = new Set<string>()
  return sentences.filter(({ terms }) => {
    const key = [...terms].sort().join(' ')
    return !seenKeys.has(key) && seenKeys.add(key)
  })
}

export const quotedClaim = ({ text, passage }: PassageSentence, label: string | null = null): SectionClaim => ({
  label,
  claim: { text, quotes: [{ id: passage.id, quote: text }] },
})

/** Orders sentences by time, oldest first. Sentences without a time come last. */
export const byTime = (a: PassageSentence, b: PassageSentence): number => {
  const timeOfA = a.passage.passage.createdAt ?? '~'
  const timeOfB = b.passage.passage.createdAt ?? '~'
  return timeOfA < timeOfB ? -1 : Number(timeOfA > timeOfB)
}

const weightsOf = (sentences: readonly PassageSentence[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { terms } of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return new Map([...counts].map(([term, count]) => [term, Math.log(1 + count)]))
}

const STATEMENTS_MAX = 8

/** Returns the most representative sentences of the section, ordered by time. */
export const findStatements = (
  { cues, mustMatch }: SectionDefinition,
  sentences: readonly PassageSentence[],
): SectionClaim[] => {
  const weights = weightsOf(sentences)
  const cueTerms = new Set(termsOf(cues))
  const score = ({ terms }: PassageSentence): number => {
    const sum = [...terms].reduce((total, term) => total + (weights.get(term) ?? 0) * (cueTerms.has(term) ? 3 : 1), 0)
    return sum / Math.sqrt(terms.size + 4)
  }
  return distinct(
    sentences.filter(
      (sentence) => !sentence.isQuestion && isSelfContained(sentence) && (mustMatch?.test(sentence.text) ?? true),
    ),
  )
    .map((sentence) => ({ sentence, score: score(sentence) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, STATEMENTS_MAX)
    .map(({ sentence }) => sentence)
    .sort(byTime)
    .map((sentence) => quotedClaim(sentence))
}
